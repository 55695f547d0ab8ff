public import CModelSQLite

/// A compiled statement, to which values are bound and from which rows are read.
///
/// Strings and bytes are bound from a scratch arena that lives until the
/// statement is reset, so that SQLite does not copy them. Only values that do
/// not fit into the arena are copied by SQLite.
///
/// A statement has two states, ready and reading:
///
///     prepare -> ready -- step() --> reading -- reset() --> ready
///                  bind(_:)            Row
///
/// A reset empties the arena, so every parameter must be bound again before the
/// next step. A row is valid until the next step or reset. Code that steps a
/// statement must also reset it. Otherwise, its read transaction stays open,
/// and the write-ahead log cannot be truncated.
public final class Statement {
  /// The handle of the statement in SQLite.
  public let handle: OpaquePointer
  /// The SQL from which the statement was compiled.
  public let sql: String
  /// The number of the parameter to which the next call of `bind(_:)` binds a
  /// value, from 1.
  @exclusivity(unchecked) public final var nextIndex: Int32 = 1
  /// The first fault that was found when rows of this statement were decoded.
  public let faults: UnsafeMutablePointer<RowFault>

  let connection: Connection
  @exclusivity(unchecked) @usableFromInline final var arena: UnsafeMutableRawPointer?
  @exclusivity(unchecked) @usableFromInline final var arenaUsed = 0
  @usableFromInline static var arenaSize: Int { 8192 }

  convenience init(_ sql: String, connection: Connection) throws(SQLiteError) {
    guard let handle = try Self.compile(sql, connection).handle else {
      throw SQLiteError(connection.handle, code: SQLITE_MISUSE, sql: sql)
    }
    self.init(handle, sql, connection)
  }

  init(_ handle: OpaquePointer, _ sql: String, _ connection: Connection) {
    self.handle = handle
    self.sql = sql
    self.connection = connection
    faults = .allocate(capacity: 1)
    faults.initialize(to: RowFault())
  }

  /// Compiles the first statement in the given SQL.
  ///
  /// - Returns: The statement, which is nil if the text contains only a comment
  ///   or spaces, and the number of bytes that were read.
  static func compile(
    _ sql: String, _ connection: Connection
  ) throws(SQLiteError) -> (handle: OpaquePointer?, length: Int) {
    var text = sql
    var compiled: OpaquePointer?
    var length = 0
    let code = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { bytes in
        var rest: UnsafePointer<CChar>?
        let code = sqlite3_prepare_v3(
          connection.handle, bytes.baseAddress, Int32(bytes.count),
          UInt32(SQLITE_PREPARE_PERSISTENT), &compiled, &rest)
        if let rest, let start = bytes.baseAddress { length = rest - start }
        return code
      }
    }
    guard code == SQLITE_OK else { throw SQLiteError(connection.handle, code: code, sql: sql) }
    return (compiled, length)
  }

  deinit {
    sqlite3_finalize(handle)
    faults.deallocate()
    arena?.deallocate()
  }

  /// The number of columns in a row.
  public var columnCount: Int { Int(sqlite3_column_count(handle)) }

  /// Returns the name of a column, counted from 0; empty if there is no such column.
  public func columnName(_ index: Int) -> String {
    sqlite3_column_name(handle, Int32(index)).map { String(cString: $0) } ?? ""
  }

  /// The number of the statement's parameters.
  public var parameterCount: Int { Int(sqlite3_bind_parameter_count(handle)) }

  /// True if rows are being read, because the statement has been stepped and not yet
  /// reset.
  public var isRunning: Bool { sqlite3_stmt_busy(handle) != 0 }

  /// True if running the statement does not change the database.
  public var isReadOnly: Bool { sqlite3_stmt_readonly(handle) != 0 }
}

extension Statement {
  /// Steps to the next row.
  ///
  /// - Returns: True if there is a row.
  /// - Throws: `SQLiteError` if the step fails. In that case, the statement is
  ///   reset.
  @inlinable
  public func step() throws(SQLiteError) -> Bool {
    if faults.pointee.refusedBinding != 0 { throw refusal() }
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    throw failure(code)
  }

  /// Runs a statement that returns no rows, and resets it.
  ///
  /// - Throws: `SQLiteError` if the statement fails. It is also reset in that
  ///   case.
  @inlinable
  public func run() throws(SQLiteError) {
    if faults.pointee.refusedBinding != 0 { throw refusal() }
    let code = sqlite3_step(handle)
    reset()
    if code != SQLITE_DONE && code != SQLITE_ROW { throw failure(code) }
  }

  /// Resets the statement, so that values can be bound again.
  @inlinable
  public func reset() {
    sqlite3_reset(handle)
    arenaUsed = 0
    nextIndex = 1
  }

  /// Resets the statement, and returns the error of its connection.
  @usableFromInline
  func failure(_ code: Int32) -> SQLiteError {
    let error = SQLiteError(connection.handle, code: code, sql: sql)
    reset()
    return error
  }

  /// Resets the statement, and returns the error for a value that could not be
  /// bound.
  @usableFromInline
  func refusal() -> SQLiteError {
    let code = faults.pointee.refusedBinding
    faults.pointee.refusedBinding = 0
    reset()
    return SQLiteError(nil, code: code, sql: sql)
  }

  /// Runs the statement, passes every row to a closure, and resets the
  /// statement.
  ///
  /// - Throws: Any error that the closure throws, or `SQLiteError`.
  public func forEachRow(_ body: (Row) throws -> Void) throws {
    defer { reset() }
    while try step() { try body(Row(self)) }
  }

  /// Runs the statement, resets it, and returns the values that a closure reads
  /// from the rows.
  package func rows<Value>(_ read: (Row) throws -> Value) throws -> [Value] {
    var values: [Value] = []
    try forEachRow { values.append(try read($0)) }
    return values
  }

  /// Runs the statement up to its first row, resets it, and returns the value
  /// that a closure reads from this row; nil if there is no row.
  package func first<Value>(_ read: (Row) -> Value) throws(SQLiteError) -> Value? {
    defer { reset() }
    return try step() ? read(Row(self)) : nil
  }

  /// True if the statement returns a row. Accessing this property runs and
  /// resets the statement.
  package var hasRow: Bool {
    get throws(SQLiteError) {
      defer { reset() }
      return try step()
    }
  }
}
