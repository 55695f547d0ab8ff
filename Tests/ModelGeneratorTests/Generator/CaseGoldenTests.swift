import Foundation
import ModelGenerator
import ModelLanguage
import XCTest

/// Each `NAME.model` that the build tool plugin's tests compile, and the code
/// that is generated from it, as a text to review.
final class CaseGoldenTests: XCTestCase {
  private let models = "Tests/PluginTests"
  private let cases = "Tests/ModelGeneratorTests/Cases"

  func testGeneratedCodeIsAsRecorded() throws {
    let folder = repository.appending(path: models).path()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".model") }.sorted()
    XCTAssertFalse(names.isEmpty)
    for name in names {
      let text = try String(
        contentsOf: repository.appending(path: "\(models)/\(name)"), encoding: .utf8)
      let reading = readModel([SourceFile(path: name, text: text)])
      let model = try XCTUnwrap(reading.model, "\(name): \(reading.diagnostics)")
      let files = try SwiftGenerator().files(for: model, source: name)
      try assertGolden(files[0].text, "\(cases)/\(name.dropLast(6)).swift.txt")
    }
  }
}
