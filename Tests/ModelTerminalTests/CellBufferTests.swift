import ModelTerminal
import XCTest

final class CellBufferTests: XCTestCase {
  func testTextsAreCutWhereTheBufferEnds() {
    var buffer = CellBuffer(size: TerminalSize(rows: 2, columns: 6))
    buffer.put("abcdefgh", row: 0, column: 2)
    buffer.put("漢字漢字", row: 1, column: 1)
    buffer.put("x", row: 7, column: 0)
    XCTAssertEqual(buffer.text(row: 0), "  abcd")
    XCTAssertEqual(buffer.text(row: 1), " 漢字")
  }

  func testLongTextsEndWithAnEllipsis() {
    var buffer = CellBuffer(size: TerminalSize(rows: 3, columns: 20))
    buffer.putShortened("Washington Mutual", row: 0, column: 0, width: 8)
    buffer.putShortened("漢字漢字漢字", row: 1, column: 0, width: 8)
    buffer.putShortened("short", row: 2, column: 0, width: 8)
    XCTAssertEqual((0..<3).map { buffer.text(row: $0) }, ["Washing…", "漢字漢…", "short"])
  }

  func testHalfACharacterNeverStays() {
    var buffer = CellBuffer(size: TerminalSize(rows: 1, columns: 6))
    buffer.put("漢字", row: 0, column: 0)
    buffer.put("x", row: 0, column: 1)
    XCTAssertEqual(buffer.text(row: 0), " x字")
    buffer.put("y", row: 0, column: 2)
    XCTAssertEqual(buffer.text(row: 0), " xy")
  }

  func testWhatSteersATerminalIsReplaced() {
    var buffer = CellBuffer(size: TerminalSize(rows: 1, columns: 20))
    buffer.put("a\u{1B}[2Jb\nc\u{202E}d", row: 0, column: 0)
    XCTAssertEqual(buffer.text(row: 0), "a\u{FFFD}[2Jb⏎c\u{FFFD}d")
  }

  func testNothingCoversPartsOfASyllable() {
    var buffer = CellBuffer(size: TerminalSize(rows: 1, columns: 8))
    buffer.put("स्थानx", row: 0, column: 0)
    XCTAssertEqual(buffer.text(row: 0), "स्थानx")
    XCTAssertEqual(buffer[0, 4].character, "x")
  }

  func testMarksJoinTheCharacterBeforeThem() {
    var buffer = CellBuffer(size: TerminalSize(rows: 1, columns: 5))
    buffer.put("e", row: 0, column: 0)
    buffer.put("\u{301}x", row: 0, column: 1)
    XCTAssertEqual(buffer.text(row: 0), "éx")
  }
}

extension CellBuffer {
  /// The characters of a row, without trailing blanks.
  func text(row: Int) -> String {
    let characters = (0..<size.columns).compactMap { self[row, $0].character }
    return String(characters.reversed().drop { $0 == " " }.reversed())
  }
}
