/// A position in a store's history, after one of its transactions.
///
/// A program keeps the token of the last transaction that it has seen, and asks for the
/// transactions after it the next time.
public struct HistoryToken: Sendable, Hashable, Codable, Comparable {
  /// The identifier of the store.
  public let storeID: UUID
  /// The number of the transaction.
  public let transactionNumber: Int64
  /// The time of the transaction, in microseconds since 1 January 2001; nil if it is
  /// not known.
  ///
  /// A store that was restored from a backup assigns the same numbers again. The
  /// timestamp identifies tokens from before the restoration.
  public let timestamp: Int64?

  /// Creates the token of a store's transaction; the number 0 stands for the beginning.
  ///
  /// Without the timestamp it cannot be detected that the store has been restored from
  /// a backup since.
  public init(storeID: UUID, transactionNumber: Int64, timestamp: Int64? = nil) {
    self.storeID = storeID
    self.transactionNumber = transactionNumber
    self.timestamp = timestamp
  }

  /// Returns true if a token comes before another one. Tokens of different stores are
  /// ordered by their stores.
  public static func < (one: HistoryToken, other: HistoryToken) -> Bool {
    one.storeID == other.storeID
      ? one.transactionNumber < other.transactionNumber
      : one.storeID.uuidString < other.storeID.uuidString
  }
}
