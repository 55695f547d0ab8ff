/// Values of one attribute type as values of another, in SQL.
///
/// What cannot keep its meaning is found by `fails` before anything is
/// written.
struct TypeConversion {
  let from: AttributeType
  /// A Boolean value that says whether the column holds exact decimals.
  let isExact: Bool
  let to: AttributeType
  /// A Boolean value that says whether the new column does.
  var becomesExact = false

  private var source: AttributeType { from.scalar }
  private var target: AttributeType { to.scalar }
  /// A Boolean value that says whether values are digits in a text, as those are
  /// that no number of SQLite's holds.
  private var isText: Bool { source.isTextual || isExact }

  /// The value of a column as the other type.
  func sql(_ column: String) -> String {
    let value = plain(column)
    // Digits would be lost on the way through a number of SQLite's.
    return becomesExact ? "model_exact(\(value))" : converted(value)
  }

  /// The value of a column: what it stands for, where that is kept in a form of its own.
  private func plain(_ column: String) -> String {
    isExact ? "model_digits(\(column))" : column
  }

  private func converted(_ column: String) -> String {
    if source == .uuid { return "model_uuid_text(\(column))" }
    if source == .date { return "model_date_text(\(column))" }
    if target == .uuid { return "model_uuid_bytes(\(column))" }
    switch target {
    case .string, .url, .json:
      return source.isBoolean
        ? "CASE \(column) WHEN 0 THEN 'false' WHEN 1 THEN 'true' END" : "CAST(\(column) AS TEXT)"
    case .boolean:
      return "CASE WHEN lower(\(column)) IN ('true', 'yes') THEN 1 "
        + "WHEN lower(\(column)) IN ('false', 'no') THEN 0 ELSE CAST(\(column) AS INTEGER) END"
    // SQLite's own cast reads '1e3' as 1, and rounds what a Double does not hold.
    case .int16, .int32, .int64:
      return isText ? "model_decimal(\(column))" : "CAST(\(column) AS INTEGER)"
    case .float: return "model_float(CAST(\(column) AS REAL))"
    case .double: return "CAST(\(column) AS REAL)"
    case .decimal: return isText ? "model_decimal(\(column))" : "CAST(\(column) AS NUMERIC)"
    default: return column
    }
  }

  /// A Boolean value that says whether a value that is not NULL would lose its
  /// meaning.
  func fails(_ column: String) -> String {
    let column = plain(column)
    if target == .uuid { return "model_uuid_bytes(\(column)) IS NULL" }
    let isNumber = "(typeof(\(column)) IN ('integer', 'real') OR model_is_number(\(column)))"
    switch target {
    case .string, .url, .json: return "0"
    case .boolean:
      return isText
        ? "lower(\(column)) NOT IN ('true', 'false', 'yes', 'no', '0', '1')"
        : "\(column) NOT IN (0, 1)"
    case .int16, .int32, .int64:
      let range = target.integerRange ?? Int64.min...Int64.max
      let number = isText ? "model_decimal(\(column))" : column
      let isOther =
        isText ? "typeof(\(number)) <> 'integer'" : "\(number) <> CAST(\(number) AS INTEGER)"
      return "(\(isOther) OR \(number) NOT BETWEEN \(range.lowerBound) AND \(range.upperBound))"
    case .float, .double:
      // Not every whole number beyond 2^53 is a Double.
      let isWrong =
        isText
        ? "NOT \(isNumber)"
        : "(typeof(\(column)) = 'integer' AND CAST(CAST(\(column) AS REAL) AS INTEGER) <> \(column))"
      return target == .float
        ? "(\(isWrong) OR NOT model_is_float(CAST(\(column) AS REAL)))" : isWrong
    // Not every number, in a text or a Double, is one that a Decimal holds.
    case .decimal: return "model_exact(\(column)) IS NULL"
    default: return "0"
    }
  }

  /// A Boolean value that says whether a number has more digits than a column of
  /// numbers keeps.
  func losesDigits(_ column: String) -> String {
    let column = plain(column)
    return "(model_is_number(\(column)) AND model_decimal(\(column)) IS NULL)"
  }
}

extension AttributeType {
  fileprivate var isBoolean: Bool { self == .boolean }

  fileprivate var isTextual: Bool {
    switch self {
    case .string, .url, .json: true
    default: false
    }
  }
}
