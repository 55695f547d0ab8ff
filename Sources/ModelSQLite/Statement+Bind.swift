public import CModelSQLite
public import Foundation

// Every `bind` uses the next parameter. The number of a parameter is correct by
// construction, so SQLite's result is checked only where the value itself can be
// rejected: for a string or blob that exceeds SQLite's limit.

extension Statement {
  /// Binds NULL to the next parameter.
  @inlinable
  public func bindNull() {
    sqlite3_bind_null(handle, nextIndex)
    nextIndex += 1
  }

  /// Binds an integer to the next parameter.
  @inlinable
  public func bind(_ value: Int64) {
    sqlite3_bind_int64(handle, nextIndex, value)
    nextIndex += 1
  }

  /// Binds a floating-point number to the next parameter; NaN becomes NULL.
  @inlinable
  public func bind(_ value: Double) {
    sqlite3_bind_double(handle, nextIndex, value)
    nextIndex += 1
  }

  /// Binds a string to the next parameter.
  @inlinable
  public func bind(_ value: String) {
    // Unlike `withUTF8`, this does not need a copy of the value, which would be
    // retained.
    let bound: Void? = value.utf8.withContiguousStorageIfAvailable { bind(utf8: $0) }
    if bound == nil { bindBridged(value) }
  }

  /// Binds a string whose bytes are not contiguous, such as a bridged
  /// Objective-C string, to the next parameter.
  @usableFromInline
  func bindBridged(_ value: String) {
    var value = value
    value.withUTF8 { bind(utf8: $0) }
  }

  /// Binds text that is given as UTF-8 bytes to the next parameter.
  @inlinable
  public func bind(utf8 bytes: UnsafeBufferPointer<UInt8>) {
    if let copy = keep(UnsafeRawBufferPointer(bytes)) {
      _ = model_sqlite3_bind_text_static(
        handle, nextIndex, copy.assumingMemoryBound(to: CChar.self), UInt64(bytes.count))
    } else {
      bindLongText(bytes)
    }
    nextIndex += 1
  }

  /// Binds bytes to the next parameter, as a blob.
  @inlinable
  public func bind(_ bytes: UnsafeRawBufferPointer) {
    if let copy = keep(bytes) {
      _ = model_sqlite3_bind_blob_static(handle, nextIndex, copy, UInt64(bytes.count))
    } else {
      bindLongBytes(bytes)
    }
    nextIndex += 1
  }

  /// Binds data to the next parameter, as a blob.
  public func bind(_ value: Data) {
    value.withUnsafeBytes { bind($0) }
  }

  /// Binds the sixteen bytes of a UUID to the next parameter.
  public func bind(_ value: UUID) {
    withUnsafeBytes(of: value.uuid) { bind($0) }
  }

  /// Copies bytes to the arena, and returns the address of the copy; nil if the
  /// bytes do not fit.
  @inlinable
  func keep(_ bytes: UnsafeRawBufferPointer) -> UnsafeMutableRawPointer? {
    guard bytes.count <= Self.arenaSize - arenaUsed else { return nil }
    let base = arena ?? makeArena()
    let start = base + arenaUsed
    if let source = bytes.baseAddress { start.copyMemory(from: source, byteCount: bytes.count) }
    arenaUsed += bytes.count
    return start
  }

  @usableFromInline
  func makeArena() -> UnsafeMutableRawPointer {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: Self.arenaSize, alignment: 16)
    arena = memory
    return memory
  }

  @usableFromInline
  func bindLongText(_ bytes: UnsafeBufferPointer<UInt8>) {
    bytes.withMemoryRebound(to: CChar.self) { bytes in
      let code = model_sqlite3_bind_text_copy(
        handle, nextIndex, bytes.baseAddress, UInt64(bytes.count))
      if code != SQLITE_OK { faults.pointee.refusedBinding = code }
    }
  }

  /// Makes the next step throw `SQLiteError` (`.mismatch`), because a value
  /// cannot be stored.
  ///
  /// - Parameter column: A number that identifies the value.
  public func refuse(_ column: Int) {
    faults.pointee.refusedBinding = SQLITE_MISMATCH
    faults.pointee.column = Int32(truncatingIfNeeded: column)
  }

  @usableFromInline
  func bindLongBytes(_ bytes: UnsafeRawBufferPointer) {
    let code = model_sqlite3_bind_blob_copy(
      handle, nextIndex, bytes.baseAddress, UInt64(bytes.count))
    if code != SQLITE_OK { faults.pointee.refusedBinding = code }
  }
}
