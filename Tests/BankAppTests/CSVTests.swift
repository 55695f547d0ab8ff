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
      ("a\n\n\nb\n", [["a"], ["b"]]), ("  \na\n \t\r\nb\n", [["a"], ["b"]]),
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

  func testOtherSignsBetweenFieldsAreSeenInTheHeader() throws {
    let cases: [(String, [String], String)] = [
      ("a;b\n1,5;2", ["1,5", "2"], "fields stand between semicolons, not commas"),
      ("a\tb\n1\t2", ["1", "2"], "fields stand between tabs, not commas"),
      ("\"a,b\";c\n1;2", ["1", "2"], "fields stand between semicolons, not commas"),
      ("a,b;c\n1,2", ["1", "2"], ""), ("a\n1;2", ["1;2"], ""),
    ]
    for (text, fields, note) in cases {
      let table = try CSVTable(Array(text.utf8), name: "x.csv")
      XCTAssertEqual(table.rows.first?.fields, fields, text)
      XCTAssertEqual(table.notes.joined(), note, text)
    }
  }

  func testTheHeaderIsTheFirstLineWithAText() throws {
    let table = try CSVTable(Array("\n  \n,,\na,b\n1, \"2, 3\"\n".utf8), name: "x.csv")
    XCTAssertEqual(table.header.fields, ["a", "b"])
    XCTAssertEqual(table.header.line, 4)
    XCTAssertThrowsError(try table.forEachRow { _ in }) { error in
      XCTAssertEqual(
        "\(error)",
        "x.csv:5: error: 3 fields instead of 2; a quote counts right behind the comma alone, "
          + "without a blank")
    }
  }

  func testLinesOfOldMacsAreLines() throws {
    let cases: [(String, [[String]])] = [
      ("a,b\r1,2\r3,4\r", [["a", "b"], ["1", "2"], ["3", "4"]]),
      // Within a field they can have other line ends.
      ("a,b\r\"1\n2\",3\r", [["a", "b"], ["1\n2", "3"]]),
      ("\"a\rb\",c\r1,2", [["a\rb", "c"], ["1", "2"]]),
      // In other files a return is a character.
      ("a,b\n1\r2,3\n", [["a", "b"], ["1\r2", "3"]]),
      ("a,b\r\n1,2\r\n", [["a", "b"], ["1", "2"]]),
    ]
    for (text, rows) in cases {
      let table = try CSVTable(Array(text.utf8), name: "x.csv")
      XCTAssertEqual(
        [table.header.fields] + table.rows.map(\.fields), rows, text.debugDescription)
    }
  }

  func testManyMistakesAreCounted() throws {
    let lines = String(repeating: "1\n", count: 20_000)
    let table = try CSVTable(Array("a,b\n\(lines)".utf8), name: "x.csv")
    XCTAssertThrowsError(try table.forEachRow { _ in }) { error in
      let lines = "\(error)".split(separator: "\n")
      XCTAssertEqual(lines.count, 21)
      XCTAssertEqual(lines.first, "x.csv:2: error: 1 fields instead of 2")
      XCTAssertEqual(lines.last, "x.csv: 20000 errors; these are the first")
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
