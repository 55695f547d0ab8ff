import ModelGenerator
import XCTest

final class MustacheCommentTests: XCTestCase {
  func testCommentsWriteNothing() throws {
    try assertMustache([
      MustacheCase("inline", "12{{! gone }}34", is: "1234"),
      MustacheCase("several lines", "12{{!\n  gone\n  too\n}}34\n", is: "1234\n"),
      MustacheCase("inside a line", "  12 {{! 34 }}\n", is: "  12 \n"),
      MustacheCase("white space around is kept", "1 {{! gone }} 2", is: "1  2"),
      MustacheCase(
        "the text may look like a value", "a: {{! value }}b", ["! value": 1, "value": 2],
        is: "a: b"),
    ])
  }

  func testCommentsThatStandAloneTakeTheirLine() throws {
    try assertMustache([
      MustacheCase("alone", "Begin.\n{{! gone }}\nEnd.\n", is: "Begin.\nEnd.\n"),
      MustacheCase("indented", "Begin.\n  {{! gone }}\nEnd.\n", is: "Begin.\nEnd.\n"),
      MustacheCase("line ends of two bytes", "|\r\n{{! gone }}\r\n|", is: "|\r\n|"),
      MustacheCase("on the first line", "  {{! gone }}\n!", is: "!"),
      MustacheCase("on the last line", "!\n  {{! gone }}", is: "!\n"),
      MustacheCase("several lines", "Begin.\n{{!\ngone\n}}\nEnd.\n", is: "Begin.\nEnd.\n"),
      MustacheCase(
        "several lines, indented", "Begin.\n  {{!\n    gone\n  }}\nEnd.\n", is: "Begin.\nEnd.\n"),
    ])
  }
}
