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

// Columns, counted from 0.
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
  func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(pointer, column) == SQLITE_NULL
  }

  @inline(__always)
  func optionalDate(_ column: Int32) -> Date? {
    isNull(column) ? nil : Date(timeIntervalSinceReferenceDate: double(column))
  }

  func text(_ column: Int32) -> String {
    optionalText(column) ?? ""
  }

  func optionalText(_ column: Int32) -> String? {
    guard let bytes = sqlite3_column_text(pointer, column) else { return nil }
    let count = Int(sqlite3_column_bytes(pointer, column))
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
