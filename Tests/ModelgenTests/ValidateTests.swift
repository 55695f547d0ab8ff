import XCTest

@testable import ModelgenCommands

/// `generate` accepts every model that `validate` accepts.
final class ValidateTests: ToolTestCase {
  func testNamesThatGeneratedCodeUsesAreRefusedByBoth() throws {
    for name in [
      "Row", "Key", "Values", "Paths", "Int", "AnyObject", "Identifiable", "Self", "self",
    ] {
      try write("model Shop\n\nentity \(name) {\n    var a: String\n}\n", "Shop.model")
      let message = """
        Shop.model:3:8: error: '\(name)': generated code uses the name '\(name)' itself; give it \
        another one, an entity with '@class("...")'

        """
      for command in ["validate", "generate"] {
        let outcome = run("\(command) Shop.model")
        XCTAssertEqual(outcome.errors, message, "\(command) \(name)")
        XCTAssertEqual(outcome.status, .errors, "\(command) \(name)")
        XCTAssertEqual(outcome.output, "", "\(command) \(name)")
      }
    }
    try write("model Shop\n\nentity Row @class(\"Line\") {\n    var a: String\n}\n", "Shop.model")
    XCTAssertEqual(run("validate Shop.model").output, "valid Shop.model\n")
    XCTAssertEqual(run("generate Shop.model").status, .success)
  }

  func testAllNamesAreToldAtOnce() throws {
    try write(
      """
      model Shop

      entity Row {
          var a: String
      }

      entity Key @class("Line") {
          var Line: String
      }

      enum Values: String {
          case a
      }
      """, "Shop.model")
    for command in ["validate", "generate"] {
      let outcome = run("\(command) Shop.model")
      let told = outcome.errors.split(separator: "\n").map { $0.prefix { $0 != ";" } }
      XCTAssertEqual(
        told,
        [
          "Shop.model:3:8: error: 'Row': generated code uses the name 'Row' itself",
          "Shop.model:8:9: error: 'Key.Line': generated code uses the name 'Line' itself",
          "Shop.model:11:6: error: 'Values': generated code uses the name 'Values' itself",
        ], command)
      XCTAssertEqual(outcome.status, .errors)
    }
  }

  func testAPropertyCalledAsItsClassIsRefusedByBoth() throws {
    try write("model Shop\n\nentity Thing {\n    var Thing: String\n}\n", "Shop.model")
    for command in ["validate", "generate"] {
      let outcome = run("\(command) Shop.model")
      XCTAssertTrue(
        outcome.errors.contains(
          "error: 'Thing.Thing': generated code uses the name 'Thing' itself; give it another one"),
        outcome.errors)
      XCTAssertEqual(outcome.status, .errors)
    }
  }

  func testAHiddenTypeIsTheSameWarningOfBoth() throws {
    try write("model Shop\n\nentity Task {\n    var a: String\n}\n", "Shop.model")
    let outcome = run("validate Shop.model")
    XCTAssertTrue(
      outcome.errors.hasPrefix(
        "Shop.model:3:8: warning: a class 'Task' hides Swift's 'Task' in its module [#HidingName]\n"
      ))
    XCTAssertEqual(outcome.status, .success)
    XCTAssertEqual(run("generate Shop.model").errors, outcome.errors)
  }

  func testCasesThatOptionalsHaveAreWrittenWithTheirType() throws {
    try write(
      """
      model Shop

      entity Item {
          var size: Size? = .none
          var level: Size = .some
      }

      enum Size: String @unknown(.none) {
          case none
          case some
      }
      """, "Shop.model")
    let outcome = run("generate Shop.model")
    XCTAssertEqual(outcome.status, .success, outcome.errors)
    XCTAssertTrue(
      outcome.errors.contains(
        "Shop.model:9:10: warning: '.none' of an optional is nil, not this case; in Swift write "
          + "'Size.none', or call it otherwise [#HidingName]\n"), outcome.errors)
    let code = try XCTUnwrap(text("Generated/Shop.swift"))
    XCTAssertTrue(code.contains("size: Size? = Size.none"), code)
    XCTAssertTrue(code.contains("level: Size = Size.some"), code)
    XCTAssertTrue(code.contains("static var unknownCase: Size? { Size.none }"), code)
  }

  /// The parents of each entity are visited once, not again for each of its subentities.
  func testALongChainOfParentsTakesNoSquareOfItsTime() throws {
    let rest = (1..<1500).map { "entity E\($0): E\($0 - 1) { var a\($0): String? }\n" }
    try write("model Chain\nentity E0 { var a0: String? }\n" + rest.joined(), "Chain.model")
    let start = ContinuousClock.now
    XCTAssertEqual(run("validate Chain.model").output, "valid Chain.model\n")
    XCTAssertLessThan(ContinuousClock.now - start, .seconds(3))
  }
}
