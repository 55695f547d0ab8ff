import Foundation
import TestSupport
import XCTest

@testable import ModelLanguage

/// Mistakes in regular expressions that the language reports. ICU rejects all of them too.
final class PatternCheckTests: XCTestCase {
  func testWhatIsRefusedIsRefusedByTheEngineToo() {
    let seed = TestRun.seed
    var random = RandomSource(seed: seed)
    let parts = [
      "a", "z", "0", "[", "]", "[^", "-", "(", ")", "(?:", "(?=", "(?<n>", "(?i)", "|", "*", "+",
      "?",
      "{2}", "{2,}", "{2,5}", "{", "}", ",", "\\", "\\d", "\\.", "\\p{L}", "\\p{", "\\x{41}", "\\Q",
      "\\E",
      "^", "$", ".", "&&", "[:alpha:]", "[:foo:]", "\\p{Foo}", "\\p{Greek}", "\\1", "\\2", "\\k<n>",
      "(?<m>", "(?P<n>", "(?z)",
      "(?i-s:", "(?<1>", "{2147483648}", "#", " ", "(?#c)", "é",
    ]
    var refused = 0
    for _ in 0..<20_000 {
      let pattern = (0..<Int.random(in: 1...7, using: &random)).map { _ in
        parts[Int.random(in: 0..<parts.count, using: &random)]
      }.joined()
      guard let fault = PatternCheck.fault(in: pattern) else { continue }
      refused += 1
      XCTAssertNil(
        try? NSRegularExpression(pattern: pattern), "seed \(seed): /\(pattern)/: \(fault)")
    }
    XCTAssertGreaterThan(refused, 1000)
  }

  func testTheFaultIsNamed() {
    for (pattern, fault) in [
      (#"\p{Foo}"#, #"there is no set of characters '\p{Foo}'"#),
      ("[[:foo:]]", "there is no set of characters '[:foo:]'"),
      (#"(?<name>a)\k<nope>"#, #"there is no group 'nope' before '\k<nope>'"#),
      (#"\kn"#, #"'\k' needs a name, such as '\k<year>'"#),
      ("(?<n>a)(?<n>b)", "two groups are called 'n'"),
      ("(?<1>a)", "'(?<' needs a name, such as '(?<year>...)'"),
      ("(?z)a", "there is no flag 'z': flags are i, m, s, w and x"),
      (
        "(?P<n>a)",
        #"'(?P' is Python's: a group with a name is '(?<name>...)', a reference '\k<name>'"#
      ),
      ("(?|a)", "'(?' needs a flag, a name or a sign, such as '(?i)', '(?<year>...)' or '(?:...)'"),
      (#"(a)\2"#, #"there is no group for '\2'"#),
      ("a{99999999999999999999}", "'{9223372036854775807}' is too large"),
      ("(?i)*", "'*' has nothing to repeat"),
    ] {
      XCTAssertEqual(PatternCheck.fault(in: pattern), fault, pattern)
      XCTAssertNil(try? NSRegularExpression(pattern: pattern), pattern)
    }
  }

  func testSoundPatternsPass() {
    for pattern in [
      "[A-Z]{2}", #"^\d+$"#, "a|b", "(a(b)c)*?", "[[a-z]&&[^aeiou]]", #"\Q[(\E"#, #"\x{1F600}+"#,
      "(?x) a # it's ( a comment", "[a-z-]", "(?<name>x)", #"[^@\s]+@[^@\s]+"#, "a++", "",
      #"\p{Greek}\p{Lu}\P{Alphabetic}"#, #"\p{Extended_Pictographic}"#, #"\p{InBasicLatin}"#,
      #"\p{Script=Greek}"#, "[[:alpha:][:Lu:]]", #"(?<a>x)\k<a>\1"#, "(?i-s:a)(?-i)b", #"\1(a)"#,
      "(?<!a)b(?<=c)(?>d)", "a{16777215}",
    ] {
      XCTAssertNil(PatternCheck.fault(in: pattern), pattern)
    }
  }
}
