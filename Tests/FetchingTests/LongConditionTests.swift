import Foundation
import ModelRuntime
import XCTest

/// Conditions with thousands of parts, and the limit on their constants.
final class LongConditionTests: CatalogTestCase {
  private func fill() throws {
    try save([("a", 1), ("B", 2), (nil, 3), ("é", nil), ("900", 4)])
  }

  private func check(_ predicate: ObjectPredicate, count: Int) throws {
    let found = try context.fetch(FetchRequest<Item>(predicate))
    XCTAssertEqual(found, try context.fetch(Item.all).filtered(by: predicate))
    XCTAssertEqual(found.count, count, predicate.format.prefix(200).description)
  }

  func testAlternativesForOneValueAreOneList() throws {
    try fill()
    let values: [ConstantValue] =
      [.null, .string("a"), .integer(5), .string("b")] + (0..<100).map { .integer($0 + 100) }
    let alternatives = values.map {
      ObjectPredicate.comparison(.init(.keyPath("name"), .equal, .constant($0)))
    }
    let folded = values.filter { $0 != .null }.map {
      ObjectPredicate.comparison(
        .init(.keyPath("name"), .equal, .constant($0), options: .caseInsensitive))
    }
    let texts = alternatives.filter { $0.format.contains("\"") || $0.format.contains("nil") }
    let foldedTexts = folded.filter { $0.format.contains("\"") }
    let padding = (0..<100).map {
      ObjectPredicate.comparison(.init(.keyPath("name"), .equal, .constant(.string("\($0 + 800)"))))
    }
    try check(.or(texts + padding), count: 2)
    try check(.or(foldedTexts + padding + texts), count: 3)
    try check(.not(.or(texts + padding)), count: 3)
    let request = FetchRequest<Item>(.or(padding))
    XCTAssertTrue(try context.explain(request).sql.contains("IN (?, ?"))
  }

  func testAnyNumberOfAlternativesIsOneParameter() throws {
    try fill()
    let text = (0..<5_000).map { "whole == \($0)" }.joined(separator: " OR ")
    let request = try FetchRequest<Item>(format: text)
    XCTAssertEqual(try context.count(request), 4)
    XCTAssertEqual(try context.explain(request).bindings?.count, 1)
  }

  func testMoreConstantsThanAStatementTakesAreRefused() throws {
    let parts = (0..<2_501).map { "whole < \($0)" }.joined(separator: " OR ")
    XCTAssertThrowsError(try context.fetch(FetchRequest<Item>(format: parts))) { error in
      XCTAssertEqual((error as? StoreError)?.reason, .untranslatable)
      XCTAssertEqual(
        (error as? StoreError)?.message,
        "the condition has 2501 constants, and a statement takes 2500; "
          + "put values of one path into a list, with IN")
    }
  }

  /// Limit and offset do not count as constants, so a condition that memory accepts can be
  /// fetched with a limit.
  func testALimitIsNoConstantOfTheCondition() throws {
    let parts = (0..<2_500).map { "whole < \($0)" }.joined(separator: " OR ")
    var request = try FetchRequest<Item>(format: parts)
    request.limit = 1
    request.offset = 1
    XCTAssertEqual(try context.fetch(request), [])
    request.predicate = try ObjectPredicate(parts + " OR whole < 0")
    XCTAssertThrowsError(try context.fetch(request)) {
      XCTAssertTrue("\($0)".contains("2501 constants"), "\($0)")
    }
  }

  /// Found by seed 1931952796 of the agreement tests: memory ignores the order when it
  /// counts.
  func testAnOrderHasNoConstantsOfTheCondition() throws {
    let parts = (0..<2_500).map { "whole < \($0)" }.joined(separator: " OR ")
    var request = try FetchRequest<Item>(format: parts).sorted { [($0.whole + 7).ascending] }
    XCTAssertEqual(try context.fetch(request), [])
    request.predicate = try ObjectPredicate(parts + " OR whole < 0")
    XCTAssertThrowsError(try context.fetch(request)) {
      XCTAssertTrue("\($0)".contains("2501 constants"), "\($0)")
    }
  }

  func testAVariableWithoutAValueIsNamed() throws {
    for format in ["name == $wanted", "ANY tags.label == $wanted"] {
      XCTAssertThrowsError(try context.fetch(FetchRequest<Item>(format: format))) { error in
        XCTAssertEqual((error as? ObjectPredicateError)?.reason, .unresolvedVariable("wanted"))
      }
    }
  }

  func testConditionsAreNestedAsDeeplyAsTheyMayBe() throws {
    try fill()
    let all = try context.fetch(Item.all)
    let alternating = String(repeating: "(whole > 0 AND (whole < 9000 OR ", count: 20)
    let negated = (0..<28).map { "NOT (whole == \(1000 + $0) OR " }.joined()
    for format in [
      alternating + "whole == 7" + String(repeating: "))", count: 20),
      negated + "whole > 2" + String(repeating: ")", count: 28),
      String(repeating: "NOT ", count: 50) + "whole > 2",
      String(repeating: "NOT ", count: 49) + "whole > 2",
    ] {
      let predicate = try ObjectPredicate(format)
      XCTAssertEqual(
        try context.count(FetchRequest<Item>(predicate)),
        try all.filter { try predicate.evaluate(with: $0) }.count, String(format.prefix(40)))
    }
    let typed = Item.where { item in
      (0..<30).reduce(item.whole == 0) { !($0 && item.whole != Int64($1)) }
    }
    let matching = try all.filter { try XCTUnwrap(typed.predicate).evaluate(with: $0) }
    XCTAssertEqual(try context.count(typed), matching.count)
    XCTAssertFalse(matching.isEmpty)
  }

  func testWhatSQLiteDoesNotReadIsSaidInOurWords() throws {
    try fill()
    var nested = "whole > 1"
    for number in 0..<18 { nested = "SUBQUERY(tags.items, $x\(number), \(nested)).@count > 0" }
    for isSaved in [true, false] {
      if !isSaved { _ = Item(in: context) }
      XCTAssertThrowsError(try context.fetch(Item.self, matching: nested)) { error in
        XCTAssertEqual((error as? StoreError)?.reason, .untranslatable, "\(error)")
        XCTAssertTrue("\(error)".contains("use IN"), "\(error)")
      }
    }
  }
}
