public import ModelSchema

/// What changed in a context, as its observers are told.
public struct ContextChange: Sendable, Hashable {
  /// Objects that are new.
  public var inserted: [ObjectID] = []
  /// Objects whose values or relationships changed.
  public var updated: [ObjectID] = []
  /// Objects that are gone.
  public var deleted: [ObjectID] = []
  /// Whether the changes came from another context's save.
  public var isMerged = false

  init(saved report: SaveReport) {
    inserted = report.inserted
    updated = report.updated
    deleted = report.deleted
  }

  init(merged report: SaveReport) {
    self.init(saved: report)
    isMerged = true
  }
}

/// The closures that observe a context, in the order they were added.
struct ChangeHandlers {
  private var handlers: [(number: Int, body: (ContextChange) -> Void)] = []
  private var next = 0

  var isEmpty: Bool { handlers.isEmpty }

  mutating func add(_ body: @escaping (ContextChange) -> Void) -> Int {
    defer { next += 1 }
    handlers.append((next, body))
    return next
  }

  mutating func remove(_ number: Int) {
    handlers.removeAll { $0.number == number }
  }

  func call(_ change: ContextChange) {
    for handler in handlers { handler.body(change) }
  }
}

extension ManagedObjectContext {
  /// Calls a closure after every save of this context and every merge into it.
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
