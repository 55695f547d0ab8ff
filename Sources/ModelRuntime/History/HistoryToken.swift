/// A place in a store's history: behind one of its transactions.
///
/// A program keeps the token of the last transaction that it has seen, and asks
/// for those behind it the next time.
public struct HistoryToken: Sendable, Hashable, Codable, Comparable {
  /// The identifier of the store.
  public let storeID: UUID
  /// The number of the transaction.
  public let transactionNumber: Int64
  /// The moment of the transaction, in microseconds since 1 January 2001; nil where that is not
  /// known.
  ///
  /// A store that is restored from a backup gives the same numbers out again: by the moment a token
  /// of before the restore is known.
  public let timestamp: Int64?

  /// Creates the token of a store's transaction; 0 stands before the first.
  ///
  /// Without its timestamp nobody can tell whether the store has been restored from a backup
  /// since.
  public init(storeID: UUID, transactionNumber: Int64, timestamp: Int64? = nil) {
    self.storeID = storeID
    self.transactionNumber = transactionNumber
    self.timestamp = timestamp
  }

  /// Returns whether a token stands before another; those of different stores
  /// are ordered by their stores.
  public static func < (one: HistoryToken, other: HistoryToken) -> Bool {
    one.storeID == other.storeID
      ? one.transactionNumber < other.transactionNumber
      : one.storeID.uuidString < other.storeID.uuidString
  }
}
