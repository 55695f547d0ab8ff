import Foundation
import XCTest

@testable import ModelSQLite

/// Values in memory are read in the same way as values of a statement.
final class RowCellsTests: XCTestCase {
  private var connection: Connection!
  private var statement: Statement!

  override func setUpWithError() throws {
    connection = try Connection(path: ":memory:")
    statement = try connection.prepare("SELECT NULL AS a, NULL AS b, NULL AS c, NULL AS d")
  }

  override func tearDown() { (statement, connection) = (nil, nil) }

  /// The results of reading a value as every type, with the faults that they record.
  private func readings(_ row: Row, _ faults: UnsafeMutablePointer<RowFault>) -> [String] {
    let readers: [(Row) -> Any?] = [
      { $0.int64(0) }, { $0.optionalInt64(0) }, { $0.int16(0) }, { $0.bool(0) },
      { $0.double(0) }, { $0.optionalDouble(0) }, { $0.date(0) }, { $0.decimal(0) },
      { $0.optionalDecimal(0) }, { $0.string(0) }, { $0.optionalString(0) }, { $0.data(0) },
      { $0.optionalData(0) }, { $0.optionalUUID(0) }, { $0.optionalURL(0) }, { $0.isNull(0) },
      { $0.isInteger(0) }, { $0.isText(0) }, { $0.storageClass(0) }, { $0.storedValue(0) },
    ]
    return readers.map { reader in
      faults.pointee.clear()
      let value = reader(row).map { "\($0)" } ?? "nil"
      return "\(value) \(faults.pointee.kind.map { "\($0)" } ?? "")"
    }
  }

  private let values: [(String, (any ValueTarget) -> Void)] = [
    ("NULL", { $0.bindNull() }),
    ("a whole number", { $0.bind(-7 as Int64) }),
    ("a great one", { $0.bind(Int64.max) }),
    ("a number", { $0.bind(2.5) }),
    ("a whole Double", { $0.bind(3.0) }),
    ("not a number", { $0.bind(Double.nan) }),
    ("a text", { $0.bind("Zoë 🏦\u{0}x") }),
    ("digits", { $0.bind("12.50") }),
    ("an empty text", { $0.bind("") }),
    ("a long text", { $0.bind(String(repeating: "lang ", count: 5_000)) }),
    ("no bytes", { $0.bind(UnsafeRawBufferPointer(start: nil, count: 0)) }),
    ("sixteen bytes", { target in [UInt8](0..<16).withUnsafeBytes { target.bind($0) } }),
    (
      "many bytes",
      { target in [UInt8](repeating: 7, count: 20_000).withUnsafeBytes { target.bind($0) } }
    ),
  ]

  func testCellsReadAsColumnsDo() throws {
    let bound = try connection.prepare("SELECT ?")
    let cells = try RowCells(statement)
    for (name, bind) in values {
      bind(bound)
      XCTAssertTrue(try bound.step())
      bind(cells)
      XCTAssertEqual(
        readings(Row(statement), statement.faults), readings(Row(bound), bound.faults), name)
      bound.reset()
      cells.removeAll()
    }
  }

  func testRowsFollowEachOther() throws {
    let cells = try RowCells(statement)
    cells.bind(1 as Int64)
    cells.bind(String(repeating: "x", count: 10_000))
    cells.bind("y")
    cells.bind("beyond the arena")
    cells.bind("one too many")
    XCTAssertEqual(Row(statement).key, 1)
    XCTAssertEqual(Row(statement, first: 1).string(0).utf8.count, 10_000)
    XCTAssertEqual(Row(statement, first: 1).string(2), "beyond the arena")
    cells.removeAll()
    XCTAssertTrue(cells.isEmpty)
    cells.bind(2 as Int64)
    let next = Row(statement, first: 0)
    XCTAssertEqual(next.key, 2)
    XCTAssertTrue(next.isNull(1), "a value that is not there is none of the row before")
  }

  func testDecimalsAreKeptExactly() throws {
    let cells = try RowCells(statement)
    cells.bind("-12345678901234567890.50")
    cells.bind(7 as Int64)
    cells.bindNull()
    for column in 0..<4 as Range<Int32> { cells.makeExact(column) }
    cells.bind(4 as Int64)
    let row = Row(statement)
    XCTAssertEqual(row.optionalDecimal(0), Decimal(string: "-12345678901234567890.5"))
    XCTAssertTrue(row.isText(1))
    XCTAssertEqual(row.optionalDecimal(1), 7)
    XCTAssertTrue(row.isNull(2))
    XCTAssertEqual(row.int64(3), 4)
  }
}
