public import CModelSQLite
public import Foundation

extension Row {
  /// Returns the value of an integer column.
  @inlinable
  public func int64(_ column: Int32) -> Int64 {
    let value = statementValue(column)
    if sqlite3_value_type(value) == SQLITE_INTEGER { return sqlite3_value_int64(value) }
    return looseInteger(column, isOptional: false) ?? 0
  }

  /// Returns the value of an integer column that can be NULL; nil for NULL.
  @inlinable
  public func optionalInt64(_ column: Int32) -> Int64? {
    let value = statementValue(column)
    let type = sqlite3_value_type(value)
    if type == SQLITE_INTEGER { return sqlite3_value_int64(value) }
    return type == SQLITE_NULL && !isOfCells ? nil : looseInteger(column, isOptional: true)
  }

  /// Returns the integer in a column, which can be stored as another type, such
  /// as `3.0`; nil if there is no integer. A fault is recorded, unless the
  /// column is optional and contains NULL.
  @usableFromInline
  func looseInteger(_ column: Int32, isOptional: Bool) -> Int64? {
    let value = value(column)
    if value.type == SQLITE_INTEGER { return value.int64 }
    if value.type == SQLITE_FLOAT, let whole = Int64(exactly: value.double) { return whole }
    if isOptional, value.type == SQLITE_NULL { return nil }
    note(column, value)
    return 0
  }

  /// Returns an integer as a value of a narrower type. If it does not fit, a
  /// fault is recorded for the column, and the result is 0.
  @inlinable
  func narrow<Integer: FixedWidthInteger>(_ wide: Int64, _ column: Int32) -> Integer {
    if let value = Integer(exactly: wide) { return value }
    fail(column, .mismatched)
    return 0
  }

  /// Returns the value of a 32-bit integer column.
  @inlinable
  public func int32(_ column: Int32) -> Int32 { narrow(int64(column), column) }

  /// Returns the value of a 32-bit integer column that can be NULL; nil for
  /// NULL.
  @inlinable
  public func optionalInt32(_ column: Int32) -> Int32? {
    optionalInt64(column).map { narrow($0, column) }
  }

  /// Returns the value of a 16-bit integer column.
  @inlinable
  public func int16(_ column: Int32) -> Int16 { narrow(int64(column), column) }

  /// Returns the value of a 16-bit integer column that can be NULL; nil for
  /// NULL.
  @inlinable
  public func optionalInt16(_ column: Int32) -> Int16? {
    optionalInt64(column).map { narrow($0, column) }
  }

  /// Returns the value of a Boolean column, which contains 0 or 1. As in C,
  /// every other number is also true.
  @inlinable
  public func bool(_ column: Int32) -> Bool { int64(column) != 0 }

  /// Returns the value of a Boolean column that can be NULL; nil for NULL.
  @inlinable
  public func optionalBool(_ column: Int32) -> Bool? { optionalInt64(column).map { $0 != 0 } }

  /// Returns the value of a floating-point column.
  @inlinable
  public func double(_ column: Int32) -> Double {
    let value = statementValue(column)
    let type = sqlite3_value_type(value)
    if type == SQLITE_FLOAT || type == SQLITE_INTEGER { return sqlite3_value_double(value) }
    return looseDouble(column, isOptional: false) ?? 0
  }

  /// Returns the value of a floating-point column that can be NULL; nil for
  /// NULL.
  @inlinable
  public func optionalDouble(_ column: Int32) -> Double? {
    let value = statementValue(column)
    let type = sqlite3_value_type(value)
    if type == SQLITE_FLOAT || type == SQLITE_INTEGER { return sqlite3_value_double(value) }
    return type == SQLITE_NULL && !isOfCells ? nil : looseDouble(column, isOptional: true)
  }

  /// Returns the number in a column; nil if the column contains another type. A
  /// fault is recorded, unless the column is optional and contains NULL.
  @usableFromInline
  func looseDouble(_ column: Int32, isOptional: Bool) -> Double? {
    let value = value(column)
    if value.type == SQLITE_FLOAT || value.type == SQLITE_INTEGER { return value.double }
    if !isOptional || value.type != SQLITE_NULL { note(column, value) }
    return nil
  }

  /// Returns the value of a single-precision column.
  @inlinable
  public func float(_ column: Int32) -> Float { Float(double(column)) }

  /// Returns the value of a single-precision column that can be NULL; nil for
  /// NULL.
  @inlinable
  public func optionalFloat(_ column: Int32) -> Float? { optionalDouble(column).map { Float($0) } }

  /// Returns the value of a date column, which contains the seconds since 2001-01-01
  /// 00:00 UTC.
  @inlinable
  public func date(_ column: Int32) -> Date {
    Date(timeIntervalSinceReferenceDate: double(column))
  }

  /// Returns the value of a date column that can be NULL; nil for NULL.
  @inlinable
  public func optionalDate(_ column: Int32) -> Date? {
    optionalDouble(column).map { Date(timeIntervalSinceReferenceDate: $0) }
  }

  /// Returns the value of a decimal column, which contains an integer, a number of up
  /// to fifteen digits, or text.
  public func decimal(_ column: Int32) -> Decimal {
    required(optionalDecimal(column), column) ?? 0
  }

  /// Returns the value of a decimal column that can be NULL; nil for NULL.
  public func optionalDecimal(_ column: Int32) -> Decimal? {
    let value = value(column)
    switch value.type {
    case SQLITE_NULL: return nil
    case SQLITE_INTEGER: return Decimal(value.int64)
    case SQLITE_FLOAT: return Decimal(shortest: value.double)
    case SQLITE_TEXT:
      let text = string(column)
      if let decimal = ExactDecimal.value(text) ?? Decimal(string: text) { return decimal }
      // Core Data writes a decimal that is not a number as this string.
      if text == "NaN" { return .nan }
    default: break
    }
    note(column, value)
    return nil
  }
}

extension Decimal {
  /// Creates the decimal with the fewest digits that represents a number.
  ///
  /// Foundation's own conversion keeps the error of the binary number (0.1
  /// becomes 0.1000000000000000055), but a store contains numbers as they were
  /// entered. A number that is too great for a decimal, such as 1e300, becomes
  /// NaN, and a number that is too small, such as 1e-300, becomes 0.
  package init(shortest number: Double) {
    self = Decimal(string: number.description) ?? (number.magnitude < 1 ? 0 : .nan)
  }
}

extension Row {
  /// Returns whether SQLite stores the value of a column as an integer.
  public func isInteger(_ column: Int32) -> Bool {
    type(column) == SQLITE_INTEGER
  }

  /// Returns whether a column contains text.
  public func isText(_ column: Int32) -> Bool {
    type(column) == SQLITE_TEXT
  }
}
