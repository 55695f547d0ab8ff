import Foundation
import TestSupport
import XCTest

@testable import ModelLanguage

/// Mistakes in regular expressions that the language sees: what it refuses, ICU refuses too.
final class PatternCheckTests: XCTestCase {
  func testWhatIsRefusedIsRefusedByTheEngineToo() {
    let seed = UInt64(Date.now.timeIntervalSince1970)
    var random = RandomSource(seed: seed)
    let parts = [
      "a", "z", "0", "[", "]", "[^", "-", "(", ")", "(?:", "(?=", "(?<n>", "(?i)", "|", "*", "+",
      "?",
      "{2}", "{2,}", "{2,5}", "{", "}", ",", "\\", "\\d", "\\.", "\\p{L}", "\\p{", "\\x{41}", "\\Q",
      "\\E",
      "^", "$", ".", "&&", "[:alpha:]", "#", " ", "(?#c)", "é",
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

  func testSoundPatternsPass() {
    for pattern in [
      "[A-Z]{2}", #"^\d+$"#, "a|b", "(a(b)c)*?", "[[a-z]&&[^aeiou]]", #"\Q[(\E"#, #"\x{1F600}+"#,
      "(?x) a # it's ( a comment", "[a-z-]", "(?<name>x)", #"[^@\s]+@[^@\s]+"#, "a++", "",
    ] {
      XCTAssertNil(PatternCheck.fault(in: pattern), pattern)
    }
  }
}
