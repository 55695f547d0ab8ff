internal import ModelSchema

// Before anything is written: the rules of the model and of the program, then
// deletes that are denied, then objects that cannot be read.

extension SaveOperation {
  /// Checks everything that the save would write.
  ///
  /// - Throws: `ValidationError` with all failures, `StoreError` for a delete that
  ///   a rule denies and for an object whose row cannot be read,
  ///   `ObjectPredicateError` when a check of the model cannot be evaluated.
  func check(_ changes: ChangeSet) throws {
    if checksRules { try validate(changes) }
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
  }

  private func validate(_ changes: ChangeSet) throws {
    var validation = Validation()
    let rules = context.rules
    for object in changes.inserts { try validation.check(object, for: .insert, rules) }
    for (object, _) in changes.updates { try validation.check(object, for: .update, rules) }
    // Of others nothing can be broken by who joined and left.
    for object in changes.linkedAlone {
      if object.isFault { object.fire() }
      try validation.check(object, for: .update, rules)
    }
    for object in changes.deletes { validation.callHooks(object, for: .delete) }
    if !validation.failures.isEmpty { throw ValidationError(failures: validation.failures) }
  }
}

extension Validation {
  /// Notes every rule that an object breaks: those of its values, of its
  /// relationships, and of the program.
  fileprivate mutating func check(
    _ object: ManagedObject, for kind: SaveKind, _ rules: GraphRuleCache
  ) throws {
    check(object)
    let entity = object._batch.entity
    if entity.hasGraphRules { try rules.rules(of: entity).check(object, &self) }
    if entity.hooks != nil { callHooks(object, for: kind) }
  }
}

extension ManagedObjectContext {
  /// The rules that an object breaks as it is now, whether it has changes or
  /// not: what a save would throw for it.
  ///
  /// - Throws: `ObjectPredicateError` when a check of the model cannot be
  ///   evaluated.
  public func validationFailures(of object: ManagedObject) throws -> [ValidationFailure] {
    if object.isFault { object.fire() }
    var validation = Validation()
    try validation.check(object, for: object.isInserted ? .insert : .update, rules)
    return validation.failures
  }
}
