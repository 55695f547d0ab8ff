import Foundation
import TestSupport
import XCTest

/// The compiler refuses programs that let an object or a context leave its
/// isolation.
///
/// Each program is a file of the folder `Isolation`. Its first line says what
/// becomes of it: `allowed`, `refused:` by the type checker, or refused by the
/// analysis of `flow:`, with a part of the message. Programs of a kind are
/// compiled together: the analysis begins only where types are right.
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

  func testC02_WhatEscapesItsIsolationIsRefusedByItsType() throws {
    try assertRefused("refused", atLeast: 14)
  }

  func testC02_WhatEscapesItsIsolationIsRefusedByWhereItFlows() throws {
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
      .sorted { $0.path() < $1.path() }
      .compactMap { url in
        let text = try String(contentsOf: url, encoding: .utf8)
        let first = text.prefix { $0 != "\n" }.dropFirst(3)
        let parts = first.split(separator: ": ", maxSplits: 1)
        guard parts.first.map(String.init) == kind else { return nil }
        return Program(url: url, kind: kind, message: parts.count > 1 ? String(parts[1]) : "")
      }
  }

  /// Compiles programs against the modules that this test was built with.
  private func compile(_ programs: [Program]) throws -> (status: Int32, text: String) {
    let build = try buildFolder()
    let moduleMap = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/CModelSQLite/module.modulemap")
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = try compiler()
    process.arguments =
      ["-emit-sil", "-o", folder.file("out.sil").path(), "-swift-version", "6", "-wmo"]
      + ["-parse-as-library", "-module-name", "Programs", "-I", build.path()]
      + ["-Xcc", "-fmodule-map-file=\(moduleMap.path())"]
      + ["-module-cache-path", build.appending(path: "../ModuleCache").standardized.path()]
      + programs.map { $0.url.path() }
    let log = folder.file("log.txt")
    try Data().write(to: log)
    let handle = try FileHandle(forWritingTo: log)
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    process.waitUntilExit()
    return (process.terminationStatus, try String(contentsOf: log, encoding: .utf8))
  }

  /// The folder of the built modules, beside the test's own program.
  private func buildFolder() throws -> URL {
    let products = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    let modules = products.appending(path: "Modules")
    guard
      FileManager.default.fileExists(
        atPath: modules.appending(path: "BankModel.swiftmodule").path())
    else { throw XCTSkip("there are no built modules in \(modules.path())") }
    return modules
  }

  private func compiler() throws -> URL {
    let environment = ProcessInfo.processInfo.environment
    let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    let candidates = folders.map { URL(filePath: $0).appending(path: "swiftc") }
    guard
      let found = candidates.first(where: {
        FileManager.default.isExecutableFile(atPath: $0.path())
      })
    else { throw XCTSkip("there is no swiftc in the folders of PATH") }
    return found
  }
}
