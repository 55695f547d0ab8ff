public import ModelSQLite
public import ModelSchema

/// The stored values of an entity as generated code declares them.
public protocol EntityValues: Sendable, Hashable, Codable {
  /// Reads the values of a row.
  init(_ row: Row)
}

/// An object as a value that may leave its context: what it held when it was
/// fetched, and its identity.
///
/// The values are read as members of the snapshot: `snapshot.name`.
@dynamicMemberLookup
public struct ObjectSnapshot<Values: EntityValues>: Sendable, Hashable, Codable, Identifiable {
  /// The object's identity.
  public let id: ObjectID
  /// The object's values.
  public var values: Values

  /// Makes a snapshot of known values.
  @inlinable
  public init(id: ObjectID, values: Values) {
    self.id = id
    self.values = values
  }

  /// A value of the object.
  @inlinable
  public subscript<Value>(dynamicMember path: WritableKeyPath<Values, Value>) -> Value {
    get { values[keyPath: path] }
    set { values[keyPath: path] = newValue }
  }
}
