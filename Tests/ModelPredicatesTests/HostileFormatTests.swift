import Foundation
import TestSupport
import XCTest

@testable import ModelPredicates
@testable import ModelSchema

/// Hostile formats give an answer or an error in linear time, and never trap.
final class HostileFormatTests: XCTestCase {
  func testDeepTextsAreRefusedOnASmallStack() {
    let count = 200_000
    let texts = [
      String(repeating: "(", count: count), String(repeating: "NOT ", count: count) + "a == 1",
      String(repeating: "!", count: count), "a == " + String(repeating: "-", count: count) + "1",
      "a == " + String(repeating: "{", count: count),
      "a == 1" + String(repeating: "+1", count: count),
      "a" + String(repeating: "[0]", count: count) + " == 1",
      "a == " + String(repeating: "sum(", count: count),
      String(repeating: "TERNARY(", count: count),
      String(repeating: "SUBQUERY(a,$x,", count: count),
      "a == " + String(repeating: "CAST(", count: count),
      "a[" + String(repeating: "a[", count: count),
      "a == " + String(repeating: "~", count: count),
      "a == " + String(repeating: "2**", count: count),
    ]
    onSmallStack(kilobytes: 2048) {
      for text in texts {
        do throws(ObjectPredicateError) {
          _ = try ObjectPredicate(format: text)
          XCTFail("\(text.prefix(20)) was read")
        } catch {
          let expected = ObjectPredicateError.Reason.nestedTooDeeply(
            limit: FormatParser.heightLimit)
          XCTAssertEqual(error.reason, expected, "\(text.prefix(20)): \(error)")
        }
      }
    }
  }

  func testTheDeepestTextThatIsReadIsPrintedAndReadAgain() throws {
    let limit = FormatParser.heightLimit
    let texts = [
      String(repeating: "NOT ", count: limit - 3) + "a == 1",
      String(repeating: "NOT (b == 1 AND ", count: limit / 2 - 2) + "a == 1"
        + String(repeating: ")", count: limit / 2 - 2),
      "1 == " + String(repeating: "add:to:(1, ", count: limit - 3) + "1"
        + String(repeating: ")", count: limit - 3),
      "1 == 1" + String(repeating: " - 1", count: limit - 3),
    ]
    onSmallStack(kilobytes: 2048) {
      for text in texts {
        do {
          let predicate = try ObjectPredicate(format: text)
          XCTAssertEqual(try ObjectPredicate(format: predicate.format), predicate)
          XCTAssertEqual(predicate.hashValue, predicate.hashValue)
        } catch { XCTFail("\(text): \(error)") }
      }
    }
  }

  func testLongTextsAreReadInLinearTime() throws {
    let count = 40_000
    let texts = [
      Array(repeating: "a == 1", count: count).joined(separator: " AND "),
      Array(repeating: "a == 1", count: count).joined(separator: " OR "),
      "a IN {" + Array(repeating: "'xyz'", count: count).joined(separator: ",") + "}",
      "a == '" + String(repeating: "\\n😀é", count: count * 3) + "'",
      "a == \(String(repeating: " \t\n", count: count))1",
      String(repeating: "abc.", count: count) + "x == 1",
      String(repeating: "x", count: 1_000_000) + " == 1",
    ]
    let start = Date()
    for text in texts { _ = try ObjectPredicate(format: text) }
    XCTAssertLessThan(Date().timeIntervalSince(start), 60, "reading is not linear")
  }

  func testRandomTextIsAnAnswerOrAnError() {
    let seed = TestRun.seed
    var random = RandomSource(seed: seed)
    let words = [
      "a", "name", "==", "!=", "AND", "or", "NOT", "ANY", "(", ")", "{", "}", "[", "]", ",", ".",
      "'x'", "\"", "'", "\\", "1", "2.5", "0x", "1e", "$x", "$", "%@", "%K", "%", "#", "@count",
      "SUBQUERY", "TERNARY", "CAST", "FUNCTION", "SELF", "nil", "BETWEEN", "IN", "LIKE", "[cd]",
      "+", "-", "*", "**", "/", "<<", "~", "&", "|", ":", ":=", "sum:", "\0", "é", "\u{301}", "😀",
      "UTI-EQUALS", "FIRST", " ", "\n",
    ]
    var accepted = 0
    for _ in 0..<20_000 {
      let parts = (0..<random.number(below: 12)).map { _ in random.pick(words) }
      let text = parts.joined(separator: random.pick(["", " "]))
      guard let predicate = try? ObjectPredicate(format: text, arguments: ["a", "b"].dropLast(2))
      else { continue }
      accepted += 1
      XCTAssertEqual(
        try? ObjectPredicate(format: predicate.format), predicate, "seed \(seed): \(text)")
    }
    XCTAssertGreaterThan(accepted, 0)
  }

  func testHostileValuesStayValues() throws {
    let values = [
      "'", "\"", "\\", "\0", "%", "_", "*", "?", "' OR '1'='1", "%@", "$x", "👩‍👩‍👧", "e\u{301}",
      "\u{202E}", "]", ")", "--", "; DROP TABLE", String(repeating: "x", count: 1_000_000),
    ]
    for value in values {
      let predicate = try ObjectPredicate("a == %@", value)
      XCTAssertEqual(
        predicate, .comparison(.init(.keyPath("a"), .equal, .constant(.string(value)))))
      XCTAssertEqual(try ObjectPredicate(format: predicate.format), predicate)
    }
  }
}
