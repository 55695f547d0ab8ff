import Foundation
import ModelRuntime
import XCTest

/// Texts and numbers that are equal in Swift but not in SQLite, or the reverse. No cache
/// may confuse them.
final class SameScalarsTests: CatalogTestCase {
  private static let forms = ["\u{E9}", "e\u{301}"]

  func testStatementsThatDifferInCompositionAreTwo() throws {
    for _ in 0..<2 {
      for (form, bytes) in zip(Self.forms, ["C3A9", "65CC81"]) {
        let sql = SQLText(stringLiteral: "SELECT hex('\(form)')")
        XCTAssertEqual(try context.rows(sql: sql, as: String.self), [bytes])
      }
    }
  }

  func testPatternsThatDifferInCompositionAreTwo() throws {
    for form in Self.forms { Item(in: context).name = form }
    for isSaved in [false, true] {
      if isSaved { try context.save() }
      for form in Self.forms + Self.forms {
        let predicate = try ObjectPredicate(format: "name MATCHES %@", arguments: [form])
        let found = try context.fetch(FetchRequest<Item>(predicate)).compactMap(\.name)
        XCTAssertEqual(found.map { Array($0.utf8) }, [Array(form.utf8)], "saved: \(isSaved)")
      }
    }
  }

  func testNegativeZeroIsZeroInRows() throws {
    for real in [0.0, -0.0, -0.0] { Item(in: context).real = real }
    for isSaved in [false, true] {
      if isSaved { try context.save() }
      let groups = try context.rows(
        Item.all.selecting { ($0.real, $0.objectCount) }.grouped { $0.real })
      XCTAssertEqual(groups.map(\.1), [3], "saved: \(isSaved)")
      let values = try context.rows(Item.all.selecting { $0.real }.distinct())
      XCTAssertEqual(values.map { "\($0 ?? 1)" }, ["0.0"], "saved: \(isSaved)")
    }
  }

  func testRowsAreNotGroupedByWhatIsComputed() throws {
    XCTAssertThrowsError(
      try context.rows(
        Item.all.selecting { ($0.name, $0.objectCount) }.grouped { $0.name.lowercased })
    ) {
      XCTAssertEqual(($0 as? StoreError)?.reason, .untranslatable)
    }
  }
}
