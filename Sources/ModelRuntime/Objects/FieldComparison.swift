/// A value of two structs compared.
///
/// Every save asks, so nothing here is generic: to look up types at run time
/// costs more than to compare, and by key path each value would be copied.
public struct FieldComparison: Sendable {
  /// Number of the property in its entity.
  let number: Int
  /// Says whether the structs at two addresses hold the same.
  let isEqual: @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool

  /// Those of some properties whose values differ in the structs at two
  /// addresses.
  public static func differences(
    _ comparisons: [FieldComparison], _ one: UnsafeRawPointer, _ other: UnsafeRawPointer,
    among properties: PropertySet
  ) -> PropertySet {
    var differences = PropertySet()
    // By place, since an element taken out of the list is retained.
    for place in comparisons.indices
    where properties.contains(comparisons[place].number)
      && !comparisons[place].isEqual(one, other)
    {
      differences.insert(comparisons[place].number)
    }
    return differences
  }
}
