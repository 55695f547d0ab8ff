public import CModelSQLite

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Row {
  /// A text column; embedded NULs are kept.
  @inlinable
  public func string(_ column: Int32) -> String {
    let value = value(column)
    guard sqlite3_value_type(value) == SQLITE_TEXT else {
      note(column, value)
      return ""
    }
    return text(value)
  }

  /// A text column that may be NULL.
  @inlinable
  public func optionalString(_ column: Int32) -> String? {
    let value = value(column)
    let type = sqlite3_value_type(value)
    if type == SQLITE_TEXT { return text(value) }
    if type != SQLITE_NULL { note(column, value) }
    return nil
  }

  @inlinable
  func text(_ value: OpaquePointer?) -> String {
    let bytes = sqlite3_value_text(value)
    let count = Int(sqlite3_value_bytes(value))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// A column of any type as text: numbers in decimal form, NULL as nothing.
  package func shownText(_ column: Int32) -> String { text(value(column)) }

  /// A column as SQLite holds it; text that is not UTF-8 is its bytes, of which
  /// a `String` would lose some.
  package func storedValue(_ column: Int32) -> FunctionResult {
    let value = value(column)
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: return .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: return .double(sqlite3_value_double(value))
    case SQLITE_TEXT:
      let text = text(value)
      let bytes = UnsafeBufferPointer(
        start: sqlite3_value_text(value), count: Int(sqlite3_value_bytes(value)))
      return text.utf8.elementsEqual(bytes) ? .text(text) : .bytes(Array(bytes))
    case SQLITE_BLOB:
      let count = Int(sqlite3_value_bytes(value))
      let start = sqlite3_value_blob(value)
      return .bytes(Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)))
    default: return .null
    }
  }

  /// A column of bytes.
  public func data(_ column: Int32) -> Data {
    if let data = optionalData(column) { return data }
    note(column, value(column))
    return Data()
  }

  /// A column of bytes that may be NULL.
  public func optionalData(_ column: Int32) -> Data? {
    let value = value(column)
    switch sqlite3_value_type(value) {
    case SQLITE_NULL: return nil
    case SQLITE_BLOB, SQLITE_TEXT:
      guard let bytes = sqlite3_value_blob(value) else { return Data() }
      return Data(bytes: bytes, count: Int(sqlite3_value_bytes(value)))
    default:
      note(column, value)
      return nil
    }
  }

  /// A column of the sixteen bytes of a UUID.
  public func uuid(_ column: Int32) -> UUID {
    if let uuid = optionalUUID(column) { return uuid }
    note(column, value(column))
    return UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  }

  /// A column of the sixteen bytes of a UUID that may be NULL.
  public func optionalUUID(_ column: Int32) -> UUID? {
    let value = value(column)
    guard sqlite3_value_type(value) != SQLITE_NULL else { return nil }
    guard sqlite3_value_type(value) == SQLITE_BLOB, sqlite3_value_bytes(value) == 16,
      let bytes = sqlite3_value_blob(value)
    else {
      note(column, value)
      return nil
    }
    return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
  }

  /// A column of a URL's text.
  public func url(_ column: Int32) -> URL {
    if let url = optionalURL(column) { return url }
    note(column, value(column))
    return URL(filePath: "/")
  }

  /// A column of a URL's text that may be NULL.
  public func optionalURL(_ column: Int32) -> URL? {
    guard let text = optionalString(column) else { return nil }
    guard let url = URL(string: text) else {
      fail(column, .mismatched)
      return nil
    }
    return url
  }
}
