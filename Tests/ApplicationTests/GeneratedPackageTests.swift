import Foundation
import ModelGenerator
import TestSupport
import XCTest

/// The packages that `modelgen new-app` writes build, and run on a terminal.
/// Slow, so only in `make check`.
final class GeneratedPackageTests: XCTestCase {
  override func setUpWithError() throws {
    guard ProcessInfo.processInfo.environment["MODEL_LONG_CHECKS"] != nil else {
      throw XCTSkip("set MODEL_LONG_CHECKS to build generated applications")
    }
  }

  func testEveryApplicationBuildsAndRuns() throws {
    let folder = try TemporaryFolder()
    for name in Applications.names {
      let program = try build(name, in: folder.url)
      let store = folder.file("\(name).sqlite").path(percentEncoded: false)
      let terminal = try PseudoTerminal(program, ["--store", store])
      try session(name, terminal)
      XCTAssertEqual(try terminal.exitStatus(), 0, name)
      XCTAssertTrue(terminal.isCooked, name)
    }
  }

  private func session(_ name: String, _ terminal: PseudoTerminal) throws {
    switch name {
    case "Library":
      try terminal.wait(for: "No books yet")
      terminal.type("aSICP\r")
      try terminal.wait(for: "› SICP")
      terminal.type("\r")
      try terminal.wait(for: "Authors")
      terminal.type("\t\t\r")
      try terminal.wait(for: "No authors yet")
      terminal.type("aSussman\raAbelson\r")
      try terminal.wait(for: "2 Abelson")
      terminal.type("<")
      try terminal.wait(for: "1 Abelson")
      terminal.type("\u{1B}")
      try terminal.wait(for: "Abelson,Sussman")
      terminal.type("\u{1B}")
      try terminal.wait(for: "Enter open")
    case "Zoo":
      try terminal.wait(for: "No animals yet")
      terminal.type("a")
      try terminal.wait(for: "Which kind?")
      terminal.type("\rTweety\r")
      try terminal.wait(for: "› Tweety")
    default:
      try terminal.wait(for: "No purchases yet")
      terminal.type("a")
      try terminal.wait(for: "New purchase")
      terminal.type("x\u{13}")
      try terminal.wait(for: "'x' is not a whole number")
      terminal.type("\u{1B}")
      try terminal.wait(for: "No purchases yet")
    }
    terminal.type("q")
  }

  /// Writes and builds the package of a model.
  private func build(_ name: String, in folder: URL) throws -> URL {
    let repository = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().path(percentEncoded: false)
    let program = name.lowercased()
    let files = try AppGenerator().package(
      for: try Applications.model(name), text: try Applications.text(name),
      package: AppPackage(program: program, path: repository))
    let package = folder.appending(path: "App")
    // One build folder for all: what they depend on is built once.
    try? FileManager.default.removeItem(at: package.appending(path: "Sources"))
    for file in files {
      let url = package.appending(path: file.path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(file.text.utf8).write(to: url)
    }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["swift", "build", "--product", program]
    process.currentDirectoryURL = package
    let log = folder.appending(path: "log.txt")
    try Data().write(to: log)
    let handle = try FileHandle(forWritingTo: log)
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    process.waitUntilExit()
    let text = try String(contentsOf: log, encoding: .utf8)
    XCTAssertEqual(process.terminationStatus, 0, "\(name): \(text)")
    return package.appending(path: ".build/debug/\(program)")
  }
}
