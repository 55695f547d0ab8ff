import XCTest

@testable import ModelgenCommands

/// The pairs of files that `--template-set mogenerator` writes.
final class MogeneratorTests: ToolTestCase {
  private let command = "Tags.model --template-set mogenerator"

  override func setUpWithError() throws {
    try super.setUpWithError()
    try write(Self.tags, "Tags.model")
  }

  func testAPairIsWrittenForEveryClass() {
    XCTAssertEqual(
      run(command).output,
      """
      wrote Generated/_TagsModel.swift
      wrote Generated/_Tag.swift
      wrote Generated/Tag.swift

      """)
    XCTAssertEqual(
      text("Generated/Tag.swift"),
      """
      // The class Tag of Tags.model, as far as people write it.
      //
      // modelgen made this file once and never writes it again. What it generates is in _Tag.swift.

      extension Tag {
        // Computed properties, functions and conformances belong here; what is stored, how it relates
        // and which rules it keeps belong into the model.
      }

      """)
  }

  func testTheMachinesFilesHoldWhatTheOtherSetWrites() throws {
    _ = run(command)
    _ = run("Tags.model --output Single")
    let single = try XCTUnwrap(text("Single/Tags.swift")).split(separator: "\n")
    let model = try XCTUnwrap(text("Generated/_TagsModel.swift")).split(separator: "\n")
    let tag = try XCTUnwrap(text("Generated/_Tag.swift")).split(separator: "\n")
    XCTAssertEqual(model + ["// MARK: - Tag"] + tag.dropFirst(2), single[...])
  }

  func testThePeoplesFileIsNeverOverwritten() throws {
    _ = run(command)
    try write("extension Tag { var shout: String { name + \"!\" } }\n", "Generated/Tag.swift")
    try write("model Tags\n\nentity Tag {\n    var title: String\n}\n", "Tags.model")
    XCTAssertEqual(
      run(command + " --prune").output,
      """
      unchanged Generated/_TagsModel.swift
      wrote Generated/_Tag.swift
      kept Generated/Tag.swift

      """)
    XCTAssertEqual(
      text("Generated/Tag.swift"), "extension Tag { var shout: String { name + \"!\" } }\n")
    XCTAssertEqual(text("Generated/_Tag.swift")?.contains("var title: String"), true)
  }

  func testAnEmptyFileOfPeopleIsNotOverwrittenEither() throws {
    try write("", "Generated/Tag.swift")
    XCTAssertTrue(run(command).output.hasSuffix("kept Generated/Tag.swift\n"))
    XCTAssertEqual(text("Generated/Tag.swift"), "")
  }

  func testAClassThatIsGoneLosesTheMachinesFileOnly() throws {
    try write(Self.tags + "\nentity Old {}\n", "Tags.model")
    _ = run(command)
    try write(Self.tags, "Tags.model")
    XCTAssertTrue(run(command + " --prune").output.hasSuffix("removed Generated/_Old.swift\n"))
    XCTAssertNotNil(text("Generated/Old.swift"))
  }

  func testTheOtherSetsFileGivesWay() throws {
    try write("model Tag\n\nentity Tag {\n    var name: String\n}\n", "Tag.model")
    _ = run("Tag.model")
    XCTAssertTrue(
      run("Tag.model --template-set mogenerator").output.hasSuffix("wrote Generated/Tag.swift\n"))
    XCTAssertEqual(text("Generated/Tag.swift")?.hasPrefix("// The class Tag of"), true)
  }

  func testTheOtherSetDoesNotOverwriteThePeoplesFile() throws {
    try write("model Tag\n\nentity Tag {\n    var name: String\n}\n", "Tag.model")
    _ = run("Tag.model --template-set mogenerator")
    let people = text("Generated/Tag.swift")
    for option in ["", " --check", " --dry-run"] {
      let outcome = run("Tag.model" + option)
      XCTAssertEqual(outcome.status, .errors)
      XCTAssertEqual(
        outcome.errors,
        """
        error: 'Generated/Tag.swift' is there already, and modelgen did not write it
        fix: move it away, or choose another folder with '--output'; where it is the people's file \
        of a pair, pass '--template-set mogenerator'

        """)
    }
    XCTAssertEqual(text("Generated/Tag.swift"), people)
  }

  func testCheckAsksForTheMissingFileAndNotForTheChangedOne() throws {
    XCTAssertEqual(run(command + " --check").status, .errors)
    XCTAssertNil(text("Generated/Tag.swift"))
    _ = run(command)
    try write("// Changed\n", "Generated/Tag.swift")
    XCTAssertEqual(run(command + " --check").status, .success)
  }

  func testOneOutputFileIsRefused() {
    let outcome = run(command + " --output-file T.swift")
    XCTAssertEqual(outcome.status, .usage)
    XCTAssertEqual(
      outcome.errors,
      """
      error: '--output-file' names one file, and the template set 'mogenerator' writes pairs
      fix: use '--output DIR'; a target of ModelgenPlugin takes the set 'swift'

      """)
  }

  func testItsTemplatesAreReplacedToo() throws {
    try write("// {{source}}\n", "T/mogenerator-human.mustache")
    _ = run(command + " --templates T")
    XCTAssertEqual(text("Generated/Tag.swift"), "// Tags.model\n")
  }

  func testItsTemplatesAreListed() {
    XCTAssertTrue(
      run("templates").output.contains(
        "\nmogenerator-human\nmogenerator-machine\nmogenerator-model\nswift-"))
  }
}
