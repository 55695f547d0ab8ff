import Foundation
import ModelLanguage
import ModelSchema
import XCTest

/// The text of the fixture at a path in `Fixtures`.
func fixture(_ name: String) throws -> String {
  let url = try XCTUnwrap(Bundle.module.url(forResource: "Fixtures", withExtension: nil))
  return try String(contentsOf: url.appendingPathComponent(name), encoding: .utf8)
}

/// The text of the file at a path in the repository.
func repositoryFile(_ path: String) throws -> String {
  let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  return try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
}

/// Reads a single text as `Test.model`.
func read(_ text: String, path: String = "Test.model") -> ModelReading {
  readModel([SourceFile(path: path, text: text)])
}

/// The printed diagnostics of a single text.
func printed(_ text: String, path: String = "Test.model") -> String {
  let file = SourceFile(path: path, text: text)
  return DiagnosticPrinter(sources: [file]).text(readModel([file]).diagnostics)
}

/// The model of a text, which must not have diagnostics.
func model(
  _ text: String, file: StaticString = #filePath, line: UInt = #line
) throws -> ManagedObjectModel {
  let reading = read(text)
  XCTAssertEqual(printed(text), "", file: file, line: line)
  return try XCTUnwrap(reading.model, file: file, line: line)
}
