import ModelGenerator
import XCTest

final class MustacheInterpolationTests: XCTestCase {
  func testValuesAreWritten() throws {
    try assertMustache([
      MustacheCase("no tag", "Hello from {Mustache}!\n", is: "Hello from {Mustache}!\n"),
      MustacheCase("text", "Hello, {{subject}}!\n", ["subject": "world"], is: "Hello, world!\n"),
      MustacheCase(
        "not looked at again", "{{a}}: {{b}}", ["a": "{{b}}", "b": "x"], is: "{{b}}: x"),
      MustacheCase("integer", "{{n}} miles", ["n": 85], is: "85 miles"),
      MustacheCase("decimal", "{{n}} jiggawatts", ["n": 1.21], is: "1.21 jiggawatts"),
      MustacheCase("null", "I ({{x}}) am", ["x": nil], is: "I () am"),
      MustacheCase("missing", "I ({{x}}) am", is: "I () am"),
    ])
  }

  func testEscaping() throws {
    let hostile: TemplateValue = ["x": "& \" < >"]
    try assertMustache([
      MustacheCase("plain tag", "{{x}}", hostile, is: "&amp; &quot; &lt; &gt;"),
      MustacheCase("triple", "{{{x}}}", hostile, is: "& \" < >"),
      MustacheCase("ampersand", "{{&x}}", hostile, is: "& \" < >"),
      MustacheCase("numbers", "{{{n}}}{{&n}}{{{d}}}", ["n": 85, "d": 1.21], is: "85851.21"),
      MustacheCase("null", "({{{x}}}{{&x}})", ["x": nil], is: "()"),
      MustacheCase("missing", "({{{x}}}{{&x}})", is: "()"),
    ])
  }

  func testEscapingIsOffByDefault() throws {
    let template = try Template(name: "t", text: "{{x}}")
    XCTAssertEqual(try TemplateRenderer.text(of: template, with: ["x": "<a>"]), "<a>")
  }

  func testDottedNames() throws {
    let nested: TemplateValue = ["a": ["b": ["c": ["d": "Phil"]]]]
    try assertMustache([
      MustacheCase(
        "as a section", "{{p.name}} {{#p}}{{name}}{{/p}}", ["p": ["name": "J"]], is: "J J"),
      MustacheCase("unescaped", "{{{p.name}}}{{&p.name}}", ["p": ["name": "&"]], is: "&&"),
      MustacheCase("any depth", "{{a.b.c.d}}", nested, is: "Phil"),
      MustacheCase("broken chain", "({{a.b.c}})", ["a": [:]], is: "()"),
      MustacheCase(
        "broken chain with the name elsewhere", "({{a.b.c.name}})",
        ["a": ["b": [:]], "c": ["name": "Jim"]], is: "()"),
      MustacheCase(
        "first part decides", "{{#a}}{{b.c}}{{/a}}", ["a": ["b": [:]], "b": ["c": "no"]], is: ""),
      MustacheCase("never one key", "({{a.b}})", ["a.b": "c"], is: "()"),
      MustacheCase("does not mask", "({{a.b}})", ["a.b": "c", "a": ["b": "d"]], is: "(d)"),
      MustacheCase(
        "resolved from outside", "{{#a}}{{b.c.d}}{{/a}}",
        ["a": ["x": 1], "b": ["c": ["d": "Phil"]]], is: "Phil"),
    ])
  }

  func testImplicitIterator() throws {
    try assertMustache([
      MustacheCase("text", "Hello, {{.}}!", "world", is: "Hello, world!"),
      MustacheCase("escaped", "{{.}}", "& <", is: "&amp; &lt;"),
      MustacheCase("triple", "{{{.}}}", "& <", is: "& <"),
      MustacheCase("ampersand", "{{&.}}", "& <", is: "& <"),
      MustacheCase("integer", "{{.}}", 85, is: "85"),
    ])
  }

  func testWhiteSpace() throws {
    let data: TemplateValue = ["x": "---"]
    try assertMustache([
      MustacheCase("kept around", "| {{x}} |", data, is: "| --- |"),
      MustacheCase("kept around a triple", "| {{{x}}} |", data, is: "| --- |"),
      MustacheCase("kept around an ampersand", "| {{&x}} |", data, is: "| --- |"),
      MustacheCase("not standing alone", "  {{x}}\n", data, is: "  ---\n"),
      MustacheCase("triple not standing alone", "  {{{x}}}\n", data, is: "  ---\n"),
      MustacheCase("ampersand not standing alone", "  {{&x}}\n", data, is: "  ---\n"),
      MustacheCase("ignored inside", "|{{ x }}|{{{ x }}}|{{& x }}|", data, is: "|---|---|---|"),
    ])
  }
}
