import Foundation
import XCTest

@testable import ModelgenCommands

final class OtherCommandTests: ToolTestCase {
  func testValidateSaysWhatIsValid() throws {
    try write(Self.tags, "Tags.model")
    let outcome = run("validate Tags.model")
    XCTAssertEqual(outcome.output, "valid Tags.model\n")
    XCTAssertEqual(outcome.status, .success)
  }

  func testValidateReportsMistakes() throws {
    try write(Self.broken, "Tags.model")
    let outcome = run("validate Tags.model")
    XCTAssertTrue(outcome.errors.hasPrefix("Tags.model:4:15: error: unknown type 'Strng'"))
    XCTAssertEqual(outcome.output, "")
    XCTAssertEqual(outcome.status, .errors)
  }

  func testMessagesForProgramsGoToTheOutput() throws {
    try write(Self.broken, "Tags.model")
    XCTAssertTrue(run("validate Tags.model --format json").output.hasPrefix("[\n  {\"severity\""))
    XCTAssertTrue(
      run("validate Tags.model --format github").output.hasPrefix(
        "::error file=Tags.model,line=4,col=15,title=#UnknownType::"))
  }

  func testFixWritesTheMissingInverse() throws {
    try write(
      "model M\n\nentity A {\n    var b: B?\n}\n\nentity B {\n    var name: String\n}\n",
      "M.model")
    XCTAssertEqual(run("validate M.model").status, .errors)
    let outcome = run("validate M.model --fix")
    XCTAssertEqual(outcome.output, "fixed M.model\nvalid M.model\n")
    XCTAssertEqual(text("M.model")?.contains("@inverse(a)"), true)
  }

  func testFormatWritesTheOneForm() throws {
    try write("model M\n\nentity A {\n  var b : String\n}\n", "M.model")
    let check = run("format M.model --check")
    XCTAssertEqual(check.output, "would format M.model\n")
    XCTAssertEqual(check.status, .errors)
    XCTAssertEqual(run("format M.model").output, "formatted M.model\n")
    XCTAssertEqual(text("M.model"), "model M\n\nentity A {\n    var b: String\n}\n")
    XCTAssertEqual(run("format M.model --check").output, "unchanged M.model\n")
  }

  func testATextInAnotherEncodingIsNotTouched() throws {
    let bytes = Data("model M\n\n// caf".utf8) + [0xE9, 0x0A]
    try write(bytes, "M.model")
    for command in ["format", "validate", "validate --fix", "generate", "freeze", "show"] {
      let outcome = run("\(command) M.model")
      XCTAssertEqual(
        outcome.errors,
        "M.model:3:7: error: what stands here is not UTF-8 text\nfix: save the file as UTF-8\n",
        command)
      XCTAssertEqual(outcome.status, .errors, command)
    }
    XCTAssertEqual(try data("M.model"), bytes)
  }

  func testBytesThatAreNotUTF8AreSaidWithTheirPlace() throws {
    let rows: [(name: String, before: String, bytes: [UInt8], place: String)] = [
      ("first byte", "", [0xFF, 0xFE], "1:1"),
      ("behind accents", "model M\n// \u{E9}\u{1F600}e\u{301}x", [0xE9], "2:8"),
      ("line ends of Windows", "model M\r\n// a", [0xE9], "2:5"),
      ("line ends of old Macs", "model M\r// a", [0xE9], "2:5"),
      ("a character that is cut off", "model M\n// caf", [0xC3], "2:7"),
      ("half of a pair", "model M // ", [0xED, 0xA0, 0x80], "1:12"),
      ("behind good lines", "model M\n\n\n", [0x80], "4:1"),
      // A file with a single long line takes no more time than other files.
      ("a long line", "model M // " + String(repeating: "a", count: 300_000), [0xE9], "1:300012"),
    ]
    for row in rows {
      try write(Data(row.before.utf8 + row.bytes + "bcd".utf8), "M.model")
      XCTAssertEqual(
        run("validate M.model").errors,
        """
        M.model:\(row.place): error: what stands here is not UTF-8 text
        fix: save the file as UTF-8

        """, row.name)
    }
  }

  func testTemplatesAndOptionsAreUTF8Too() throws {
    let message = "error: what stands here is not UTF-8 text\nfix: save the file as UTF-8\n"
    try write(Self.tags, "Tags.model")
    try write(Data("// caf".utf8) + [0xE9], "T/swift-model.mustache")
    XCTAssertEqual(
      run("Tags.model --templates T").errors, "T/swift-model.mustache:1:7: \(message)")
    try write(Data("{\n  \"access\": \"pub".utf8) + [0xE9], "modelgen.json")
    XCTAssertEqual(run("Tags.model").errors, "modelgen.json:2:17: \(message)")
  }

  func testExplainSaysWhy() {
    let outcome = run("explain MissingInverse")
    XCTAssertTrue(outcome.output.hasPrefix("#MissingInverse (error)\n"))
    XCTAssertEqual(outcome.status, .success)
    XCTAssertTrue(run("explain").output.contains("MissingInverse"))
  }

  func testTemplatesAreListedPrintedAndCopied() throws {
    XCTAssertTrue(run("templates list").output.contains("swift-model\n"))
    let printed = run("templates print swift-model").output
    XCTAssertEqual(run("templates print swift-model.mustache").output, printed)
    XCTAssertTrue(run("templates copy T").output.contains("wrote T/swift-model.mustache\n"))
    XCTAssertEqual(text("T/swift-model.mustache"), printed)
    XCTAssertTrue(run("templates copy T").output.contains("unchanged T/swift-model.mustache\n"))
    try write("{{! mine }}", "T/swift-model.mustache")
    XCTAssertTrue(run("templates copy T").output.contains("kept T/swift-model.mustache\n"))
    XCTAssertEqual(text("T/swift-model.mustache"), "{{! mine }}")
  }

  func testCopiedTemplatesGenerateTheSame() throws {
    try write(Self.tags, "Tags.model")
    _ = run("templates copy T")
    _ = run("Tags.model --output a")
    _ = run("Tags.model --output b --templates T")
    XCTAssertEqual(text("a/Tags.swift"), text("b/Tags.swift"))
  }
}
