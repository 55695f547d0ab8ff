import Foundation
import XCTest

@testable import ModelPredicates
@testable import ModelSchema

final class FormatArgumentTests: XCTestCase {
  private enum Colour: String, PredicateArgument {
    case red
  }

  func testValuesTakeTheirPlaces() throws {
    let date = Date(timeIntervalSinceReferenceDate: 5)
    let uuid = UUID()
    let id = ObjectID(store: uuid, entityName: "Bank", key: 7)
    let missing: String? = nil
    let rows: [(argument: (any PredicateArgument)?, constant: ConstantValue)] = [
      ("x", .string("x")), ("xy".dropFirst(), .string("y")), (5, .integer(5)),
      (UInt8(5), .integer(5)), (UInt64.max, .decimal(Decimal(UInt64.max))),
      (1.5, .double(1.5)), (Float(0.5), .double(0.5)), (true, .boolean(true)),
      (date, .date(date)), (Data([1]), .data(Data([1]))), (uuid, .uuid(uuid)),
      (URL(string: "x:y")!, .url(URL(string: "x:y")!)), (Decimal(3), .decimal(3)),
      (id, .objectID(id)), (nil, .null), (missing, .null), (Colour.red, .string("red")),
      (["a", "b"], .list([.string("a"), .string("b")])), (Set([1]), .list([.integer(1)])),
      ([1, nil], .list([.integer(1), .null])), (ConstantValue.integer(1), .integer(1)),
      ([[1], [2]], .list([.list([.integer(1)]), .list([.integer(2)])])),
    ]
    for row in rows {
      let predicate = try ObjectPredicate("a == %@", row.argument)
      let expected = ObjectPredicate.Comparison(.keyPath("a"), .equal, .constant(row.constant))
      XCTAssertEqual(predicate, .comparison(expected), "\(row.constant)")
    }
  }

  func testExpressionsTakeTheirPlaces() throws {
    let predicate = try ObjectPredicate("%@.name == %@", ObjectExpression.variable("x"), "b")
    XCTAssertEqual(predicate.format, "$x.name == \"b\"")
  }

  func testKeyPathsTakeTheirPlaces() throws {
    let predicate = try ObjectPredicate(
      "%K ==[cd] %@ AND details.%K > %K.zip", "details.tags.@count", 3, "first", "#size")
    XCTAssertEqual(
      predicate.format, "details.tags.@count ==[cd] 3 AND details.#first > #size.zip")
  }

  func testKeysThatBeginAsVariablesDo() throws {
    let predicate = try ObjectPredicate("%K == %@ AND owner.%K == $x", "$x", 1, "$first.#$y")
    XCTAssertEqual(predicate.format, "#$x == 1 AND owner.#$first.#$y == $x")
    XCTAssertEqual(try ObjectPredicate(predicate.format), predicate)
    XCTAssertEqual(predicate.variables, ["x"])
    for text in ["$", "$$x", "a.$", "@$x", "$1"] {
      XCTAssertThrowsError(try ObjectPredicate("%K == 1", text), text)
    }
  }

  func testNumberSpecifiersTakeNumbers() throws {
    for specifier in ["d", "i", "u", "x", "X", "o", "c", "ld", "lu", "lld", "qd", "hi", "5d"] {
      XCTAssertEqual(try ObjectPredicate("a == %\(specifier)", 7).format, "a == 7", specifier)
    }
    for specifier in ["f", "e", "g", "lf", ".2f"] {
      XCTAssertEqual(try ObjectPredicate("a == %\(specifier)", 7).format, "a == 7.0", specifier)
    }
  }

  func testQuotedSpecifiersAreText() throws {
    XCTAssertEqual(try ObjectPredicate("a == '%@'").format, "a == \"%@\"")
  }

  func testEscapesStandForScalars() throws {
    let predicate = try ObjectPredicate(
      #"a == "\\\"\'\a\b\f\n\r\t\v\101\x41\u0041\ud83d\ude00\U0001F600\0""#)
    let expected = "\\\"'\u{7}\u{8}\u{c}\n\r\t\u{b}AAA😀😀\0"
    XCTAssertEqual(
      predicate,
      .comparison(.init(.keyPath("a"), .equal, .constant(.string(expected)))))
  }

  func testAndBindsTighterThanOr() throws {
    let text = try ObjectPredicate("a = 1 OR b = 2 AND c = 3 OR d = 4")
    guard case .or(let conditions) = text else { return XCTFail("\(text)") }
    XCTAssertEqual(conditions.map(\.format), ["a == 1", "b == 2 AND c == 3", "d == 4"])
  }

  func testVariablesAreFoundAndReplaced() throws {
    let predicate = try ObjectPredicate(
      "a IN {$x, 1} AND SUBQUERY(tags, $t, $t.name == $y AND $t == $x).@count > $z")
    XCTAssertEqual(predicate.variables, ["x", "y", "z"])
    let replaced = predicate.substituting(["x": .integer(5), "y": .null, "t": .integer(9)])
    XCTAssertEqual(
      replaced.format,
      "a IN {5, 1} AND SUBQUERY(tags, $t, $t.name == nil AND $t == 5).@count > $z")
    XCTAssertEqual(replaced.variables, ["z"])
    XCTAssertEqual(try ObjectPredicate(format: replaced.format), replaced)
  }
}
