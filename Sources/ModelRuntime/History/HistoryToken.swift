/// A place in a store's history: behind one of its transactions.
///
/// A program keeps the token of the last transaction that it has seen, and asks
/// for those behind it the next time.
public struct HistoryToken: Sendable, Hashable, Codable, Comparable {
  /// The identifier of the store.
  public let storeID: UUID
  /// The number of the transaction.
  public let transactionNumber: Int64

  /// Creates the token of a store's transaction; 0 stands before the first.
  public init(storeID: UUID, transactionNumber: Int64) {
    self.storeID = storeID
    self.transactionNumber = transactionNumber
  }

  /// Returns whether a token stands before another; those of different stores
  /// are ordered by their stores.
  public static func < (one: HistoryToken, other: HistoryToken) -> Bool {
    one.storeID == other.storeID
      ? one.transactionNumber < other.transactionNumber
      : one.storeID.uuidString < other.storeID.uuidString
  }
}
