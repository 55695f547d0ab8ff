/// A value of a column of rows: a value of an attribute, or a list of such.
public protocol RowValue: Sendable {
  /// The value that was computed for a row; nil where it is of another type.
  static func value(ofColumn constant: ConstantValue) -> Self?
}

extension AttributeValue {
  /// The value, also as a number of another type where nothing is lost.
  public static func value(ofColumn constant: ConstantValue) -> Self? { Self(computed: constant) }
}

extension Bool {
  /// The value, also where it is that of a condition, which a store answers with 0 or 1.
  public static func value(ofColumn constant: ConstantValue) -> Bool? {
    if case .boolean(let value) = constant { return value }
    return constant == .integer(1) ? true : constant == .integer(0) ? false : nil
  }
}

extension Array: RowValue where Element: AttributeValue {
  /// The list, if every element is of the type.
  public static func value(ofColumn constant: ConstantValue) -> [Element]? {
    guard case .list(let constants) = constant else { return nil }
    let values = constants.compactMap { Element(computed: $0) }
    return values.count == constants.count ? values : nil
  }
}
