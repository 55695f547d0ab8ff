internal import Observation

/// A binding of a property of a generated class, by which the property can be
/// named, read and set without knowing the class.
public struct PropertyBinding: Sendable {
  /// The number of the property in its entity.
  public let number: Int
  /// The name of the property, which is the name of its key. It is created when
  /// it is needed, because this takes longer than creating the rest of the
  /// binding.
  var name: String { words() }
  private let words: @Sendable () -> String
  /// The key path of the Swift property.
  public let keyPath: any AnyKeyPath & Sendable
  /// A closure that returns the value of the property.
  let value: @Sendable (ManagedObject) -> Any
  /// A closure that returns the value of the property as a constant; nil if the
  /// value cannot be represented as one.
  private(set) var constant: (@Sendable (ManagedObject) -> ConstantValue)?
  /// A closure that sets the property, and returns true if the value had the
  /// right type; nil if the property cannot be set.
  private(set) var write: (@Sendable (ManagedObject, Any?) -> Bool)?

  /// A closure that records in a registrar that the property is read.
  let noteAccess: @Sendable (ObservationRegistrar, ManagedObject) -> Void
  /// A closure that notifies a registrar that the property changes.
  let noteChange: @Sendable (ObservationRegistrar, ManagedObject) -> Void

  // The casts are unchecked because the runtime passes only objects of its own class to
  // a binding.

  private init<Object: ManagedObject, Value>(
    _ keyPath: any KeyPath<Object, Value> & Sendable, _ key: some PropertyKey
  ) {
    number = key.rawValue
    words = { "\(key)" }
    self.keyPath = keyPath
    value = { unsafeDowncast($0, to: Object.self)[keyPath: keyPath] }
    noteAccess = { $0.access(unsafeDowncast($1, to: Object.self), keyPath: keyPath) }
    noteChange = { $0.willSet(unsafeDowncast($1, to: Object.self), keyPath: keyPath) }
  }

  /// Creates the binding of a property of an entity without a class.
  init(
    _ property: CompiledProperty, value: @escaping @Sendable (ManagedObject) -> Any,
    constant: (@Sendable (ManagedObject) -> ConstantValue)? = nil,
    write: (@Sendable (ManagedObject, Any?) -> Bool)? = nil
  ) {
    number = property.number
    words = { property.name }
    // No class has a key path to the property, but observers distinguish properties by
    // key path.
    let path: any KeyPath<ManagedObject, Int> & Sendable = \ManagedObject.[propertyNumber: number]
    keyPath = path
    noteAccess = { $0.access($1, keyPath: path) }
    noteChange = { $0.willSet($1, keyPath: path) }
    self.value = value
    self.constant = constant
    self.write = write
  }

  private func reading<Object: ManagedObject, Value>(
    _ keyPath: any KeyPath<Object, Value> & Sendable,
    as constant: @escaping @Sendable (Value) -> ConstantValue
  ) -> PropertyBinding {
    changed(self) {
      $0.constant = { constant(unsafeDowncast($0, to: Object.self)[keyPath: keyPath]) }
    }
  }

  private func writing<Object: ManagedObject, Value>(
    _ keyPath: any ReferenceWritableKeyPath<Object, Value> & Sendable,
    from convert: @escaping @Sendable (Any?) -> Value?
  ) -> PropertyBinding {
    changed(self) {
      $0.write = { object, value in
        guard let value = convert(value) else { return false }
        unsafeDowncast(object, to: Object.self)[keyPath: keyPath] = value
        return true
      }
    }
  }
}

extension ManagedObject {
  /// A substitute that provides a key path for a property that no class
  /// declares.
  fileprivate subscript(propertyNumber number: Int) -> Int { number }
}

extension PropertyBinding {
  /// Returns the bindings of a class's properties, in the order of their numbers.
  public static func list(_ bindings: PropertyBinding...) -> [PropertyBinding] { bindings }
}

// MARK: - Attributes

extension PropertyBinding {
  /// Creates the binding of an attribute.
  public static func attribute<Object: ManagedObject, Value: AttributeValue>(
    _ keyPath: any ReferenceWritableKeyPath<Object, Value> & Sendable, _ key: some PropertyKey
  ) -> PropertyBinding {
    readOnly(keyPath, key).writing(keyPath) { value in
      if let value = value as? Value { return value }
      // A number of another type is accepted if it fits.
      guard let value else { return Value(constantValue: .null) }
      return (value as? any AttributeValue).flatMap { Value(constantValue: $0.constantValue) }
    }
  }

  /// Creates the binding of an attribute that is derived or can be set only
  /// once.
  public static func readOnly<Object: ManagedObject, Value: AttributeValue>(
    _ keyPath: any KeyPath<Object, Value> & Sendable, _ key: some PropertyKey
  ) -> PropertyBinding {
    PropertyBinding(keyPath, key).reading(keyPath) { $0.constantValue }
  }

  /// Creates the binding of an attribute whose values cannot be compared in predicates:
  /// a composite, or a value that is stored as JSON or as transformed bytes.
  @_disfavoredOverload
  public static func attribute<Object: ManagedObject, Value>(
    _ keyPath: any ReferenceWritableKeyPath<Object, Value> & Sendable, _ key: some PropertyKey
  ) -> PropertyBinding {
    PropertyBinding(keyPath, key).writing(keyPath) { $0 as? Value }
  }

  /// Creates the binding of an attribute that can be set only once and cannot
  /// be compared in predicates.
  @_disfavoredOverload
  public static func readOnly<Object: ManagedObject, Value>(
    _ keyPath: any KeyPath<Object, Value> & Sendable, _ key: some PropertyKey
  ) -> PropertyBinding {
    PropertyBinding(keyPath, key)
  }
}

// MARK: - Relationships

extension PropertyBinding {
  /// Creates the binding of a to-one relationship.
  public static func toOne<Object: ManagedObject, Destination: ManagedObject>(
    _ keyPath: any ReferenceWritableKeyPath<Object, Destination?> & Sendable,
    _ key: some PropertyKey
  ) -> PropertyBinding {
    PropertyBinding(keyPath, key)
      .reading(keyPath) { $0.map { .objectID($0.objectID) } ?? .null }
      .writing(keyPath) { value in
        guard let value else { return .some(nil) }
        return (value as? Destination).map { .some($0) }
      }
  }

  /// Creates the binding of a to-one relationship that can be set only once.
  public static func toOne<Object: ManagedObject, Destination: ManagedObject>(
    _ keyPath: any KeyPath<Object, Destination?> & Sendable, _ key: some PropertyKey
  ) -> PropertyBinding {
    PropertyBinding(keyPath, key).reading(keyPath) { $0.map { .objectID($0.objectID) } ?? .null }
  }

  /// Creates the binding of a required to-one relationship.
  public static func requiredToOne<Object: ManagedObject, Destination: ManagedObject>(
    _ keyPath: any ReferenceWritableKeyPath<Object, Destination> & Sendable,
    _ key: some PropertyKey
  ) -> PropertyBinding {
    PropertyBinding(keyPath, key)
      .reading(keyPath) { .objectID($0.objectID) }
      .writing(keyPath) { $0 as? Destination }
  }

  /// Creates the binding of a required to-one relationship that can be set only
  /// once.
  public static func requiredToOne<Object: ManagedObject, Destination: ManagedObject>(
    _ keyPath: any KeyPath<Object, Destination> & Sendable, _ key: some PropertyKey
  ) -> PropertyBinding {
    PropertyBinding(keyPath, key).reading(keyPath) { .objectID($0.objectID) }
  }

  /// Creates the binding of a to-many relationship.
  public static func toMany<Object: ManagedObject, Destination: ManagedObject>(
    _ keyPath: any ReferenceWritableKeyPath<Object, ObjectSet<Destination>> & Sendable,
    _ key: some PropertyKey
  ) -> PropertyBinding {
    PropertyBinding(keyPath, key)
      .reading(keyPath) { .list($0.map { .objectID($0.objectID) }) }
      .writing(keyPath) { Self.members($0) { (objects: [Destination]) in ObjectSet(objects) } }
  }

  /// Creates the binding of a to-many relationship that can be changed only from the
  /// other end.
  public static func toMany<Object: ManagedObject, Destination: ManagedObject>(
    _ keyPath: any KeyPath<Object, ObjectSet<Destination>> & Sendable, _ key: some PropertyKey
  ) -> PropertyBinding {
    PropertyBinding(keyPath, key).reading(keyPath) { .list($0.map { .objectID($0.objectID) }) }
  }

  /// Creates the binding of an ordered to-many relationship.
  public static func ordered<Object: ManagedObject, Destination: ManagedObject>(
    _ keyPath: any ReferenceWritableKeyPath<Object, OrderedObjects<Destination>> & Sendable,
    _ key: some PropertyKey
  ) -> PropertyBinding {
    PropertyBinding(keyPath, key)
      .reading(keyPath) { .list($0.map { .objectID($0.objectID) }) }
      .writing(keyPath) { Self.members($0) { (objects: [Destination]) in OrderedObjects(objects) } }
  }

  /// Creates the binding of an ordered to-many relationship that can be changed only
  /// from the other end.
  public static func ordered<Object: ManagedObject, Destination: ManagedObject>(
    _ keyPath: any KeyPath<Object, OrderedObjects<Destination>> & Sendable,
    _ key: some PropertyKey
  ) -> PropertyBinding {
    PropertyBinding(keyPath, key).reading(keyPath) { .list($0.map { .objectID($0.objectID) }) }
  }

  /// Returns the members of a to-many relationship that a value represents; nil
  /// if it does not represent any. The value is the members themselves, or a
  /// sequence of objects of the destination's class.
  private static func members<Members, Destination: ManagedObject>(
    _ value: Any?, _ make: ([Destination]) -> Members
  ) -> Members? {
    if let members = value as? Members { return members }
    return (value as? any Sequence)?.all(as: Destination.self).map(make)
  }
}

extension Sequence {
  /// Returns the elements as objects of a class; nil unless all of them are such objects.
  func all<Object: ManagedObject>(as type: Object.Type) -> [Object]? {
    var objects: [Object] = []
    for element in self {
      guard let object = element as? Object else { return nil }
      objects.append(object)
    }
    return objects
  }
}
