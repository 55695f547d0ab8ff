internal import ModelSchema

// What a save looks at before it writes.

extension ManagedObjectContext {
  /// The rules that an object breaks as it is now, whether it has changes or
  /// not (V-01): what a save would throw for it.
  ///
  /// - Throws: `ObjectPredicateError` when a check of the model cannot be
  ///   evaluated.
  public func validationFailures(of object: ManagedObject) throws -> [ValidationFailure] {
    if object.isFault { object.fire() }
    var validation = Validation()
    try validate(object, for: object.isInserted ? .insert : .update, &validation)
    return validation.failures
  }

  func check(_ changes: ChangeSet) throws {
    var validation = Validation()
    for object in changes.inserts { try validate(object, for: .insert, &validation) }
    for (object, _) in changes.updates { try validate(object, for: .update, &validation) }
    for object in changes.linkedAlone {
      if object.isFault { object.fire() }
      try validate(object, for: .update, &validation)
    }
    for object in changes.deletes { validation.callHooks(object, for: .delete) }
    if !validation.failures.isEmpty { throw ValidationError(failures: validation.failures) }
    if let (denial, blocking) = standingDenials().first {
      throw StoreError(
        .deniedDelete,
        """
        \(denial.object.entityName) p\(denial.object._key) cannot be deleted: \
        '\(denial.relationship.name)' still has \(blocking.count) object(s)
        """, objectIDs: blocking.map(\.objectID), propertyNames: [denial.relationship.name])
    }
    if let object = changes.inaccessible {
      throw StoreError(
        .inaccessible,
        """
        \(object.entityName) p\(object._key) cannot be saved: \
        \(object._state?.inaccessibleReason ?? "its row cannot be read")
        """, objectIDs: [object.objectID])
    }
  }

  private func validate(
    _ object: ManagedObject, for kind: SaveKind, _ validation: inout Validation
  ) throws {
    validation.check(object)
    let entity = object._batch.entity
    if entity.hasGraphRules { try graphRules(of: entity).check(object, &validation) }
    if entity.hooks != nil { validation.callHooks(object, for: kind) }
  }

  /// The prepared rules of an entity; they are prepared once a context.
  func graphRules(of entity: CompiledEntity) throws -> GraphRules {
    if let known = graphRules[entity.index] { return known }
    let rules = try GraphRules(entity)
    graphRules[entity.index] = rules
    return rules
  }
}
