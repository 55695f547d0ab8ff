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
  /// Reads the property.
  let value: @Sendable (ManagedObject) -> Any

  private init<Object: ManagedObject, Value>(
    _ keyPath: any KeyPath<Object, Value> & Sendable, _ key: some PropertyKey,
    constant: (@Sendable (Value) -> ConstantValue)?
  ) {
    number = key.rawValue
    self.keyPath = keyPath
    // The runtime hands a binding objects of its own class only.
    value = { unsafeDowncast($0, to: Object.self)[keyPath: keyPath] }
    if let constant {
      self.constant = { constant(unsafeDowncast($0, to: Object.self)[keyPath: keyPath]) }
    } else {
      self.constant = nil
    }
  }
}

extension PropertyBinding {
  /// An attribute.
  public static func attribute<Object: ManagedObject, Value: AttributeValue>(
    _ keyPath: any KeyPath<Object, Value> & Sendable, _ key: some PropertyKey
  ) -> PropertyBinding {
    PropertyBinding(keyPath, key) { $0.constantValue }
  }

  /// An attribute that is set once, or derived.
  public static func readOnly<Object: ManagedObject, Value: AttributeValue>(
    _ keyPath: any KeyPath<Object, Value> & Sendable, _ key: some PropertyKey
  ) -> PropertyBinding {
    attribute(keyPath, key)
  }

  /// An attribute whose values predicates cannot compare: a composite, or a
  /// value that is stored as JSON or as transformed bytes.
  @_disfavoredOverload
  public static func attribute<Object: ManagedObject, Value>(
    _ keyPath: any KeyPath<Object, Value> & Sendable, _ key: some PropertyKey
  ) -> PropertyBinding {
    PropertyBinding(keyPath, key, constant: nil)
  }

  /// An attribute that is set once and that predicates cannot compare.
  @_disfavoredOverload
  public static func readOnly<Object: ManagedObject, Value>(
    _ keyPath: any KeyPath<Object, Value> & Sendable, _ key: some PropertyKey
  ) -> PropertyBinding {
    PropertyBinding(keyPath, key, constant: nil)
  }

  /// A required to-one relationship.
  public static func requiredToOne<Object: ManagedObject, Destination: ManagedObject>(
    _ keyPath: any KeyPath<Object, Destination> & Sendable, _ key: some PropertyKey
  ) -> PropertyBinding {
    PropertyBinding(keyPath, key) { .objectID($0.objectID) }
  }

  /// An ordered to-many relationship.
  public static func ordered<Object: ManagedObject, Destination: ManagedObject>(
    _ keyPath: any KeyPath<Object, OrderedObjects<Destination>> & Sendable, _ key: some PropertyKey
  ) -> PropertyBinding {
    PropertyBinding(keyPath, key) { .list($0.map { .objectID($0.objectID) }) }
  }

  /// A to-one relationship.
  public static func toOne<Object: ManagedObject, Destination: ManagedObject>(
    _ keyPath: any KeyPath<Object, Destination?> & Sendable, _ key: some PropertyKey
  ) -> PropertyBinding {
    PropertyBinding(keyPath, key) { $0.map { .objectID($0.objectID) } ?? .null }
  }

  /// A to-many relationship.
  public static func toMany<Object: ManagedObject, Destination: ManagedObject>(
    _ keyPath: any KeyPath<Object, ObjectSet<Destination>> & Sendable, _ key: some PropertyKey
  ) -> PropertyBinding {
    PropertyBinding(keyPath, key) { .list($0.map { .objectID($0.objectID) }) }
  }
}
