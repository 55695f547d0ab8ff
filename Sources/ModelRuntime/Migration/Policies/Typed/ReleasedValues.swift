/// The values of an object of an older version, as generated code declares them
/// for policies: a struct for each `policy` of a migration block, such as
/// `ToDo.Version1`.
///
/// Values are as they were stored: an enumeration is its raw value, and the
/// elements of a composite stand side by side.
public protocol ReleasedValues: Sendable, Hashable {
  /// The class of what the objects become.
  associatedtype Successor: ManagedObject

  /// Number of the older version.
  static var version: Int { get }
  /// The model of the newer version.
  static var model: CompiledModel { get }
  /// The properties by key path, in the order in which they are read.
  static var keyPaths: [String] { get }

  /// Reads the values of a row.
  init(_ row: Row)
}

/// An object of an older version in the middle of a migration.
///
/// The values are read as members of the snapshot: `source.name`.
@dynamicMemberLookup
public struct ReleasedSnapshot<Values: ReleasedValues>: Sendable, Hashable {
  /// The object's key, which what it becomes keeps.
  public var key: Int64 { object.key }
  /// The object's values.
  public let values: Values
  /// The object without types.
  let object: MigrationObject

  /// A value of the object.
  public subscript<Value>(dynamicMember path: KeyPath<Values, Value>) -> Value {
    values[keyPath: path]
  }
}
