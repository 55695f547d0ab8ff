/// The values of an entity that has a parent: the values that it declares, and
/// the inherited values.
///
/// All values are read and set as members, such as `values.name`.
@dynamicMemberLookup
public struct InheritedValues<Parent: EntityValues, Own: EntityValues>: EntityValues {
  // The underscores prevent these names from hiding properties of the model.

  /// The values that the entity inherits.
  public var _parent: Parent
  /// The values that the entity itself declares.
  public var _own: Own

  /// Reads the values of a row.
  public init(_ row: Row) {
    _parent = Parent(row)
    _own = Own(row.level(Parent.levelCount))
  }

  /// The value of a property that the entity itself declares.
  @inlinable
  public subscript<Value>(dynamicMember path: WritableKeyPath<Own, Value>) -> Value {
    get { _own[keyPath: path] }
    set { _own[keyPath: path] = newValue }
  }

  /// The value of a property that the entity inherits.
  @inlinable
  public subscript<Value>(dynamicMember path: WritableKeyPath<Parent, Value>) -> Value {
    get { _parent[keyPath: path] }
    set { _parent[keyPath: path] = newValue }
  }

  /// Returns the properties of a set whose values differ from older values,
  /// including inherited values.
  public func changes(since old: Self, among properties: PropertySet) -> PropertySet {
    _parent.changes(since: old._parent, among: properties)
      .union(_own.changes(since: old._own, among: properties))
  }

  /// The number of levels in the hierarchy, which is one more than the number
  /// for the parent.
  public static var levelCount: Int { Parent.levelCount + 1 }

  /// The values in the form in which a changed object keeps its saved values.
  public var committed: AnyObject { CommittedValues(_own, parent: _parent.committed) }

  /// Creates the values from an object that `committed` returned; nil if the
  /// object belongs to another class.
  public init?(committed: AnyObject) {
    guard let kept = committed as? CommittedValues<Own>,
      let parent = kept.parent.flatMap({ Parent(committed: $0) })
    else { return nil }
    _parent = parent
    _own = kept.values
  }
}

extension InheritedValues: Codable {
  /// Decodes all values from one container, so that readers of the encoded form do not
  /// need to know the hierarchy.
  public init(from decoder: any Decoder) throws {
    _parent = try Parent(from: decoder)
    _own = try Own(from: decoder)
  }

  /// Encodes all values in one container.
  public func encode(to encoder: any Encoder) throws {
    try _parent.encode(to: encoder)
    try _own.encode(to: encoder)
  }
}
