import Foundation
import XCTest

@testable import ModelgenCommands

final class NewAppTests: ToolTestCase {
  private let files = [
    "Package.swift", "README.md", "Sources/tags/main.swift",
    "Sources/TagsScreens/TagsScreens.swift", "Models/Tags.model",
    "Sources/TagsObjects/Generated/Tags.swift", "Sources/TagsScreens/Generated/TagScreens.swift",
    "Sources/TagsScreens/Generated/TagsCatalog.swift",
  ]

  override func setUpWithError() throws {
    try super.setUpWithError()
    try write(Self.tags, "Tags.model")
    try write("// a package", "Ours/Package.swift")
  }

  func testAPackageIsWritten() {
    let outcome = run("new-app Tags.model App --package Ours")
    XCTAssertEqual(outcome.errors, "")
    XCTAssertEqual(outcome.status, .success)
    XCTAssertEqual(
      outcome.output,
      files.map { "wrote App/\($0)\n" }.joined() + "next: 'cd App && swift run tags'\n")
    for file in files { XCTAssertNotNil(text("App/\(file)"), file) }
    XCTAssertTrue(
      text("App/Package.swift")?.hasPrefix("// swift-tools-version: 6.2\n") == true)
    XCTAssertEqual(text("App/Models/Tags.model"), Self.tags)
  }

  func testWhatPeopleChangedIsKept() throws {
    _ = run("new-app Tags.model App --package Ours")
    try write("// mine", "App/Sources/TagsScreens/TagsScreens.swift")
    try write("// old", "App/Sources/TagsScreens/Generated/TagScreens.swift")
    XCTAssertEqual(run("new-app Tags.model App --package Ours --check").status, .mistakes)
    let outcome = run("new-app Tags.model App --package Ours")
    XCTAssertTrue(outcome.output.contains("kept App/Sources/TagsScreens/TagsScreens.swift"))
    XCTAssertTrue(
      outcome.output.contains("wrote App/Sources/TagsScreens/Generated/TagScreens.swift"))
    XCTAssertEqual(text("App/Sources/TagsScreens/TagsScreens.swift"), "// mine")
    XCTAssertEqual(run("new-app Tags.model App --package Ours --check").status, .success)
  }

  func testAnApplicationIsWrittenAnewInItsOwnFolder() throws {
    _ = run("new-app Tags.model App --package Ours --program labels")
    try write("// old", "App/Sources/TagsObjects/Generated/Tags.swift")
    let outcome = run("new-app App/Models/Tags.model App")
    XCTAssertEqual(outcome.output, "wrote App/Sources/TagsObjects/Generated/Tags.swift\n")
    XCTAssertNil(text("App/Sources/tags/main.swift"))
  }

  func testTheModelIsWrittenAloneAndItsVersionsBesideIt() throws {
    let old = "model Tags @version(1)\nentity Tag {\n    var name: String\n}\n"
    try write(old, "Tags.model")
    XCTAssertEqual(run("freeze Tags.model").errors, "")
    let new =
      "model Tags @version(2)\nentity Tag {\n    var name: String\n    var note: String?\n}\n"
    try write(new, "Tags.model")
    XCTAssertEqual(run("new-app Tags.model App --package Ours").errors, "")
    XCTAssertEqual(text("App/Models/Tags.model"), new)
    XCTAssertEqual(text("App/Models/Tags.versions/1.model"), text("Tags.versions/1.model"))
    XCTAssertEqual(run("new-app App/Models/Tags.model App").errors, "")
    XCTAssertEqual(run("new-app App/Models/Tags.model App --check").status, .success)
  }

  func testAModelOfXcodeIsWrittenInOurLanguage() throws {
    try write(
      """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
          <entity name="Note" representedClassName="Note" syncable="YES">
              <attribute name="text" optional="YES" attributeType="String"/>
          </entity>
      </model>
      """, "Notes.xcdatamodel/contents")
    XCTAssertEqual(run("new-app Notes.xcdatamodel App --package Ours").status, .success)
    XCTAssertTrue(text("App/Models/Notes.model")?.contains("entity Note ") == true)
  }

  func testAModelWithoutEntitiesIsRefused() throws {
    try write("model None\n", "None2.model")
    XCTAssertTrue(
      run("new-app None2.model App --package Ours").errors
        .contains("an application without an entity is not supported"))
  }

  func testNamesOfOurTargetsAreAvoided() throws {
    for (name, program) in [("Bank", "bank"), ("Todo", "todo-app"), ("Banks", "banks-app")] {
      try write("model \(name) @version(1)\nentity Thing { var name: String }\n", "M.model")
      XCTAssertEqual(run("new-app M.model \(name) --package Ours").errors, "", name)
      let manifest = text("\(name)/Package.swift") ?? ""
      XCTAssertTrue(manifest.contains(".executableTarget(\n      name: \"\(program)\""), manifest)
    }
    try write("model Model @version(1)\nentity Thing { var name: String }\n", "M.model")
    XCTAssertTrue(
      run("new-app M.model App --package Ours").errors.contains("a target 'ModelScreens'"))
  }

  func testTypesOfTheClientAreDeclaredOnce() throws {
    try write(
      """
      model Shop @version(1)
      entity Product {
          var size: Codable<Size>?
          var other: Codable<Size>
          var parts: Codable<DateInterval>?
          var rate: Data? @swift("Rate", by: "RateTransformer")
          var photo: Data?
      }
      """, "Shop.model")
    XCTAssertEqual(run("new-app Shop.model App --package Ours").errors, "")
    let types = text("App/Sources/ShopObjects/Types.swift") ?? ""
    XCTAssertEqual(types.components(separatedBy: "public struct ").count, 3, types)
    XCTAssertTrue(
      types.contains("/// What `Product.size` holds.\npublic struct Size: BlankInitializable, "),
      types)
    XCTAssertTrue(types.contains("public enum RateTransformer: ValueTransformer {"), types)
    try write(
      "model Shop @version(1)\nentity A { var b: Codable<Kit.B>? }", "Shop.model")
    XCTAssertEqual(
      run("new-app Shop.model Other --package Ours").errors,
      "Shop.model: error: 'A.b': the application's package has no module with 'Kit.B'; "
        + "name the type without its module, and it is declared there\n")
  }

  func testATypeThatScreensNameIsRefused() throws {
    try write(
      "model Shop @version(1)\nentity RowText { var name: String }\n", "Shop.model")
    XCTAssertTrue(
      run("new-app Shop.model App --package Ours").errors
        .contains("generated code uses the name 'RowText' itself"))
  }

  func testAPackageCanComeFromARepository() {
    _ = run("new-app Tags.model App --package https://example.com/x/modelgen.git --program labels")
    let manifest = text("App/Package.swift") ?? ""
    XCTAssertTrue(
      manifest.contains(
        ".package(url: \"https://example.com/x/modelgen.git\", branch: \"main\")"), manifest)
    XCTAssertTrue(manifest.contains(".product(name: \"ModelTerminal\", package: \"modelgen\")"))
    XCTAssertNotNil(text("App/Sources/labels/main.swift"))
  }

  func testMistakesAreSaidAndNothingIsWritten() throws {
    try write(Self.broken, "Broken.model")
    let cases: [(String, Outcome.Status, String)] = [
      ("new-app", .usage, "'new-app' needs a model"),
      ("new-app Tags.model", .usage, "'new-app' needs a folder for the application"),
      ("new-app Tags.model App x", .usage, "does not know what to do with 'x'"),
      ("new-app Tags.model App", .usage, "this is not a checkout of the package"),
      ("new-app Tags.model App --package Nowhere", .usage, "there is no package in 'Nowhere'"),
      ("new-app Broken.model App --package Ours", .mistakes, "unknown type 'Strng'"),
      ("new-app None.model App --package Ours", .mistakes, "cannot read 'None.model'"),
      (
        "new-app Tags.model App --package Ours --program a/b", .usage,
        "'a/b' is no name of a program"
      ),
      ("new-app Tags.model Ours", .usage, "'Ours/Package.swift' is of another package"),
      (
        "new-app Tags.model App --package Ours --program todo", .mistakes,
        "the package with ModelRuntime has a target 'todo'"
      ),
      ("screens Tags.model x", .usage, "does not know what to do with 'x'"),
    ]
    for (words, status, message) in cases {
      let outcome = run(words)
      XCTAssertEqual(outcome.status, status, words)
      XCTAssertTrue(outcome.errors.contains(message), "\(words): \(outcome.errors)")
    }
    XCTAssertNil(text("App/Package.swift"))
  }

  func testTemplatesCanBeReplaced() throws {
    try write("// {{title}}, {{constant}}\n", "T/app-screens.mustache")
    _ = run("new-app Tags.model App --package Ours --templates T")
    XCTAssertEqual(text("App/Sources/TagsScreens/TagsScreens.swift"), "// \"Tags\", tags\n")
    let outcome = run("screens Tags.model --templates Nowhere")
    XCTAssertEqual(outcome.errors, "error: there is no folder 'Nowhere' with templates\n")
  }

  func testScreensAloneAreWritten() {
    let outcome = run("screens Tags.model --output S --module Other")
    XCTAssertEqual(outcome.output, "wrote S/TagScreens.swift\nwrote S/TagsCatalog.swift\n")
    XCTAssertTrue(text("S/TagScreens.swift")?.contains("internal import Other\n") == true)
    XCTAssertEqual(run("screens Tags.model --output S --module Other --check").status, .success)
  }
}
