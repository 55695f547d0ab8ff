import XCTest

@testable import ModelgenCommands

/// `validate --fix` adds the `drop` steps that its messages propose.
final class DropFixTests: ToolTestCase {
  func testWhatGotLostIsDroppedInTheBlockOfTheLastVersion() throws {
    for version in [1, 2] {
      try write(
        """
        model Shop @version(\(version))

        entity Item {
            var name: String?
            var size: Int?
            var `class`: Date?
        }

        entity Gone {
            var name: String?
        }

        """, "Shop.versions/\(version).model")
    }
    try write(
      "model Shop @version(3)\n\nentity Item {\n    var name: String?\n}\n", "Shop.model")
    XCTAssertEqual(run("validate Shop.model").status, .errors)
    let fixed = run("validate --fix Shop.model")
    XCTAssertEqual(fixed.status, .success, fixed.errors)
    let text = try XCTUnwrap(self.text("Shop.model"))
    XCTAssertTrue(text.contains("migration from 2 {"), text)
    XCTAssertFalse(text.contains("migration from 1"), text)
    for path in ["Gone", "Item.size", "Item.class"] {
      XCTAssertEqual(text.components(separatedBy: "drop \(path) \"").count, 2, "\(path): \(text)")
    }
    XCTAssertEqual(run("format --check Shop.model").status, .success, text)
    XCTAssertEqual(run("validate --fix Shop.model").output, "valid Shop.model\n")
  }

  func testABlockOnOneLineGetsALineForTheDrop() throws {
    let text = "model Shop @version(1)\n\nentity Item {\n    var name: String?\n"
    try write(text + "    var size: Int?\n    var note: String?\n}\n", "Shop.versions/1.model")
    try write(
      text.replacing("(1)", with: "(2)") + "}\n\nmigration from 1 { drop Item.size \"why\" }\n",
      "Shop.model")
    XCTAssertEqual(run("validate --fix Shop.model").status, .success)
    let fixed = try XCTUnwrap(self.text("Shop.model"))
    XCTAssertTrue(fixed.contains("\n    drop Item.note \"no longer kept\"\n}\n"), fixed)
    XCTAssertEqual(run("validate Shop.model").output, "valid Shop.model\n")
  }

  func testAPropertyThatMayHaveASuccessorIsLeftToPeople() throws {
    try write(
      "model Shop @version(1)\n\nentity Item {\n    var size: Int?\n}\n", "Shop.versions/1.model")
    let text = "model Shop @version(2)\n\nentity Item {\n    var width: Int?\n}\n"
    try write(text, "Shop.model")
    XCTAssertEqual(run("validate --fix Shop.model").status, .errors)
    XCTAssertEqual(self.text("Shop.model"), text)
  }
}
