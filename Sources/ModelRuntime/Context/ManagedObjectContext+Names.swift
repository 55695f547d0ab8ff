// Access to objects by entity name, for code that does not know the classes, and for
// entities without a class.

extension ManagedObjectContext {
  /// Creates a new object of an entity. Properties whose values are not given
  /// get the defaults of the model.
  ///
  /// If the object is a `DynamicObject`, missing required values are detected by the
  /// next save. For an object of a generated class, all values that its initialiser
  /// requires must be given.
  ///
  /// - Throws: `StoreError`: `.unknownName` if the model has no such entity or
  ///   property, `.abstractEntity` if the entity is abstract, `.wrongType` if a value
  ///   has the wrong type, `.readOnlyProperty` if a property can be set only by the
  ///   initialiser of the entity's class.
  @discardableResult
  public func insert(
    entityName: String, _ values: [String: Any?] = [:]
  ) throws -> ManagedObject {
    let entity = try entity(named: entityName)
    guard !entity.description.isAbstract else {
      throw StoreError(
        .abstractEntity, "'\(entityName)' is abstract: objects are made of its subentities")
    }
    try requireSettable(entity)
    let object = entity.type.init(
      _batch: loneBatch(entity), key: nextKey(for: entity), flags: .inserted)
    enter(object)
    do {
      object.setDefaults()
      try object.setValues(values)
    } catch {
      discard(object)
      throw error
    }
    object._awake()
    return object
  }

  /// Checks that the entity's class has no properties that only its initialiser
  /// can set.
  ///
  /// - Throws: `StoreError` (`.readOnlyProperty`) if there is such a property.
  private func requireSettable(_ entity: CompiledEntity) throws {
    guard entity.type != DynamicObject.self else { return }
    for property in entity.properties where property.description.isRequiredConstant {
      guard let binding = entity.bindings[property.number], binding.write == nil else { continue }
      throw StoreError(
        .readOnlyProperty,
        "'\(entity.name).\(property.name)' is set by the initialiser of \(entity.type) alone",
        propertyNames: [property.name])
    }
  }

  /// Discards an object that has just been created.
  private func discard(_ object: ManagedObject) {
    for relationship in object._batch.entity.relationships where !relationship.isToMany {
      object.relate(relationship, to: nil)
    }
    for relationship in object._batch.entity.relationships where relationship.isToMany {
      object.replace(relationship, with: [])
    }
    unlist([object])
    object._flags = [.deleted]
    maps[object._batch.entity.rootIndex].remove(object._key)
  }
}

extension ManagedObject {
  /// Sets the model's default values in a new object.
  fileprivate final func setDefaults() {
    for property in _batch.entity.properties {
      guard let attribute = property.description.attribute, let start = attribute.defaultValue,
        let binding = _batch.entity.bindings[property.number]
      else { continue }
      _ = binding.write?(self, start.newConstant.swiftValue)
    }
  }
}

extension PropertyDescription {
  /// True if the property can be set only once, by an initialiser.
  fileprivate var isRequiredConstant: Bool {
    switch self {
    case .attribute(let attribute): attribute.isConstant && attribute.derivation == nil
    case .relationship(let relationship): relationship.isConstant
    case .fetched: false
    }
  }
}
