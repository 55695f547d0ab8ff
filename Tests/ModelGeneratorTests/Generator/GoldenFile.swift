import Foundation
import XCTest

/// The root folder of the repository.
let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent()

/// Compares a text with a file of the repository. If `RECORD_GOLDEN` is set, the file is
/// written first, and the difference is for review.
func assertGolden(
  _ text: String, _ path: String, file: StaticString = #filePath, line: UInt = #line
) throws {
  let url = repository.appending(path: path)
  if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }
  let expected = try String(contentsOf: url, encoding: .utf8)
  guard text != expected else { return }
  let difference = zip(
    text.split(separator: "\n", omittingEmptySubsequences: false),
    expected.split(separator: "\n", omittingEmptySubsequences: false)
  ).enumerated().first { $1.0 != $1.1 }
  XCTFail(
    "\(path) differs at line \(difference.map { $0.offset + 1 } ?? 0):\n"
      + "+ \(difference?.element.0 ?? "")\n- \(difference?.element.1 ?? "")",
    file: file, line: line)
}
