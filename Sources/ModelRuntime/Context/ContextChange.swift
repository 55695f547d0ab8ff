/// The changes of a context that its observers are told of.
public struct ContextChange: Sendable, Hashable {
  /// Objects that are new.
  public var inserted: [ObjectID] = []
  /// Objects whose values or relationships changed.
  public var updated: [ObjectID] = []
  /// Objects that are gone.
  public var deleted: [ObjectID] = []
  /// The author of the changes, as the context's `transactionAuthor` names it.
  public var author: String?
  /// A Boolean value that says whether the lists name everything; of another
  /// program's saves it is not known which objects are new.
  public var isComplete = true
  /// The kind of change.
  public var kind: Kind

  /// The occasions on which observers are told of changes.
  public enum Kind: Sendable, Hashable {
    /// The context was saved.
    case saved
    /// The save of another context or program was merged, or that of a child.
    case merged
    /// Changes were undone or redone.
    case undone
    /// All unsaved changes were forgotten.
    case rolledBack
    /// Objects were brought up to date with the store.
    case refreshed
    /// All objects were forgotten.
    case reset
  }

  /// A Boolean value that says whether the changes came from another context's
  /// save.
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
  /// Makes the report of a save from what its context told.
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
/// All are told of a change before any is told of the next, which one of them may
/// have made: by a save of its own.
final class ChangeHandlers {
  private var handlers: [(number: Int, body: (ContextChange) -> Void)] = []
  private var next = 0
  private var waiting: [(change: ContextChange, depth: Int)] = []
  private var isTelling = false
  /// The number of changes up to the one that is told, each made by an observer that was told of
  /// the one before.
  private var depth = 0

  /// The depth at which observers are told no more of what they change: who changes something each
  /// time it is told would never end.
  static let depthLimit = 1000

  var isEmpty: Bool { handlers.isEmpty }
  /// A Boolean value that says whether observers changed something each time they were told.
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

  /// Takes a change that is told with the next call of `callWaiting()`, or within one that runs.
  func enqueue(_ change: ContextChange) {
    guard !isEmpty, change.isMerged || !isEndless else { return }
    // Of what others save there may be ever more, and all of it is told.
    waiting.append((change, change.isMerged ? 1 : depth + 1))
  }

  func callWaiting() {
    guard !isTelling else { return }
    isTelling = true
    defer { (isTelling, depth) = (false, 0) }
    while !waiting.isEmpty {
      let (change, depth) = waiting.removeFirst()
      self.depth = depth
      // One that another has ended meanwhile is told no more.
      for handler in handlers where handlers.contains(where: { $0.number == handler.number }) {
        handler.body(change)
      }
    }
  }
}

extension ManagedObjectContext {
  /// Calls a closure after every save of this context and every merge into it.
  ///
  /// What it changes is told in turn, a thousand times at most: a save behind that
  /// throws `StoreError` (`.endlessChanges`).
  ///
  /// The number returned ends it: `removeObserver(_:)`.
  public func addObserver(_ body: @escaping (ContextChange) -> Void) -> Int {
    changeHandlers.add(body)
  }

  /// Ends what `addObserver(_:)` began.
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
