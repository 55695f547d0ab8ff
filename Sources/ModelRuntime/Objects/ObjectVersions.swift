// An object in its current, earlier and stored versions. Versions are read through
// twins: objects of the same class that are not registered in any context.

extension ManagedObject {
  /// Returns a separate object of the same class and with the same key, from
  /// which other values can be read.
  final func twin() -> ManagedObject {
    let entity = _batch.entity
    let batch = _batch.context?.loneBatch(entity) ?? _batch
    return entity.type.init(_batch: batch, key: _key, flags: [])
  }

  /// Returns a separate object with the same key, and with the values in a
  /// copy.
  final func twin(_ copy: AnyObject) -> ManagedObject {
    let twin = twin()
    twin._restore(copy)
    return twin
  }

  /// Returns the value of a stored property as a constant; nil if the value
  /// cannot be represented as a constant.
  final func storedConstant(_ property: CompiledProperty) -> ConstantValue? {
    if let relationship = _batch.entity.relationship(property.number) {
      let key = _reference(property.number)
      guard key != 0, let context = _batch.context else { return .null }
      return constant(of: key, relationship, in: context)
    }
    return _batch.entity.bindings[property.number]?.constant?(self)
  }

  /// Returns the ID, as a constant, of an object to which a relationship refers.
  final func constant(
    of key: Int64, _ relationship: CompiledRelationship, in context: _ObjectContext
  ) -> ConstantValue {
    .objectID(
      context.map(ofDestination: relationship).object(key)?.objectID
        ?? ObjectID(entity: context.store.references[relationship.destinationIndex], key: key))
  }

  /// Sets some stored properties to their values in a twin, and records this as
  /// changes.
  final func take(_ properties: PropertySet, from twin: ManagedObject) {
    for property in _batch.entity.properties
    where property.isStoredInRow && properties.contains(property.number) {
      take(property, from: twin)
    }
  }

  /// Sets a stored property to its value in a twin, and records this as a
  /// change.
  final func take(_ property: CompiledProperty, from twin: ManagedObject) {
    if _batch.entity.relationship(property.number) != nil {
      setReference(property.number, twin._reference(property.number))
    } else if let binding = _batch.entity.bindings[property.number], let write = binding.write {
      if let own = self as? DynamicObject, let other = twin as? DynamicObject {
        return own.takeAttribute(property.number, from: other)
      }
      _ = write(self, binding.value(twin))
    }
  }
}
