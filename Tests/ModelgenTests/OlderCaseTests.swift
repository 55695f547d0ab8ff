import XCTest

@testable import ModelgenCommands

/// Enumeration cases of older versions in migration blocks.
final class OlderCaseTests: ToolTestCase {
  /// The text of a version of a model of boxes. Version 2 has a migration block that uses
  /// the kind of the older boxes.
  private func boxes(_ version: Int) -> String {
    let block =
      version == 2
      ? "\nmigration from 1 {\n    map Box -> Box {\n"
        + "        label = old.kind == .big ? \"a\" : nil\n    }\n}\n"
      : ""
    return "model Boxes @version(\(version))\n\nenum Kind: Int16 {\n    case big = 7\n}\n\n"
      + "entity Box {\n    var kind: Kind\n    var label: String?\n}\n" + block
  }

  func testEveryCommandKnowsThem() throws {
    for version in [1, 2, 10] { try write(boxes(version), "Boxes.versions/\(version).model") }
    try write(boxes(11), "Boxes.model")
    try write(boxes(1), "Two.versions/1.model")
    try write(boxes(2), "Two.model")
    let commands = [
      "validate Two.model", "show Two.model", "generate Two.model --output Code",
      "validate Boxes.model", "compat Boxes.model", "show Boxes.versions/2.model",
      "validate Boxes.versions/2.model", "diff Boxes.versions/2.model Boxes.versions/2.model",
    ]
    for command in commands {
      let outcome = run(command)
      XCTAssertEqual(outcome.errors, "", command)
      XCTAssertEqual(outcome.status, .success, command)
    }
    XCTAssertEqual(run("convert Boxes.model Boxes.xcdatamodeld").status, .success)
  }

  func testACaseOfAVersionThatIsNotThereIsAnError() throws {
    try write(boxes(2), "Boxes.model")
    XCTAssertTrue(run("validate Boxes.model").errors.contains("'.big' is the case of an enum"))
  }
}
