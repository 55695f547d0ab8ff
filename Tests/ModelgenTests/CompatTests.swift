import XCTest

@testable import ModelgenCommands

/// `modelgen compat`, which prints the compatibility matrix of versions.
final class CompatTests: ToolTestCase {
  private func release(_ text: String) throws {
    try write(text, "Tags.model")
    XCTAssertEqual(run("freeze Tags.model").status, .success)
  }

  func testEveryPairOfVersionsHasItsCell() throws {
    try release("model Tags @version(1)\n\nentity Tag {\n    var name: String?\n}\n")
    try release("model Tags @version(2)\n\nentity Tag {\n    var name: String\n}\n")
    try write(
      """
      model Tags @version(3)

      entity Tag {
          var name: String
          var size: Int32
      }

      migration from 1 {
          map Tag -> Tag { size = 1 }
          after Tags.check
      }

      migration from 2 {
          map Tag -> Tag { size = 2 }
      }

      """, "Tags.model")
    let outcome = run("compat Tags.model")
    XCTAssertEqual(outcome.errors, "")
    XCTAssertEqual(
      outcome.output,
      """
              to 2       to 3
      from 1  inferred*  needs code*
      from 2             mapped

      1 to 2: inferred
        if 'Tag.name' is required now and must have a value everywhere

      1 to 3: needs code
        if 'Tag.name' is required now and must have a value everywhere
        calls Tags.check

      """)
    XCTAssertEqual(outcome.status, .success)
  }

  func testWhatCannotBeIsNamed() throws {
    try release("model Tags @version(1)\n\nentity Tag {\n    var name: String\n}\n")
    try write("model Tags @version(2)\n\nentity Tag {\n    var name: Data\n}\n", "Tags.model")
    let outcome = run("compat Tags.model")
    XCTAssertEqual(outcome.status, .errors)
    XCTAssertTrue(outcome.output.contains("from 1  impossible"), outcome.output)
    XCTAssertTrue(
      outcome.output.contains("'Tag.name' is Data now and was String"), outcome.output)
  }

  func testAMissingVersionIsTheReason() throws {
    try release("model Tags @version(1)\n\nentity Tag {\n    var name: String\n}\n")
    try release(
      "model Tags @version(2)\n\nentity Tag {\n    var name: Int32\n    var old: Date?\n}\n")
    try write(
      """
      model Tags @version(3)

      entity Tag {
          var name: Int32
      }

      migration from 2 {
          after Tags.check
      }

      """, "Tags.model")
    let lines = run("compat Tags.model").output.split(separator: "\n")
    for (index, line) in lines.enumerated() where line.hasSuffix(": impossible") {
      XCTAssertTrue(lines[index + 1].hasPrefix("  "), lines.joined(separator: "\n"))
    }
  }

  func testOneVersionHasNoMatrix() throws {
    try write(Self.tags, "Tags.model")
    XCTAssertEqual(
      run("compat Tags.model").output,
      "'Tags' has one version; 'modelgen freeze' keeps released ones\n")
  }
}
