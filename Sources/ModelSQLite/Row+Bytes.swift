public import CModelSQLite
public import Foundation

extension Row {
  /// Returns the value of a text column, including any NUL characters.
  @inlinable
  public func string(_ column: Int32) -> String {
    let value = statementValue(column)
    if sqlite3_value_type(value) == SQLITE_TEXT { return text(value) }
    return looseText(column, isOptional: false) ?? ""
  }

  /// Returns the value of a text column that can be NULL; nil for NULL.
  @inlinable
  public func optionalString(_ column: Int32) -> String? {
    let value = statementValue(column)
    let type = sqlite3_value_type(value)
    if type == SQLITE_TEXT { return text(value) }
    return type == SQLITE_NULL && !isOfCells ? nil : looseText(column, isOptional: true)
  }

  @inlinable
  func text(_ value: OpaquePointer?) -> String {
    let bytes = sqlite3_value_text(value)
    let count = Int(sqlite3_value_bytes(value))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// Returns the text of a column; nil if the column contains another type. A
  /// fault is recorded, unless the column is optional and contains NULL.
  @usableFromInline
  func looseText(_ column: Int32, isOptional: Bool) -> String? {
    let value = value(column)
    if value.type == SQLITE_TEXT { return value.text }
    if !isOptional || value.type != SQLITE_NULL { note(column, value) }
    return nil
  }

  /// Returns the value of a column of any type as text. Numbers are in decimal
  /// form, and NULL is an empty string.
  package func shownText(_ column: Int32) -> String { value(column).text }

  /// Returns the value of a column in SQLite's own type. Text that is not UTF-8
  /// is returned as bytes, because a `String` could not represent it.
  package func storedValue(_ column: Int32) -> FunctionResult {
    let value = value(column)
    switch value.type {
    case SQLITE_INTEGER: return .integer(value.int64)
    case SQLITE_FLOAT: return .double(value.double)
    case SQLITE_TEXT:
      let (text, bytes) = (value.text, value.utf8)
      return text.utf8.elementsEqual(bytes) ? .text(text) : .bytes(Array(bytes))
    case SQLITE_BLOB: return .bytes(Array(value.bytes))
    default: return .null
    }
  }

  /// Returns the value of a column of bytes. If it contains another type, a
  /// fault is recorded, and the result is empty.
  public func data(_ column: Int32) -> Data {
    required(optionalData(column), column) ?? Data()
  }

  /// Returns the value of a column of bytes that can be NULL; nil for NULL.
  public func optionalData(_ column: Int32) -> Data? {
    let value = value(column)
    switch value.type {
    case SQLITE_NULL: return nil
    case SQLITE_BLOB, SQLITE_TEXT:
      return Data(value.bytes)
    default:
      note(column, value)
      return nil
    }
  }

  /// Returns the value of a UUID column, which contains sixteen bytes. If it
  /// does not, a fault is recorded, and all bytes of the result are zero.
  public func uuid(_ column: Int32) -> UUID {
    required(optionalUUID(column), column)
      ?? UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  }

  /// Returns the value of a UUID column that can be NULL; nil for NULL.
  public func optionalUUID(_ column: Int32) -> UUID? {
    let value = value(column)
    guard value.type != SQLITE_NULL else { return nil }
    if value.type == SQLITE_BLOB, value.bytes.count == 16 {
      return UUID(uuid: value.bytes.loadUnaligned(as: uuid_t.self))
    }
    note(column, value)
    return nil
  }

  /// Returns the value of a URL column, which contains text. If it does not
  /// contain a URL, a fault is recorded.
  public func url(_ column: Int32) -> URL {
    required(optionalURL(column), column) ?? URL(filePath: "/")
  }

  /// Returns the value of a URL column that can be NULL; nil for NULL.
  public func optionalURL(_ column: Int32) -> URL? {
    guard let text = optionalString(column) else { return nil }
    guard let url = URL(string: text) else {
      fail(column, .mismatched)
      return nil
    }
    return url
  }
}
