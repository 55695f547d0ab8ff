/// The stored values of an entity, as declared in generated code.
public protocol EntityValues: Sendable, Hashable, Codable {
  /// Reads the values of a row.
  init(_ row: Row)

  /// Returns the properties of a set whose values differ from older values.
  func changes(since old: Self, among properties: PropertySet) -> PropertySet

  /// The number of levels in the hierarchy of the values' entity: 1 for an
  /// entity without a parent.
  static var levelCount: Int { get }

  /// The values in the form in which a changed object keeps its saved values.
  var committed: AnyObject { get }

  /// Creates the values from an object that `committed` returned; nil if the
  /// object belongs to another class.
  init?(committed: AnyObject)
}

extension EntityValues {
  /// The number of levels in the hierarchy: 1, because the values belong to an
  /// entity without a parent.
  public static var levelCount: Int { 1 }

  /// The values in the form in which a changed object keeps its saved values.
  public var committed: AnyObject { CommittedValues(self) }

  /// Creates the values from an object that `committed` returned; nil if the
  /// object belongs to another class.
  public init?(committed: AnyObject) {
    guard let kept = committed as? CommittedValues<Self> else { return nil }
    self = kept.values
  }
}

/// An object as a value that can leave its context: its ID, and its values when it was
/// fetched.
///
/// The values are read as members of the snapshot: `snapshot.name`.
@dynamicMemberLookup
public struct ObjectSnapshot<Values: EntityValues>: Sendable, Hashable, Codable, Identifiable {
  /// The type of the snapshot's values, to which the snapshots of subentities
  /// refer.
  public typealias Contents = Values

  /// The object's ID.
  public let id: ObjectID
  /// The object's values.
  public var values: Values

  /// Creates a snapshot from an ID and values.
  @inlinable
  public init(id: ObjectID, values: Values) {
    self.id = id
    self.values = values
  }

  /// The value of a property, given by its path in `Values`: `snapshot.name`.
  @inlinable
  public subscript<Value>(dynamicMember path: WritableKeyPath<Values, Value>) -> Value {
    get { values[keyPath: path] }
    set { values[keyPath: path] = newValue }
  }
}
