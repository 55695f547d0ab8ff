/// A value of a column of computed rows: the value of an attribute, or a list
/// of such values.
public protocol RowValue: Sendable {
  /// Returns the value that was computed for a column of a row; nil if it has
  /// another type.
  static func value(ofColumn constant: ConstantValue) -> Self?
}

extension AttributeValue {
  /// Returns the value of a column; nil if it has another type. A number of
  /// another type is accepted if no information is lost.
  public static func value(ofColumn constant: ConstantValue) -> Self? { Self(computed: constant) }
}

extension Bool {
  /// Returns the Boolean value of a column; nil if it has another type. A store
  /// returns 0 or 1 for a condition.
  public static func value(ofColumn constant: ConstantValue) -> Bool? {
    if case .boolean(let value) = constant { return value }
    return constant == .integer(1) ? true : constant == .integer(0) ? false : nil
  }
}

extension Array: RowValue where Element: AttributeValue {
  /// Returns the list in a column; nil unless it is a list in which every
  /// element has the type.
  public static func value(ofColumn constant: ConstantValue) -> [Element]? {
    guard case .list(let constants) = constant else { return nil }
    let values = constants.compactMap { Element(computed: $0) }
    return values.count == constants.count ? values : nil
  }
}
