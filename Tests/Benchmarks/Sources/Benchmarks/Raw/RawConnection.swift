import CSQLiteRaw

/// A connection of the raw C API, set up like everyone's.
final class RawConnection {
  let handle: OpaquePointer

  /// - Throws: ``BenchError`` with SQLite's message.
  init(path: String) throws {
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(path, &handle, flags, nil)
    guard let handle, code == SQLITE_OK else {
      sqlite3_close_v2(handle)
      throw BenchError("\(path): cannot open (\(code))")
    }
    self.handle = handle
    for pragma in ConnectionSettings.pragmas {
      try execute(pragma)
    }
  }

  deinit {
    sqlite3_close_v2(handle)
  }

  func execute(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
      throw failure(sql)
    }
  }

  func prepare(_ sql: String) throws -> RawStatement {
    var pointer: OpaquePointer?
    let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
    let code = sqlite3_prepare_v3(handle, sql, -1, flags, &pointer, nil)
    guard let pointer, code == SQLITE_OK else {
      throw failure(sql)
    }
    return RawStatement(pointer)
  }

  /// Runs the body in a write transaction.
  func transaction(_ body: () throws -> Void) throws {
    try execute("BEGIN IMMEDIATE")
    do {
      try body()
      try execute("COMMIT")
    } catch {
      try? execute("ROLLBACK")
      throw error
    }
  }

  /// Rows changed by the last statement.
  var changes: Int32 { sqlite3_changes(handle) }

  private func failure(_ sql: String) -> BenchError {
    BenchError("\(String(cString: sqlite3_errmsg(handle))): \(sql)")
  }
}
