import Foundation
import TestSupport
import XCTest

@testable import ModelPredicates
@testable import ModelSchema
@testable import ModelStorage

/// Any text equals itself, contains itself, and is LIKE its escaped form, with all options.
final class HostileValueTests: XCTestCase {
  private static let options = ["", "[c]", "[d]", "[cd]", "[n]", "[cn]", "[l]"]

  func testTextsFindThemselves() throws {
    let seed = TestRun.seed
    var generator = PredicateGenerator(random: RandomSource(seed: seed))
    for number in 0..<1_000 {
      let text = generator.text() + generator.text()
      try check(text, Self.options[number % Self.options.count], "seed \(seed)")
    }
  }

  func testLongTextsFindThemselves() throws {
    for text in [
      String(repeating: "x", count: 20_000), String(repeating: "Éß\u{301}", count: 1_000),
      String(repeating: "\0", count: 2_000), String(repeating: "각", count: 1_000),
      String(repeating: "\u{301}\u{323}", count: 500),
    ] {
      try check(text, "[cd]", "\(text.unicodeScalars.count) scalars")
      try check(text, "[n]", "\(text.unicodeScalars.count) scalars")
    }
  }

  private func check(_ text: String, _ options: String, _ hint: String) throws {
    let escaped = text.unicodeScalars.map { scalar in
      "*?\\".unicodeScalars.contains(scalar) ? "\\\(scalar)" : "\(scalar)"
    }.joined()
    let rows: [(word: String, value: String)] = [
      ("==", text), ("CONTAINS", text), ("BEGINSWITH", text), ("ENDSWITH", text),
      ("LIKE", escaped), ("IN", text), ("<=", text),
    ]
    // The empty text equals itself, but no text contains it.
    let isSearch: Set = ["CONTAINS", "BEGINSWITH", "ENDSWITH", "IN"]
    for row in rows {
      let predicate = try ObjectPredicate("SELF \(row.word)\(options) %@", row.value)
      XCTAssertEqual(
        try predicate.evaluate(with: .string(text)), !(text.isEmpty && isSearch.contains(row.word)),
        "\(hint): \(row.word)\(options) \(text.prefix(40).debugDescription)")
    }
    let other = try ObjectPredicate("SELF ==\(options) %@", text + "\u{1F512}")
    XCTAssertFalse(try other.evaluate(with: .string(text)), hint)
  }
}
