/// Converts values of one attribute type to another, in SQL.
///
/// Values that would lose their meaning are found by `fails` before anything is
/// written.
struct TypeConversion {
  let from: AttributeType
  /// True if the old column contains exact decimals.
  let isExact: Bool
  let to: AttributeType
  /// True if the new column contains exact decimals.
  var becomesExact = false

  private var source: AttributeType { from.scalar }
  private var target: AttributeType { to.scalar }
  /// True if values are stored as the digits of a string, because SQLite's
  /// numbers cannot hold them.
  private var isText: Bool { source.isTextual || isExact }

  /// Returns the converted value of a column.
  func sql(_ column: String) -> String {
    let value = plain(column)
    // A conversion to an SQLite number would lose digits.
    return becomesExact ? "model_exact(\(value))" : converted(value)
  }

  /// Returns the value of a column, decoded if it is stored in a special form.
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
    // SQLite's own cast reads '1e3' as 1, and rounds numbers that a Double
    // cannot represent.
    case .int16, .int32, .int64:
      return isText ? "model_decimal(\(column))" : "CAST(\(column) AS INTEGER)"
    case .float: return "model_float(CAST(\(column) AS REAL))"
    case .double: return "CAST(\(column) AS REAL)"
    case .decimal: return isText ? "model_decimal(\(column))" : "CAST(\(column) AS NUMERIC)"
    default: return column
    }
  }

  /// Returns the condition that a value other than NULL would lose its meaning.
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
      // Not every integer beyond 2^53 is a Double.
      let isWrong =
        isText
        ? "NOT \(isNumber)"
        : "(typeof(\(column)) = 'integer' AND CAST(CAST(\(column) AS REAL) AS INTEGER) <> \(column))"
      return target == .float
        ? "(\(isWrong) OR NOT model_is_float(CAST(\(column) AS REAL)))" : isWrong
    // Not every number in a string or a Double can be a Decimal.
    case .decimal: return "model_exact(\(column)) IS NULL"
    default: return "0"
    }
  }

  /// Returns the condition that a number has more digits than a numeric column
  /// can keep.
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
