extension PersistentContainer {
  /// True if the store keeps a history.
  public var keepsHistory: Bool { !store.historySchemas.isEmpty }

  /// Returns the token of the last transaction in the store's history.
  ///
  /// - Throws: `StoreError`: `.unsupportedFeature` if the store keeps no
  ///   history, or another error if it cannot be read.
  public func currentHistoryToken() throws -> HistoryToken {
    try withHistory { reader in try reader.reading { try reader.currentToken() } }
  }

  /// Returns the transactions after a token, the oldest first.
  ///
  /// - Parameters:
  ///   - token: The token of the last known transaction; nil for the beginning of the
  ///     history.
  ///   - limit: The maximum number of transactions to read; nil for all.
  /// - Throws: `StoreError`: `.historyPurged` if transactions after the token
  ///   have already been deleted; `.unknownHistoryToken` if the token belongs
  ///   to another store, is ahead of this one, or belongs to a transaction that
  ///   was lost when this store was restored from a backup;
  ///   `.unsupportedFeature` if the store keeps no history.
  /// - Complexity: O(*n*), where *n* is the number of changes.
  public func history(
    after token: HistoryToken? = nil, limit: Int? = nil
  ) throws -> [HistoryTransaction] {
    try withHistory { reader in
      try reader.reading {
        try reader.check(token)
        return try reader.transactions(
          where: "t.Z_PK > ?", .integer(token?.transactionNumber ?? 0), limit: limit)
      }
    }
  }

  /// Returns the transactions since a date, the oldest first.
  ///
  /// - Throws: The errors of `history(after:limit:)`.
  public func history(since date: Date, limit: Int? = nil) throws -> [HistoryTransaction] {
    try withHistory { reader in
      try reader.reading {
        try reader.transactions(
          where: "t.ZTIMESTAMP >= ?", .double(date.timeIntervalSinceReferenceDate), limit: limit)
      }
    }
  }

  /// Deletes the transactions before the transaction of a token, which is kept.
  ///
  /// - Returns: The number of deleted transactions.
  /// - Throws: The errors of `history(after:limit:)`; `.readOnly` if the store cannot
  ///   be written.
  @discardableResult
  public func deleteHistory(before token: HistoryToken) throws -> Int {
    try withHistory { reader in
      try reader.checkStore(of: token)
      return try reader.delete(where: "Z_PK < ?", .integer(token.transactionNumber))
    }
  }

  /// Deletes the transactions before a date.
  ///
  /// - Returns: The number of deleted transactions.
  /// - Throws: The errors of `deleteHistory(before:)`.
  @discardableResult
  public func deleteHistory(before date: Date) throws -> Int {
    try withHistory {
      // Deletion stops at the first transaction that is not older. Therefore, even if
      // the clock was set back, the numbers of the transactions have no gap, by which a
      // token detects missing transactions.
      try $0.delete(
        where: """
          Z_PK < ifnull((SELECT min(Z_PK) FROM ATRANSACTION WHERE ZTIMESTAMP >= ?), \
          9223372036854775807)
          """, .double(date.timeIntervalSinceReferenceDate))
    }
  }

  private func withHistory<Result>(_ body: (HistoryReader) throws -> Result) throws -> Result {
    guard store.historySchemas == ["main"], store.members.count < 2 else {
      throw StoreError(
        .unsupportedFeature,
        store.historySchemas.isEmpty
          ? "'\(store.configuration.displayPath)' keeps no history; set 'keepsHistory' when it is "
            + "opened"
          : "the history of several joined stores is read from each of them")
    }
    let connection = try store.borrow()
    defer { store.giveBack(connection) }
    return try StoreError.translating(store.configuration.displayPath) {
      try body(HistoryReader(store: store, connection: connection))
    }
  }
}
