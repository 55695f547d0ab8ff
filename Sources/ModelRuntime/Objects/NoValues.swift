/// The values of an entity that has no stored properties of its own.
public struct NoValues: EntityValues {
  /// Creates an empty value.
  public init() {}

  /// Creates an empty value, without reading the row.
  public init(_ row: Row) {}

  /// Does nothing, because there are no values to write.
  public mutating func write(to row: inout RowWriter) {}

  /// Returns an empty set, because there are no values to compare.
  public func changes(since old: NoValues, among properties: PropertySet) -> PropertySet {
    PropertySet()
  }
}

/// The keys of an entity without properties.
public enum NoKeys: PropertyKey {
  /// Returns nil, because no key has a number.
  public init?(rawValue: Int) { nil }

  /// The number of a key; unreachable, because there are no keys.
  public var rawValue: Int { switch self {} }
}
