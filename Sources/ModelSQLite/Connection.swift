internal import CModelSQLite

/// A connection to an SQLite database.
///
/// The connection is opened without SQLite's own locking (NOMUTEX), because a mutex
/// would cost time at every step of every row. Its owner makes sure that only one
/// thread uses it at a time. A statement holds its connection, so that statements are
/// finalized before the connection is closed.
package final class Connection {
  /// The options with which a database is opened.
  package struct Configuration: Sendable, Hashable {
    /// True if nothing may be written.
    package var isReadOnly = false
    /// True if a missing file is created.
    package var createsFile = true
    /// The time to wait for another writer, in milliseconds.
    package var busyTimeout: Int32 = 5000

    /// The longest time that a statement may run; nil for no limit. The schema of an
    /// untrusted file can make a statement that never ends.
    package var statementTimeLimit: Duration?

    /// The default configuration: read and write, create a missing file, wait five
    /// seconds.
    package init() {}
  }

  let handle: OpaquePointer
  /// The checks that a running statement makes to find out whether to stop.
  @exclusivity(unchecked) var interruption: Interruption?
  /// The error of the function that failed last.
  let functionFailure = FunctionFailure()
  /// The observer of statements.
  var tracer: Tracer?

  /// Opens the database of a path, or of a URI that begins with `file:`.
  ///
  /// - Throws: `SQLiteError` when the file cannot be opened; a file that is not a
  ///   database is noticed by the first statement.
  package init(
    path: String, configuration: Configuration = Configuration()
  ) throws(SQLiteError) {
    var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI | SQLITE_OPEN_EXRESCODE
    flags |= configuration.isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
    if configuration.createsFile, !configuration.isReadOnly { flags |= SQLITE_OPEN_CREATE }
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, flags, nil)
    guard code == SQLITE_OK, let handle = opened else {
      let error = SQLiteError(opened, code: code)
      sqlite3_close_v2(opened)
      throw error
    }
    self.handle = handle
    sqlite3_busy_timeout(handle, configuration.busyTimeout)
    // A store's schema is untrusted input: its triggers and views may call harmless
    // functions only.
    _ = model_sqlite3_db_config_flag(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    _ = model_sqlite3_db_config_flag(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
    // A double-quoted word is a name, never a text.
    _ = model_sqlite3_db_config_flag(handle, SQLITE_DBCONFIG_DQS_DML, 0)
    _ = model_sqlite3_db_config_flag(handle, SQLITE_DBCONFIG_DQS_DDL, 0)
    setTimeLimit(configuration.statementTimeLimit)
  }

  deinit {
    sqlite3_close_v2(handle)
  }

  /// Compiles a statement.
  ///
  /// - Throws: `SQLiteError` with the statement's text.
  package func prepare(_ sql: String) throws(SQLiteError) -> Statement {
    restartTime()
    return try Statement(sql, connection: self)
  }

  /// Runs statements that return no rows, one after the other.
  ///
  /// - Throws: `SQLiteError` of the first statement that fails; the statements before
  ///   it have taken effect.
  package func execute(_ sql: String) throws(SQLiteError) {
    interruption?.restart()
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteError(handle, code: code, sql: sql) }
  }

  /// The number of rows that the last insert, update or delete changed.
  package var changeCount: Int { Int(sqlite3_changes64(handle)) }

  /// True if a transaction is open.
  package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// A number that changes whenever the connection notices, by reading, that a database
  /// has changed, including by its own commits.
  ///
  /// The number is cheap, since no page is read; every look-up asks for it.
  ///
  /// - Parameter schema: The database's name; nil for the main database, for which
  ///   SQLite need not look the name up.
  package func contentVersion(_ schema: String? = nil) -> UInt32 {
    var version: UInt32 = 0
    sqlite3_file_control(handle, schema, SQLITE_FCNTL_DATA_VERSION, &version)
    return version
  }

  /// True if the database is read-only, by option or by the file's permissions.
  package var isReadOnly: Bool { isReadOnly("main") }

  /// True if the connection's database of that name is read-only.
  package func isReadOnly(_ schema: String) -> Bool { sqlite3_db_readonly(handle, schema) == 1 }

  /// True if rows written in the open transaction refer to missing rows, so that it
  /// cannot be committed as it is.
  package var hasUnresolvedReferences: Bool {
    var count: Int32 = 0
    var highest: Int32 = 0
    sqlite3_db_status(handle, SQLITE_DBSTATUS_DEFERRED_FKS, &count, &highest, 0)
    return count != 0
  }
}

extension Connection {
  /// The way a transaction begins (https://sqlite.org/lang_transaction.html).
  package enum TransactionKind: String, Sendable {
    /// The transaction reads; its first read decides which state of the database it
    /// sees.
    case deferred = "DEFERRED"
    /// The transaction writes, and waits at its start for other writers.
    case immediate = "IMMEDIATE"
    /// The transaction writes and keeps readers out, so that its commit waits for no
    /// other connection.
    case exclusive = "EXCLUSIVE"
  }

  /// Runs the body in a transaction, and rolls back if the body throws.
  ///
  /// Inside another transaction the body simply runs.
  ///
  /// - Throws: Any error that the body throws, or `SQLiteError`.
  package func transaction<Result>(
    _ kind: TransactionKind = .immediate, _ body: () throws -> Result
  ) throws -> Result {
    if isInTransaction { return try body() }
    try execute("BEGIN \(kind.rawValue)")
    do {
      let result = try body()
      try commit()
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  private func commit() throws(SQLiteError) {
    do {
      try execute("COMMIT")
    } catch {
      var error = error
      // A transaction whose commit was refused is still open; a transaction that is
      // closed may have been committed to the file.
      error.isOutcomeUnknown = !isInTransaction
      throw error
    }
  }

  /// Rolls back the open transaction, if any.
  ///
  /// Some errors (a full disk) have rolled it back already. After a failed rollback
  /// `isInTransaction` is still true.
  package func rollBack() {
    if isInTransaction { try? execute("ROLLBACK") }
  }
}
