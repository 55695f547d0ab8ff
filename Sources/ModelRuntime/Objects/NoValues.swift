/// The values of an entity that stores none of its own.
public struct NoValues: EntityValues {
  /// Makes no values.
  public init() {}

  /// Reads nothing.
  public init(_ row: Row) {}

  /// Writes nothing.
  public mutating func write(to row: inout RowWriter) {}

  /// Nothing differs.
  public func changes(since old: NoValues, among properties: PropertySet) -> PropertySet {
    PropertySet()
  }
}

/// The keys of an entity without properties.
public enum NoKeys: PropertyKey {
  /// Returns nil, since no key has a number.
  public init?(rawValue: Int) { nil }

  /// The number of a key; unreachable, since there are no keys.
  public var rawValue: Int { switch self {} }
}
