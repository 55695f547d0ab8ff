extension ManagedObject: PredicateSubject {
  /// The ID by which predicates compare objects.
  public final var predicateObjectID: ObjectID? { objectID }

  /// The name of the entity, for error messages.
  public final var predicateTypeName: String { entityName }

  /// Returns whether the object belongs to the given entity or one of its
  /// subentities.
  public final func predicateIsKind(ofEntity name: String) -> Bool {
    _batch.entity.lineageNames.contains(name)
  }

  /// Returns the value of a property; nil if the property does not exist.
  ///
  /// - Throws: `ObjectPredicateError` if the property's values cannot be compared,
  ///   because they are stored as JSON or as transformed bytes.
  public final func predicateValue(
    forKey key: String
  ) throws(ObjectPredicateError) -> EvaluatedValue? {
    if let read = _batch.entity.readers[key] { return EvaluatedValue(read(self)) }
    if key == "self" || key == "objectID" { return .object(self) }
    guard let property = _batch.entity.property(named: key) else {
      guard let index = _batch.entity.fullTextIndexes.first(where: { $0.name == key }) else {
        return nil
      }
      return .object(try FullTextSubject(index, of: self))
    }
    switch property.description {
    case .attribute(let attribute): return value(of: attribute, property.number)
    case .relationship: return value(ofRelationship: property.number)
    case .fetched: return .null
    }
  }

  /// Returns all objects of an entity, with the unsaved changes of the context.
  ///
  /// - Throws: `ObjectPredicateError` if the entity is unknown or the store cannot be
  ///   read.
  public final func predicateObjects(
    ofEntity name: String
  ) throws(ObjectPredicateError) -> [EvaluatedValue] {
    guard let context = _batch.ownContext else { return [] }
    do {
      return try context.objects(entityName: name).map { .object($0) }
    } catch {
      throw ObjectPredicateError(.unsupported("'FETCH(\"\(name.abbreviated)\")': \(error);"))
    }
  }

  /// Checks that a fetch of objects of the class would accept a predicate and
  /// sort keys. An object without a context accepts all of them.
  ///
  /// - Throws: `ObjectPredicateError` if the fetch would reject them.
  public final func predicateAccept(
    _ predicate: ObjectPredicate?, sortedBy keys: [SortKey], as type: (any PredicateSubject.Type)?
  ) throws(ObjectPredicateError) {
    guard let context = _batch.ownContext else { return }
    let plan = FetchPlan(predicate: predicate, sortKeys: keys)
    do {
      let entity = (type as? ManagedObject.Type).flatMap { context.store.model.entity(of: $0) }
      try context.checkFetchable(plan, entity ?? _batch.entity)
    } catch let error as ObjectPredicateError {
      throw error
    } catch let error as StoreError {
      throw ObjectPredicateError(
        .notFetchable(error.message),
        suggestion: "'evaluation: .inMemory' asks the values in memory alone",
        location: error.location)
    } catch {
      throw ObjectPredicateError(.notFetchable("\(error)"))
    }
  }

  private final func value(
    of attribute: AttributeDescription, _ number: Int
  ) -> EvaluatedValue {
    guard let binding = _batch.entity.bindings[number] else { return .null }
    if case .composite(let name) = attribute.type {
      return .object(CompositeSubject(binding.value(self), typeName: name))
    }
    if case .list = attribute.type {
      guard let values = CompositeSubject.unwrapped(binding.value(self)) as? [Any] else {
        return .null
      }
      return .collection(
        values.map { ($0 as? any AttributeValue).map { EvaluatedValue($0.constantValue) } ?? .null }
      )
    }
    return .null
  }

  private final func value(ofRelationship number: Int) -> EvaluatedValue {
    guard let relationship = _batch.entity.relationship(number), let context = _batch.context else {
      return .null
    }
    if relationship.isToMany {
      return .collection((objects(of: relationship) as [ManagedObject]).map { .object($0) })
    }
    if _flags.contains(.fault) { fire() }
    let key = _reference(number)
    guard key != 0, let object = destination(relationship, key: key, in: context) else {
      return .null
    }
    return .object(object)
  }
}
