import Foundation
import TestSupport
import XCTest

/// The compiler rejects programs in which an object or a context leaves its isolation.
///
/// Each program is a file in the folder `Isolation`. Its first line is the expected result:
/// `allowed`, `refused:` by the type checker, or `flow:` if flow analysis rejects it, with
/// a part of the message. Programs with the same result are compiled together, because flow
/// analysis only runs if all types are correct.
final class IsolationTests: XCTestCase {
  private struct Program {
    let url: URL
    let kind: String
    let message: String

    var name: String { url.lastPathComponent }
  }

  func testAllowedProgramsCompile() throws {
    let (status, text) = try compile(try programs("allowed"))
    XCTAssertEqual(status, 0, text)
  }

  func testWhatEscapesItsIsolationIsRefusedByItsType() throws {
    try assertRefused("refused", atLeast: 14)
  }

  func testWhatEscapesItsIsolationIsRefusedByWhereItFlows() throws {
    try assertRefused("flow", atLeast: 6)
  }

  private func assertRefused(_ kind: String, atLeast count: Int) throws {
    let programs = try programs(kind)
    XCTAssertGreaterThanOrEqual(programs.count, count)
    let (status, text) = try compile(programs)
    XCTAssertNotEqual(status, 0)
    let errors = text.split(separator: "\n").filter { $0.contains(" error: ") }
    for program in programs {
      let found = errors.filter { $0.contains("/\(program.name):") }
      XCTAssertTrue(
        found.contains { $0.contains(program.message) },
        "\(program.name): \(found.isEmpty ? "compiles" : found.joined(separator: "\n"))")
    }
  }

  private func programs(_ kind: String) throws -> [Program] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Isolation")
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .sorted { $0.path(percentEncoded: false) < $1.path(percentEncoded: false) }
      .compactMap { url in
        let text = try String(contentsOf: url, encoding: .utf8)
        let first = text.prefix { $0 != "\n" }.dropFirst(3)
        let parts = first.split(separator: ": ", maxSplits: 1)
        guard parts.first.map(String.init) == kind else { return nil }
        return Program(url: url, kind: kind, message: parts.count > 1 ? String(parts[1]) : "")
      }
  }

  private func compile(_ programs: [Program]) throws -> (status: Int32, text: String) {
    try ProgramCompiler.orSkip().run(
      ["-emit-sil", "-o", "out.sil", "-wmo"] + programs.map { $0.url.path(percentEncoded: false) })
  }
}
