// An object in its present, its earlier and its stored version: versions are read
// through twins, objects of the same class that are registered in no context.

extension ManagedObject {
  /// A new object of the same class and key, from which values can be read.
  final func twin() -> ManagedObject {
    let entity = _batch.entity
    let batch = _batch.context?.loneBatch(entity) ?? _batch
    return entity.type.init(_batch: batch, key: _key, flags: [])
  }

  /// A twin with the values of a copy.
  final func twin(_ copy: AnyObject) -> ManagedObject {
    let twin = twin()
    twin._restore(copy)
    return twin
  }

  /// The value of a stored property as a constant; nil if it has no such form.
  final func storedConstant(_ property: CompiledProperty) -> ConstantValue? {
    if let relationship = _batch.entity.relationship(property.number) {
      let key = _reference(property.number)
      guard key != 0, let context = _batch.context else { return .null }
      return constant(of: key, relationship, in: context)
    }
    return _batch.entity.bindings[property.number]?.constant?(self)
  }

  /// The identity, as a constant, of an object that a relationship leads to.
  final func constant(
    of key: Int64, _ relationship: CompiledRelationship, in context: _ObjectContext
  ) -> ConstantValue {
    .objectID(
      context.map(ofDestination: relationship).object(key)?.objectID
        ?? ObjectID(entity: context.store.references[relationship.destinationIndex], key: key))
  }

  /// Copies a stored property from a twin, as a change.
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
