/// A position in a store's history, after one of its transactions.
///
/// A program stores the token of the last transaction that it has processed, and later
/// requests the transactions after it.
public struct HistoryToken: Sendable, Hashable, Codable, Comparable {
  /// The identifier of the store.
  public let storeID: UUID
  /// The number of the transaction; 0 for the beginning of the history.
  public let transactionNumber: Int64
  /// The time of the transaction, in microseconds since 1 January 2001; nil if it is
  /// not known.
  ///
  /// A store that was restored from a backup assigns the numbers of lost
  /// transactions again. The timestamp shows that a token belongs to a lost
  /// transaction.
  public let timestamp: Int64?

  /// Creates the token of a store's transaction. The number 0 represents the
  /// beginning of the history.
  ///
  /// Without the timestamp, a later restoration of the store from a backup cannot be
  /// detected.
  public init(storeID: UUID, transactionNumber: Int64, timestamp: Int64? = nil) {
    self.storeID = storeID
    self.transactionNumber = transactionNumber
    self.timestamp = timestamp
  }

  /// Returns the timestamp of a transaction with the given date.
  static func timestamp(of date: Date) -> Int64 { timestamp(date.timeIntervalSinceReferenceDate) }

  /// Returns the timestamp of a transaction at a time in seconds.
  static func timestamp(_ seconds: Double) -> Int64 {
    Int64(exactly: (seconds * 1e6).rounded()) ?? 0
  }

  /// Returns whether a token precedes another one. Tokens of different stores
  /// are ordered by the identifiers of the stores.
  public static func < (one: HistoryToken, other: HistoryToken) -> Bool {
    one.storeID == other.storeID
      ? one.transactionNumber < other.transactionNumber
      : one.storeID.uuidString < other.storeID.uuidString
  }
}
