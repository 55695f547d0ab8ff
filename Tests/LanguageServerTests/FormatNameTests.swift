import Foundation
import ModelSchema
import XCTest

@testable import ModelLanguage
@testable import ModelLanguageServer

/// Names in conditions in predicate format: `where predicate("…")`.
final class FormatNameTests: XCTestCase {
  /// The text of a model that contains a condition in predicate format.
  private func model(_ condition: String) -> String {
    """
    model Shop
    composite Place {
        var city: String
    }
    entity A {
        var name: String
        var size: Int64
        var place: Place?
        var bs: Set<B> @inverse(a)
        fetch f(_ x: String) -> [A] @scan {
            where predicate(\(condition))
        }
    }
    entity B {
        var title: String
        var a: A? @inverse(bs)
    }

    """
  }

  /// Returns the text after renaming the declaration at the first occurrence of a text, or
  /// the reason why it cannot be renamed.
  private func renaming(_ old: String, to new: String, in text: String) throws -> String {
    let client = Conversation()
    let place = try XCTUnwrap(text.range(of: old)).lowerBound
    let name = old.drop { $0 != " " }.dropFirst().filter { $0 != ":" }
    let end = try XCTUnwrap(text.range(of: name, range: place..<text.endIndex)).upperBound
    client.open(text.prefix(upTo: end) + "|" + text.suffix(from: end))
    let parameters = client.here(["newName": .string(new)])
    guard let answer = client.request("textDocument/rename", parameters),
      let edits = answer["changes"]?[client.address]?.array
    else { return client.failure("textDocument/rename", parameters) ?? "" }
    return client.applying(edits)
  }

  func testRenameChangesTheKeysOfConditions() throws {
    let rows: [(old: String, new: String, before: String, after: String)] = [
      (
        "var name", "label", ##""name == $x OR SELF.name == 'name'""##,
        ##""label == $x OR SELF.label == 'name'""##
      ),
      (
        "var name", "größe", ##""'ä🦊' == name AND name == $x""##,
        ##""'ä🦊' == größe AND größe == $x""##
      ),
      (
        "var name", "any", ##""name == $x AND SELF.name == $x""##,
        ##""#any == $x AND SELF.#any == $x""##
      ),
      (
        "var name", "label", ##""#name == 'a\\'b' OR name == \"c\"""##,
        ##""#label == 'a\\'b' OR label == \"c\"""##
      ),
      ("var name", "label", ##""\u{6e}ame == $x""##, ##""label == $x""##),
      ("var city", "town", ##""place.city == $x""##, ##""place.town == $x""##),
      (
        "var title", "label", ##""ANY bs.title == $x AND bs.@count > 2""##,
        ##""ANY bs.label == $x AND bs.@count > 2""##
      ),
      (
        "var title", "label",
        ##""SUBQUERY(bs, $b, $b.title == $x AND $b.a.name == $x).@count > 0""##,
        ##""SUBQUERY(bs, $b, $b.label == $x AND $b.a.name == $x).@count > 0""##
      ),
      (
        "_ x:", "text", ##""SUBQUERY(bs, $x, $x.title == 'x').@count > 0 AND name == $x""##,
        ##""SUBQUERY(bs, $x, $x.title == 'x').@count > 0 AND name == $text""##
      ),
      ("var bs", "items", ##""bs[FIRST].title == $x""##, ##""items[FIRST].title == $x""##),
      ("entity A", "Thing", ##""FETCH('A').@count > 1""##, ##""FETCH('Thing').@count > 1""##),
      (
        "var name", "label",
        "\"\"\"\n            #size > 1 AND 'ä' != name\n              AND name == $x\n            \"\"\"",
        "\"\"\"\n            #size > 1 AND 'ä' != label\n              AND label == $x\n            \"\"\""
      ),
    ]
    for row in rows {
      var expected = model(row.after).replacingOccurrences(
        of: row.old,
        with: row.old.prefix { $0 != " " } + " " + row.new + (row.old.hasSuffix(":") ? ":" : ""))
      if row.old == "entity A" {
        expected = expected.replacingOccurrences(of: "[A]", with: "[Thing]")
          .replacingOccurrences(of: "a: A?", with: "a: Thing?")
      }
      if row.old == "var bs" {
        expected = expected.replacingOccurrences(of: "@inverse(bs)", with: "@inverse(items)")
      }
      XCTAssertEqual(
        try renaming(row.old, to: row.new, in: model(row.before)), expected, row.before)
    }
  }

  func testPositionsInConditionsAreThoseOfTheProtocol() {
    let client = Conversation()
    client.open(
      model(##""'🦊ä' == na|me AND 'a\t' == name""##))
    XCTAssertEqual(
      client.places(client.request("textDocument/references", client.here())),
      ["5:8-12", "10:34-38", "10:52-56"])
    XCTAssertEqual(
      client.places(client.request("textDocument/definition", client.here())), ["5:8-12"])
    client.open(model(##""name == |$x""##))
    XCTAssertEqual(
      client.places(client.request("textDocument/definition", client.here())), ["9:14-15"])
  }

  func testRenameOfWhatRawPathsName() throws {
    let text = model("\"#size > 1\"").replacingOccurrences(
      of: "predicate(\"#size > 1\")", with: "compare(path(\"place.city\"), .equal, $x)")
    XCTAssertEqual(
      try renaming("var city", to: "town", in: text),
      text.replacingOccurrences(of: "var city", with: "var town")
        .replacingOccurrences(of: "place.city", with: "place.town"))
  }

  func testARefusalNamesThePlace() throws {
    let text = model("\"#size > 1\"").replacingOccurrences(
      of: "predicate(\"#size > 1\")", with: "name == $x")
    XCTAssertEqual(
      try renaming("var name", to: "size", in: text),
      "Test.model:7:9: 'size' is already declared in 'A'")
    XCTAssertEqual(
      try renaming("entity B", to: "A", in: text), "Test.model:14:8: 'A' is already declared")
    let flag = text.replacingOccurrences(of: "var size: Int64", with: "var flag: Bool")
      .replacingOccurrences(of: "name == $x", with: "flag && name == $x")
    XCTAssertEqual(
      try renaming("var flag", to: "outer", in: flag),
      "Test.model:11:15: 'outer' is the object around 'any', 'all', 'none' or 'count'; here it is 'self'"
    )
  }
}
