internal import CModelSQLite

extension Connection {
  /// Compiles a single statement that can only read.
  ///
  /// During compilation, SQLite asks for permission for every action of the statement.
  /// Only reading columns and calling functions are allowed, so a PRAGMA, an ATTACH or
  /// a transaction is rejected.
  ///
  /// - Throws: `SQLiteError`, with the position in the text if SQLite reports one.
  package func prepareReading(_ sql: String) throws(SQLiteError) -> Statement {
    sqlite3_set_authorizer(
      handle,
      { _, action, _, _, _, _ in
        switch action {
        case SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION, SQLITE_RECURSIVE: SQLITE_OK
        default: SQLITE_DENY
        }
      }, nil)
    defer { sqlite3_set_authorizer(handle, nil, nil) }
    let (statement, rest) = try Statement.first(of: sql, connection: self)
    guard rest == nil, let statement, statement.isReadOnly else {
      let message =
        rest != nil
        ? "there is more than one statement" : statement == nil ? "there is no statement" : ""
      var error = SQLiteError(
        extendedCode: message.isEmpty ? SQLiteError.Code.notAuthorized.rawValue : SQLITE_ERROR,
        message: message, sql: sql)
      error.offset = rest
      throw error
    }
    return statement
  }
}

extension Statement {
  /// Returns the first statement in the given SQL, and the offset of the next
  /// one; nil for either if there is none.
  ///
  /// Spaces, comments and semicolons do not count as statements.
  fileprivate static func first(
    of sql: String, connection: Connection
  ) throws(SQLiteError) -> (Statement?, rest: Int?) {
    let bytes = Array(sql.utf8)
    var first: Statement?
    var position = 0
    while position < bytes.count {
      let part = String(decoding: bytes[position...], as: UTF8.self)
      let compiled: (handle: OpaquePointer?, length: Int)
      do {
        compiled = try compile(part, connection)
      } catch {
        // Any text after the first statement is one statement too many, even if it does
        // not compile.
        if first != nil { return (first, position) }
        var error = error
        error.offset = error.offset.map { $0 + position }
        throw error
      }
      if let handle = compiled.handle {
        let statement = Statement(handle, sql, connection)
        if first != nil { return (first, position) }
        first = statement
      }
      guard compiled.length > 0 else { break }
      position += compiled.length
    }
    return (first, nil)
  }
}
