import Foundation
import ModelRuntime
import TestSupport
import XCTest

@testable import ModelCommands
@testable import ModelstoreCommands

/// CSV cells that a spreadsheet would evaluate as formulas.
final class FormulaTests: StoreTestCase {
  func testWhatASpreadsheetWouldComputeIsGuarded() {
    let cells = [
      ("=HYPERLINK(\"x\")", "'=HYPERLINK(\"x\")"), ("@SUM(A1)", "'@SUM(A1)"), ("+1+1", "'+1+1"),
      ("-2+3", "'-2+3"), ("\t=1", "'\t=1"), ("\r=1", "'\r=1"), ("-5", "-5"), ("+5", "+5"),
      ("-1.5e3", "-1.5e3"), ("1=1", "1=1"), ("", ""), ("'", "'"), ("'a", "'a"), ("'=1", "''=1"),
      ("''-5", "'''-5"), ("=\u{301}1", "'=\u{301}1"),
      ("＝1+1", "'＝1+1"), ("＋1", "'＋1"), ("－1", "'－1"), ("＠SUM", "'＠SUM"), ("\n=1", "'\n=1"),
    ]
    for (cell, expected) in cells {
      XCTAssertEqual(FormulaGuard.guarded(cell), expected, cell.debugDescription)
      XCTAssertEqual(FormulaGuard.read(expected), cell, cell.debugDescription)
    }
  }

  func testEveryTextIsReadAsItWasWritten() throws {
    var random = RandomSource(seed: TestRun.seed)
    let signs = ["=", "+", "-", "@", "'", "\t", "\r", "\n", "\"", ",", "1", "a", "＝", "\u{301}"]
    for _ in 0..<2000 {
      let fields = (0..<3).map { _ in
        (0..<random.number(below: 5)).map { _ in signs[random.number(below: signs.count)] }.joined()
      }
      let line = "a,b,c\n" + CSVReader.line(fields, isPlain: false)
      let table = try CSVTable(Array(line.utf8), name: "x.csv")
      XCTAssertEqual(table.rows.first?.fields, fields, "\(fields) (seed \(TestRun.seed))")
    }
  }

  func testRowsAreGuardedUnlessTheyArePlain() throws {
    try make("model Shop\nentity Item { var name: String }\n") { context in
      _ = try context.insert(entityName: "Item", ["name": "=1+1"])
    }
    XCTAssertTrue(try run("rows", path(), "Item", "--csv").contains(",'=1+1"))
    XCTAssertTrue(try run("rows", path(), "Item", "--csv", "--plain").hasSuffix(",=1+1"))
    XCTAssertTrue(try run("export", path()).contains("\"=1+1\""))
  }
}
