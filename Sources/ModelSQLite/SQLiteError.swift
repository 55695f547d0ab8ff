internal import CModelSQLite

/// An error that SQLite has reported.
public struct SQLiteError: Error, Sendable, Hashable {
  /// SQLite's extended result code (https://sqlite.org/rescode.html).
  public var extendedCode: Int32
  /// The message of SQLite, in English.
  public var message: String
  /// The SQL of the statement that failed, without bound values; nil if it is
  /// not known.
  public var sql: String?
  /// The offset of the error in the SQL; nil if SQLite has not reported it.
  package var offset: Int?
  /// The error number of the operating system, if a file could not be opened,
  /// read or written; otherwise 0.
  package private(set) var systemCode: Int32 = 0
  /// True if a commit failed, but may nevertheless have taken effect, because
  /// SQLite can fail while it releases its locks.
  package var isOutcomeUnknown = false

  /// Creates an error from an extended code and a message.
  public init(extendedCode: Int32, message: String, sql: String? = nil) {
    self.extendedCode = extendedCode
    self.message = message
    self.sql = sql
  }

  /// Creates the error that a connection has reported last.
  init(_ connection: OpaquePointer?, code: Int32, sql: String? = nil) {
    let known = connection.map { sqlite3_extended_errcode($0) } ?? code
    let isCurrent = known & 0xFF == code & 0xFF
    extendedCode = isCurrent ? known : code
    message =
      isCurrent && connection != nil
      ? String(cString: sqlite3_errmsg(connection)) : String(cString: sqlite3_errstr(code))
    self.sql = sql
    if isCurrent, let connection, [.cannotOpen, .inputOutput].contains(self.code) {
      systemCode = sqlite3_system_errno(connection)
    }
    if isCurrent, sql != nil, let connection {
      let byte = model_sqlite3_error_offset(connection)
      offset = byte < 0 ? nil : Int(byte)
    }
  }
}

extension SQLiteError {
  /// SQLite's primary result code.
  public var code: Code { Code(rawValue: extendedCode & 0xFF) }

  /// A primary result code of SQLite.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The number of the code in SQLite.
    public var rawValue: Int32

    /// Creates a code from its number in SQLite.
    public init(rawValue: Int32) {
      self.rawValue = rawValue
    }

    /// A generic error has occurred, such as a mistake in SQL.
    public static let error = Code(rawValue: 1)
    /// Another connection is writing to the database.
    public static let busy = Code(rawValue: 5)
    /// Another statement that uses a shared cache holds a lock.
    public static let locked = Code(rawValue: 6)
    /// Memory could not be allocated, or its limit has been reached.
    public static let outOfMemory = Code(rawValue: 7)
    /// The file or the connection is read-only.
    public static let readOnly = Code(rawValue: 8)
    /// A statement was interrupted.
    public static let interrupted = Code(rawValue: 9)
    /// The operating system failed to read or write.
    public static let inputOutput = Code(rawValue: 10)
    /// The file is damaged.
    public static let corrupt = Code(rawValue: 11)
    /// The disk is full.
    public static let full = Code(rawValue: 13)
    /// The file cannot be opened.
    public static let cannotOpen = Code(rawValue: 14)
    /// A string, blob or statement is longer, or an expression deeper, than SQLite
    /// allows.
    public static let tooBig = Code(rawValue: 18)
    /// A constraint of a table was violated.
    public static let constraint = Code(rawValue: 19)
    /// A value does not match the type of its column.
    public static let mismatch = Code(rawValue: 20)
    /// A statement would perform an action that is not allowed.
    public static let notAuthorized = Code(rawValue: 23)
    /// The file is not a database.
    public static let notADatabase = Code(rawValue: 26)
  }

  /// True if the unique values of a row already exist.
  public var isUniquenessViolation: Bool { extendedCode == SQLITE_CONSTRAINT | (8 << 8) }

  /// True if a row with the same key already exists.
  package var isKeyViolation: Bool { extendedCode == SQLITE_CONSTRAINT | (6 << 8) }

  /// True if a read-only connection found a journal that must be rolled back
  /// first.
  package var isHotJournal: Bool { extendedCode == SQLITE_READONLY | (3 << 8) }

  /// True if the file has been removed or renamed, so that no journal can be
  /// created beside it.
  package var isMovedFile: Bool { extendedCode == SQLITE_READONLY | (4 << 8) }

  /// The error for a commit of rows that refer to missing rows.
  package static let unresolvedReference = SQLiteError(
    extendedCode: SQLITE_CONSTRAINT | (3 << 8), message: "FOREIGN KEY constraint failed",
    sql: "COMMIT")

  /// True if a foreign key constraint was violated.
  public var isForeignKeyViolation: Bool { extendedCode == SQLITE_CONSTRAINT | (3 << 8) }
}

extension SQLiteError: CustomStringConvertible {
  /// The message, the code and the SQL of the statement.
  public var description: String {
    let statement = sql.map { ", in: \($0)" } ?? ""
    return "\(message) (SQLite error \(extendedCode)\(statement))"
  }
}
