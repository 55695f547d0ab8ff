import ModelSchema
import XCTest

/// Quoted texts, whose contents never end the quotes.
final class QuotingTests: XCTestCase {
  func testQuotesAreDoubled() {
    for (text, quoted) in [
      ("", "''"), ("a", "'a'"), ("it's", "'it''s'"), ("''", "''''''"),
      // A quote followed by a combining mark is a part of a character.
      ("it'\u{301}s", "'it''\u{301}s'"), ("'\u{200D}", "'''\u{200D}'"),
    ] {
      XCTAssertEqual(Array(text.quoted(by: "'").utf8), Array(quoted.utf8), text)
    }
    XCTAssertEqual("a\"\u{308}b".quoted(by: "\""), "\"a\"\"\u{308}b\"")
  }

  func testShellsSeeOneWord() {
    XCTAssertEqual("it's".inShellQuotes, #"'it'\''s'"#)
    XCTAssertEqual("'\u{301}; rm x".inShellQuotes, "''\\''\u{301}; rm x'")
  }

  func testEscapesHaveFourDigits() {
    XCTAssertEqual(("\u{1}" as Unicode.Scalar).fourDigitEscape, #"\u0001"#)
    XCTAssertEqual(("\u{2028}" as Unicode.Scalar).fourDigitEscape, #"\u2028"#)
    XCTAssertEqual([0, 10, 255].hexadecimal, "000aff")
  }
}
