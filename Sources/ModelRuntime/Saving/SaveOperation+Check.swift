// The checks before a save writes: first the rules of the model and the program, then
// denied deletions, then unreadable objects.

extension SaveOperation {
  /// Checks and returns all changes that the save would write.
  ///
  /// - Throws: `ValidationError` with all failures, `StoreError` if a rule denies a
  ///   deletion or an object's row cannot be read, `ObjectPredicateError` if a check of
  ///   the model cannot be evaluated.
  func checkedChanges() throws -> ChangeSet {
    // Hooks come first, because their changes are saved too.
    let failures = checksRules ? try callValidationHooks() : [:]
    // Hooks may have created objects.
    try context.reserveMissingKeys()
    let changes = ChangeSet(context.listed)
    if checksRules { try validate(changes, failures) }
    if let (denial, blocking) = Deletion(context: context).standingDenials.first {
      throw StoreError(
        .deniedDelete,
        """
        \(denial.object.titleInMessages) cannot be deleted: \
        \(denial.relationship.description.noun) still has \
        \(blocking.count == 1 ? "1 object" : "\(blocking.count) objects")
        """, objectIDs: blocking.map(\.objectID), propertyNames: [denial.relationship.name])
    }
    if let object = changes.inaccessible {
      throw StoreError(
        .inaccessible,
        """
        \(object.titleInMessages) cannot be saved: \
        \(object._state?.inaccessibility?.reason ?? "its row cannot be read")
        """, objectIDs: [object.objectID])
    }
    return changes
  }

  /// Checks the rules of the model for all changed objects.
  ///
  /// - Parameter failures: The failures found by hooks, by object.
  private func validate(
    _ changes: ChangeSet, _ failures: [ManagedObject: [ValidationFailure]]
  ) throws {
    var validation = Validation()
    let rules = context.rules
    func addFailures(of object: ManagedObject) {
      guard !failures.isEmpty else { return }
      for failure in failures[object] ?? [] { validation.add(failure) }
    }
    func check(_ object: ManagedObject) throws {
      try validation.check(object, rules)
      addFailures(of: object)
    }
    for object in changes.inserts { try check(object) }
    for (object, _) in changes.updates { try check(object) }
    // Changed members cannot break rules of other linked objects.
    for object in changes.linkedAlone {
      if object.isFault { object.fire() }
      try check(object)
    }
    for object in changes.deletes { addFailures(of: object) }
    if !validation.failures.isEmpty { throw ValidationError(failures: validation.failures) }
  }
}

extension Validation {
  /// Adds the failures of all rules that an object's values and relationships
  /// break.
  fileprivate mutating func check(_ object: ManagedObject, _ rules: GraphRuleCache) throws {
    check(object)
    let entity = object._batch.entity
    if entity.hasGraphRules { try rules.rules(of: entity).check(object, &self) }
  }
}

extension ManagedObjectContext {
  /// Returns the rules that an object breaks in its current state. A save would
  /// throw the same failures if the object had changes.
  ///
  /// - Throws: `ObjectPredicateError` if a check of the model cannot be
  ///   evaluated.
  public func validationFailures(of object: ManagedObject) throws -> [ValidationFailure] {
    if object.isFault { object.fire() }
    var validation = Validation()
    try validation.check(object, rules)
    validation.callHooks(object, for: object.isInserted ? .insert : .update)
    return validation.failures
  }
}
