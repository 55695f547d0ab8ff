import Foundation
import ModelLanguage
import TestSupport
import XCTest

/// All samples of the README and the articles compile. Swift samples use the declarations
/// of `Samples.swift`, and models are read by the model language.
final class DocumentationTests: XCTestCase {
  private struct Sample {
    let name: String
    let block: MarkdownBlock

    /// True if the sample is a model or a part of a model.
    var isModel: Bool {
      block.text.contains(#/(?m)^(model |abstract entity |entity |migration from|fetch )/#)
    }

    /// True if the sample is a package manifest or a part of a manifest.
    var isManifest: Bool {
      block.text.contains("import PackageDescription") || block.text.hasPrefix(".target(")
    }

    /// True if the sample is a whole file, not the body of a function.
    var isFile: Bool { block.text.hasPrefix("extension ") || block.text.hasPrefix("import ") }
  }

  func testTheSwiftOfTheArticlesCompiles() throws {
    let folder = try TemporaryFolder()
    var files = [Self.tests.appending(path: "Samples.swift")]
    for sample in try articles() where !sample.isModel && !sample.isManifest {
      let file = folder.file("\(sample.name).swift")
      let body =
        sample.isFile
        ? sample.block.text
        : "@MainActor func \(sample.name)() async throws {\n\(sample.block.text)}\n"
      try Data((Self.imports + body).utf8).write(to: file)
      files.append(file)
    }
    XCTAssertGreaterThan(files.count, 45)
    let paths = files.map { $0.path(percentEncoded: false) }
    let (status, text) = try ProgramCompiler.orSkip().run(
      ["-emit-sil", "-wmo", "-o", "out.sil"] + paths)
    let errors = text.split(separator: "\n").filter { $0.contains(#/:\d+:\d+: error: /#) }
    XCTAssertEqual(status, 0, errors.joined(separator: "\n"))
  }

  func testTheModelsOfTheArticlesAreRight() throws {
    let models = try (articles() + samples(of: Self.root.appending(path: "README.md")))
      .filter(\.isModel)
    XCTAssertGreaterThan(models.count, 8)
    for sample in models {
      var text = sample.block.text
      // A single declaration is only valid in its model.
      guard !text.contains(#/(?m)^(migration from|fetch )/#) else { continue }
      if !text.contains(#/(?m)^model /#) { text = "model Sample\n\n" + text }
      let reading = readModel([SourceFile(path: "\(sample.name).model", text: text)])
      let errors = reading.diagnostics.filter { $0.severity == .error }
      // A part of a model may use entities that are not shown.
      XCTAssertEqual(
        errors.map(\.message).filter { !$0.contains("unknown type") }, [],
        "\(sample.name), line \(sample.block.line)")
    }
  }

  func testEveryArticleIsInTheIndexAndInTheCatalogue() throws {
    let index = try text(of: "Tasks") + text(of: "ModelRuntime")
    for name in try names() where name != "ModelRuntime" && name != "Tasks" {
      XCTAssertTrue(index.contains("<doc:\(name)>"), name)
    }
  }

  /// Links lead to existing articles.
  func testArticlesThatAreNamedAreThere() throws {
    let names = Set(try names())
    for name in names {
      for match in try text(of: name).matches(of: #/<doc:(\w+)>/#) {
        XCTAssertTrue(names.contains(String(match.1)), "\(name) names \(match.1)")
      }
    }
  }

  /// The article only names source files that exist.
  func testFilesThatTheArchitectureNamesAreThere() throws {
    let sources = Self.root.appending(path: "Sources")
    let files = try FileManager.default.subpathsOfDirectory(
      atPath: sources.path(percentEncoded: false)
    ).map { "/" + $0 }
    for match in try text(of: "Architecture").matches(of: #/`([\w/+]+\.swift)`/#) {
      XCTAssertTrue(files.contains { $0.hasSuffix("/" + match.1) }, String(match.1))
    }
  }

  /// The tables list all folders and modules of the sources. `.ci/layers` checks their
  /// order.
  func testFoldersOfTheArchitectureAreThoseOfTheSources() throws {
    let text = try text(of: "Architecture")
    for (folder, heading) in [
      ("", "## Modules"), ("ModelStorage", "### The folders of `ModelStorage`"),
      ("ModelRuntime", "### The runtime's folders"),
    ] {
      let section = try XCTUnwrap(text.components(separatedBy: heading + "\n").dropFirst().first)
      let rows = section.components(separatedBy: "\n#")[0].split(separator: "\n")
      // A row with an arrow is a pair of folders that may use each other.
      let cells = rows.filter { $0.hasPrefix("| `") }.map { $0.split(separator: "|")[0] }
      let named = cells.filter { !$0.contains("→") }.flatMap { cell in
        cell.matches(of: #/`([\w-]+)`/#).map { String($0.1) }
      }
      let place = Self.root.appending(path: "Sources/\(folder)")
      let folders = try FileManager.default.contentsOfDirectory(
        at: place, includingPropertiesForKeys: [.isDirectoryKey]
      ).filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
        .map(\.lastPathComponent).filter { !$0.hasSuffix(".docc") && !$0.hasPrefix("CModelP") }
      XCTAssertEqual(named.sorted(), folders.sorted(), heading)
    }
  }

  /// The types in the table are declared in the files that it names.
  func testTypesOfTheArchitectureAreDeclared() throws {
    let sources = Self.root.appending(path: "Sources")
    let files = try FileManager.default.subpathsOfDirectory(
      atPath: sources.path(percentEncoded: false)
    ).filter { $0.hasSuffix(".swift") }
    let section = try XCTUnwrap(
      text(of: "Architecture").components(separatedBy: "## The types to know\n").dropFirst().first)
    for row in section.components(separatedBy: "\n#")[0].split(separator: "\n").dropFirst(2) {
      let cell = row.split(separator: "|")[0]
      let folder = cell.firstMatch(of: #/\(`([\w/]+)`\)/#).map { String($0.1) } ?? ""
      for name in cell.matches(of: #/`(\w+)`/#).map({ String($0.1) }) where name != folder {
        let declarations = ["class", "struct", "enum", "protocol"].flatMap { kind in
          [" ", ":", "<"].map { "\(kind) \(name)\($0)" }
        }
        let isDeclared = try files.contains { file in
          guard file.hasPrefix(folder) else { return false }
          let text = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
          return declarations.contains { text.contains($0) }
        }
        XCTAssertTrue(isDeclared, "\(name) in '\(folder)'")
      }
    }
  }

  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
  private static let root = tests.deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let catalogue = root.appending(
    path: "Sources/ModelRuntime/ModelRuntime.docc")
  private static let imports = [
    "BankApp", "BankModel", "Foundation", "ModelPredicates", "ModelRuntime", "ModelSchema",
    "ModelScreens", "ModelstoreCommands", "Observation", "Synchronization", "TodoModel", "XCTest",
  ].map { "import \($0)\n" }.joined()

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      at: Self.catalogue, includingPropertiesForKeys: nil
    )
    .filter { $0.pathExtension == "md" }.map { $0.deletingPathExtension().lastPathComponent }
    .sorted()
  }

  private func text(of name: String) throws -> String {
    try String(contentsOf: Self.catalogue.appending(path: "\(name).md"), encoding: .utf8)
  }

  private func articles() throws -> [Sample] {
    try names().flatMap { try samples(of: Self.catalogue.appending(path: "\($0).md")) }
  }

  private func samples(of url: URL) throws -> [Sample] {
    let name = url.deletingPathExtension().lastPathComponent
    return try MarkdownBlock.blocks(of: url).filter { $0.language == "swift" }
      .map { Sample(name: "\(name)\($0.line)", block: $0) }
  }
}
