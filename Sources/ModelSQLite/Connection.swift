internal import CModelSQLite

/// A connection to an SQLite database.
///
/// The connection is opened without SQLite's own locking (NOMUTEX), because
/// locking a mutex would take time at every row. The owner of the connection
/// ensures that only one thread uses it at a time. A statement retains its
/// connection, so that statements are finalized before the connection is
/// closed.
package final class Connection {
  /// The options with which a database is opened.
  package struct Configuration: Sendable, Hashable {
    /// True if the connection cannot write.
    package var isReadOnly = false
    /// True if a missing file is created.
    package var createsFile = true
    /// The time to wait for other connections that are writing, in
    /// milliseconds.
    package var busyTimeout: Int32 = 5000

    /// The maximum time for which a statement may run; nil if there is no limit. The
    /// schema of an untrusted file can contain a statement that never ends.
    package var statementTimeLimit: Duration?

    /// Creates the default configuration, with which the connection can read
    /// and write, creates a missing file, and waits five seconds for other
    /// connections.
    package init() {}
  }

  let handle: OpaquePointer
  /// The checks that determine whether a running statement is stopped; nil if
  /// there are none.
  @exclusivity(unchecked) var interruption: Interruption?
  /// The error of the function that failed last.
  let functionFailure = FunctionFailure()
  /// The tracer that reports statements; nil if there is none.
  var tracer: Tracer?

  /// Opens the database at a path, or at a URI that begins with `file:`.
  ///
  /// - Throws: `SQLiteError` if the file cannot be opened; if it is not a
  ///   database, only the first statement throws an error.
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
    // A store's schema is untrusted input: its triggers and views may only call
    // harmless functions.
    _ = model_sqlite3_db_config_flag(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    _ = model_sqlite3_db_config_flag(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
    // A double-quoted word is always a name, never a string.
    _ = model_sqlite3_db_config_flag(handle, SQLITE_DBCONFIG_DQS_DML, 0)
    _ = model_sqlite3_db_config_flag(handle, SQLITE_DBCONFIG_DQS_DDL, 0)
    setTimeLimit(configuration.statementTimeLimit)
  }

  deinit {
    sqlite3_close_v2(handle)
  }

  /// Compiles a statement.
  ///
  /// - Throws: `SQLiteError`, with the text of the statement, if it is not
  ///   valid.
  package func prepare(_ sql: String) throws(SQLiteError) -> Statement {
    restartTime()
    return try Statement(sql, connection: self)
  }

  /// Runs statements that return no rows, one after the other.
  ///
  /// - Throws: `SQLiteError` for the first statement that fails; the statements before
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

  /// Returns a number that is different after the connection has read a changed
  /// state of a database. The connection's own commits also change it.
  ///
  /// This takes little time, because it reads no page, so that it can be called
  /// at every lookup.
  ///
  /// - Parameter schema: The name of the database; nil for the main database, which
  ///   SQLite can use without looking up its name.
  package func contentVersion(_ schema: String? = nil) -> UInt32 {
    var version: UInt32 = 0
    sqlite3_file_control(handle, schema, SQLITE_FCNTL_DATA_VERSION, &version)
    return version
  }

  /// True if the main database is read-only, because of an option or of the
  /// permissions of its file.
  package var isReadOnly: Bool { isReadOnly("main") }

  /// Returns whether the connection's database with the given name is read-only.
  package func isReadOnly(_ schema: String) -> Bool { sqlite3_db_readonly(handle, schema) == 1 }

  /// True if rows written in the open transaction refer to missing rows, in
  /// which case the transaction cannot be committed yet.
  package var hasUnresolvedReferences: Bool {
    var count: Int32 = 0
    var highest: Int32 = 0
    sqlite3_db_status(handle, SQLITE_DBSTATUS_DEFERRED_FKS, &count, &highest, 0)
    return count != 0
  }
}

extension Connection {
  /// The way in which a transaction begins (https://sqlite.org/lang_transaction.html).
  package enum TransactionKind: String, Sendable {
    /// A transaction for reading. It takes no lock at its start; its first read
    /// determines which state of the database it sees.
    case deferred = "DEFERRED"
    /// A transaction for writing. At its start, it waits for other connections
    /// that are writing.
    case immediate = "IMMEDIATE"
    /// A transaction for writing that also excludes readers, so that its commit
    /// does not wait for other connections.
    case exclusive = "EXCLUSIVE"
  }

  /// Runs a closure in a transaction, which is rolled back if the closure
  /// throws an error.
  ///
  /// If a transaction is already open, the closure becomes part of it.
  ///
  /// - Throws: Any error that the closure throws, or `SQLiteError`.
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
      // If a commit fails and the transaction is still open, it was not committed; if
      // it is closed, it may have been committed to the file.
      error.isOutcomeUnknown = !isInTransaction
      throw error
    }
  }

  /// Rolls back the open transaction, if there is one.
  ///
  /// After some errors, such as a full disk, SQLite has already rolled it back.
  /// After a failed rollback, `isInTransaction` is still true.
  package func rollBack() {
    if isInTransaction { try? execute("ROLLBACK") }
  }
}
