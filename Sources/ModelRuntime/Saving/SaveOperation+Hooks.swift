// The calls of hooks. Whether there are hooks is checked once for each statement, save
// or deletion, and never for each row.

extension SaveOperation {
  /// The maximum number of rounds in which the hooks of one save can make new
  /// changes.
  private static let roundLimit = 1000
  /// The maximum depth of saves that are nested in each other's hooks, in any
  /// contexts. Each save uses part of the stack.
  private static let nestingLimit = 32
  /// The innermost save whose hooks are running. Tasks that a hook starts
  /// inherit this value, and may outlive the save.
  @TaskLocal private static var running = RunningSave()

  /// Checks that a save is not nested in too many other saves, and is not made
  /// by an observer after too many changes.
  ///
  /// - Throws: `StoreError` (`.endlessChanges`) if it is.
  func refuseEndlessNesting() throws {
    guard !context.changeHandlers.isEndless else {
      throw StoreError(
        .endlessChanges,
        "nothing was saved, because observers still changed objects after "
          + "\(ChangeHandlers.depthLimit) changes in a row")
    }
    guard Self.running.depth >= Self.nestingLimit else { return }
    throw StoreError(
      .endlessChanges,
      "nothing was saved, because hooks have nested \(Self.nestingLimit) saves in each other")
  }

  /// Returns whether an entity of the objects that may be written has a hook.
  /// Other entities are not checked, because looking up hooks takes a long time
  /// for an entity without hooks.
  ///
  /// - Parameter isHook: A closure that returns true if an entity's hooks
  ///   include the hook.
  func hasHook(_ isHook: (CompiledHooks) -> Bool) -> Bool {
    store.model.entities.contains { context.changes.mayHold($0) && $0.hooks.map(isHook) == true }
  }

  private func nested<Result>(_ body: () throws -> Result) rethrows -> Result {
    let nesting = SaveNesting(depth: Self.running.depth + 1)
    defer { withExtendedLifetime(nesting) {} }
    return try Self.$running.withValue(RunningSave(nesting: nesting)) { try body() }
  }

  /// Calls the `willSave` hooks of objects that are about to be saved.
  ///
  /// - Throws: `StoreError` (`.endlessChanges`) if hooks keep changing objects
  ///   that were unchanged.
  func callWillSave() throws {
    guard hasHook({ !$0.willSave.isEmpty }) else { return }
    try visitWritten("willSave") { object in
      for call in object._batch.entity.hooks?.willSave ?? [] { call(object) }
    }
  }

  /// Calls the validation hooks of objects that are about to be saved.
  ///
  /// - Returns: The failures, by object.
  ///
  /// - Throws: `StoreError` (`.endlessChanges`) if hooks keep changing objects
  ///   that were unchanged.
  func callValidationHooks() throws -> [ManagedObject: [ValidationFailure]] {
    guard hasHook({ !$0.validate.isEmpty }) else { return [:] }
    var failures: [ManagedObject: [ValidationFailure]] = [:]
    try visitWritten("validate") { object in
      let flags = object._flags
      var validation = Validation()
      validation.callHooks(
        object,
        for: flags.contains(.deleted) ? .delete : flags.contains(.inserted) ? .insert : .update)
      if !validation.failures.isEmpty { failures[object] = validation.failures }
    }
    return failures
  }

  /// Visits, once each, the objects that the save will write. This includes
  /// objects that are changed during the visits.
  private func visitWritten(_ name: String, _ visit: (ManagedObject) -> Void) throws {
    hasCalledHooks = true
    var told: Set<ManagedObject> = []
    for _ in 0..<Self.roundLimit {
      let waiting = context.listed.filter { !told.contains($0) && $0.isWrittenBySave }
      guard !waiting.isEmpty else { return }
      // The condition is checked again for each object, because the hook of a previous
      // one may have reverted its changes.
      nested {
        for object in waiting where told.insert(object).inserted && object.isWrittenBySave {
          visit(object)
        }
      }
    }
    throw StoreError(
      .endlessChanges,
      "hooks still changed new objects after \(Self.roundLimit) rounds of '\(name)'; "
        + "nothing was saved")
  }

  /// Calls the `didSave` hooks of the given objects.
  func callDidSave(_ objects: some Sequence<ManagedObject>) {
    nested {
      for object in objects {
        for call in object._batch.entity.hooks?.didSave ?? [] { call(object) }
      }
    }
  }
}

/// The depth of a save that is nested in the hooks of other saves. This object
/// lives as long as the hooks of the save run.
private final class SaveNesting: Sendable {
  let depth: Int

  init(depth: Int) {
    self.depth = depth
  }
}

/// A running save, as the tasks that its hooks start know it.
private struct RunningSave: Sendable {
  weak var nesting: SaveNesting?

  /// The number of nested saves whose hooks are running; 0 after they have
  /// ended.
  var depth: Int { nesting?.depth ?? 0 }
}

extension ManagedObject {
  /// True if a save would insert, update or delete the object.
  fileprivate final var isWrittenBySave: Bool {
    _flags.contains(.inserted) ? !_flags.contains(.deleted) : hasPersistentChangedValues
  }
}
