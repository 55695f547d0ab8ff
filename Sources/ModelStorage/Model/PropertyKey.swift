/// A property of an entity, identified by its number. Generated code declares
/// the properties of each entity.
///
/// The number of a property is its index among all properties of its entity,
/// inherited properties first.
public protocol PropertyKey: RawRepresentable, Sendable, CaseIterable, PredicateArgument
where RawValue == Int {}

/// A set of an object's properties, one bit for each.
///
/// Properties from number 63 on share the last bit: if one of them is in the set, all
/// of them are.
public struct PropertySet: Sendable, Hashable {
  /// The bits of the set, one for each property.
  public var bits: UInt64

  /// Creates an empty set.
  @inlinable
  public init() { bits = 0 }

  /// Creates a set with one property.
  @inlinable
  public init(_ key: some PropertyKey) { bits = Self.bit(key.rawValue) }

  /// Creates a set from its bits.
  @inlinable
  public init(bits: UInt64) { self.bits = bits }

  package init(_ numbers: some Sequence<Int>) {
    self.init()
    for number in numbers { insert(number) }
  }

  /// The set of all properties, whatever their number is.
  public static var all: PropertySet { PropertySet(bits: .max) }

  /// True if the set contains no properties.
  @inlinable
  public var isEmpty: Bool { bits == 0 }

  /// Returns whether the set contains the property with the given number.
  @inlinable
  public func contains(_ number: Int) -> Bool { bits & Self.bit(number) != 0 }

  /// Inserts a property by its number.
  @inlinable
  public mutating func insert(_ number: Int) { bits |= Self.bit(number) }

  /// Inserts a property by its generated key.
  @inlinable
  public mutating func insert(_ key: some PropertyKey) { insert(key.rawValue) }

  /// Returns the properties that are in either set.
  @inlinable
  public func union(_ other: PropertySet) -> PropertySet { PropertySet(bits: bits | other.bits) }

  /// Returns the properties that are in both sets.
  @inlinable
  public func intersection(_ other: PropertySet) -> PropertySet {
    PropertySet(bits: bits & other.bits)
  }

  /// Returns whether another set contains all properties of this set.
  package func isSubset(of other: PropertySet) -> Bool { bits & ~other.bits == 0 }

  @inlinable
  static func bit(_ number: Int) -> UInt64 { 1 << UInt64(min(number, 63)) }
}
