import ModelLanguage
import ModelSchema
import XCTest

/// Conditions of the language are lowered to the predicates that the runtime compiles.
final class LoweringTests: XCTestCase {
  private let declarations = """
    model M
    enum Tint: Int16 {
        case gray = 1
        case red = 2
    }
    composite Place {
        var city: String
    }
    entity Tag {
        var label: String
        var size: Double
        var item: Item? @inverse(tags)
    }
    """

  /// The predicate of a fetch with a condition.
  private func predicate(
    _ condition: String, file: StaticString = #filePath, line: UInt = #line
  ) throws -> ObjectPredicate {
    let text = """
      \(declarations)
      entity Item {
          var name: String
          var other: String?
          var rank: Int32
          var price: Decimal
          var done: Bool
          var day: Date
          var tint: Tint
          var place: Place
          var tags: Set<Tag> @inverse(item)
          fetch f(_ text: String, list: [Int32], x: Tag?) -> [Item] @scan {
              where \(condition)
          }
      }
      """
    let model = try model(text, file: file, line: line)
    let template = model.entity(named: "Item")?.fetchTemplates.first
    return try XCTUnwrap(template?.predicate, file: file, line: line)
  }

  private func comparison(
    _ left: ObjectExpression, _ sign: ObjectPredicate.Comparison.Operator,
    _ right: ObjectExpression, _ options: StringOptions = []
  ) -> ObjectPredicate {
    .comparison(.init(left, sign, right, options: options))
  }

  private let itemName = ObjectExpression.keyPath("name")
  private let rank = ObjectExpression.keyPath("rank")

  func testBareBoolIsComparedWithTrue() throws {
    let done = comparison(.keyPath("done"), .equal, .constant(.boolean(true)))
    XCTAssertEqual(try predicate("done"), done)
    XCTAssertEqual(try predicate("!done"), .not(done))
  }

  func testAndBindsTighterThanOr() throws {
    let a = comparison(rank, .equal, .constant(.integer(1)))
    let b = comparison(rank, .equal, .constant(.integer(2)))
    let c = comparison(rank, .equal, .constant(.integer(3)))
    XCTAssertEqual(
      try predicate("rank == 1 || rank == 2 && rank == 3"), .or([a, .and([b, c])]))
    XCTAssertEqual(
      try predicate("(rank == 1 || rank == 2) && rank == 3"), .and([.or([a, b]), c]))
  }

  func testTextOperatorsTakeOptions() throws {
    let text = ObjectExpression.variable("text")
    let cases: [(String, ObjectPredicate)] = [
      ("name.hasPrefix($text)", comparison(itemName, .beginsWith, text)),
      ("name.hasSuffix($text, .normalized)", comparison(itemName, .endsWith, text, .normalized)),
      (
        "name.contains($text, .caseInsensitive, .localized)",
        comparison(itemName, .contains, text, [.caseInsensitive, .localized])
      ),
      ("name.like(\"a*\")", comparison(itemName, .like, .constant(.string("a*")))),
      ("name.matches(/a+/)", comparison(itemName, .matches, .constant(.string("a+")))),
      (
        "name.equals($text, .diacriticInsensitive)",
        comparison(itemName, .equal, text, .diacriticInsensitive)
      ),
    ]
    for (condition, expected) in cases {
      XCTAssertEqual(try predicate(condition), expected, condition)
    }
  }

  func testInTakesListsAndRanges() throws {
    let (one, nine) = (
      ObjectExpression.constant(.integer(1)), ObjectExpression.constant(.integer(9))
    )
    let cases: [(String, ObjectPredicate)] = [
      ("rank in $list", comparison(rank, .in, .variable("list"))),
      ("rank in [1, 9]", comparison(rank, .in, .aggregate([one, nine]))),
      ("rank in 1...9", comparison(rank, .between, .aggregate([one, nine]))),
      (
        "rank in 1..<9",
        .and([comparison(rank, .greaterOrEqual, one), comparison(rank, .less, nine)])
      ),
      ("rank in 1...", comparison(rank, .greaterOrEqual, one)),
      ("rank in ..<9", comparison(rank, .less, nine)),
      ("$x in tags", comparison(.variable("x"), .in, .keyPath("tags"))),
      ("tags.contains($x)", comparison(.variable("x"), .in, .keyPath("tags"))),
      (
        "name.in([\"a\"], .caseInsensitive)",
        comparison(itemName, .in, .aggregate([.constant(.string("a"))]), .caseInsensitive)
      ),
    ]
    for (condition, expected) in cases {
      XCTAssertEqual(try predicate(condition), expected, condition)
    }
  }

  /// `$x` is a parameter here, so the variables are `x1`, `x2` and so on.
  func testToManyConditionsBecomeSubqueries() throws {
    func count(_ predicate: ObjectPredicate) -> ObjectExpression {
      .keyPath(["@count"], of: .subquery(.keyPath("tags"), variable: "x1", predicate))
    }
    let label = comparison(
      .keyPath(["label"], of: .variable("x1")), .equal, .constant(.string("a")))
    let zero = ObjectExpression.constant(.integer(0))
    let cases: [(String, ObjectPredicate)] = [
      ("tags.any(label == \"a\")", comparison(count(label), .greater, zero)),
      ("tags.none(label == \"a\")", comparison(count(label), .equal, zero)),
      ("tags.all(label == \"a\")", comparison(count(.not(label)), .equal, zero)),
      ("tags.count(label == \"a\") > 0", comparison(count(label), .greater, zero)),
      ("tags.count > 0", comparison(.keyPath("tags", "@count"), .greater, zero)),
      (
        "tags.any(label == outer.name)",
        comparison(
          count(comparison(.keyPath(["label"], of: .variable("x1")), .equal, itemName)), .greater,
          zero)
      ),
      (
        "tags.sum(size) > 0",
        comparison(.keyPath("tags", "@sum", "size"), .greater, .constant(.double(0)))
      ),
    ]
    for (condition, expected) in cases {
      XCTAssertEqual(try predicate(condition), expected, condition)
    }
  }

  func testNestedConditionsHaveVariablesOfTheirOwn() throws {
    let inner = comparison(
      .keyPath(["label"], of: .variable("x2")), .equal, .keyPath(["label"], of: .variable("x1")))
    let items = ObjectExpression.subquery(
      .keyPath(["item", "tags"], of: .variable("x1")), variable: "x2", inner)
    let outer = ObjectExpression.subquery(
      .keyPath("tags"), variable: "x1",
      comparison(.keyPath(["@count"], of: items), .greater, .constant(.integer(0))))
    XCTAssertEqual(
      try predicate("tags.any(item.tags.any(label == outer.label))"),
      comparison(.keyPath(["@count"], of: outer), .greater, .constant(.integer(0))))
  }

  func testLiteralsTakeTheTypeOfTheOtherSide() throws {
    let day = try XCTUnwrap(TestDates.newYear)
    let cases: [(String, ObjectPredicate)] = [
      ("price > 1.5", comparison(.keyPath("price"), .greater, .constant(.decimal(1.5)))),
      ("1 < price", comparison(.constant(.decimal(1)), .less, .keyPath("price"))),
      ("tint == .red", comparison(.keyPath("tint"), .equal, .constant(.integer(2)))),
      (".red != tint", comparison(.constant(.integer(2)), .notEqual, .keyPath("tint"))),
      ("day < \"2001-01-01\"", comparison(.keyPath("day"), .less, .constant(.date(day)))),
      ("other == nil", comparison(.keyPath("other"), .equal, .constant(.null))),
      (
        "place.city == \"a\"",
        comparison(.keyPath("place", "city"), .equal, .constant(.string("a")))
      ),
      ("self != nil", comparison(.evaluatedObject, .notEqual, .constant(.null))),
    ]
    for (condition, expected) in cases {
      XCTAssertEqual(try predicate(condition), expected, condition)
    }
  }

  func testArithmeticAndFunctionsHaveCoreDataNames() throws {
    let one = ObjectExpression.constant(.integer(1))
    let cases: [(String, ObjectExpression)] = [
      ("rank + 1", .function("add:to:", [rank, one])),
      (
        "rank - 1 - 1",
        .function("from:subtract:", [.function("from:subtract:", [rank, one]), one])
      ),
      ("rank * 1 + 1", .function("add:to:", [.function("multiply:by:", [rank, one]), one])),
      ("rank / 1", .function("divide:by:", [rank, one])),
      ("rank % 1", .function("modulus:by:", [rank, one])),
      ("-rank", .function("from:subtract:", [.constant(.integer(0)), rank])),
      ("name.count", .function("length:", [itemName])),
      (
        "(done ? rank : 1)",
        .conditional(
          comparison(.keyPath("done"), .equal, .constant(.boolean(true))), then: rank, else: one)
      ),
    ]
    for (value, expected) in cases {
      XCTAssertEqual(
        try predicate("\(value) == 1"), comparison(expected, .equal, one), value)
    }
    XCTAssertEqual(
      try predicate("canonical(other ?? \"\") == lowercase($text)"),
      comparison(
        .function(
          "canonical:",
          [
            .conditional(
              comparison(.keyPath("other"), .notEqual, .constant(.null)), then: .keyPath("other"),
              else: .constant(.string("")))
          ]), .equal, .function("lowercase:", [.variable("text")])))
  }

  func testPredicateTextIsKept() throws {
    let text =
      "model M\nentity A {\n    var x: Set<A> @inverse(y)\n    var y: Set<A> @inverse(x)\n    var name: String\n"
      + "    fetch f(q: String) -> [A] {\n"
      + "        where predicate(\"ANY x.name == $q\")\n    }\n}\n"
    let template = try model(text).entities[0].fetchTemplates[0]
    XCTAssertEqual(template.predicateFormat, "ANY x.name == $q")
    XCTAssertNil(template.predicate)
  }
}
