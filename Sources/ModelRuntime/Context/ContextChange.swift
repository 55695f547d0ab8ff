/// A change in a context that is reported to its observers.
public struct ContextChange: Sendable, Hashable {
  /// The IDs of the new objects.
  public var inserted: [ObjectID] = []
  /// The IDs of the objects whose values or relationships changed.
  public var updated: [ObjectID] = []
  /// The IDs of the deleted objects.
  public var deleted: [ObjectID] = []
  /// The author of the changes, from the context's `transactionAuthor`; nil if
  /// there is none.
  public var author: String?
  /// True if the lists are complete. They are incomplete for saves of other
  /// programs, for which it is not known which objects are new.
  public var isComplete = true
  /// The way in which the change came about, such as a save or a merge.
  public var kind: Kind

  /// The kinds of changes that are reported to observers.
  public enum Kind: Sendable, Hashable {
    /// The context was saved.
    case saved
    /// A save of another context, of another program or of a child context was
    /// merged.
    case merged
    /// Changes were undone or redone.
    case undone
    /// All unsaved changes were discarded.
    case rolledBack
    /// Objects were updated from the context's source.
    case refreshed
    /// The context was reset, and no longer contains any objects.
    case reset
  }

  /// True if the changes were saved by another context.
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
  /// Creates the report of a save from the change that its context reported to
  /// observers.
  package init(_ change: ContextChange) {
    self.init()
    inserted = change.inserted
    updated = change.updated
    deleted = change.deleted
    author = change.author
  }
}

/// The closures that observe a context, in the order in which they were added.
///
/// Every closure is called for a change before any closure is called for the next
/// change, because a closure can cause another change by saving.
final class ChangeHandlers {
  private var handlers: [(number: Int, body: (ContextChange) -> Void)] = []
  private var next = 0
  private var waiting: [(change: ContextChange, depth: Int)] = []
  private var isTelling = false
  /// The number of changes in the chain that leads to the current change. Each
  /// change in the chain was made by an observer that was notified of the
  /// previous change.
  private var depth = 0

  /// The depth at which observers are no longer notified of their own changes, because
  /// an observer that changes something at each call would never end.
  static let depthLimit = 1000

  var isEmpty: Bool { handlers.isEmpty }
  /// True if observers keep changing objects whenever they are notified.
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

  /// Stores a change for the next call of `callWaiting()`, or for the call that is in
  /// progress.
  func enqueue(_ change: ContextChange) {
    guard !isEmpty, change.isMerged || !isEndless else { return }
    // Observers are notified of all saves by others, whatever their number.
    waiting.append((change, change.isMerged ? 1 : depth + 1))
  }

  func callWaiting() {
    guard !isTelling else { return }
    isTelling = true
    defer { (isTelling, depth) = (false, 0) }
    while !waiting.isEmpty {
      let (change, depth) = waiting.removeFirst()
      self.depth = depth
      // An observer that has been removed by another observer in the meantime is no
      // longer called.
      for handler in handlers where handlers.contains(where: { $0.number == handler.number }) {
        handler.body(change)
      }
    }
  }
}

extension ManagedObjectContext {
  /// Calls a closure after every save of this context and every merge into it.
  ///
  /// Changes that the closure makes are also reported, at most a thousand
  /// times. After that, a save in the closure throws `StoreError`
  /// (`.endlessChanges`).
  ///
  /// - Returns: The number that identifies the closure. The closure is called
  /// until the number is passed to `removeObserver(_:)`.
  public func addObserver(_ body: @escaping (ContextChange) -> Void) -> Int {
    changeHandlers.add(body)
  }

  /// Removes the closure for which `addObserver(_:)` has returned the given
  /// number.
  public func removeObserver(_ number: Int) {
    changeHandlers.remove(number)
  }
}

extension ContextChange: CustomStringConvertible {
  /// The kind of change and the names of the objects as text, such as `saved:
  /// updated Artist p1`.
  public var description: String {
    var text = ReportText()
    text.add("inserted", inserted)
    text.add("updated", updated)
    text.add("deleted", deleted)
    text.add(isComplete ? nil : "and possibly other objects")
    text.add(author.map { "by '\($0)'" })
    return "\(kind): " + text.text(otherwise: "nothing")
  }
}
