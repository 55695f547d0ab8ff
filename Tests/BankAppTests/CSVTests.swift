import XCTest

@testable import ModelCommands

final class CSVTests: XCTestCase {
  private func fields(_ text: String) throws -> [[String]] {
    try CSVReader.rows(of: Array(text.utf8)).map(\.fields)
  }

  func testPlainAndQuotedFields() throws {
    let cases: [(String, [[String]])] = [
      ("a,b\n", [["a", "b"]]),
      ("a,b", [["a", "b"]]),
      ("a,b\r\nc,d\r\n", [["a", "b"], ["c", "d"]]),
      ("\"a,b\",c", [["a,b", "c"]]),
      ("\"say \"\"hi\"\"\",c\r\n", [["say \"hi\"", "c"]]),
      ("\"two\nlines\",c", [["two\nlines", "c"]]),
      (",\n", [["", ""]]),
      ("a\n\n\nb\n", [["a"], ["b"]]),
      ("\u{FEFF}a,b", [["a", "b"]]),
      ("", []),
    ]
    for (text, expected) in cases { XCTAssertEqual(try fields(text), expected, text) }
  }

  func testEveryTextIsReadAsItWasWritten() throws {
    let texts = [
      "", " ", "a", "a,b", "a\nb", "\n", "\r\n", "a\r", "\"", "a\"\n", ",\u{301}", "\n\u{301}",
      "é ",
      "\u{FEFF}x", "\"\u{301}", "\t",
    ]
    for text in texts {
      for row in [[text], [text, text], ["x", text], [text, "x"]] {
        let line = CSVReader.line(row)
        XCTAssertEqual(try fields(line + line), [row, row], line.debugDescription)
      }
    }
  }

  func testLinesAreCountedThroughQuotedLineEnds() throws {
    let rows = try CSVReader.rows(of: Array("a\n\"b\nc\"\nd".utf8))
    XCTAssertEqual(rows.map(\.line), [1, 2, 4])
  }

  func testMistakesNameTheirLine() {
    let cases: [(String, Int, String)] = [
      ("a\n\"b", 2, "a quoted field that begins here is never closed"),
      ("a\n\"b\"c", 2, "text follows the closing quote of a field"),
    ]
    for (text, line, message) in cases {
      XCTAssertThrowsError(try fields(text)) { error in
        XCTAssertEqual(error as? CSVReader.Problem, .init(line: line, message: message))
      }
    }
    XCTAssertThrowsError(try CSVReader.rows(of: [0x61, 0x0A, 0xFF])) { error in
      XCTAssertEqual(
        error as? CSVReader.Problem, .init(line: 2, message: "the text is not UTF-8"))
    }
  }
}
