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

  /// A value that is computed is in the statement once, whatever the list is made of.
  func testAValueThatIsSoughtInAListIsComputedOnce() throws {
    try fill()
    let owner = Person(in: context, name: "o")
    for (number, item) in try context.fetch(Item.all).enumerated() {
      item.price = number == 4 ? nil : Decimal(number) / 10
      item.real = Double(number)
      if number < 4 { item.owner = owner }
      item.tags = [Tag(in: context, label: nil, rank: Int16(number))]
    }
    try context.save()
    let many = (0..<3_000).map { "\($0).0000000000000000000001" }.joined(separator: ",")
    let lists = [
      "{0.6, 2, 4}", "{CAST('0.6', 'Decimal'), nil}", "{nil}", "{3, nil, 6.0, 2}",
      "{CAST('9007199254740993', 'Decimal'), 3, nil}", "{whole, tags.@max.rank, 3}",
      "owner.items.real", "%@", "{\(many), 3, nil}",
    ]
    for (value, word) in [
      ("owner.items.@sum.price", "model_sum"), ("owner.items.@avg.price", "model_average"),
      ("owner.items.@max.real", "max(t"), ("tags.@count", "count(*)"), ("whole + 1", " + "),
      ("TERNARY(whole > 2, real, price)", "CASE WHEN"), ("abs:(price)", "abs"),
    ] {
      for list in lists {
        let predicate = try ObjectPredicate(
          format: "\(value) IN \(list)",
          arguments: list == "%@" ? [[Double.infinity, 3, 1, 0.6]] : [])
        let request = FetchRequest<Item>(predicate)
        let sql = try context.explain(request).sql
        let count = sql.components(separatedBy: word).count - 1
        XCTAssertLessThanOrEqual(count, list.contains("max") && word == "max(t" ? 2 : 1, sql)
        XCTAssertEqual(
          try context.fetch(request), try context.fetch(Item.all).filtered(by: predicate),
          predicate.format.prefix(200).description)
      }
    }
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
