import XCTest

@testable import ModelgenCommands

/// The path `-`, which reads a model from standard input.
final class StandardInputTests: XCTestCase {
  private func validate(_ text: String, _ options: String...) -> Outcome {
    Tool(files: FileSystem(directory: "/", standardInput: { Array(text.utf8) }))
      .run(["validate", "-"] + options)
  }

  func testAModelIsRead() {
    XCTAssertEqual(validate(ToolTestCase.tags).output, "valid -\n")
    XCTAssertTrue(
      validate(ToolTestCase.broken).errors.hasPrefix("-:4:15: error: unknown type 'Strng'"))
  }

  func testItCannotBeFixed() {
    XCTAssertEqual(
      validate(ToolTestCase.tags, "--fix").errors,
      "error: '--fix' changes files, and standard input is none\nfix: name the file\n")
  }

  func testManyMistakesEndWithTheirNumber() {
    let lines = (0..<12).map { "    var a\($0): Strng\n" }.joined()
    let errors = validate("model Tags\n\nentity Tag {\n\(lines)}\n").errors
    XCTAssertTrue(errors.hasSuffix("\n\n12 errors\n"), errors)
    XCTAssertFalse(validate(ToolTestCase.broken).errors.contains("1 error\n"))
  }
}
