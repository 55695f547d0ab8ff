import ModelTerminal
import XCTest

final class LineEditorTests: XCTestCase {
  private func edited(_ text: String, _ keys: [TerminalKey]) -> (String, Int) {
    var editor = LineEditor(text)
    for key in keys { XCTAssertTrue(editor.take(key), "\(key)") }
    return (editor.text, editor.cursor)
  }

  func testKeysEditTheText() {
    let left = TerminalKey.special(.left)
    let cases: [(String, [TerminalKey], String, Int)] = [
      ("", [.character("a"), .character("b")], "ab", 2),
      ("ab", [left, .character("x")], "axb", 2),
      ("ab", [.special(.home), .special(.delete)], "b", 0),
      ("ab", [.special(.home), .special(.backspace), left], "ab", 0),
      ("ab", [left, .special(.end), .special(.right), .special(.backspace)], "a", 1),
      ("one two", [.alt("\u{7F}")], "one ", 4),
      ("one two", [.control("w")], "one ", 4), ("one two", [left, .control("u")], "o", 0),
      ("one", [.control("a"), .control("k")], "", 0),
      ("", [.paste("a\nb\r\nc")], "a b c", 5),
      ("e", [.character("\u{301}"), .character("x")], "éx", 2),
      ("漢字", [left, .special(.backspace)], "字", 0),
    ]
    for (text, keys, result, cursor) in cases {
      let edited = edited(text, keys)
      XCTAssertEqual(edited.0, result, "\(text) \(keys)")
      XCTAssertEqual(edited.1, cursor, "\(text) \(keys)")
    }
  }

  func testOtherKeysAreNotTaken() {
    var editor = LineEditor("a")
    for key: TerminalKey in [.special(.up), .special(.enter), .control("s"), .alt("x")] {
      XCTAssertFalse(editor.take(key), "\(key)")
    }
    XCTAssertEqual(editor.text, "a")
    // At the end of the line the form handles the End key, and at the beginning the Home
    // key.
    XCTAssertFalse(editor.take(.special(.end)))
    XCTAssertTrue(editor.take(.special(.home)))
    XCTAssertFalse(editor.take(.special(.home)))
  }

  func testTheCursorStandsAfterWideCharacters() {
    XCTAssertEqual(LineEditor("漢字a").cursorColumn, 5)
  }
}
