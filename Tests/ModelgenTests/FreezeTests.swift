import XCTest

@testable import ModelgenCommands

/// `modelgen freeze`, which writes released versions of a model.
final class FreezeTests: ToolTestCase {
  private static let second = """
    model Tags @version(2)

    entity Tag {
        var name: String
        var color: String?
    }

    """

  private static let first = """
    model Tags @version(1)

    entity Tag {
        var name: String
    }

    """

  func testTheCurrentVersionBecomesAReleasedOne() throws {
    try write(Self.first, "Tags.model")
    XCTAssertEqual(
      run("freeze Tags.model").output,
      """
      wrote Tags.versions/1.model
      next: write '@version(2)' in Tags.model before its next change

      """)
    XCTAssertEqual(text("Tags.versions/1.model")?.contains("@version(1) @frozen(\""), true)
    XCTAssertEqual(run("freeze Tags.model").output, "unchanged Tags.versions/1.model\n")
  }

  func testAReleasedVersionThatWasEditedIsRefused() throws {
    try write(Self.first, "Tags.model")
    _ = run("freeze Tags.model")
    try write(Self.second, "Tags.model")
    XCTAssertEqual(run("validate Tags.model").status, .success)
    let sealed = try XCTUnwrap(text("Tags.versions/1.model"))
    try write(
      sealed.split(separator: "String").joined(separator: "String?"), "Tags.versions/1.model")
    let outcome = run("generate Tags.model")
    XCTAssertEqual(outcome.status, .errors)
    XCTAssertTrue(
      outcome.errors.contains("error: version 1 has been edited since it was frozen"),
      outcome.errors)
    XCTAssertTrue(outcome.errors.contains("git checkout Tags.versions/1.model"), outcome.errors)
    XCTAssertNil(text("Generated/Tags.swift"))
  }

  func testAChangeWithoutANewNumberIsRefused() throws {
    try write(Self.first, "Tags.model")
    _ = run("freeze Tags.model")
    try write(
      Self.second.split(separator: "version(2)").joined(separator: "version(1)"), "Tags.model")
    let outcome = run("validate Tags.model")
    XCTAssertEqual(outcome.status, .errors)
    XCTAssertTrue(
      outcome.errors.contains("error: version 1 is released, and this text is no longer the same"),
      outcome.errors)
    XCTAssertTrue(outcome.errors.contains("fix: write '@version(2)'"), outcome.errors)
  }

  func testEveryVersionIsWrittenAsDataAndAsSwift() throws {
    try write(Self.first, "Tags.model")
    _ = run("freeze Tags.model")
    try write(Self.second, "Tags.model")
    XCTAssertEqual(
      run("Tags.model").output,
      """
      wrote Generated/Tags.swift
      wrote Tags.versions/1.json
      wrote Tags.versions/2.json
      wrote Tags.versions/current.json

      """)
    XCTAssertEqual(text("Tags.versions/current.json")?.contains("\"current\" : 2"), true)
    let code = try XCTUnwrap(text("Generated/Tags.swift"))
    XCTAssertTrue(code.contains("released: [.tagsVersion1])"), code)
    XCTAssertTrue(code.contains("static let tagsVersion1 = ManagedObjectModel("), code)
    XCTAssertEqual(run("Tags.model --check").status, .success)
  }

  func testDataGoWhereTheyAreAskedFor() throws {
    try write(Self.first, "Tags.model")
    XCTAssertEqual(
      run("Tags.model --data Data").output,
      "wrote Generated/Tags.swift\nwrote Data/1.json\nwrote Data/current.json\n")
  }

  func testAModelWithoutANumberCannotBeFrozen() throws {
    try write("model Tags\n\nentity Tag {\n    var name: String\n}\n", "Tags.model")
    let outcome = run("freeze Tags.model")
    XCTAssertEqual(outcome.status, .errors)
    XCTAssertTrue(outcome.errors.contains("has no version number"), outcome.errors)
  }
}
