import Foundation
import TestSupport
import XCTest

@testable import ModelgenCommands

/// `modelgen init --package`, and the dependency that a new package gets.
final class StarterPackageTests: ToolTestCase {
  private let written = [
    "Package.swift", "Sources/music/Music.model", "Sources/music/Program.swift",
    "Tests/musicTests/MusicTests.swift", ".gitignore",
  ]

  func testAPackageIsWrittenBesideACheckout() throws {
    try write("let package = Package(\n  name: \"modelgen\",\n)", "Package.swift")
    let outcome = run("init --package new/music/")
    XCTAssertEqual(outcome.errors, "")
    XCTAssertEqual(
      outcome.output,
      written.map { "wrote new/music/\($0)\n" }.joined() + """
        next: cd new/music/ && swift run
              swift test
              swift package modelgen freeze Sources/music/Music.model

        """)
    let manifest = try XCTUnwrap(text("new/music/Package.swift"))
    XCTAssertTrue(
      manifest.contains("[.package(name: \"modelgen\", path: \"../..\")]"), manifest)
  }

  /// `NewUserTests` builds and runs the README's files.
  func testModelAndProgramAreThoseOfTheREADME() throws {
    try write("", "Ours/Package.swift")
    XCTAssertEqual(run("init --package music --dependency Ours").status, .success)
    let readme = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../README.md")
    let blocks = try MarkdownBlock.blocks(of: readme)
    for name in ["Music.model", "Program.swift"] {
      let block = blocks.first { $0.file == "Sources/music/\(name)" && $0.language == "swift" }
      XCTAssertEqual(text("music/Sources/music/\(name)"), try XCTUnwrap(block).text, name)
    }
    // The query in the README's first section is the query of the program.
    let program = (text("music/Sources/music/Program.swift") ?? "").split(separator: "\n")
      .map { $0.drop { $0 == " " } }
    let query = try XCTUnwrap(blocks.first { $0.text.hasPrefix("let ") }).text
    for line in query.split(separator: "\n").map({ $0.drop { $0 == " " } })
    where !line.hasPrefix("//") {
      XCTAssertTrue(program.contains(line), String(line))
    }
    let outcome = run("validate music/Sources/music/Music.model")
    XCTAssertEqual(outcome.errors, "")
  }

  func testNothingIsWrittenWhereAFileIsThere() throws {
    try write("", "Ours/Package.swift")
    try write("// mine", "music/Sources/music/Program.swift")
    let outcome = run("init --package music --dependency Ours")
    XCTAssertEqual(outcome.status, .errors)
    XCTAssertTrue(outcome.errors.contains("'music/Sources/music/Program.swift' is there already"))
    XCTAssertNil(text("music/Package.swift"))
    XCTAssertEqual(text("music/Sources/music/Program.swift"), "// mine")
  }

  func testNamesBecomeThoseOfModulesAndTypes() throws {
    try write("", "Ours/Package.swift")
    XCTAssertEqual(run("init --package my-records --dependency Ours").status, .success)
    XCTAssertTrue(text("my-records/Sources/my-records/MyRecords.model") != nil)
    let tests = try XCTUnwrap(text("my-records/Tests/my-recordsTests/MyRecordsTests.swift"))
    XCTAssertTrue(tests.contains("@testable import my_records\n"))
    XCTAssertTrue(tests.contains("PersistentContainer(.myRecords, configuration: .inMemory)"))
    XCTAssertEqual(run("init --package album --dependency Ours").status, .success)
    XCTAssertTrue(text("album/Sources/album/AlbumLibrary.model") != nil)
    for (folder, name) in [
      ("the band", "the-band"), ("Bl\u{E5}b\u{E6}r", "Blab-r"), ("mu\u{308} sic", "mu-sic"),
      ("m\u{FC}\u{DF}ic's best!", "mu-ic-s-best"),
    ] {
      let outcome = run(["init", "--package", folder, "--dependency", "Ours"])
      XCTAssertEqual(outcome.errors, "", folder)
      XCTAssertNotNil(text("\(folder)/Sources/\(name)/Program.swift"), folder)
      XCTAssertTrue(text("\(folder)/Package.swift")?.contains("name: \"\(name)\"") == true, folder)
    }
    for name in ["2be", "\u{97F3}\u{697D}", "-x"] {
      let outcome = run(["init", "--package", name, "--dependency", "Ours"])
      XCTAssertEqual(outcome.status, .usage, name)
      XCTAssertTrue(
        outcome.errors.contains("no name of a program can be made of '\(name)'"), outcome.errors)
    }
    XCTAssertEqual(run("init Shop --package shop --dependency Ours").status, .usage)
  }

  /// The new package gets the dependency from the client's manifest, in any notation.
  func testANewPackageHasTheDependencyOfThePackageHere() throws {
    let product = ".product(name: \"ModelRuntime\", package: \"NAME\")"
    let cases = [
      (
        ".package(url: \"https://example.org/modelgen.git\", from: \"0.2.0\")", "modelgen",
        ".package(url: \"https://example.org/modelgen.git\", from: \"0.2.0\")"
      ),
      (
        ".package(\n      url: \"https://example.org/x/ModelGen\",\n      .upToNextMinor(from: \"1.0.0\"))",
        "modelgen",
        ".package(\n      url: \"https://example.org/x/ModelGen\",\n      .upToNextMinor(from: \"1.0.0\"))"
      ),
      (".package(path: \"../ours\")", "ours", ".package(name: \"modelgen\", path: \"../../ours\")"),
      (
        ".package(name: \"modelgen\", path: \"deps/a\")", "modelgen",
        ".package(name: \"modelgen\", path: \"../deps/a\")"
      ),
    ]
    try write("model Tags @version(1)\n\nentity Tag {\n    var name: String\n}\n", "Tags.model")
    for (number, (clause, name, expected)) in cases.enumerated() {
      try write(
        """
        let package = Package(
          name: "client",
          dependencies: [.package(url: "https://example.org/other", from: "1.0.0"), \(clause)],
          targets: [.target(name: "a", dependencies: [
            .product(name: "Other", package: "other"),
            \(product.replacing("NAME", with: name))])])
        """, "Package.swift")
      for command in ["init --package new\(number)", "new-app Tags.model app\(number)"] {
        let outcome = run(command)
        XCTAssertEqual(outcome.status, .success, outcome.errors)
        let folder = command.split(separator: " ").last ?? ""
        let manifest = try XCTUnwrap(text("\(folder)/Package.swift"))
        XCTAssertTrue(manifest.contains("dependencies: [\(expected)]"), manifest)
      }
    }
  }

  func testWhereNoManifestSaysItThePlaceIsAskedFor() throws {
    try write("model Tags @version(1)\n\nentity Tag {\n    var name: String\n}\n", "Tags.model")
    let manifests: [String?] = [
      nil, "let package = Package(name: \"client\")",
      "let here = \"..\"\nlet package = Package(name: \"client\", dependencies: [.package(path: here)],"
        + "targets: [.target(name: \"a\", dependencies: [.product(name: \"ModelRuntime\", package: \"x\")])])",
    ]
    for manifest in manifests {
      if let manifest { try write(manifest, "Package.swift") }
      for (command, option) in [
        ("init --package new", "--dependency"), ("new-app Tags.model app", "--package"),
      ] {
        let outcome = run(command)
        XCTAssertEqual(outcome.status, .usage)
        XCTAssertTrue(outcome.errors.contains("fix: say it: '\(option) FOLDER'"), outcome.errors)
      }
    }
  }
}
