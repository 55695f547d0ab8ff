// When hooks are called. Whether an entity has any is decided once for a
// statement, a save or a delete, never for a row.

extension SaveOperation {
  /// The number of times that a save asks whether hooks made new changes.
  private static let roundLimit = 1000
  /// The number of saves that may be made within hooks of each other, of whatever
  /// contexts: each takes its part of the stack.
  private static let nestingLimit = 32
  /// The innermost save whose hooks run. Tasks that a hook starts have it too, and may outlive it.
  @TaskLocal private static var running = RunningSave()

  /// Refuses a save that is made within too many others, or by an observer behind too many changes.
  ///
  /// - Throws: `StoreError` (`.endlessChanges`).
  func refuseEndlessNesting() throws {
    guard !context.changeHandlers.isEndless else {
      throw StoreError(
        .endlessChanges,
        "observers still changed something after \(ChangeHandlers.depthLimit) changes in turn; "
          + "nothing was saved")
    }
    guard Self.running.depth >= Self.nestingLimit else { return }
    throw StoreError(
      .endlessChanges,
      "\(Self.nestingLimit) saves are made within hooks of each other; nothing was saved")
  }

  /// Returns whether any entity of the objects that may be written has a hook. No other is asked:
  /// that it has none takes long to find out.
  func hasHook(_ isHook: (CompiledHooks) -> Bool) -> Bool {
    store.model.entities.contains { context.changes.mayHold($0) && $0.hooks.map(isHook) == true }
  }

  private func nested<Result>(_ body: () throws -> Result) rethrows -> Result {
    let nesting = SaveNesting(depth: Self.running.depth + 1)
    defer { withExtendedLifetime(nesting) {} }
    return try Self.$running.withValue(RunningSave(nesting: nesting)) { try body() }
  }

  /// Calls what is about to be saved.
  ///
  /// - Throws: `StoreError` (`.endlessChanges`) when hooks go on changing ever
  ///   new objects.
  func callWillSave() throws {
    guard hasHook({ !$0.willSave.isEmpty }) else { return }
    try visitWritten("willSave") { object in
      for call in object._batch.entity.hooks?.willSave ?? [] { call(object) }
    }
  }

  /// Calls the program's own validation.
  ///
  /// - Returns: What it found, by object.
  /// - Throws: As `callWillSave()`.
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

  /// Visits everything that a save will write, each object once, until no new
  /// object has changes.
  private func visitWritten(_ name: String, _ visit: (ManagedObject) -> Void) throws {
    hasCalledHooks = true
    var told: Set<ManagedObject> = []
    for _ in 0..<Self.roundLimit {
      let waiting = context.listed.filter { !told.contains($0) && $0.isWrittenBySave }
      guard !waiting.isEmpty else { return }
      // Asked again for each: the hook of one before it may have taken its changes back.
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

  /// Calls the hooks of objects that were written.
  func callDidSave(_ objects: some Sequence<ManagedObject>) {
    nested {
      for object in objects {
        for call in object._batch.entity.hooks?.didSave ?? [] { call(object) }
      }
    }
  }
}

/// The place of a save among those that are made within hooks of each other; it lives as long as
/// its hooks run.
private final class SaveNesting: Sendable {
  let depth: Int

  init(depth: Int) {
    self.depth = depth
  }
}

/// A save as the tasks know it that its hooks start.
private struct RunningSave: Sendable {
  weak var nesting: SaveNesting?

  /// The number of saves whose hooks run; none once they are through.
  var depth: Int { nesting?.depth ?? 0 }
}

extension ManagedObject {
  /// A Boolean value that says whether a save would do something for it.
  fileprivate final var isWrittenBySave: Bool {
    _flags.contains(.inserted) ? !_flags.contains(.deleted) : hasPersistentChangedValues
  }
}
