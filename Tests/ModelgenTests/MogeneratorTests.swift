import XCTest

@testable import ModelgenCommands

/// The pair of files that `--template-set mogenerator` writes.
final class MogeneratorTests: ToolTestCase {
  private let command = "Tags.model --template-set mogenerator"

  override func setUpWithError() throws {
    try super.setUpWithError()
    try write(Self.tags, "Tags.model")
  }

  func testAPairIsWritten() {
    XCTAssertEqual(
      run(command).output, "wrote Generated/_Tags.swift\nwrote Generated/Tags.swift\n")
    XCTAssertEqual(
      text("Generated/Tags.swift"),
      """
      // The classes of Tags.model, as far as people write them.
      //
      // modelgen made this file once and never writes it again. What it generates is in the file of
      // the same name with '_' before it.

      extension Tag {
        // Computed properties, functions and conformances belong here; what is stored, how it relates
        // and which rules it keeps belong into the model.
      }

      """)
  }

  func testTheMachinesFileIsWhatTheOtherSetWrites() {
    _ = run(command)
    _ = run("Tags.model --output Single")
    XCTAssertNotNil(text("Single/Tags.swift"))
    XCTAssertEqual(text("Generated/_Tags.swift"), text("Single/Tags.swift"))
  }

  func testThePeoplesFileIsNeverOverwritten() throws {
    _ = run(command)
    try write("extension Tag { var shout: String { name + \"!\" } }\n", "Generated/Tags.swift")
    try write("model Tags\n\nentity Tag {\n    var title: String\n}\n", "Tags.model")
    XCTAssertEqual(
      run(command + " --prune").output, "wrote Generated/_Tags.swift\nkept Generated/Tags.swift\n")
    XCTAssertEqual(
      text("Generated/Tags.swift"), "extension Tag { var shout: String { name + \"!\" } }\n")
    XCTAssertEqual(text("Generated/_Tags.swift")?.contains("var title: String"), true)
  }

  func testAnEmptyFileOfPeopleIsNotOverwrittenEither() throws {
    try write("", "Generated/Tags.swift")
    XCTAssertTrue(run(command).output.hasSuffix("kept Generated/Tags.swift\n"))
    XCTAssertEqual(text("Generated/Tags.swift"), "")
  }

  func testTheOtherSetsFileGivesWay() {
    _ = run("Tags.model")
    XCTAssertEqual(
      run(command).output, "wrote Generated/_Tags.swift\nwrote Generated/Tags.swift\n")
    XCTAssertEqual(text("Generated/Tags.swift")?.hasPrefix("// The classes of"), true)
  }

  func testCheckAsksForTheMissingFileAndNotForTheChangedOne() throws {
    XCTAssertEqual(run(command + " --check").status, .mistakes)
    XCTAssertNil(text("Generated/Tags.swift"))
    _ = run(command)
    try write("// Changed\n", "Generated/Tags.swift")
    XCTAssertEqual(run(command + " --check").status, .success)
  }

  func testOneOutputFileIsRefused() {
    let outcome = run(command + " --output-file T.swift")
    XCTAssertEqual(outcome.status, .usage)
    XCTAssertEqual(
      outcome.errors,
      """
      error: '--output-file' names one file, and '--template-set mogenerator' writes a pair
      fix: use '--output DIR'

      """)
  }

  func testItsTemplatesAreReplacedToo() throws {
    try write("// {{source}}\n", "T/mogenerator-human.mustache")
    _ = run(command + " --templates T")
    XCTAssertEqual(text("Generated/Tags.swift"), "// Tags.model\n")
  }

  func testItsTemplatesAreListed() {
    XCTAssertTrue(
      run("templates").output.contains("\nmogenerator-human\nmogenerator-machine\nswift-"))
  }
}
