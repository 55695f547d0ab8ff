/// The changes that a context reports to its observers.
public struct ContextChange: Sendable, Hashable {
  /// The objects that are new.
  public var inserted: [ObjectID] = []
  /// The objects whose values or relationships changed.
  public var updated: [ObjectID] = []
  /// The objects that were deleted.
  public var deleted: [ObjectID] = []
  /// The author of the changes, as the context's `transactionAuthor` names it.
  public var author: String?
  /// True if the lists are complete; for another program's saves it is not known which
  /// objects are new.
  public var isComplete = true
  /// The kind of change.
  public var kind: Kind

  /// The occasions on which observers are told of changes.
  public enum Kind: Sendable, Hashable {
    /// The context was saved.
    case saved
    /// The save of another context, another program or a child was merged.
    case merged
    /// Changes were undone or redone.
    case undone
    /// All unsaved changes were discarded.
    case rolledBack
    /// Objects were brought up to date with the store.
    case refreshed
    /// The context was reset, and has no objects any more.
    case reset
  }

  /// True if the changes came from another context's save.
  public var isMerged: Bool { kind == .merged }

  init(kind: Kind) {
    self.kind = kind
  }

  init(saved report: SaveReport) {
    self.init(kind: .saved)
    inserted = report.inserted
    updated = report.updated
    deleted = report.deleted
    author = report.author
  }

  init(merged report: SaveReport) {
    self.init(saved: report)
    kind = .merged
  }
}

extension SaveReport {
  /// Makes the report of a save from the changes that its context reported.
  package init(_ change: ContextChange) {
    self.init()
    inserted = change.inserted
    updated = change.updated
    deleted = change.deleted
    author = change.author
  }
}

/// The closures that observe a context, in the order they were added.
///
/// Every closure is called for a change before any closure is called for the next
/// change, since a closure may cause another change by saving.
final class ChangeHandlers {
  private var handlers: [(number: Int, body: (ContextChange) -> Void)] = []
  private var next = 0
  private var waiting: [(change: ContextChange, depth: Int)] = []
  private var isTelling = false
  /// The length of the chain of changes that leads to the present change. Each was
  /// made by an observer that was told of the previous change.
  private var depth = 0

  /// The depth at which observers are no longer told of their own changes: an observer
  /// that changes something at each call would never end.
  static let depthLimit = 1000

  var isEmpty: Bool { handlers.isEmpty }
  /// True if the observers keep changing objects each time they are told.
  var isEndless: Bool { depth >= Self.depthLimit }

  func add(_ body: @escaping (ContextChange) -> Void) -> Int {
    defer { next += 1 }
    handlers.append((next, body))
    return next
  }

  func remove(_ number: Int) {
    handlers.removeAll { $0.number == number }
  }

  func call(_ change: ContextChange) {
    enqueue(change)
    callWaiting()
  }

  /// Keeps a change for the next call of `callWaiting()`, or for the one that is
  /// running.
  func enqueue(_ change: ContextChange) {
    guard !isEmpty, change.isMerged || !isEndless else { return }
    // Any number of saves by others may arrive, and observers are told of all.
    waiting.append((change, change.isMerged ? 1 : depth + 1))
  }

  func callWaiting() {
    guard !isTelling else { return }
    isTelling = true
    defer { (isTelling, depth) = (false, 0) }
    while !waiting.isEmpty {
      let (change, depth) = waiting.removeFirst()
      self.depth = depth
      // An observer that another observer has removed meanwhile is no longer called.
      for handler in handlers where handlers.contains(where: { $0.number == handler.number }) {
        handler.body(change)
      }
    }
  }
}

extension ManagedObjectContext {
  /// Calls a closure after every save of this context and every merge into it.
  ///
  /// Changes that the closure makes are reported in turn, at most a thousand times: a
  /// save beyond that throws `StoreError` (`.endlessChanges`).
  ///
  /// The closure is called until the returned number is passed to `removeObserver(_:)`.
  public func addObserver(_ body: @escaping (ContextChange) -> Void) -> Int {
    changeHandlers.add(body)
  }

  /// Removes a closure that was added by `addObserver(_:)`.
  public func removeObserver(_ number: Int) {
    changeHandlers.remove(number)
  }
}

extension ContextChange: CustomStringConvertible {
  /// The kind of change and the objects, such as `saved: updated Artist p1`.
  public var description: String {
    var text = ReportText()
    text.add("inserted", inserted)
    text.add("updated", updated)
    text.add("deleted", deleted)
    text.add(isComplete ? nil : "and what else is not known")
    text.add(author.map { "by '\($0)'" })
    return "\(kind): " + text.text(otherwise: "nothing")
  }
}
