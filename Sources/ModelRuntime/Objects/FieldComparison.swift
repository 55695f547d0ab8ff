/// A comparison of the values of one property in two structs.
///
/// The comparison is not generic, because every save compares values: looking
/// up types at run time is slower than comparing, and a key path would copy
/// each value.
public struct FieldComparison: Sendable {
  /// The number of the compared property in its entity.
  let number: Int
  /// A closure that returns whether the structs at two addresses have the same
  /// value.
  let isEqual: @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool

  /// Creates a comparison of values of a type, at an offset from the beginning of their
  /// structs.
  ///
  /// Values are equal if their stored forms are equal. Swift's `==` considers
  /// `é` equal to `e` with a combining accent, but their stored forms differ.
  init<Value: Equatable & Encodable & SendableMetatype>(
    number: Int, _ type: Value.Type, at offset: Int
  ) {
    self.number = number
    if type == String.self {
      isEqual = {
        let one = ($0 + offset).assumingMemoryBound(to: String.self)
        let other = ($1 + offset).assumingMemoryBound(to: String.self)
        // Most values that differ are also different according to Swift's `==`, which
        // is faster.
        return one.pointee == other.pointee && one.pointee.hasScalars(of: other.pointee)
      }
      return
    }
    let isSame: @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool = {
      ($0 + offset).assumingMemoryBound(to: Value.self).pointee
        == ($1 + offset).assumingMemoryBound(to: Value.self).pointee
    }
    // Numbers, dates, keys and bytes do not contain text.
    guard !_isPOD(type), type != Data.self, type != Data?.self else {
      isEqual = isSame
      return
    }
    isEqual = {
      isSame($0, $1)
        && ($0 + offset).assumingMemoryBound(to: Value.self).pointee
          .isStored(as: ($1 + offset).assumingMemoryBound(to: Value.self).pointee)
    }
  }

  /// Returns the properties of the given set whose values differ in the structs
  /// at two addresses.
  public static func differences(
    _ comparisons: [FieldComparison], _ one: UnsafeRawPointer, _ other: UnsafeRawPointer,
    among properties: PropertySet
  ) -> PropertySet {
    var differences = PropertySet()
    // Iterating by index avoids retaining each element of the list.
    for place in comparisons.indices
    where properties.contains(comparisons[place].number)
      && !comparisons[place].isEqual(one, other)
    {
      differences.insert(comparisons[place].number)
    }
    return differences
  }
}

extension Encodable {
  /// Returns whether all strings in two equal values also have the same
  /// scalars.
  fileprivate func isStored(as other: Self) -> Bool {
    if let text = self as? String?, let other = other as? String? {
      return text.map(ScalarText.init) == other.map(ScalarText.init)
    }
    let (one, two) = (jsonText ?? "", other.jsonText ?? "")
    if one.hasScalars(of: two) { return true }
    // Sets, and dictionaries whose keys are not strings, are encoded in no particular
    // order.
    return !(self is [String] || self is JSONValue)
      && one.unicodeScalars.sorted() == two.unicodeScalars.sorted()
  }
}
