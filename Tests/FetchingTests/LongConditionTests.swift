import Foundation
import ModelRuntime
import XCTest

/// Conditions of many parts.
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

  func testAVariableWithoutAValueIsNamed() throws {
    for format in ["name == $wanted", "ANY tags.label == $wanted"] {
      XCTAssertThrowsError(try context.fetch(FetchRequest<Item>(format: format))) { error in
        XCTAssertEqual((error as? ObjectPredicateError)?.reason, .unresolvedVariable("wanted"))
      }
    }
  }
}
