public import CModelSQLite
public import Foundation

extension Row {
  /// The value of an integer column.
  @inlinable
  public func int64(_ column: Int32) -> Int64 {
    let value = statementValue(column)
    if sqlite3_value_type(value) == SQLITE_INTEGER { return sqlite3_value_int64(value) }
    return looseInteger(column, isOptional: false) ?? 0
  }

  /// The value of an integer column that may be NULL.
  @inlinable
  public func optionalInt64(_ column: Int32) -> Int64? {
    let value = statementValue(column)
    let type = sqlite3_value_type(value)
    if type == SQLITE_INTEGER { return sqlite3_value_int64(value) }
    return type == SQLITE_NULL && !isOfCells ? nil : looseInteger(column, isOptional: true)
  }

  /// The whole number of a cell, or a whole number that was stored as another type,
  /// such as `3.0`.
  @usableFromInline
  func looseInteger(_ column: Int32, isOptional: Bool) -> Int64? {
    let value = value(column)
    if value.type == SQLITE_INTEGER { return value.int64 }
    if value.type == SQLITE_FLOAT, let whole = Int64(exactly: value.double) { return whole }
    if isOptional, value.type == SQLITE_NULL { return nil }
    note(column, value)
    return 0
  }

  /// A column's value as a narrower integer.
  @inlinable
  func narrow<Integer: FixedWidthInteger>(_ wide: Int64, _ column: Int32) -> Integer {
    if let value = Integer(exactly: wide) { return value }
    fail(column, .mismatched)
    return 0
  }

  /// The value of an integer column of 32 bits.
  @inlinable
  public func int32(_ column: Int32) -> Int32 { narrow(int64(column), column) }

  /// The value of an integer column of 32 bits that may be NULL.
  @inlinable
  public func optionalInt32(_ column: Int32) -> Int32? {
    optionalInt64(column).map { narrow($0, column) }
  }

  /// The value of an integer column of 16 bits.
  @inlinable
  public func int16(_ column: Int32) -> Int16 { narrow(int64(column), column) }

  /// The value of an integer column of 16 bits that may be NULL.
  @inlinable
  public func optionalInt16(_ column: Int32) -> Int16? {
    optionalInt64(column).map { narrow($0, column) }
  }

  /// The value of a column of 0 and 1; as in C, every nonzero number is true.
  @inlinable
  public func bool(_ column: Int32) -> Bool { int64(column) != 0 }

  /// The value of a column of 0 and 1 that may be NULL.
  @inlinable
  public func optionalBool(_ column: Int32) -> Bool? { optionalInt64(column).map { $0 != 0 } }

  /// The value of a floating-point column.
  @inlinable
  public func double(_ column: Int32) -> Double {
    let value = statementValue(column)
    let type = sqlite3_value_type(value)
    if type == SQLITE_FLOAT || type == SQLITE_INTEGER { return sqlite3_value_double(value) }
    return looseDouble(column, isOptional: false) ?? 0
  }

  /// The value of a floating-point column that may be NULL.
  @inlinable
  public func optionalDouble(_ column: Int32) -> Double? {
    let value = statementValue(column)
    let type = sqlite3_value_type(value)
    if type == SQLITE_FLOAT || type == SQLITE_INTEGER { return sqlite3_value_double(value) }
    return type == SQLITE_NULL && !isOfCells ? nil : looseDouble(column, isOptional: true)
  }

  /// The number of a cell; nil, with a fault noted, if the column holds another type.
  @usableFromInline
  func looseDouble(_ column: Int32, isOptional: Bool) -> Double? {
    let value = value(column)
    if value.type == SQLITE_FLOAT || value.type == SQLITE_INTEGER { return value.double }
    if !isOptional || value.type != SQLITE_NULL { note(column, value) }
    return nil
  }

  /// The value of a floating-point column of single precision.
  @inlinable
  public func float(_ column: Int32) -> Float { Float(double(column)) }

  /// The value of a floating-point column of single precision that may be NULL.
  @inlinable
  public func optionalFloat(_ column: Int32) -> Float? { optionalDouble(column).map { Float($0) } }

  /// The value of a column of seconds since 2001-01-01 00:00 UTC.
  @inlinable
  public func date(_ column: Int32) -> Date {
    Date(timeIntervalSinceReferenceDate: double(column))
  }

  /// The value of a column of seconds since 2001-01-01 00:00 UTC that may be NULL.
  @inlinable
  public func optionalDate(_ column: Int32) -> Date? {
    optionalDouble(column).map { Date(timeIntervalSinceReferenceDate: $0) }
  }

  /// The value of a decimal column: an integer, a number of up to fifteen digits, or text.
  public func decimal(_ column: Int32) -> Decimal {
    if let decimal = optionalDecimal(column) { return decimal }
    note(column, value(column))
    return 0
  }

  /// The value of a decimal column that may be NULL.
  public func optionalDecimal(_ column: Int32) -> Decimal? {
    let value = value(column)
    switch value.type {
    case SQLITE_NULL: return nil
    case SQLITE_INTEGER: return Decimal(value.int64)
    case SQLITE_FLOAT: return Decimal(shortest: value.double)
    case SQLITE_TEXT:
      let text = string(column)
      if let decimal = ExactDecimal.value(text) ?? Decimal(string: text) { return decimal }
      // Core Data writes a decimal that is not a number as this text.
      if text == "NaN" { return .nan }
    default: break
    }
    note(column, value)
    return nil
  }
}

extension Decimal {
  /// The decimal with the fewest digits that stands for a number.
  ///
  /// Foundation's own conversion keeps the binary number's error (0.1 becomes
  /// 0.1000000000000000055), but a store holds numbers that people wrote. A number that
  /// no decimal is near to, such as 1e300, becomes NaN, and 1e-300 becomes 0.
  package init(shortest number: Double) {
    self = Decimal(string: number.description) ?? (number.magnitude < 1 ? 0 : .nan)
  }
}

extension Row {
  /// True if SQLite holds a column as a whole number.
  public func isInteger(_ column: Int32) -> Bool {
    type(column) == SQLITE_INTEGER
  }

  /// True if a column holds text.
  public func isText(_ column: Int32) -> Bool {
    type(column) == SQLITE_TEXT
  }
}
