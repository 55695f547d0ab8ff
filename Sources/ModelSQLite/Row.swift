public import CModelSQLite

/// The first flaw that a decoder of a statement's rows found. A decoder cannot throw,
/// so it notes the first fault and continues with the type's default.
public struct RowFault {
  /// The kind of flaw in a value.
  public enum Kind: Sendable {
    /// A NULL that stands for a required value.
    case missing
    /// A value that the type cannot hold.
    case mismatched
  }

  /// The kind of the flaw; nil if there is no flaw.
  public var kind: Kind?
  /// The column of the first fault, from 0; for a refused binding, the number that its
  /// writer passed.
  public var column: Int32 = 0
  /// SQLite's result code for a value that it refused to bind; 0 for none.
  public var refusedBinding: Int32 = 0

  /// The cells of a row whose values do not come from a statement. They are kept here
  /// because only code that finds NULL asks for them, so that rows of statements have
  /// no overhead.
  @usableFromInline var cells: UnsafePointer<RowCell>?

  /// Creates a fault that records no flaw.
  @inlinable
  public init() {}

  /// Clears the fault, so that the next flaw is recorded.
  public mutating func clear() { (kind, column, refusedBinding) = (nil, 0, 0) }
}

/// The current row of a statement, or a row with values from elsewhere, as generated
/// code reads it.
///
/// Columns are numbered from the first column of a class's own properties. A value that
/// is missing or of another type reads as the type's default, and the statement's fault
/// records it. A row is valid until the statement's next step.
public struct Row {
  /// The statement; for a row of cells, its current row consists of NULLs.
  @usableFromInline let handle: OpaquePointer
  @usableFromInline let faults: UnsafeMutablePointer<RowFault>
  @usableFromInline let starts: UnsafePointer<Int32>?
  @usableFromInline let first: Int32

  /// Creates the row of a statement whose columns are read from `first` on.
  @inlinable
  public init(_ statement: Statement, first: Int32 = 0) {
    handle = statement.handle
    faults = statement.faults
    starts = nil
    self.first = first
  }

  /// Creates the row of a statement in which the properties of a class and its
  /// parents begin at different columns, the root's at the first of `starts`.
  @inlinable
  public init(_ statement: Statement, starts: ColumnStarts) {
    handle = statement.handle
    faults = statement.faults
    self.starts = UnsafePointer(starts.columns)
    first = starts.columns[0]
  }

  @usableFromInline
  init(_ row: Row, first: Int32) {
    handle = row.handle
    faults = row.faults
    starts = row.starts
    self.first = first
  }

  /// The columns of a class's own properties, by the class's depth below the
  /// root.
  @inlinable
  public func level(_ depth: Int) -> Row {
    guard let starts else { return self }
    return Row(self, first: starts[depth])
  }

  /// True if the row consists of cells. Callers ask only where SQLite returns NULL, so
  /// that ordinary rows are read without it.
  @inlinable @inline(__always)
  var isOfCells: Bool { faults.pointee.cells != nil }

  /// SQLite's value of a column.
  @inlinable @inline(__always)
  func statementValue(_ column: Int32) -> OpaquePointer? {
    sqlite3_column_value(handle, first + column)
  }

  func value(_ column: Int32) -> ColumnValue {
    if let cells = faults.pointee.cells { return ColumnValue(cells + Int(first + column)) }
    return ColumnValue(statementValue(column))
  }

  /// Notes that a column's value is missing or of another type.
  func note(_ column: Int32, _ value: ColumnValue) {
    fail(column, value.type == SQLITE_NULL ? .missing : .mismatched)
  }

  /// Notes a fault of a column, unless an earlier fault of the row is noted already.
  public func fail(_ column: Int32, _ kind: RowFault.Kind) {
    guard faults.pointee.kind == nil else { return }
    faults.pointee.kind = kind
    faults.pointee.column = first + column
  }

  /// SQLite's own types of values.
  package enum StorageClass {
    case null, integer, real, text, blob
  }

  /// SQLite's own type of a column's value.
  package func storageClass(_ column: Int32) -> StorageClass {
    switch type(column) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  /// SQLite's number of the type of a column's value.
  @inlinable
  func type(_ column: Int32) -> Int32 {
    let type = sqlite3_column_type(handle, first + column)
    return type == SQLITE_NULL && isOfCells ? cellType(column) : type
  }

  @usableFromInline
  func cellType(_ column: Int32) -> Int32 { value(column).type }

  /// True if a column is NULL. Columns are counted from 0.
  @inlinable
  public func isNull(_ column: Int32) -> Bool { type(column) == SQLITE_NULL }
}

/// The columns at which the properties of a class and its parents begin in the
/// rows of a statement, the root's first.
///
/// Rows point into the columns, so the object has to outlive them.
public final class ColumnStarts: @unchecked Sendable {
  // because the numbers are written once, before another thread can read them.
  @usableFromInline let columns: UnsafeMutablePointer<Int32>

  /// Creates an object that holds the columns.
  public init(_ starts: [Int32]) {
    columns = .allocate(capacity: max(starts.count, 1))
    columns.initialize(repeating: 0, count: max(starts.count, 1))
    for (depth, start) in starts.enumerated() { columns[depth] = start }
  }

  deinit {
    columns.deallocate()
  }
}

extension Row {
  /// The primary key, the first column of every fetch of objects.
  @inlinable
  public var key: Int64 { isOfCells ? cellInteger(0) : sqlite3_column_int64(handle, 0) }

  /// The version of the row, the second column of every fetch of objects.
  @inlinable
  public var version: Int32 {
    isOfCells ? Int32(truncatingIfNeeded: cellInteger(1)) : sqlite3_column_int(handle, 1)
  }

  /// The number of the row's entity, the third column of every fetch of objects
  /// whose table several entities share.
  @inlinable
  public var entityNumber: Int64 {
    isOfCells ? cellInteger(2) : sqlite3_column_int64(handle, 2)
  }

  /// The whole number in a cell of the row.
  @usableFromInline
  func cellInteger(_ column: Int) -> Int64 { faults.pointee.cells?[column].bits ?? 0 }
}
