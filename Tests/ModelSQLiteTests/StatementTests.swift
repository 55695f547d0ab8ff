import Foundation
import ModelSQLite
import XCTest

final class StatementTests: XCTestCase {
  private func echo(_ bind: (Statement) -> Void) throws -> (Statement, Row) {
    let connection = try Connection(path: ":memory:")
    let statement = try connection.prepare("SELECT ?")
    bind(statement)
    XCTAssertTrue(try statement.step())
    return (statement, Row(statement))
  }

  func testTextsComeBackAsTheyWere() throws {
    for text in ["", "a", "Zürich", "a\u{0}b", "👩‍👩‍👧", String(repeating: "long ", count: 5000)] {
      let (_, row) = try echo { $0.bind(text) }
      XCTAssertEqual(row.string(0), text)
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
    XCTAssertEqual(try echo { $0.bind(Int64.min) }.1.int64(0), .min)
    XCTAssertEqual(try echo { $0.bind(0.1) }.1.double(0), 0.1)
    XCTAssertEqual(try echo { $0.bind(3 as Int64) }.1.double(0), 3)
    XCTAssertEqual(try echo { $0.bind(3.0) }.1.int32(0), 3)
    XCTAssertNil(try echo { $0.bindNull() }.1.optionalInt64(0))
  }

  func testDecimalsHaveTheDigitsThatPeopleWrote() throws {
    XCTAssertEqual(try echo { $0.bind(0.1) }.1.decimal(0), Decimal(string: "0.1"))
    XCTAssertEqual(try echo { $0.bind(12 as Int64) }.1.decimal(0), 12)
  }

  func testBytesComeBackAsTheyWere() throws {
    let uuid = UUID()
    XCTAssertEqual(try echo { $0.bind(uuid) }.1.uuid(0), uuid)
    XCTAssertEqual(try echo { $0.bind(Data([0, 255])) }.1.data(0), Data([0, 255]))
    XCTAssertEqual(try echo { $0.bind(Data()) }.1.data(0), Data())
  }

  func testAMissingValueIsAFault() throws {
    let (statement, row) = try echo { $0.bindNull() }
    XCTAssertEqual(row.string(0), "")
    XCTAssertEqual(statement.faults.pointee.kind, .missing)
  }

  func testAValueOfAnotherTypeIsAFault() throws {
    let reads: [(String, (Row) -> Void)] = [
      ("int64", { _ = $0.int64(0) }), ("double", { _ = $0.double(0) }),
      ("uuid", { _ = $0.uuid(0) }), ("decimal", { _ = $0.decimal(0) }),
    ]
    for (name, read) in reads {
      let (statement, row) = try echo { $0.bind("text") }
      read(row)
      XCTAssertEqual(statement.faults.pointee.kind, .mismatched, name)
    }
  }

  func testANumberThatIsTooLargeIsAFault() throws {
    let (statement, row) = try echo { $0.bind(40_000 as Int64) }
    XCTAssertEqual(row.int16(0), 0)
    XCTAssertEqual(statement.faults.pointee.kind, .mismatched)
  }

  func testAMistakeInSQLSaysWhere() throws {
    let connection = try Connection(path: ":memory:")
    XCTAssertThrowsError(try connection.prepare("SELECT nothing")) { error in
      XCTAssertEqual(
        "\(error)", "no such column: nothing (SQLite error 1, in: SELECT nothing)")
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
