import Foundation
import TestSupport
import XCTest

/// Long typed conditions compile fast. A chain of overloaded operators would cost the
/// compiler seconds otherwise.
final class ConditionCompilingTests: XCTestCase {
  /// The greatest number of solver scopes that the compiler may try for an expression.
  ///
  /// Scopes are counted instead of seconds, so that a busy machine makes no difference. The
  /// sixteen clauses take about 1,200 scopes and 0.12 seconds. The compiler's own limit is
  /// a million scopes.
  private static let greatestScopeCount = 2_000

  private func compile(_ name: String, scopes: Int = greatestScopeCount) throws -> String {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Conditions/\(name).swift")
    let compiler = try ProgramCompiler.orSkip()
    return try compiler.run(
      [
        "-typecheck", "-Xfrontend", "-solver-scope-threshold=\(scopes)",
        file.path(percentEncoded: false),
      ]
    ).text
  }

  func testSixteenClausesAreReadAtOnce() throws {
    XCTAssertEqual(try compile("sixteenClauses"), "")
  }

  func testTheMeasureIsOne() throws {
    let text = try compile("sixteenClauses", scopes: 20)
    XCTAssertTrue(text.contains("in reasonable time"), text)
  }

  func testAMisspeltNameIsFound() throws {
    let text = try compile("misspelt", scopes: 1_000_000)
    XCTAssertTrue(text.contains("has no member 'zpi'"), text)
  }

  /// The compiler's message about a mistake says how to correct it.
  func testMistakesAreAnsweredWithASentence() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Conditions/mistakes.swift")
    let text = try compile("mistakes", scopes: 1_000_000)
    let messages = text.split(separator: "\n")
    for (index, line) in try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      guard let expected = line.firstRange(of: "// says: ").map({ line[$0.upperBound...] }) else {
        continue
      }
      XCTAssertTrue(
        messages.contains { $0.contains("mistakes.swift:\(index + 2):") && $0.contains(expected) },
        "line \(index + 2), \(expected)")
    }
    XCTAssertFalse(text.contains("failed to produce diagnostic"), text)
  }
}
