/// A writer of the requested values of an object to a statement.
///
/// Values are bound to the statement's parameters one after the other, because
/// generated code writes properties in column order, and the statement contains
/// the columns of the requested properties in the same order.
public struct RowWriter {
  @usableFromInline let statement: Statement
  @usableFromInline let properties: PropertySet

  /// Creates a writer for some of an object's properties.
  init(_ statement: Statement, _ properties: PropertySet) {
    self.statement = statement
    self.properties = properties
  }

  @inlinable
  func takes(_ key: some PropertyKey) -> Bool { properties.contains(key.rawValue) }

  /// Writes a string as TEXT, if its property is requested.
  @inlinable
  public func write(_ value: String, _ key: some PropertyKey) {
    if takes(key) { statement.bind(value) }
  }

  /// Writes a string as TEXT, or NULL if it is nil.
  @inlinable
  public func write(_ value: String?, _ key: some PropertyKey) {
    guard takes(key) else { return }
    if let value { statement.bind(value) } else { statement.bindNull() }
  }

  /// Writes an integer or a Boolean as an INTEGER, if its property is
  /// requested.
  @inlinable
  public func write(_ value: some StoredInteger, _ key: some PropertyKey) {
    if takes(key) { statement.bind(value.storedInteger) }
  }

  /// Writes an integer or a Boolean as an INTEGER, or NULL if it is nil.
  @inlinable
  public func write(_ value: (some StoredInteger)?, _ key: some PropertyKey) {
    guard takes(key) else { return }
    if let value { statement.bind(value.storedInteger) } else { statement.bindNull() }
  }

  /// Writes a number, or the seconds of a date, as a REAL. NaN is reported as
  /// an error.
  @inlinable
  public func write(_ value: some StoredNumber, _ key: some PropertyKey) {
    guard takes(key) else { return }
    let number = value.storedNumber
    if number.isNaN { refuse(key) } else { statement.bind(number) }
  }

  /// Writes a number, or the seconds of a date, as a REAL, or NULL if it is
  /// nil.
  @inlinable
  public func write(_ value: (some StoredNumber)?, _ key: some PropertyKey) {
    guard takes(key) else { return }
    if let value { write(value, key) } else { statement.bindNull() }
  }

  /// Reports a value that cannot be stored, so that the statement throws an
  /// error instead of writing NULL.
  @usableFromInline
  func refuse(_ key: some PropertyKey) { statement.refuse(key.rawValue) }
}

/// A value that is stored as an integer.
public protocol StoredInteger {
  /// The integer that a store contains for the value.
  var storedInteger: Int64 { get }
}

extension StoredInteger where Self: FixedWidthInteger {
  /// The integer that a store contains for the value, which is the value
  /// itself.
  @inlinable public var storedInteger: Int64 { Int64(self) }
}

extension Int16: StoredInteger {}
extension Int32: StoredInteger {}
extension Int64: StoredInteger {}

extension Bool: StoredInteger {
  /// The integer that a store contains for the value: 1 for true and 0 for
  /// false.
  @inlinable public var storedInteger: Int64 { self ? 1 : 0 }
}

/// A value that is stored as a floating-point number.
public protocol StoredNumber {
  /// The number that a store contains for the value.
  var storedNumber: Double { get }
}

extension Double: StoredNumber {
  /// The number that a store contains for the value, which is the value itself.
  @inlinable public var storedNumber: Double { self }
}

extension Float: StoredNumber {
  /// The number that a store contains for the value, which is the value itself.
  @inlinable public var storedNumber: Double { Double(self) }
}

extension Date: StoredNumber {
  /// The number that a store contains for the date: the seconds since
  /// 2001-01-01 00:00 UTC.
  @inlinable public var storedNumber: Double { timeIntervalSinceReferenceDate }
}
