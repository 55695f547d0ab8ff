/// A value of a column of rows: an attribute's value, or a list of such values.
public protocol RowValue: Sendable {
  /// Returns the value that was computed for a row; nil if it has another type.
  static func value(ofColumn constant: ConstantValue) -> Self?
}

extension AttributeValue {
  /// Returns the value; numbers of other types are accepted if no information is lost.
  public static func value(ofColumn constant: ConstantValue) -> Self? { Self(computed: constant) }
}

extension Bool {
  /// Returns the value, which can also be that of a condition, for which a store
  /// returns 0 or 1.
  public static func value(ofColumn constant: ConstantValue) -> Bool? {
    if case .boolean(let value) = constant { return value }
    return constant == .integer(1) ? true : constant == .integer(0) ? false : nil
  }
}

extension Array: RowValue where Element: AttributeValue {
  /// Returns the list if every element has the type; otherwise nil.
  public static func value(ofColumn constant: ConstantValue) -> [Element]? {
    guard case .list(let constants) = constant else { return nil }
    let values = constants.compactMap { Element(computed: $0) }
    return values.count == constants.count ? values : nil
  }
}
