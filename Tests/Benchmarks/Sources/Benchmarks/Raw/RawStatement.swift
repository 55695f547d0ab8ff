import CSQLiteRaw
import Foundation

/// A prepared statement of the raw C API. Finalized when it is let go of.
///
/// Texts are bound without a copy: they lie in a ``TextArena`` until the statement has been run.
final class RawStatement {
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) {
    self.pointer = pointer
  }

  deinit {
    sqlite3_finalize(pointer)
  }

  /// Whether there is a row.
  @inline(__always)
  func step() throws -> Bool {
    let code = sqlite3_step(pointer)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    throw BenchError("step: \(String(cString: sqlite3_errmsg(sqlite3_db_handle(pointer))))")
  }

  @inline(__always)
  func reset() {
    sqlite3_reset(pointer)
  }

  /// Runs a statement that returns no rows.
  @inline(__always)
  func run() throws {
    let code = sqlite3_step(pointer)
    let resetCode = sqlite3_reset(pointer)
    guard code == SQLITE_DONE, resetCode == SQLITE_OK else {
      throw BenchError("run: \(String(cString: sqlite3_errmsg(sqlite3_db_handle(pointer))))")
    }
  }
}

// Columns, counted from 0. `sqlite3_column_value` and then `sqlite3_value_...` is one checked call
// for a column instead of two; that is allowed because the connection has no mutex and one thread.
extension RawStatement {
  @inline(__always)
  func int64(_ column: Int32) -> Int64 {
    sqlite3_column_int64(pointer, column)
  }

  @inline(__always)
  func int32(_ column: Int32) -> Int32 {
    sqlite3_column_int(pointer, column)
  }

  @inline(__always)
  func double(_ column: Int32) -> Double {
    sqlite3_column_double(pointer, column)
  }

  @inline(__always)
  func optionalInt64(_ column: Int32) -> Int64? {
    let value = sqlite3_column_value(pointer, column)
    return sqlite3_value_type(value) == SQLITE_NULL ? nil : sqlite3_value_int64(value)
  }

  @inline(__always)
  func optionalInt32(_ column: Int32) -> Int32? {
    optionalInt64(column).map { Int32(truncatingIfNeeded: $0) }
  }

  @inline(__always)
  func optionalDate(_ column: Int32) -> Date? {
    let value = sqlite3_column_value(pointer, column)
    guard sqlite3_value_type(value) != SQLITE_NULL else { return nil }
    return Date(timeIntervalSinceReferenceDate: sqlite3_value_double(value))
  }

  func text(_ column: Int32) -> String {
    optionalText(column) ?? ""
  }

  func optionalText(_ column: Int32) -> String? {
    let value = sqlite3_column_value(pointer, column)
    guard let bytes = sqlite3_value_text(value) else { return nil }
    let count = Int(sqlite3_value_bytes(value))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }
}

// Parameters, counted from 1.
extension RawStatement {
  @inline(__always)
  func bind(_ value: Int64, at index: Int32) {
    sqlite3_bind_int64(pointer, index, value)
  }

  @inline(__always)
  func bind(_ value: Int32, at index: Int32) {
    sqlite3_bind_int64(pointer, index, Int64(value))
  }

  @inline(__always)
  func bind(_ value: Double, at index: Int32) {
    sqlite3_bind_double(pointer, index, value)
  }

  @inline(__always)
  func bind(_ value: Int64?, at index: Int32) {
    if let value { bind(value, at: index) } else { sqlite3_bind_null(pointer, index) }
  }

  @inline(__always)
  func bind(_ value: Int32?, at index: Int32) {
    if let value { bind(value, at: index) } else { sqlite3_bind_null(pointer, index) }
  }

  @inline(__always)
  func bind(_ value: Date?, at index: Int32) {
    if let value {
      bind(value.timeIntervalSinceReferenceDate, at: index)
    } else {
      sqlite3_bind_null(pointer, index)
    }
  }

  func bind(_ value: String, at index: Int32, in arena: TextArena) {
    let (bytes, count) = arena.copy(value)
    _ = raw_bind_text_static(pointer, index, bytes, Int32(count))
  }

  @inline(__always)
  func bind(_ value: String?, at index: Int32, in arena: TextArena) {
    if let value {
      bind(value, at: index, in: arena)
    } else {
      sqlite3_bind_null(pointer, index)
    }
  }
}
