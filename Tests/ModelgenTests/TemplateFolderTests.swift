import Foundation
import XCTest

@testable import ModelgenCommands

/// Mistakes in a folder of templates are reported before any file is written.
final class TemplateFolderTests: ToolTestCase {
  private func generate(_ templates: [String: String]) throws -> Outcome {
    try write(Self.tags, "Tags.model")
    for (name, text) in templates { try write(text, "T/\(name).mustache") }
    return run("Tags.model --templates T")
  }

  func testAFileThatReplacesNothingIsRefused() throws {
    let outcome = try generate(["swift-modle": "x"])
    XCTAssertEqual(
      outcome.errors,
      """
      T/swift-modle.mustache:1:1: error: no built-in template is called 'swift-modle', and no template \
      includes it; did you mean 'swift-model'?

      """)
    XCTAssertEqual(outcome.status, .errors)
    XCTAssertNil(text("Generated/Tags.swift"))
  }

  func testAnIncludeThatLeadsNowhereIsRefused() throws {
    XCTAssertEqual(
      try generate(["swift-model": "one\n{{#x}}\n  {{>swift-entitty}}\n{{/x}}\n"]).errors,
      """
      T/swift-model.mustache:3:3: error: there is no template 'swift-entitty'; did you mean 'swift-entity'?

      """)
  }

  func testAValueThatThereIsNotIsRefused() throws {
    XCTAssertEqual(
      try generate(["swift-model": "// {{source}}\n{{#entities}}\n{{clas}}\n{{/entities}}\n"])
        .errors,
      "T/swift-model.mustache:3:1: error: there is no value 'clas' here; did you mean 'class'?\n")
    try FileManager.default.removeItem(atPath: path("T/swift-model.mustache"))
    XCTAssertEqual(
      try generate(["swift-docs": "{{#docz}}x{{/docz}}\n"]).errors,
      "T/swift-docs.mustache:1:1: error: there is no value 'docz' here; did you mean 'docs'?\n")
    XCTAssertNil(text("Generated/Tags.swift"))
  }

  func testANameOfAnIncludeThatIsComputedIsChecked() throws {
    XCTAssertEqual(
      try generate(["swift-model": "{{>*sourcs}}\n"]).errors,
      "T/swift-model.mustache:1:1: error: there is no value 'sourcs' here; did you mean 'source'?\n"
    )
    XCTAssertEqual(
      try generate(["swift-model": "// x\n{{>*source}}\n"]).errors,
      "T/swift-model.mustache:2:1: error: there is no template 'Tags.model'\n")
  }

  func testOwnPartialsAreIncluded() throws {
    let outcome = try generate(["swift-model": "{{>own}}\n", "own": "// ours\n"])
    XCTAssertEqual(outcome.status, .success, outcome.errors)
    XCTAssertTrue(try XCTUnwrap(text("Generated/Tags.swift")).hasSuffix("// ours\n"))
  }
}
