public import CModelSQLite

/// The first fault found in decoding a statement's rows. A decoder cannot throw, so it
/// records the first fault and continues with the type's default value.
public struct RowFault {
  /// The kind of fault in a value.
  public enum Kind: Sendable {
    /// NULL in place of a required value.
    case missing
    /// A value that the type cannot represent.
    case mismatched
  }

  /// The kind of the fault; nil if there is no fault.
  public var kind: Kind?
  /// The column of the first fault, from 0; for a binding that failed, the number
  /// passed by the code that writes the values.
  public var column: Int32 = 0
  /// SQLite's result code for a value that it did not accept as a binding; 0 if there
  /// is none.
  public var refusedBinding: Int32 = 0

  /// The cells of a row whose values do not come from a statement. They are kept here
  /// because they are needed only by code that finds NULL, so that rows of statements
  /// have no overhead.
  @usableFromInline var cells: UnsafePointer<RowCell>?

  /// Creates a value without a fault.
  @inlinable
  public init() {}

  /// Clears the fault, so that the next one is recorded.
  public mutating func clear() { (kind, column, refusedBinding) = (nil, 0, 0) }
}

/// The current row of a statement, or a row with values from another source, as it is
/// read by generated code.
///
/// Columns are numbered from the first column of a class's own properties. If a value
/// is missing or has another type, the type's default value is returned and a fault is
/// recorded in the statement. A row is valid until the statement's next step.
public struct Row {
  /// The statement; for a row of cells, its current row contains only NULL.
  @usableFromInline let handle: OpaquePointer
  @usableFromInline let faults: UnsafeMutablePointer<RowFault>
  @usableFromInline let starts: UnsafePointer<Int32>?
  @usableFromInline let first: Int32

  /// Creates the row of a statement, whose columns are numbered from column `first`.
  @inlinable
  public init(_ statement: Statement, first: Int32 = 0) {
    handle = statement.handle
    faults = statement.faults
    starts = nil
    self.first = first
  }

  /// Creates the row of a statement in which the properties of a class and its parents
  /// begin at different columns, those of the root at the first of `starts`.
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

  /// Returns the row with columns numbered from the first property of the class at the
  /// given depth below the root.
  @inlinable
  public func level(_ depth: Int) -> Row {
    guard let starts else { return self }
    return Row(self, first: starts[depth])
  }

  /// True if the row consists of cells. It is checked only if SQLite returns NULL, so
  /// that ordinary rows are read without overhead.
  @inlinable @inline(__always)
  var isOfCells: Bool { faults.pointee.cells != nil }

  /// Returns SQLite's value of a column.
  @inlinable @inline(__always)
  func statementValue(_ column: Int32) -> OpaquePointer? {
    sqlite3_column_value(handle, first + column)
  }

  func value(_ column: Int32) -> ColumnValue {
    if let cells = faults.pointee.cells { return ColumnValue(cells + Int(first + column)) }
    return ColumnValue(statementValue(column))
  }

  /// Records that a column's value is missing or has another type.
  func note(_ column: Int32, _ value: ColumnValue) {
    fail(column, value.type == SQLITE_NULL ? .missing : .mismatched)
  }

  /// Records a fault in a column, unless a fault has already been recorded for the row.
  public func fail(_ column: Int32, _ kind: RowFault.Kind) {
    guard faults.pointee.kind == nil else { return }
    faults.pointee.kind = kind
    faults.pointee.column = first + column
  }

  /// SQLite's own types for values.
  package enum StorageClass {
    case null, integer, real, text, blob
  }

  /// Returns SQLite's own type for a column's value.
  package func storageClass(_ column: Int32) -> StorageClass {
    switch type(column) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  /// Returns SQLite's number for the type of a column's value.
  @inlinable
  func type(_ column: Int32) -> Int32 {
    let type = sqlite3_column_type(handle, first + column)
    return type == SQLITE_NULL && isOfCells ? cellType(column) : type
  }

  @usableFromInline
  func cellType(_ column: Int32) -> Int32 { value(column).type }

  /// Returns whether a column is NULL. Columns are counted from 0.
  @inlinable
  public func isNull(_ column: Int32) -> Bool { type(column) == SQLITE_NULL }
}

/// The columns at which the properties of a class and its parents begin in the
/// rows of a statement, the root's first.
///
/// Rows contain pointers to these numbers, so the object must outlive them.
public final class ColumnStarts: @unchecked Sendable {
  // because the numbers are written once, before other threads can read them.
  @usableFromInline let columns: UnsafeMutablePointer<Int32>

  /// Creates an object that contains the given columns.
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
  /// The primary key, which is the first column in every fetch of objects.
  @inlinable
  public var key: Int64 { isOfCells ? cellInteger(0) : sqlite3_column_int64(handle, 0) }

  /// The version of the row, which is the second column in every fetch of objects.
  @inlinable
  public var version: Int32 {
    isOfCells ? Int32(truncatingIfNeeded: cellInteger(1)) : sqlite3_column_int(handle, 1)
  }

  /// The number of the row's entity, which is the third column in every fetch of
  /// objects whose table is shared by several entities.
  @inlinable
  public var entityNumber: Int64 {
    isOfCells ? cellInteger(2) : sqlite3_column_int64(handle, 2)
  }

  /// Returns the integer in a cell of the row.
  @usableFromInline
  func cellInteger(_ column: Int) -> Int64 { faults.pointee.cells?[column].bits ?? 0 }
}
