import Foundation
import XCTest

@testable import ModelgenCommands

final class NewAppTests: ToolTestCase {
  private let files = [
    "Package.swift", "README.md", "Sources/tags/main.swift",
    "Sources/TagsApp/TagsScreens.swift", "Models/Tags.model",
    "Sources/TagsModel/Generated/Tags.swift", "Sources/TagsApp/Generated/TagScreens.swift",
    "Sources/TagsApp/Generated/TagsCatalog.swift",
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
    try write("// mine", "App/Sources/TagsApp/TagsScreens.swift")
    try write("// old", "App/Sources/TagsApp/Generated/TagScreens.swift")
    XCTAssertEqual(run("new-app Tags.model App --package Ours --check").status, .mistakes)
    let outcome = run("new-app Tags.model App --package Ours")
    XCTAssertTrue(outcome.output.contains("kept App/Sources/TagsApp/TagsScreens.swift"))
    XCTAssertTrue(outcome.output.contains("wrote App/Sources/TagsApp/Generated/TagScreens.swift"))
    XCTAssertEqual(text("App/Sources/TagsApp/TagsScreens.swift"), "// mine")
    XCTAssertEqual(run("new-app Tags.model App --package Ours --check").status, .success)
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
    XCTAssertEqual(text("App/Sources/TagsApp/TagsScreens.swift"), "// \"Tags\", tags\n")
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
