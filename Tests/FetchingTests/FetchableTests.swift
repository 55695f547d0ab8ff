import Foundation
import ModelRuntime
import XCTest

/// Conditions that a store refuses are refused in memory too: by filters, evaluation, live
/// lists, and by fetches and rows of contexts with unsaved changes.
final class FetchableTests: CatalogTestCase {
  /// Conditions that fit the model, but that no SQL statement can answer.
  private static let conditions = [
    "mark == 'x'", "name == 'a' AND NOT mark == 'x'", "ANY tags.items.mark == 'x'",
    "tags[0].label == 'a'", "owner.items[LAST].name == 'x'", "max:(parts.weight, whole) > 3",
    "(parts.weight UNION {price}).@count > 1",
    "SUBQUERY(tags, $t, $t.items[0].name == 'a').@count > 0",
  ]

  private func message(_ body: () throws -> Void) -> String? {
    do { try body() } catch let error as StoreError where error.reason == .untranslatable {
      return error.message
    } catch let error as ObjectPredicateError {
      if case .notFetchable(let reason) = error.reason { return reason }
      return "another error: \(error)"
    } catch {
      return "another error: \(error)"
    }
    return nil
  }

  /// All ways to use a request.
  private func ways(
    _ request: FetchRequest<Item>, _ items: [Item]
  ) -> [(name: String, ask: () throws -> Void)] {
    let child = context.makeChild()
    let (context, predicate) = (context!, request.predicate)
    return [
      ("fetch", { _ = try context.fetch(request) }), ("count", { _ = try context.count(request) }),
      ("IDs", { _ = try context.fetchIDs(request) }),
      ("first", { _ = try context.first(request) }),
      ("child", { _ = try child.fetch(request) }),
      ("rows", { _ = try context.rows(RowRequest(request, columns: [.init(.keyPath("name"))])) }),
      ("list", { try FetchedResultsController(request, in: context).performFetch() }),
      (
        "filter",
        { if let predicate { _ = try items.filtered(by: predicate).sorted(by: request.sortKeys) } }
      ),
      ("evaluate", { if let predicate { _ = try predicate.evaluate(with: items[0]) } }),
      (
        "prepared",
        { if let predicate { _ = try PreparedPredicate(predicate).evaluate(with: items[0]) } }
      ),
    ]
  }

  func testConditions() throws {
    let items = try save([("a", 1), ("b", 2)])
    for changes in [false, true] {
      if changes { items[0].name = "c" }
      for format in Self.conditions {
        let request = FetchRequest<Item>(try ObjectPredicate(format: format))
        let expected = try XCTUnwrap(message { _ = try context.fetch(request) }, format)
        XCTAssertTrue(expected.hasSuffix("cannot be fetched from a store"), expected)
        for way in ways(request, items) {
          XCTAssertEqual(message(way.ask), expected, "\(format), \(way.name), changes: \(changes)")
        }
        let predicate = try XCTUnwrap(request.predicate)
        XCTAssertNoThrow(try items.filtered(by: predicate, evaluation: .inMemory), format)
        XCTAssertNoThrow(try predicate.evaluate(with: items[0], evaluation: .inMemory), format)
      }
    }
  }

  /// Conditions with values of the wrong type.
  private static let misfits = [
    "whole BETWEEN 3", "bytes CONTAINS 'a'", "TERNARY(isOpen == TRUE, name, whole) == 'a'",
    "TERNARY(isOpen == TRUE, day, price) == nil", "CAST(name, \"Person\").age > 3",
    "tags.label == 'a'", "tags == 'a'", "year:(name) == 3",
    "sqrt:(name) > 1", "CAST(name, 'Something') == 'a'",
    "CAST(bytes, 'NSDate') == nil", "parts[name].weight > 3", "words[0] == 'a'",
    "({price, whole} UNION {2}).@count > 1", "name + 1 == 2", "owner + 1 == 2",
    "spot == 'a'", "owner.name.length > 3", "uppercase:(tags) == 'a'", "place.nothing == 1",
  ]

  func testValuesOfOtherTypes() throws {
    let items = try save([("a", 1), ("b", 2)])
    var refused = 0
    for changes in [false, true] {
      if changes { items[0].name = "c" }
      for format in Self.misfits {
        let request = FetchRequest<Item>(try ObjectPredicate(format: format))
        let expected = message { _ = try context.fetch(request) }
        if expected != nil { refused += 1 }
        for way in ways(request, items) {
          XCTAssertEqual(message(way.ask), expected, "\(format), \(way.name), changes: \(changes)")
        }
      }
    }
    XCTAssertGreaterThan(refused, Self.misfits.count)
  }

  func testPlaceAndCure() throws {
    let items = try save([("a", 1)])
    let predicate = try ObjectPredicate(format: "name == 'a' AND NOT mark == 'x'")
    let place = """

      name == "a" AND NOT mark == "x"
                          ^~~~~~~~~~~
      """
    XCTAssertThrowsError(try context.fetch(FetchRequest<Item>(predicate))) { error in
      XCTAssertEqual(
        "\(error)",
        "1:21: error: 'Item.mark', which is not stored, cannot be fetched from a store" + place)
    }
    XCTAssertThrowsError(try predicate.evaluate(with: items[0])) { error in
      XCTAssertEqual(
        "\(error)",
        """
        1:21: error: 'Item.mark', which is not stored, cannot be fetched from a store; \
        'evaluation: .inMemory' asks the values in memory alone
        """ + place)
    }
  }

  func testMemoryAnswersWhereItIsAsked() throws {
    let items = try save([("a", 1), ("b", 2)])
    items[1].mark = "x"
    let predicate = try ObjectPredicate(format: "mark == 'x'")
    XCTAssertEqual(try items.filtered(by: predicate, evaluation: .inMemory), [items[1]])
    XCTAssertEqual(
      try items.sorted(by: [SortKey("mark", isAscending: false)], evaluation: .inMemory),
      [items[1], items[0]])
  }

  func testOrders() throws {
    let items = try save([("a", 1), ("b", 2)])
    for changes in [false, true] {
      if changes { items[0].name = "c" }
      for path in ["mark", "tags.label", "place", "owner.items.name"] {
        var request = FetchRequest<Item>()
        request.sortKeys = [SortKey(path)]
        let expected = try XCTUnwrap(message { _ = try context.fetch(request) }, path)
        XCTAssertEqual(message { _ = try items.sorted(by: request.sortKeys) }, expected, path)
        // The number of objects does not depend on their order.
        XCTAssertEqual(try context.count(request), 2, path)
        let others = ["count", "filter", "evaluate", "prepared"]
        for way in ways(request, items) where !others.contains(way.name) {
          XCTAssertEqual(message(way.ask), expected, "\(path), \(way.name), changes: \(changes)")
        }
      }
    }
  }

  func testRows() throws {
    let items = try save([("a", 1), ("b", 2)])
    let columns: [ObjectExpression] = [
      .keyPath("mark"), .keyPath("tags", "label"), .keyPath("place"),
      .function("sum:", [.keyPath("name")]),
      .function("min:", [.keyPath("owner")]), .function("max:", [.keyPath("mark")]),
    ]
    for column in columns {
      let request = RowRequest(Item.all, columns: [.init(column)])
      let expected = try XCTUnwrap(message { _ = try context.rows(request) }, column.format)
      items[0].name = "c"
      XCTAssertEqual(message { _ = try context.rows(request) }, expected, column.format)
      context.rollback()
    }
  }

  func testVariables() throws {
    let items = try save([("a", 1), ("b", 2)])
    let predicate = try ObjectPredicate(format: "name == $name AND whole < $limit")
    let variables: [String: EvaluatedValue] = ["name": .string("a"), "limit": .integer(5)]
    XCTAssertEqual(try items.filtered(by: predicate, variables: variables), [items[0]])
    let refused = try ObjectPredicate(format: "mark == $name")
    XCTAssertNotNil(
      message { _ = try items.filtered(by: refused, variables: ["name": .string("a")]) })
  }
}
