extension PropertyBinding {
  /// Returns the bindings of the properties of an entity without a class; nil for
  /// properties that cannot be read by name.
  static func dynamic(
    _ properties: [CompiledProperty], _ layout: DynamicLayout
  ) -> [PropertyBinding?] {
    properties.map { property in
      switch property.description {
      case .attribute(let attribute): dynamic(attribute, property, layout)
      case .relationship(let relationship): dynamic(relationship, property)
      case .fetched: nil
      }
    }
  }

  // The casts are unchecked because the runtime passes only objects of its own class to
  // a binding.

  private static func dynamic(
    _ attribute: AttributeDescription, _ property: CompiledProperty, _ layout: DynamicLayout
  ) -> PropertyBinding {
    let number = property.number
    if case .composite = attribute.type {
      return PropertyBinding(
        property, value: { unsafeDowncast($0, to: DynamicObject.self).composite(number) as Any },
        write: { object, value in
          let dynamic = unsafeDowncast(object, to: DynamicObject.self)
          guard let value else { return dynamic.setComposite([:], number) }
          let elements = value as? [String: Any?] ?? value as? [String: Any]
          return elements.map { dynamic.setComposite($0, number) } ?? false
        })
    }
    let type = attribute.type
    let field = layout.places(number).first.map { layout.fields[$0] }
    let constant: @Sendable (ManagedObject) -> ConstantValue = { object in
      unsafeDowncast(object, to: DynamicObject.self).constant(number)
    }
    let write: @Sendable (ManagedObject, Any?) -> Bool = { object, value in
      var new = field.map { $0.constant(from: value) } ?? type.constant(from: value)
      // A nil value that was read through a binding is an optional within an `Any`.
      if new == nil, let value, CompositeSubject.unwrapped(value) == nil { new = .null }
      guard let new else { return false }
      unsafeDowncast(object, to: DynamicObject.self).setConstant(new, number)
      return true
    }
    return PropertyBinding(
      property, value: { type.swiftValue(constant($0)) as Any },
      constant: type.isComparable ? constant : nil,
      write: attribute.derivation == nil ? write : nil)
  }

  private static func dynamic(
    _ relationship: RelationshipDescription, _ property: CompiledProperty
  ) -> PropertyBinding {
    let number = property.number
    guard relationship.isToMany else {
      return PropertyBinding(
        property, value: { $0.destination(number) as Any },
        constant: { $0.destination(number).map { .objectID($0.objectID) } ?? .null },
        write: { object, value in
          guard let relationship = object._batch.entity.relationship(number) else { return false }
          guard value == nil || value is ManagedObject else { return false }
          let destination = value as? ManagedObject
          guard destination.map({ object.canRelate(relationship, to: $0) }) ?? true else {
            return false
          }
          object.relate(relationship, to: destination)
          return true
        })
    }
    let isOrdered = relationship.isOrdered
    return PropertyBinding(
      property,
      value: { object in
        isOrdered
          ? OrderedObjects<ManagedObject>(object, number: number) as Any
          : ObjectSet<ManagedObject>(object, number: number)
      },
      constant: { object in
        .list(ObjectSet<ManagedObject>(object, number: number).map { .objectID($0.objectID) })
      },
      write: { object, value in
        guard let relationship = object._batch.entity.relationship(number),
          let objects = (value as? any Sequence)?.all(as: ManagedObject.self),
          objects.allSatisfy({ object.canRelate(relationship, to: $0) })
        else { return false }
        object.replace(relationship, with: objects)
        if isOrdered { object.reorder(objects.map(\._key), relationship) }
        return true
      })
  }
}

extension AttributeType {
  /// True if the attribute's values can be compared in predicates.
  fileprivate var isComparable: Bool {
    switch self {
    case .json, .list, .codable, .transformable, .composite, .undefined: false
    default: true
    }
  }
}

extension ManagedObject {
  /// Returns whether an object belongs to the entity to which a relationship leads.
  fileprivate final func canRelate(
    _ relationship: CompiledRelationship, to object: ManagedObject
  ) -> Bool {
    object._batch.entity.lineage.contains(relationship.destinationIndex)
  }
}
