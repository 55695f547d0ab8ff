import ModelGenerator
import XCTest

final class MustacheSectionTests: XCTestCase {
  func testSectionsFollowTheirValue() throws {
    try assertMustache([
      MustacheCase("true", "\"{{#b}}shown{{/b}}\"", ["b": true], is: "\"shown\""),
      MustacheCase("false", "\"{{#b}}hidden{{/b}}\"", ["b": false], is: "\"\""),
      MustacheCase("null", "\"{{#b}}hidden{{/b}}\"", ["b": nil], is: "\"\""),
      MustacheCase("missing", "[{{#b}}hidden{{/b}}]", is: "[]"),
      MustacheCase("object", "{{#c}}Hi {{name}}.{{/c}}", ["c": ["name": "Joe"]], is: "Hi Joe."),
      MustacheCase("list", "{{#l}}{{i}}{{/l}}", ["l": [["i": 1], ["i": 2], ["i": 3]]], is: "123"),
      MustacheCase("empty list", "[{{#l}}no{{/l}}]", ["l": []], is: "[]"),
      MustacheCase("text", "{{#t}}{{.}}{{/t}}", ["t": "x"], is: "x"),
    ])
  }

  func testContextsStack() throws {
    try assertMustache([
      MustacheCase(
        "outer names", "{{#s}}{{a}}, {{b}}, {{c.d}}{{/s}}",
        ["a": "foo", "b": "wrong", "s": ["b": "bar"], "c": ["d": "baz"]], is: "foo, bar, baz"),
      MustacheCase(
        "a value is its own context", "{{#f}}{{.}} is {{f}}{{/f}}", ["f": "bar"], is: "bar is bar"),
      MustacheCase(
        "list of lists of objects",
        "{{#tops}}{{#m}}{{t}}{{l}}.{{#bs}}{{t}}{{b}}.{{/bs}}{{/m}}{{/tops}}",
        ["tops": [["t": "A", "m": ["l": 1, "bs": [["b": "x"], ["b": "y"]]]]]], is: "A1.Ax.Ay."),
      MustacheCase("twice", "{{#b}}1{{/b}} 2 {{#b}}3{{/b}}", ["b": true], is: "1 2 3"),
      MustacheCase(
        "nested, true", "A {{#b}}B {{#b}}C{{/b}} D{{/b}} E", ["b": true], is: "A B C D E"),
      MustacheCase("nested, false", "A {{#b}}B {{#b}}C{{/b}} D{{/b}} E", ["b": false], is: "A  E"),
    ])
  }

  func testDeepNesting() throws {
    let template = """
      {{#a}}
      {{one}}
      {{#b}}
      {{one}}{{two}}{{one}}
      {{#c}}
      {{one}}{{two}}{{three}}{{two}}{{one}}
      {{#d}}
      {{one}}{{two}}{{three}}{{four}}{{three}}{{two}}{{one}}
      {{#five}}
      {{one}}{{two}}{{three}}{{four}}{{five}}{{four}}{{three}}{{two}}{{one}}
      {{one}}{{two}}{{three}}{{four}}{{.}}6{{.}}{{four}}{{three}}{{two}}{{one}}
      {{one}}{{two}}{{three}}{{four}}{{five}}{{four}}{{three}}{{two}}{{one}}
      {{/five}}
      {{one}}{{two}}{{three}}{{four}}{{three}}{{two}}{{one}}
      {{/d}}
      {{one}}{{two}}{{three}}{{two}}{{one}}
      {{/c}}
      {{one}}{{two}}{{one}}
      {{/b}}
      {{one}}
      {{/a}}

      """
    let data: TemplateValue = [
      "a": ["one": 1], "b": ["two": 2], "c": ["three": 3, "d": ["four": 4, "five": 5]],
    ]
    let expected = """
      1
      121
      12321
      1234321
      123454321
      12345654321
      123454321
      1234321
      12321
      121
      1

      """
    try assertMustache([MustacheCase("deep", template, data, is: expected)])
  }

  func testImplicitIterator() throws {
    try assertMustache([
      MustacheCase("texts", "{{#l}}({{.}}){{/l}}", ["l": ["a", "b"]], is: "(a)(b)"),
      MustacheCase("integers", "{{#l}}({{.}}){{/l}}", ["l": [1, 2]], is: "(1)(2)"),
      MustacheCase("decimals", "{{#l}}({{.}}){{/l}}", ["l": [1.1, 2.2]], is: "(1.1)(2.2)"),
      MustacheCase(
        "lists", "{{#l}}({{#.}}{{.}}{{/.}}){{/l}}", ["l": [[1, 2], ["a"]]], is: "(12)(a)"),
      MustacheCase("escaped", "{{#l}}({{.}}){{/l}}", ["l": ["&", "<"]], is: "(&amp;)(&lt;)"),
      MustacheCase("triple", "{{#l}}({{{.}}}){{/l}}", ["l": ["&", "<"]], is: "(&)(<)"),
      MustacheCase("ampersand", "{{#l}}({{&.}}){{/l}}", ["l": ["&", "<"]], is: "(&)(<)"),
      MustacheCase(
        "the data itself", "{{#.}}({{v}}){{/.}}", [["v": "a"], ["v": "b"]], is: "(a)(b)"),
    ])
  }

  func testDottedNames() throws {
    try assertMustache([
      MustacheCase("true", "[{{#a.b.c}}Here{{/a.b.c}}]", ["a": ["b": ["c": true]]], is: "[Here]"),
      MustacheCase("false", "[{{#a.b.c}}Here{{/a.b.c}}]", ["a": ["b": ["c": false]]], is: "[]"),
      MustacheCase("broken", "[{{#a.b.c}}Here{{/a.b.c}}]", ["a": [:]], is: "[]"),
    ])
  }

  func testWhiteSpaceAndStandaloneLines() throws {
    let on: TemplateValue = ["b": true]
    try assertMustache([
      MustacheCase("kept around", " | {{#b}}\t|\t{{/b}} | \n", on, is: " | \t|\t | \n"),
      MustacheCase("kept inside", " | {{#b}} {{! c }}\n {{/b}} | \n", on, is: " |  \n  | \n"),
      MustacheCase(
        "two on a line", " {{#b}}YES{{/b}}\n {{#b}}GOOD{{/b}}\n", on, is: " YES\n GOOD\n"),
      MustacheCase("alone", "| A\n{{#b}}\n|\n{{/b}}\n| Z\n", on, is: "| A\n|\n| Z\n"),
      MustacheCase("indented", "| A\n  {{#b}}\n|\n  {{/b}}\n| Z\n", on, is: "| A\n|\n| Z\n"),
      MustacheCase("line ends of two bytes", "|\r\n{{#b}}\r\n{{/b}}\r\n|", on, is: "|\r\n|"),
      MustacheCase("on the first line", "  {{#b}}\n#{{/b}}\n/", on, is: "#\n/"),
      MustacheCase("on the last line", "#{{#b}}\n/\n  {{/b}}", on, is: "#\n/\n"),
      MustacheCase("ignored in tags", "|{{# b }}={{/ b }}|", on, is: "|=|"),
      MustacheCase("followed by a space", "|\n{{#b}} \nx\n{{/b}}\t\n|", on, is: "|\nx\n|"),
    ])
  }

  func testInvertedSectionsFollowTheirValue() throws {
    try assertMustache([
      MustacheCase("false", "[{{^b}}shown{{/b}}]", ["b": false], is: "[shown]"),
      MustacheCase("true", "[{{^b}}hidden{{/b}}]", ["b": true], is: "[]"),
      MustacheCase("null", "[{{^b}}shown{{/b}}]", ["b": nil], is: "[shown]"),
      MustacheCase("missing", "[{{^b}}shown{{/b}}]", is: "[shown]"),
      MustacheCase("object", "[{{^b}}hidden{{/b}}]", ["b": ["name": "Joe"]], is: "[]"),
      MustacheCase("list", "[{{^b}}hidden{{/b}}]", ["b": [["n": 1]]], is: "[]"),
      MustacheCase("empty list", "[{{^b}}shown{{/b}}]", ["b": []], is: "[shown]"),
      MustacheCase("twice", "{{^b}}1{{/b}} 2 {{^b}}3{{/b}}", ["b": false], is: "1 2 3"),
      MustacheCase(
        "nested, false", "A {{^b}}B {{^b}}C{{/b}} D{{/b}} E", ["b": false], is: "A B C D E"),
      MustacheCase("nested, true", "A {{^b}}B {{^b}}C{{/b}} D{{/b}} E", ["b": true], is: "A  E"),
      MustacheCase("dotted, true", "[{{^a.b.c}}no{{/a.b.c}}]", ["a": ["b": ["c": true]]], is: "[]"),
      MustacheCase(
        "dotted, false", "[{{^a.b.c}}yes{{/a.b.c}}]", ["a": ["b": ["c": false]]], is: "[yes]"),
      MustacheCase("dotted, broken", "[{{^a.b.c}}yes{{/a.b.c}}]", ["a": [:]], is: "[yes]"),
    ])
  }

  func testInvertedStandaloneLines() throws {
    let off: TemplateValue = ["b": false]
    try assertMustache([
      MustacheCase("kept around", " | {{^b}}\t|\t{{/b}} | \n", off, is: " | \t|\t | \n"),
      MustacheCase("kept inside", " | {{^b}} {{! c }}\n {{/b}} | \n", off, is: " |  \n  | \n"),
      MustacheCase(
        "two on a line", " {{^b}}NO{{/b}}\n {{^b}}WAY{{/b}}\n", off, is: " NO\n WAY\n"),
      MustacheCase("alone", "| A\n{{^b}}\n|\n{{/b}}\n| Z\n", off, is: "| A\n|\n| Z\n"),
      MustacheCase("indented", "| A\n  {{^b}}\n|\n  {{/b}}\n| Z\n", off, is: "| A\n|\n| Z\n"),
      MustacheCase("line ends of two bytes", "|\r\n{{^b}}\r\n{{/b}}\r\n|", off, is: "|\r\n|"),
      MustacheCase("on the first line", "  {{^b}}\n^{{/b}}\n/", off, is: "^\n/"),
      MustacheCase("on the last line", "^{{^b}}\n/\n  {{/b}}", off, is: "^\n/\n"),
      MustacheCase("ignored in tags", "|{{^ b }}={{/ b }}|", off, is: "|=|"),
    ])
  }
}
