/// A store's history, which is read in parts and purged: that of a file or of an incremental store.
protocol HistoryLog {
  /// Returns the transactions from a point on, read in one consistent state.
  func part(from point: StoreHistoryPoint, limit: Int?) throws -> HistoryPart

  /// Deletes the transactions before a point, and returns their number.
  func delete(before point: StoreHistoryPoint) throws -> Int
}

/// A part of a history, with the range of the numbers by which a token is checked.
struct HistoryPart {
  /// The number of the last transaction that was written, even if it has been deleted.
  let last: Int64
  /// The number of the first transaction that exists; nil if there is none.
  let first: Int64?
  /// The timestamp of the transaction behind which the part begins; nil if it does not exist.
  let timestamp: Int64?
  let transactions: [HistoryTransaction]

  /// Checks that no transactions after a token have been deleted.
  ///
  /// - Throws: `StoreError` if transactions are missing, or if the token is
  ///   unknown to the store.
  func check(_ token: HistoryToken?, of store: PersistentStore) throws {
    guard let token, try !checkStore(of: token, store) else { return }
    // The token's own transaction may have been deleted, as long as the next
    // transaction exists.
    guard (first ?? last + 1) > token.transactionNumber + 1 else { return }
    throw StoreError(
      .historyPurged,
      "transactions after number \(token.transactionNumber) have been deleted from the history of "
        + "\(store.historyName): fetch the objects again, and continue from the current token")
  }

  /// Checks that a token belongs to the past of a store.
  ///
  /// - Returns: True if the token's transaction still exists.
  ///
  /// - Throws: `StoreError` (`.unknownHistoryToken`) if the token belongs to
  ///   another store, or to transactions that a restored backup does not
  ///   contain.
  @discardableResult
  func checkStore(of token: HistoryToken, _ store: PersistentStore) throws -> Bool {
    guard token.storeID == store.identifier && token.transactionNumber <= last else {
      throw StoreError(
        .unknownHistoryToken,
        "the token of transaction \(token.transactionNumber) of store \(token.storeID) does not "
          + "belong to \(store.historyName)")
    }
    guard let timestamp else { return false }
    guard token.timestamp ?? timestamp == timestamp else {
      throw StoreError(
        .unknownHistoryToken,
        "the token does not match transaction \(token.transactionNumber) of \(store.historyName), "
          + "because the store was restored from a backup; fetch the objects again, and continue "
          + "from the current token")
    }
    return true
  }
}

extension PersistentStore {
  /// True if the store keeps a history.
  var keepsHistory: Bool { incremental?.store.keepsHistory ?? !historySchemas.isEmpty }

  /// The store's name in errors about its history.
  var historyName: String {
    incremental == nil ? "'\(configuration.displayPath)'" : "the store"
  }
}
