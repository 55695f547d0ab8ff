import Foundation
import ModelSQLite
import XCTest

final class StatementTests: XCTestCase {
  /// Binds a value, and returns the value that is read back, with the fault of reading it.
  private func echo<Value>(
    _ bind: (Statement) -> Void, _ read: (Row) -> Value
  ) throws -> (value: Value, fault: RowFault.Kind?) {
    let connection = try Connection(path: ":memory:")
    let statement = try connection.prepare("SELECT ?")
    bind(statement)
    XCTAssertTrue(try statement.step())
    let value = read(Row(statement))
    return (value, statement.faults.pointee.kind)
  }

  func testTextsComeBackAsTheyWere() throws {
    for text in ["", "a", "Zürich", "a\u{0}b", "👩‍👩‍👧", String(repeating: "long ", count: 5000)] {
      XCTAssertEqual(try echo({ $0.bind(text) }, { $0.string(0) }).value, text)
    }
  }

  func testManyTextsFitTheArenaOrAreCopied() throws {
    let connection = try Connection(path: ":memory:")
    let statement = try connection.prepare("SELECT ? || ? || ?")
    let texts = ["a", "b", "c"].map { String(repeating: $0, count: 4000) }
    for text in texts { statement.bind(text) }
    XCTAssertTrue(try statement.step())
    XCTAssertEqual(Row(statement).string(0), texts.joined())
  }

  func testNumbersComeBackAsTheyWere() throws {
    XCTAssertEqual(try echo({ $0.bind(Int64.min) }, { $0.int64(0) }).value, .min)
    XCTAssertEqual(try echo({ $0.bind(0.1) }, { $0.double(0) }).value, 0.1)
    XCTAssertEqual(try echo({ $0.bind(3 as Int64) }, { $0.double(0) }).value, 3)
    XCTAssertEqual(try echo({ $0.bind(3.0) }, { $0.int32(0) }).value, 3)
    XCTAssertNil(try echo({ $0.bindNull() }, { $0.optionalInt64(0) }).value)
  }

  func testDecimalsHaveTheDigitsThatPeopleWrote() throws {
    XCTAssertEqual(try echo({ $0.bind(0.1) }, { $0.decimal(0) }).value, Decimal(string: "0.1"))
    XCTAssertEqual(try echo({ $0.bind(12 as Int64) }, { $0.decimal(0) }).value, 12)
  }

  func testBytesComeBackAsTheyWere() throws {
    let uuid = UUID()
    XCTAssertEqual(try echo({ $0.bind(uuid) }, { $0.uuid(0) }).value, uuid)
    XCTAssertEqual(try echo({ $0.bind(Data([0, 255])) }, { $0.data(0) }).value, Data([0, 255]))
    XCTAssertEqual(try echo({ $0.bind(Data()) }, { $0.data(0) }).value, Data())
  }

  func testAMissingValueIsAFault() throws {
    let (text, fault) = try echo({ $0.bindNull() }, { $0.string(0) })
    XCTAssertEqual(text, "")
    XCTAssertEqual(fault, .missing)
  }

  func testAValueOfAnotherTypeIsAFault() throws {
    let reads: [(String, (Row) -> Void)] = [
      ("int64", { _ = $0.int64(0) }), ("double", { _ = $0.double(0) }),
      ("uuid", { _ = $0.uuid(0) }), ("decimal", { _ = $0.decimal(0) }),
    ]
    for (name, read) in reads {
      XCTAssertEqual(try echo({ $0.bind("text") }, read).fault, .mismatched, name)
    }
  }

  func testANumberThatIsTooLargeIsAFault() throws {
    let (number, fault) = try echo({ $0.bind(40_000 as Int64) }, { $0.int16(0) })
    XCTAssertEqual(number, 0)
    XCTAssertEqual(fault, .mismatched)
  }

  func testAMistakeInSQLSaysWhere() throws {
    let connection = try Connection(path: ":memory:")
    XCTAssertThrowsError(try connection.prepare("SELECT missing")) { error in
      XCTAssertEqual(
        "\(error)", "no such column: missing (SQLite error 1, in: SELECT missing)")
    }
  }

  func testAFailedTransactionLeavesNothing() throws {
    struct Stop: Error {}
    let connection = try Connection(path: ":memory:")
    try connection.execute("CREATE TABLE t (x)")
    XCTAssertThrowsError(
      try connection.transaction {
        try connection.execute("INSERT INTO t VALUES (1)")
        throw Stop()
      })
    XCTAssertFalse(connection.isInTransaction)
    let count = try connection.prepare("SELECT count(*) FROM t")
    try count.forEachRow { XCTAssertEqual($0.int64(0), 0) }
  }
}
