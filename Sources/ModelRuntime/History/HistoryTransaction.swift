/// A transaction of a store's history: a save, a batch operation or a migration,
/// by whatever program.
public struct HistoryTransaction: Sendable, Hashable, Identifiable {
  /// The transaction's place in the history.
  public let token: HistoryToken
  /// The time at which it was written.
  public let date: Date
  /// The author, as the context's `transactionAuthor` names it.
  public let author: String?
  /// The name of the context.
  public let contextName: String?
  /// The name of the process.
  public let processID: String?
  /// The identifier of the application's bundle.
  public let bundleID: String?
  /// The changes, in the order in which they were written.
  public internal(set) var changes: [HistoryChange] = []

  /// The transaction's number in its store.
  public var id: Int64 { token.transactionNumber }

  /// The changes as a report that contexts merge.
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
  /// The kind of a change: what became of the object.
  public enum Kind: String, Sendable, Hashable, Codable {
    case insert
    case update
    case delete

    /// The number that stores have.
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

  /// The change's number in its store.
  public let id: Int64
  /// The kind of the change.
  public let kind: Kind
  /// The object.
  public let objectID: ObjectID
  /// The names of the properties that an update changed; nil where the store
  /// does not say, as for new and deleted objects.
  public let changedProperties: Set<String>?
  /// The values of a deleted object that its model keeps.
  public let tombstone: [String: ConstantValue]
}
