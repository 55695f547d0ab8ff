import ModelSchema
import XCTest

@testable import ModelgenCommands

/// Texts of models and files with terminal control characters, which no message may
/// contain.
final class TerminalTextTests: ToolTestCase {
  private static let hostile = "\u{1B}]0;pwned\u{7}\u{1B}[2J\u{9B}31m\u{202E}txt\u{2066}\u{7F}"

  private func assertNothingSteers(_ text: String, _ line: [String]) {
    let steering = text.unicodeScalars.filter { $0.isSteering && $0 != "\n" && $0 != "\t" }
    XCTAssertEqual(Array(steering).map(\.value), [], "\(line)")
  }

  func testNoCommandSteersATerminal() throws {
    let name = "Shop\(Self.hostile).model"
    for text in [
      "model Shop\nentity \(Self.hostile) {\n}\n", "model \(Self.hostile)",
      "model Shop\nentity Item {\n    var a: \(Self.hostile)\n}\n",
      "model Shop\n/// \(Self.hostile)\nentity Item {\n    var a: String = \"\(Self.hostile)\"\n}\n",
    ] {
      try write(text, name)
      let names = CommandDescription.all.map(\.name)
      for command in names where !["watch", "editor", "new-app", "format"].contains(command) {
        for line in [[command, name], [command, name, "--check"], [command, Self.hostile]] {
          let outcome = run(line)
          assertNothingSteers(outcome.errors, line)
          if !["completions", "diagram", "man", "templates"].contains(command) {
            assertNothingSteers(outcome.output, line)
          }
        }
      }
    }
    assertNothingSteers(run([Self.hostile]).errors, [])
  }

  /// Only the styles that our messages use are kept.
  func testStylesOfMessagesStay() {
    let text = "\u{1B}[1;31merror\u{1B}[0m: \u{1B}[8mhidden\u{1B}\u{1B}[1;36m\u{9B}"
    XCTAssertEqual(
      text.inStyledLines,
      "\u{1B}[1;31merror\u{1B}[0m: \u{FFFD}[8mhidden\u{FFFD}\u{1B}[1;36m\u{FFFD}")
  }
}
