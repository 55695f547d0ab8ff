import Foundation
import ModelLanguage
import TestSupport
import XCTest

/// Every sample of the README and the articles compiles: Swift with what
/// `Samples.swift` takes as given, models through the model language.
final class DocumentationTests: XCTestCase {
  private struct Sample {
    let name: String
    let block: MarkdownBlock

    /// Whether it is a model, or a part of one.
    var isModel: Bool {
      block.text.contains(#/(?m)^(model |abstract entity |entity |migration from|fetch )/#)
    }

    /// Whether it is a manifest, or a part of one: the package manager reads it.
    var isManifest: Bool {
      block.text.contains("import PackageDescription") || block.text.hasPrefix(".target(")
    }

    /// Whether it is a file as it stands.
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
      // A declaration by itself means something only in its model.
      guard !text.contains(#/(?m)^(migration from|fetch )/#) else { continue }
      if !text.contains(#/(?m)^model /#) { text = "model Sample\n\n" + text }
      let reading = readModel([SourceFile(path: "\(sample.name).model", text: text)])
      let errors = reading.diagnostics.filter { $0.severity == .error }
      // A part of a model may name entities that are not shown.
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

  /// Links lead to articles that there are.
  func testArticlesThatAreNamedAreThere() throws {
    let names = Set(try names())
    for name in names {
      for match in try text(of: name).matches(of: #/<doc:(\w+)>/#) {
        XCTAssertTrue(names.contains(String(match.1)), "\(name) names \(match.1)")
      }
    }
  }

  /// The ways through the sources name files that there are.
  func testFilesThatTheArchitectureNamesAreThere() throws {
    let sources = Self.root.appending(path: "Sources")
    let files = try FileManager.default.subpathsOfDirectory(
      atPath: sources.path(percentEncoded: false)
    ).map { "/" + $0 }
    for match in try text(of: "Architecture").matches(of: #/`([\w/+]+\.swift)`/#) {
      XCTAssertTrue(files.contains { $0.hasSuffix("/" + match.1) }, String(match.1))
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
