extension PersistentContainer {
  /// True if the store keeps a history.
  public var keepsHistory: Bool { store.keepsHistory }

  /// Returns the token of the last transaction in the store's history.
  ///
  /// - Throws: `StoreError`: `.unsupportedFeature` if the store keeps no
  ///   history, or another error if it cannot be read.
  public func currentHistoryToken() throws -> HistoryToken {
    try withHistory { log in
      let last = try log.part(from: .behind(0), limit: 0).last
      return HistoryToken(
        storeID: store.identifier, transactionNumber: last,
        timestamp: try log.part(from: .behind(last), limit: 0).timestamp)
    }
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
    try withHistory { log in
      let part = try log.part(from: .behind(token?.transactionNumber ?? 0), limit: limit)
      try part.check(token, of: store)
      return part.transactions
    }
  }

  /// Returns the transactions since a date, the oldest first.
  ///
  /// - Throws: The errors of `history(after:limit:)`.
  public func history(since date: Date, limit: Int? = nil) throws -> [HistoryTransaction] {
    try withHistory { try $0.part(from: .since(date), limit: limit).transactions }
  }

  /// Deletes the transactions before the transaction of a token, which is kept.
  ///
  /// - Returns: The number of deleted transactions.
  /// - Throws: The errors of `history(after:limit:)`; `.readOnly` if the store cannot
  ///   be written.
  @discardableResult
  public func deleteHistory(before token: HistoryToken) throws -> Int {
    try withHistory { log in
      let point = StoreHistoryPoint.behind(token.transactionNumber)
      try log.part(from: point, limit: 0).checkStore(of: token, store)
      return try log.delete(before: point)
    }
  }

  /// Deletes the transactions before a date.
  ///
  /// - Returns: The number of deleted transactions.
  /// - Throws: The errors of `deleteHistory(before:)`.
  @discardableResult
  public func deleteHistory(before date: Date) throws -> Int {
    try withHistory { try $0.delete(before: .since(date)) }
  }

  private func withHistory<Result>(_ body: (any HistoryLog) throws -> Result) throws -> Result {
    let path = store.configuration.displayPath
    guard store.keepsHistory else {
      throw StoreError(
        .unsupportedFeature,
        "\(store.historyName) keeps no history; set 'keepsHistory' when it is opened")
    }
    if let backing = store.incremental {
      return try body(IncrementalHistory(store: store, backing: backing))
    }
    guard store.historySchemas == ["main"], store.members.count < 2 else {
      throw StoreError(
        .unsupportedFeature, "the history of several joined stores is read from each of them")
    }
    let connection = try store.borrow()
    defer { store.giveBack(connection) }
    return try StoreError.translating(path) {
      try body(HistoryReader(store: store, connection: connection))
    }
  }
}
