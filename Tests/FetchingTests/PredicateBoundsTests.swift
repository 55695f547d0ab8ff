import Foundation
import ModelPredicates
import ModelRuntime
import ModelSchema
import XCTest

/// Conditions that would exhaust the stack or take forever are an error, in SQL and in
/// memory.
final class PredicateBoundsTests: CatalogTestCase {
  private static let isOpen = ObjectPredicate.comparison(
    .init(.keyPath("isOpen"), .equal, .constant(.boolean(true))))

  /// Functions that add a level to a tree of conditions. Each is applied 20,000 times.
  private static let builders:
    [(name: String, build: @Sendable (ObjectPredicate) -> ObjectPredicate)] = [
      ("not", { .not($0) }),
      ("and", { .and([isOpen, $0]) }),
      ("or", { .or([$0]) }),
      ("subquery", { .compare(.subquery(.keyPath("tags"), variable: "x", $0), 1) }),
      (
        "conditional",
        { .compare(.conditional($0, then: .constant(.null), else: .keyPath("name")), 1) }
      ),
    ]
  private static let wrappers:
    [(name: String, wrap: @Sendable (ObjectExpression) -> ObjectExpression)] = [
      ("function", { .function("abs:", [$0]) }),
      ("cast", { .cast($0, type: "NSNumber") }),
      ("element", { .element(.first, of: $0) }),
      ("list", { .aggregate([$0]) }),
      ("path", { .keyPath(["twin"], of: $0) }),
      ("set", { .set(.union, $0, .keyPath("tags")) }),
    ]

  private static var deep: [(name: String, predicate: ObjectPredicate)] {
    builders.map { name, build in
      (name, (0..<20_000).reduce(isOpen) { tree, _ in build(tree) })
    }
      + wrappers.map { name, wrap in
        let value = (0..<20_000).reduce(ObjectExpression.keyPath("whole")) { tree, _ in wrap(tree) }
        return (name, .compare(value, 1))
      }
  }

  func testTreesOfAnyHeightAreComparedAndNotWritten() throws {
    for (name, predicate) in Self.deep {
      XCTAssertTrue(predicate == predicate, name)
      XCTAssertFalse(predicate == .not(predicate), name)
      XCTAssertEqual(Set([predicate, predicate]).count, 1, name)
      XCTAssertThrowsError(try JSONEncoder().encode(predicate), name) {
        XCTAssertTrue($0 is EncodingError, name)
      }
    }
  }

  func testTreesAreWrittenAsTheyAreRead() throws {
    let path = ObjectExpression.keyPath(["a", "b"], of: .variable("x"))
    let expressions: [ObjectExpression] = [
      path, .evaluatedObject, .constant(.list([.integer(1), .null])), .element(.first, of: path),
      .element(.expression(.constant(.integer(2))), of: path), .function("sum:", [path, path]),
      .aggregate([]), .set(.minus, path, .evaluatedObject),
      .subquery(path, variable: "y", Self.isOpen),
      .conditional(.constant(true), then: path, else: .evaluatedObject),
      .cast(path, type: "NSDate"),
    ]
    let predicates = expressions.map { ObjectPredicate.compare($0, 1) }
    let tree = ObjectPredicate.and([.or(predicates), .not(.constant(false))])
    let data = try JSONEncoder().encode(tree)
    XCTAssertEqual(try JSONDecoder().decode(ObjectPredicate.self, from: data), tree)
    XCTAssertEqual(
      String(
        decoding: try JSONEncoder().encode(ObjectPredicate.not(.constant(true))), as: UTF8.self),
      #"{"not":{"_0":{"constant":{"_0":true}}}}"#)
    for (index, one) in predicates.enumerated() {
      for (place, other) in predicates.enumerated() {
        XCTAssertEqual(one == other, index == place, "\(one.format) \(other.format)")
      }
    }
  }

  func testTreesOfAnyHeightAreRefused() throws {
    let item = try XCTUnwrap(save([("a", 1)]).first)
    let entity = try XCTUnwrap(context.model.entity(named: "Item"))
    for (name, predicate) in Self.deep {
      let uses: [(String, () throws -> Void)] = [
        ("fetch", { _ = try self.context.fetch(FetchRequest<Item>(predicate)) }),
        ("count", { _ = try self.context.count(FetchRequest<Item>(predicate)) }),
        ("explain", { _ = try self.context.explain(FetchRequest<Item>(predicate)) }),
        ("check", { try predicate.checked(for: entity, in: self.context.model) }),
        ("prepare", { _ = try PreparedPredicate(predicate) }),
        ("evaluate", { _ = try predicate.evaluate(with: item) }),
        ("delete", { _ = try self.context.batchDelete(FetchRequest<Item>(predicate)) }),
        (
          "list",
          {
            try FetchedResultsController(FetchRequest<Item>(predicate), in: self.context)
              .performFetch()
          }
        ),
      ]
      for (use, body) in uses {
        XCTAssertThrowsError(try body(), "\(name), \(use)") { error in
          XCTAssertEqual(
            (error as? ObjectPredicateError)?.reason, .nestedTooDeeply(limit: 64),
            "\(name), \(use): \(error)")
        }
      }
      XCTAssertTrue(predicate.format.hasSuffix("…") || predicate.format.contains("…"), name)
      XCTAssertEqual(predicate.variables, [], name)
      XCTAssertNotNil(predicate.substituting(["x": .null]), name)
    }
  }

  func testAnUnsavedChangeDoesNotLetAHighTreeIn() throws {
    _ = Item(in: context)
    for (name, predicate) in Self.deep {
      XCTAssertThrowsError(try context.fetch(FetchRequest<Item>(predicate)), name) { error in
        XCTAssertEqual(
          (error as? ObjectPredicateError)?.reason, .nestedTooDeeply(limit: 64), "\(error)")
      }
    }
  }

  func testManyRefinementsStayFlat() throws {
    _ = try save([("a", 1), ("b", 2)])
    let request = (0..<200).reduce(Item.all) { request, _ in request.where { $0.whole > 1 } }
    XCTAssertEqual(try context.fetch(request).map(\.name), ["b"])
  }

  func testALongKeyPathIsRefusedAtOnce() throws {
    let item = try XCTUnwrap(save([("a", 1)]).first)
    let start = Date()
    for step in ["twin", "owner.items", "tags.items"] {
      let text = Array(repeating: step, count: 8_000).joined(separator: ".")
      let predicate = try ObjectPredicate(format: "ANY \(text).name == 'a'")
      let uses = [
        { _ = try self.context.fetch(FetchRequest<Item>(predicate)) },
        { _ = try predicate.evaluate(with: item) },
      ]
      for use in uses {
        XCTAssertThrowsError(try use()) { error in
          XCTAssertEqual(
            (error as? ObjectPredicateError)?.reason, .keyPathTooLong(limit: 60), "\(error)")
        }
      }
    }
    XCTAssertLessThan(Date().timeIntervalSince(start), 10)
  }

  func testTheLongestKeyPathIsFollowed() throws {
    let item = try XCTUnwrap(save([("a", 1)]).first)
    let path = Array(repeating: "twin", count: 59).joined(separator: ".") + ".name"
    let predicate = try ObjectPredicate(format: "\(path) == nil")
    XCTAssertEqual(try context.fetch(FetchRequest<Item>(predicate)), [item])
    XCTAssertTrue(try predicate.evaluate(with: item))
  }

  func testACostlyPatternIsAnErrorInSQLAndInMemory() throws {
    let limit = RegularExpressions.stepLimit
    defer { RegularExpressions.stepLimit = limit }
    RegularExpressions.stepLimit = 1_000_000
    let items = try save([(String(repeating: "a", count: 40) + "!", 1), ("aaa", 2)])
    let predicate = try ObjectPredicate(format: "name MATCHES '(a+)+$'")
    let start = Date()
    for use in [
      { _ = try self.context.fetch(FetchRequest<Item>(predicate)) },
      { _ = try items[0].name.map { _ in try predicate.evaluate(with: items[0]) } },
    ] {
      XCTAssertThrowsError(try use()) { error in
        XCTAssertEqual(
          (error as? ObjectPredicateError)?.reason,
          .matchTooCostly("(a+)+$", steps: 1_000_000), "\(error)")
      }
    }
    XCTAssertLessThan(Date().timeIntervalSince(start), 10)
    XCTAssertTrue(try predicate.evaluate(with: items[1]))
    XCTAssertEqual(
      try context.fetch(FetchRequest<Item>(format: "whole == 2 AND name MATCHES '(a+)+$'")),
      [items[1]])
  }

  func testALongTextIsMatchedWithinTheLimit() throws {
    let text = String(repeating: "lorem ipsum ", count: 5_000) + "end"
    let item = try XCTUnwrap(save([(text, 1)]).first)
    let predicate = try ObjectPredicate(format: "name MATCHES '.*ipsum.*(end|start)'")
    XCTAssertEqual(try context.fetch(FetchRequest<Item>(predicate)), [item])
    XCTAssertTrue(try predicate.evaluate(with: item))
  }

  func testAPatternOfARowIsTheConditionsError() throws {
    let item = try XCTUnwrap(save([("(", 1)]).first)
    let predicate = try ObjectPredicate(format: "'a' MATCHES name")
    for use in [
      { _ = try self.context.fetch(FetchRequest<Item>(predicate)) },
      { _ = try predicate.evaluate(with: item) },
    ] {
      XCTAssertThrowsError(try use()) { error in
        guard case .invalidPattern("(", _) = (error as? ObjectPredicateError)?.reason else {
          return XCTFail("\(error)")
        }
      }
    }
  }
}

extension ObjectPredicate {
  fileprivate static func compare(_ value: ObjectExpression, _ number: Int64) -> ObjectPredicate {
    .comparison(.init(value, .equal, .constant(.integer(number))))
  }
}
