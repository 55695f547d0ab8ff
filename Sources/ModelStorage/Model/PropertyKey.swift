/// The properties of an entity, by their numbers: what generated code names a
/// property by.
///
/// The number of a property is its place among all properties of its entity,
/// inherited ones first.
public protocol PropertyKey: RawRepresentable, Sendable, CaseIterable, PredicateArgument
where RawValue == Int {}

/// A set of an object's properties, one bit for each.
///
/// Properties from number 63 on share the last bit: where one of them is in the
/// set, all of them are.
public struct PropertySet: Sendable, Hashable {
  /// One bit for each property.
  public var bits: UInt64

  /// The empty set.
  @inlinable
  public init() { bits = 0 }

  /// The set of one property.
  @inlinable
  public init(_ key: some PropertyKey) { bits = Self.bit(key.rawValue) }

  /// A set by its bits.
  @inlinable
  public init(bits: UInt64) { self.bits = bits }

  /// The set of some properties.
  package init(_ numbers: some Sequence<Int>) {
    self.init()
    for number in numbers { insert(number) }
  }

  /// Every property.
  public static var all: PropertySet { PropertySet(bits: .max) }

  /// A Boolean value that says whether no property is in the set.
  @inlinable
  public var isEmpty: Bool { bits == 0 }

  /// A Boolean value that says whether a property is in the set.
  @inlinable
  public func contains(_ number: Int) -> Bool { bits & Self.bit(number) != 0 }

  /// Puts a property in.
  @inlinable
  public mutating func insert(_ number: Int) { bits |= Self.bit(number) }

  /// Puts a property in.
  @inlinable
  public mutating func insert(_ key: some PropertyKey) { insert(key.rawValue) }

  /// The properties of either set.
  @inlinable
  public func union(_ other: PropertySet) -> PropertySet { PropertySet(bits: bits | other.bits) }

  /// The properties of both sets.
  @inlinable
  public func intersection(_ other: PropertySet) -> PropertySet {
    PropertySet(bits: bits & other.bits)
  }

  /// A Boolean value that says whether another set has all properties of this one.
  package func isSubset(of other: PropertySet) -> Bool { bits & ~other.bits == 0 }

  @inlinable
  static func bit(_ number: Int) -> UInt64 { 1 << UInt64(min(number, 63)) }
}
