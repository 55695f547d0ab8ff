internal import ModelSchema

/// A property of a generated class as something that can be named, read and
/// set without knowing the class: by name, by number or by key path.
public struct PropertyBinding: Sendable {
  /// Number of the property in its entity.
  public let number: Int
  /// The key path of the Swift property.
  public let keyPath: any AnyKeyPath & Sendable
  /// Reads the property as a constant; nil where it has no constant form.
  let constant: (@Sendable (ManagedObject) -> ConstantValue)?
}

extension PropertyBinding {
  /// An attribute.
  public static func attribute<Object: ManagedObject, Value: AttributeValue>(
    _ keyPath: any KeyPath<Object, Value> & Sendable, _ key: some PropertyKey
  ) -> PropertyBinding {
    PropertyBinding(number: key.rawValue, keyPath: keyPath) { object in
      unsafeDowncast(object, to: Object.self)[keyPath: keyPath].constantValue
    }
  }

  /// A to-one relationship.
  public static func toOne<Object: ManagedObject, Destination: ManagedObject>(
    _ keyPath: any KeyPath<Object, Destination?> & Sendable, _ key: some PropertyKey
  ) -> PropertyBinding {
    PropertyBinding(number: key.rawValue, keyPath: keyPath) { object in
      let destination = unsafeDowncast(object, to: Object.self)[keyPath: keyPath]
      return destination.map { .objectID($0.objectID) } ?? .null
    }
  }

  /// A to-many relationship.
  public static func toMany<Object: ManagedObject, Destination: ManagedObject>(
    _ keyPath: any KeyPath<Object, ObjectSet<Destination>> & Sendable, _ key: some PropertyKey
  ) -> PropertyBinding {
    PropertyBinding(number: key.rawValue, keyPath: keyPath) { object in
      let members = unsafeDowncast(object, to: Object.self)[keyPath: keyPath]
      return .list(members.map { .objectID($0.objectID) })
    }
  }
}
