/// A transaction of a store's history: what a save has changed, when, and for whom.
///
/// The runtime passes it to the store with the changes of a save (``StoreChanges/transaction``). The
/// store assigns the numbers and the date, and returns them from
/// ``IncrementalStore/history(from:limit:)``.
public struct StoreTransaction: Sendable {
  /// A change of one object.
  public struct Change: Sendable {
    /// The kind of a change of an object.
    public enum Kind: String, Sendable, Hashable, Codable {
      case insert
      case update
      case delete
    }

    /// The change's number in its store; 0 before the store has assigned it.
    public var number: Int64 = 0
    /// The kind of the change.
    public let kind: Kind
    /// The name of the object's entity.
    public let entityName: String
    /// The key of the object, which is unique in the entity's hierarchy.
    public let key: Int64
    /// The names of the properties that an update changed; nil if they are not recorded.
    public let changedProperties: [String]?
    /// The values of a deleted object that are preserved according to the model, by property name.
    public let tombstone: [String: ConstantValue]

    /// Creates a change of an object.
    public init(
      number: Int64 = 0, kind: Kind, entityName: String, key: Int64,
      changedProperties: [String]? = nil, tombstone: [String: ConstantValue] = [:]
    ) {
      self.number = number
      self.kind = kind
      self.entityName = entityName
      self.key = key
      self.changedProperties = changedProperties
      self.tombstone = tombstone
    }
  }

  /// The transaction's number in its store; 0 before the store has assigned it.
  public var number: Int64 = 0
  /// The time of the transaction. A store that several machines share replaces it by the time of
  /// its own clock, so that later transactions have later times.
  public var date: Date
  /// The author of the transaction; nil if there is none.
  public var author: String?
  /// The name of the context; nil if it has none.
  public var contextName: String?
  /// The name of the process; nil if it is not known.
  public var processID: String?
  /// The identifier of the bundle of the application; nil if it is not known.
  public var bundleID: String?
  /// The changes, in the order of their numbers.
  public var changes: [Change] = []

  /// Creates a transaction without changes.
  public init(date: Date, author: String? = nil, contextName: String? = nil) {
    self.date = date
    self.author = author
    self.contextName = contextName
  }

  /// Creates a transaction of this process.
  package init(ofProcessAt date: Date, author: String?, contextName: String?) {
    self.init(date: date, author: author, contextName: contextName)
    processID = ProcessInfo.processInfo.processName
    bundleID = Bundle.main.bundleIdentifier
  }
}

/// A position in a store's history.
public enum StoreHistoryPoint: Sendable {
  /// The end of the transaction with the given number, which need not exist any more.
  case behind(Int64)
  /// The transactions that are not older than a date.
  case since(Date)
}

/// A part of a store's history, read in one consistent state.
public struct StoreHistory: Sendable {
  /// The number of the last transaction, even if it has been deleted; 0 if there was none.
  public var lastNumber: Int64
  /// The number of the first transaction that has not been deleted; nil if there is none.
  public var firstNumber: Int64?
  /// The date of the transaction that ``StoreHistoryPoint/behind(_:)`` names; nil if it does not
  /// exist, or for another point.
  public var startDate: Date?
  /// The transactions from the point on, in the order of their numbers.
  public var transactions: [StoreTransaction]

  /// Creates a part of a history.
  public init(
    lastNumber: Int64, firstNumber: Int64?, startDate: Date?, transactions: [StoreTransaction]
  ) {
    self.lastNumber = lastNumber
    self.firstNumber = firstNumber
    self.startDate = startDate
    self.transactions = transactions
  }
}
