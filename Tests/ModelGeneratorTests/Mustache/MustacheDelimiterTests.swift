import ModelGenerator
import XCTest

final class MustacheDelimiterTests: XCTestCase {
  func testDelimitersChange() throws {
    try assertMustache([
      MustacheCase("pair", "{{=<% %>=}}(<%text%>)", ["text": "Hey!"], is: "(Hey!)"),
      MustacheCase(
        "characters with a meaning elsewhere", "({{=[ ]=}}[text])", ["text": "It worked!"],
        is: "(It worked!)"),
      MustacheCase(
        "sections",
        "[\n{{#on}}\n  {{data}}\n  |data|\n{{/on}}\n\n"
          + "{{= | | =}}\n|#on|\n  {{data}}\n  |data|\n|/on|\n]\n",
        ["on": true, "data": "x"], is: "[\n  x\n  |data|\n\n  {{data}}\n  x\n]\n"),
      MustacheCase(
        "inverted sections",
        "[\n{{^on}}\n  {{data}}\n  |data|\n{{/on}}\n\n"
          + "{{= | | =}}\n|^on|\n  {{data}}\n  |data|\n|/on|\n]\n",
        ["on": false, "data": "x"], is: "[\n  x\n  |data|\n\n  {{data}}\n  x\n]\n"),
      MustacheCase("spaces inside", "|{{= @   @ =}}|", is: "||"),
      MustacheCase("tags without escaping", "{{=< >=}}<&x><{x}>", ["x": "\"&\""], is: "\"&\"\"&\""),
    ])
  }

  func testPartialsHaveTheirOwnDelimiters() throws {
    try assertMustache([
      MustacheCase(
        "not inherited", "[ {{>include}} ]\n{{= | | =}}\n[ |>include| ]\n", ["value": "yes"],
        partials: ["include": ".{{value}}."], is: "[ .yes. ]\n[ .yes. ]\n"),
      MustacheCase(
        "not handed back", "[ {{>include}} ]\n[ .{{value}}.  .|value|. ]\n", ["value": "yes"],
        partials: ["include": ".{{value}}. {{= | | =}} .|value|."],
        is: "[ .yes.  .yes. ]\n[ .yes.  .|value|. ]\n"),
    ])
  }

  func testDelimiterTagsThatStandAloneTakeTheirLine() throws {
    try assertMustache([
      MustacheCase("space around", "| {{=@ @=}} |", is: "|  |"),
      MustacheCase("space before, inline", " | {{=@ @=}}\n", is: " | \n"),
      MustacheCase("alone", "Begin.\n{{=@ @=}}\nEnd.\n", is: "Begin.\nEnd.\n"),
      MustacheCase("indented", "Begin.\n  {{=@ @=}}\nEnd.\n", is: "Begin.\nEnd.\n"),
      MustacheCase("line ends of two bytes", "|\r\n{{= @ @ =}}\r\n|", is: "|\r\n|"),
      MustacheCase("on the first line", "  {{=@ @=}}\n=", is: "="),
      MustacheCase("on the last line", "=\n  {{=@ @=}}", is: "=\n"),
    ])
  }
}
