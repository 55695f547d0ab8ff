/// A transaction of a store's history: a save, a batch operation or a migration by any
/// program.
public struct HistoryTransaction: Sendable, Hashable, Identifiable {
  /// The transaction's position in the history.
  public let token: HistoryToken
  /// The time at which the transaction was written.
  public let date: Date
  /// The author of the transaction, from the context's `transactionAuthor`; nil
  /// if there is none.
  public let author: String?
  /// The name of the context that wrote the transaction; nil if it has no name.
  public let contextName: String?
  /// The name of the process that wrote the transaction; nil if it is not
  /// known.
  public let processID: String?
  /// The identifier of the bundle of the application that wrote the
  /// transaction; nil if it is not known.
  public let bundleID: String?
  /// The changes of the transaction, in the order in which they were written.
  public internal(set) var changes: [HistoryChange] = []

  /// The transaction's number in its store.
  public var id: Int64 { token.transactionNumber }

  /// The changes of the transaction as a report, which can be merged into
  /// contexts.
  public var report: SaveReport {
    var report = SaveReport()
    report.author = author
    for change in changes {
      switch change.kind {
      case .insert: report.inserted.append(change.objectID)
      case .update: report.updated.append(change.objectID)
      case .delete: report.deleted.append(change.objectID)
      }
    }
    return report
  }
}

/// A change of one object in a store's history.
public struct HistoryChange: Sendable, Hashable, Identifiable {
  /// The kind of a change of an object.
  public typealias Kind = StoreTransaction.Change.Kind

  /// The change's number in its store.
  public let id: Int64
  /// The kind of the change.
  public let kind: Kind
  /// The ID of the changed object.
  public let objectID: ObjectID
  /// The names of the properties that an update changed; nil for an insertion
  /// or a deletion, or if the store does not record changed properties.
  public let changedProperties: Set<String>?
  /// The values of a deleted object that are preserved according to the model,
  /// by property name; empty for other changes.
  public let tombstone: [String: ConstantValue]
}

extension HistoryChange.Kind {
  /// The number that represents the kind in files.
  var code: Int64 {
    switch self {
    case .insert: 0
    case .update: 1
    case .delete: 2
    }
  }

  init?(code: Int64) {
    switch code {
    case 0: self = .insert
    case 1: self = .update
    case 2: self = .delete
    default: return nil
    }
  }
}
