import Foundation
import ModelLanguage
import XCTest

/// The exact text of every diagnostic.
///
/// A case is a pair of files in `Fixtures/Diagnostics`: `Name.model`, and `Name.txt` with
/// the printed diagnostics. `RECORD_DIAGNOSTICS=1` records the texts again, and their
/// difference has to be reviewed.
final class DiagnosticTextTests: XCTestCase {
  func testEveryCasePrintsItsText() throws {
    for name in try caseNames() {
      let expected = try? fixture("Diagnostics/\(name).txt")
      let text = printed(try fixture("Diagnostics/\(name).model"), path: "Models/Bank.model")
      if ProcessInfo.processInfo.environment["RECORD_DIAGNOSTICS"] == "1" {
        try record(text, as: name)
      } else {
        XCTAssertEqual(text, expected, "case \(name)")
      }
    }
  }

  private func caseNames() throws -> [String] {
    let root = try XCTUnwrap(Bundle.module.url(forResource: "Fixtures", withExtension: nil))
    let files = try FileManager.default.contentsOfDirectory(
      atPath: root.appendingPathComponent("Diagnostics").path)
    let names = files.filter { $0.hasSuffix(".model") }.map { String($0.dropLast(6)) }.sorted()
    XCTAssertGreaterThan(names.count, 15)
    return names
  }

  private func record(_ text: String, as name: String) throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let file = folder.appendingPathComponent("Fixtures/Diagnostics/\(name).txt")
    try text.write(to: file, atomically: true, encoding: .utf8)
  }
}
