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

/// The keys of an entity that has no properties.
public enum NoKeys: PropertyKey {
  /// Returns nil: no number is a key's.
  public init?(rawValue: Int) { nil }

  /// There is no key that has a number.
  public var rawValue: Int { switch self {} }
}
