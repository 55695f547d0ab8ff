internal import CModelSQLite

/// A connection to an SQLite database.
///
/// It is opened without SQLite's own locking (NOMUTEX), so one thread uses it
/// at a time; whoever owns it sees to that: the mutex would cost every step of
/// every row. A statement holds its connection, so that statements are finalized
/// before it is closed.
package final class Connection {
  /// The options with which a database is opened.
  package struct Configuration: Sendable, Hashable {
    /// A Boolean value that says whether nothing may be written.
    package var isReadOnly = false
    /// A Boolean value that says whether a missing file is made.
    package var createsFile = true
    /// The time to wait for another writer, in milliseconds.
    package var busyTimeout: Int32 = 5000

    /// The longest time that a statement may run, since the schema of a file that is not trusted
    /// can make one that never ends; nil for any time.
    package var statementTimeLimit: Duration?

    /// The default: read and write, make the file, wait five seconds.
    package init() {}
  }

  let handle: OpaquePointer
  /// The questions that a running statement asks whether to stop.
  @exclusivity(unchecked) var interruption: Interruption?
  /// The error of the function that failed last.
  let functionFailure = FunctionFailure()
  /// The observer of statements.
  var tracer: Tracer?

  /// Opens the database of a path, or of a URI that begins with `file:`.
  ///
  /// - Throws: `SQLiteError` when the file cannot be opened; a file that is no
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
    // A store's schema is input: its triggers and views may call harmless functions only.
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

  /// Runs statements that give no rows, one after the other.
  ///
  /// - Throws: `SQLiteError` of the first that fails; those before it are done.
  package func execute(_ sql: String) throws(SQLiteError) {
    interruption?.restart()
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteError(handle, code: code, sql: sql) }
  }

  /// The number of rows that the last insert, update or delete changed.
  package var changeCount: Int { Int(sqlite3_changes64(handle)) }

  /// A Boolean value that says whether a transaction is open.
  package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// A number that changes whenever the connection notices, by reading, that a
  /// database has changed; its own commits count too.
  ///
  /// It reads nothing, so it costs next to nothing; every look-up asks for it.
  ///
  /// - Parameter schema: The database's name; nil for the main one, which is not
  ///   looked for.
  package func contentVersion(_ schema: String? = nil) -> UInt32 {
    var version: UInt32 = 0
    sqlite3_file_control(handle, schema, SQLITE_FCNTL_DATA_VERSION, &version)
    return version
  }

  /// A Boolean value that says whether the database is read-only, by option or
  /// by the file's rights.
  package var isReadOnly: Bool { isReadOnly("main") }

  /// A Boolean value that says whether a database of those that the connection
  /// has is read-only.
  package func isReadOnly(_ schema: String) -> Bool { sqlite3_db_readonly(handle, schema) == 1 }

  /// A Boolean value that says whether rows written in the open transaction
  /// lead to rows that are not there, so that it cannot be committed as it is.
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
    /// It reads; the first read decides what it sees.
    case deferred = "DEFERRED"
    /// It writes, and waits at its start for other writers.
    case immediate = "IMMEDIATE"
    /// It writes, and keeps readers away too, so that its commit waits for
    /// nobody.
    case exclusive = "EXCLUSIVE"
  }

  /// Runs the body in a transaction, and rolls back when it throws.
  ///
  /// Inside another transaction it simply runs the body.
  ///
  /// - Throws: What the body throws, or `SQLiteError`.
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
      // One that is refused stays open; one that is over may be in the file.
      error.isOutcomeUnknown = !isInTransaction
      throw error
    }
  }

  /// Rolls the open transaction back, where there is one.
  ///
  /// Some errors (a full disk) have done so already, and after one that cannot
  /// be rolled back `isInTransaction` still tells of it.
  package func rollBack() {
    if isInTransaction { try? execute("ROLLBACK") }
  }
}
