internal import CModelSQLite

/// A value in a row that does not come from a statement. It consists of an
/// SQLite type, and of a number or the address of bytes.
@usableFromInline
struct RowCell {
  var type: Int32 = SQLITE_NULL
  /// The number of bytes in text or a blob.
  var count = 0
  /// An integer, the bit pattern of a floating-point number, or the address of
  /// bytes.
  var bits: Int64 = 0

  var double: Double {
    type == SQLITE_FLOAT ? Double(bitPattern: UInt64(bitPattern: bits)) : Double(bits)
  }

  var bytes: UnsafeRawBufferPointer {
    guard type == SQLITE_TEXT || type == SQLITE_BLOB else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return UnsafeRawBufferPointer(
      start: UnsafeRawPointer(bitPattern: Int(truncatingIfNeeded: bits)), count: count)
  }
}

/// The value of a column, which comes from SQLite or from a cell.
struct ColumnValue {
  private let value: OpaquePointer?
  private let cell: UnsafePointer<RowCell>?
  /// SQLite's number for the type of the value.
  let type: Int32

  init(_ value: OpaquePointer?) {
    (self.value, cell, type) = (value, nil, sqlite3_value_type(value))
  }

  init(_ cell: UnsafePointer<RowCell>) {
    (value, self.cell, type) = (nil, cell, cell.pointee.type)
  }

  var int64: Int64 { cell?.pointee.bits ?? sqlite3_value_int64(value) }

  var double: Double { cell?.pointee.double ?? sqlite3_value_double(value) }

  /// The bytes of text. A number that SQLite holds is converted to its decimal
  /// form.
  var utf8: UnsafeBufferPointer<UInt8> {
    if let cell { return cell.pointee.bytes.assumingMemoryBound(to: UInt8.self) }
    // The order matters: SQLite's byte count is that of the text it created last.
    let start = sqlite3_value_text(value)
    return UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
  }

  var text: String { String(decoding: utf8, as: UTF8.self) }

  /// The bytes of a blob or text.
  var bytes: UnsafeRawBufferPointer {
    if let cell { return cell.pointee.bytes }
    let start = sqlite3_value_blob(value)
    return UnsafeRawBufferPointer(
      start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(value)))
  }
}

/// A target to which values are added one after the other, such as the
/// parameters of a statement or the cells of a row.
package protocol ValueTarget {
  /// Adds NULL as the next value.
  func bindNull()
  /// Adds an integer as the next value.
  func bind(_ value: Int64)
  /// Adds a floating-point number as the next value; NaN becomes NULL.
  func bind(_ value: Double)
  /// Adds a string as the next value.
  func bind(_ value: String)
  /// Adds bytes as the next value.
  func bind(_ bytes: UnsafeRawBufferPointer)
}

extension Statement: ValueTarget {}

/// The cells of a row that does not come from a statement. The values are added
/// in column order, and are read through a `Row`. The cells can then be used
/// for another row.
package final class RowCells: ValueTarget {
  /// A statement with the same columns, whose only row contains only NULL.
  /// Faults are recorded in the statement, and bytes are kept in its arena.
  private let statement: Statement
  private let start: UnsafeMutablePointer<RowCell>
  private let capacity: Int
  private var count = 0
  /// The copies of bytes that do not fit into the arena of the statement.
  private var long: [UnsafeMutableRawPointer] = []

  /// True if no value has been added to the row.
  package var isEmpty: Bool { count == 0 }

  /// Creates cells that are read in place of the row of a statement, which must return
  /// one row that contains only NULL.
  package init(_ statement: Statement) throws {
    self.statement = statement
    capacity = statement.columnCount
    start = .allocate(capacity: capacity)
    start.initialize(repeating: RowCell(), count: capacity)
    statement.faults.pointee.cells = UnsafePointer(start)
    _ = try statement.step()
  }

  deinit {
    removeAll()
    statement.faults.pointee.cells = nil
    start.deallocate()
  }

  /// Ends the row, and releases its values.
  package func removeAll() {
    // Values that were left out are read as NULL.
    for column in 0..<count { start[column].type = SQLITE_NULL }
    count = 0
    statement.arenaUsed = 0
    for copy in long { copy.deallocate() }
    long.removeAll()
  }

  package func bindNull() { add(SQLITE_NULL, 0) }

  package func bind(_ value: Int64) { add(SQLITE_INTEGER, value) }

  package func bind(_ value: Double) {
    add(value.isNaN ? SQLITE_NULL : SQLITE_FLOAT, Int64(bitPattern: value.bitPattern))
  }

  package func bind(_ value: String) {
    var value = value
    value.withUTF8 { bind(utf8: $0) }
  }

  package func bind(utf8 bytes: UnsafeBufferPointer<UInt8>) {
    add(SQLITE_TEXT, UnsafeRawBufferPointer(bytes))
  }

  package func bind(_ bytes: UnsafeRawBufferPointer) { add(SQLITE_BLOB, bytes) }

  /// Converts the decimal in a column to the form in which `@exact` attributes
  /// are stored.
  package func makeExact(_ column: Int32) {
    guard column < count else { return }
    let decimal = Row(statement).optionalDecimal(column)
    let end = count
    count = Int(column)
    if let text = decimal.flatMap(ExactDecimal.text) { bind(text) } else { bindNull() }
    count = end
  }

  @inline(__always)
  private func add(_ type: Int32, _ bytes: UnsafeRawBufferPointer) {
    let copy = statement.keep(bytes) ?? keepLong(bytes)
    add(type, Int64(Int(bitPattern: copy)), bytes.count)
  }

  @inline(__always)
  private func add(_ type: Int32, _ bits: Int64, _ bytes: Int = 0) {
    guard count < capacity else { return }
    start[count] = RowCell(type: type, count: bytes, bits: bits)
    count += 1
  }

  private func keepLong(_ bytes: UnsafeRawBufferPointer) -> UnsafeMutableRawPointer {
    let copy = UnsafeMutableRawPointer.allocate(byteCount: bytes.count, alignment: 1)
    if let source = bytes.baseAddress { copy.copyMemory(from: source, byteCount: bytes.count) }
    long.append(copy)
    return copy
  }
}
