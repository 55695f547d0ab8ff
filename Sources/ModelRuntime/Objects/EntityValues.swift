/// The stored values of an entity as generated code declares them.
public protocol EntityValues: Sendable, Hashable, Codable {
  /// Reads the values of a row.
  init(_ row: Row)

  /// The properties of a set whose values differ from older values.
  func changes(since old: Self, among properties: PropertySet) -> PropertySet

  /// The number of levels in the hierarchy whose values these are; 1 without a parent.
  static var levelCount: Int { get }

  /// The values in the form in which a changed object keeps its saved values.
  var committed: AnyObject { get }

  /// Creates the values from a copy in that form; nil for the values of another class.
  init?(committed: AnyObject)
}

extension EntityValues {
  /// One level, for an entity's own values.
  public static var levelCount: Int { 1 }

  /// The values in the form in which a changed object keeps its saved values.
  public var committed: AnyObject { CommittedValues(self) }

  /// Creates the values from a copy in that form; nil for the values of another class.
  public init?(committed: AnyObject) {
    guard let kept = committed as? CommittedValues<Self> else { return nil }
    self = kept.values
  }
}

/// An object as a value that may leave its context: its identity, and its values when
/// it was fetched.
///
/// The values are read as members of the snapshot: `snapshot.name`.
@dynamicMemberLookup
public struct ObjectSnapshot<Values: EntityValues>: Sendable, Hashable, Codable, Identifiable {
  /// The type of the values, by which the snapshots of subentities name it.
  public typealias Contents = Values

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

  /// The value of a property, by its path in `Values`: `snapshot.name`.
  @inlinable
  public subscript<Value>(dynamicMember path: WritableKeyPath<Values, Value>) -> Value {
    get { values[keyPath: path] }
    set { values[keyPath: path] = newValue }
  }
}
