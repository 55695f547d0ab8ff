/// The values of an object of an older version. Generated code declares a struct for
/// each `policy` of a migration block, such as `ToDo.Version1`.
///
/// Values are in their stored form: an enumeration is represented by its raw value, and
/// the elements of a composite are separate values.
public protocol ReleasedValues: Sendable, Hashable {
  /// The class of the objects of the newer version.
  associatedtype Successor: ManagedObject

  /// The number of the older model version.
  static var version: Int { get }
  /// The model in the newer version.
  static var model: CompiledModel { get }
  /// The key paths of the properties, in the order in which they are read.
  static var keyPaths: [String] { get }

  /// Creates the values from the columns of a row.
  init(_ row: Row)
}

/// An object of an older version during a migration.
///
/// The values are read as members of the snapshot: `source.name`.
@dynamicMemberLookup
public struct ReleasedSnapshot<Values: ReleasedValues>: Sendable, Hashable {
  /// The key of the object, which its successor also has.
  public var key: Int64 { object.key }
  /// The object's values.
  public let values: Values
  /// The object with its values by name.
  let object: MigrationObject

  /// The value of a property, given by its path in `Values`: `source.name`.
  public subscript<Value>(dynamicMember path: KeyPath<Values, Value>) -> Value {
    values[keyPath: path]
  }
}
