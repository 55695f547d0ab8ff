public import CModelSQLite

/// The first fault that is found when rows of a statement are decoded. A
/// decoder cannot throw errors. It records the first fault instead, and
/// continues with the default value of the type.
public struct RowFault {
  /// The kinds of faults that a value can have.
  public enum Kind: Sendable {
    /// The value is NULL, but a value is required.
    case missing
    /// The value cannot be represented by the type.
    case mismatched
  }

  /// The kind of the fault; nil if there is no fault.
  public var kind: Kind?
  /// The index of the column with the fault, from 0. If a binding has failed,
  /// it is the number that was passed to `refuse(_:)`.
  public var column: Int32 = 0
  /// SQLite's result code for a value that could not be bound; 0 if there is
  /// none.
  public var refusedBinding: Int32 = 0

  /// The cells of a row whose values do not come from a statement; nil for
  /// other rows. The cells are looked up only if a value is NULL, so that they
  /// do not slow down the rows of statements.
  @usableFromInline var cells: UnsafePointer<RowCell>?

  /// Creates a record without a fault.
  @inlinable
  public init() {}

  /// Removes the fault, so that another one can be recorded.
  public mutating func clear() { (kind, column, refusedBinding) = (nil, 0, 0) }
}

/// The current row of a statement, or a row with values from another source, as it is
/// read by generated code.
///
/// Columns are numbered from the first column of the properties that a class
/// itself declares. If a value is missing or has another type, the type's
/// default value is returned and a fault is recorded in the statement. A row is
/// valid until the next step of its statement.
public struct Row {
  /// The statement of the row. If the row consists of cells, the current row of
  /// the statement contains only NULL.
  @usableFromInline let handle: OpaquePointer
  @usableFromInline let faults: UnsafeMutablePointer<RowFault>
  @usableFromInline let starts: UnsafePointer<Int32>?
  @usableFromInline let first: Int32

  /// Creates the row of a statement, with columns numbered from column `first`.
  @inlinable
  public init(_ statement: Statement, first: Int32 = 0) {
    handle = statement.handle
    faults = statement.faults
    starts = nil
    self.first = first
  }

  /// Creates the row of a statement in which the properties of a class and its
  /// parents begin at different columns. The root's properties begin at the
  /// first column in `starts`.
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

  /// Returns the row, with columns numbered from the first property of the
  /// class at the given depth below the root.
  @inlinable
  public func level(_ depth: Int) -> Row {
    guard let starts else { return self }
    return Row(self, first: starts[depth])
  }

  /// True if the row consists of cells. It is checked only if SQLite returns
  /// NULL, so that it does not slow down the rows of statements.
  @inlinable @inline(__always)
  var isOfCells: Bool { faults.pointee.cells != nil }

  /// Returns SQLite's object for the value of a column.
  @inlinable @inline(__always)
  func statementValue(_ column: Int32) -> OpaquePointer? {
    sqlite3_column_value(handle, first + column)
  }

  func value(_ column: Int32) -> ColumnValue {
    if let cells = faults.pointee.cells { return ColumnValue(cells + Int(first + column)) }
    return ColumnValue(statementValue(column))
  }

  /// Records the fault that the value of a column is missing or has another
  /// type.
  func note(_ column: Int32, _ value: ColumnValue) {
    fail(column, value.type == SQLITE_NULL ? .missing : .mismatched)
  }

  /// Records a fault of a column whose value is missing or of another type.
  func required<Value>(_ found: Value?, _ column: Int32) -> Value? {
    if found == nil { note(column, value(column)) }
    return found
  }

  /// Records a fault of a column, unless a fault has already been recorded.
  public func fail(_ column: Int32, _ kind: RowFault.Kind) {
    guard faults.pointee.kind == nil else { return }
    faults.pointee.kind = kind
    faults.pointee.column = first + column
  }

  /// SQLite's own types for values.
  package enum StorageClass {
    case null, integer, real, text, blob
  }

  /// Returns SQLite's own type of the value in a column.
  package func storageClass(_ column: Int32) -> StorageClass {
    switch type(column) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  /// Returns SQLite's number for the type of the value in a column.
  @inlinable
  func type(_ column: Int32) -> Int32 {
    let type = sqlite3_column_type(handle, first + column)
    return type == SQLITE_NULL && isOfCells ? cellType(column) : type
  }

  @usableFromInline
  func cellType(_ column: Int32) -> Int32 { value(column).type }

  /// Returns whether the value of a column is NULL.
  @inlinable
  public func isNull(_ column: Int32) -> Bool { type(column) == SQLITE_NULL }
}

/// The columns at which the properties of a class and its parents begin in the
/// rows of a statement, in the order from the root to the class.
///
/// Rows contain pointers to these numbers, so this object must outlive them.
public final class ColumnStarts: @unchecked Sendable {
  // because the numbers are written once, before other threads can read them.
  @usableFromInline let columns: UnsafeMutablePointer<Int32>

  /// Creates a list of the given columns.
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
  /// The primary key of the row, which is the first column in every fetch of
  /// objects.
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

  /// Returns the integer in a cell of the row; 0 if the row has no cells.
  @usableFromInline
  func cellInteger(_ column: Int) -> Int64 { faults.pointee.cells?[column].bits ?? 0 }
}
