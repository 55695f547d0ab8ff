import Foundation
import ModelGenerator
import TestSupport
import XCTest

/// The packages that `modelgen new-app` writes, in a folder with a space.
final class GeneratedPackageTests: XCTestCase {
  private var folder: TemporaryFolder!
  private var package: URL { folder.file("an application") }

  override func setUpWithError() throws { folder = try TemporaryFolder() }
  override func tearDown() { folder = nil }

  /// Minutes, so only in `make check`.
  func testEveryApplicationBuildsPassesItsTestsAndRuns() throws {
    guard TestRun.isLong else {
      throw XCTSkip("set MODEL_LONG_CHECKS to build generated applications")
    }
    for name in Applications.names {
      // One build folder for all: what they depend on is built once.
      for part in ["Sources", "Tests"] {
        try? FileManager.default.removeItem(at: package.appending(path: part))
      }
      try write(name)
      try shell("swift build && swift test --disable-swift-testing")
      let program = AppPackage.program(of: try Applications.model(name))
      try drive(name, package.appending(path: ".build/debug/\(program)"))
    }
  }

  /// Writes the package of a model.
  private func write(_ name: String) throws {
    let files = try AppGenerator().package(
      for: try Applications.model(name), text: try Applications.text(name),
      released: try Applications.released(name),
      package: AppPackage(
        program: AppPackage.program(of: try Applications.model(name)),
        path: Applications.repository.path(percentEncoded: false)))
    for file in files {
      let url = package.appending(path: file.path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(file.text.utf8).write(to: url)
    }
    guard name == "Todo" else { return }
    // The versions that are text go along, as the command has them.
    let versions = package.appending(path: "Models/Todo.versions")
    try FileManager.default.createDirectory(at: versions, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: Applications.repository.appending(path: "Models/Todo.versions/1.model"),
      to: versions.appending(path: "1.model"))
  }

  private func drive(_ name: String, _ program: URL) throws {
    let store = folder.file("\(name).sqlite").path(percentEncoded: false)
    let terminal = try PseudoTerminal(program, ["--store", store])
    try play(Self.sessions[name] ?? "", on: terminal)
    XCTAssertEqual(try terminal.exitStatus(), 0, name)
    XCTAssertTrue(terminal.isCooked, name)
    let list = try PseudoTerminal(program, ["--store", store, "list"])
    XCTAssertEqual(try list.exitStatus(), 0, "\(name): \(list.screen)")
    if name == "Library" { try driveLongList(program) }
  }

  private func play(
    _ script: String, on terminal: PseudoTerminal, line: UInt = #line
  ) throws {
    try terminal.play(script) { name in
      let (screen, recorded) = try terminal.recorded(name, beside: #filePath)
      XCTAssertEqual(screen, recorded, name, line: line)
    }
  }

  private static let sessions = [
    "Library": """
    ? No books yet
    > aSICP{Enter}
    ? › SICP
    > {Enter}
    ? Authors
    > {Tab*2}{Enter}
    ? No authors yet
    > aSussman{Enter}aAbelson{Enter}
    ? 2 Abelson
    = picked
    > <
    ? 1 Abelson
    > {Esc}
    ? Abelson,Sussman
    = form
    > {Esc}
    ? Enter open
    > aAda{Enter}ao{Enter}?
    ? Keys
    = keys
    > x{Tab}
    ? Authors
    > d
    ? off 1 book
    = delete-author
    > {Enter}
    ? Deleted 'Abelson'
    > u
    ? Taken back
    = taken-back
    > U
    ? Done again
    > uq
    """,
    "Zoo": """
    ? No animals yet
    > a
    ? Which kind?
    > {Enter}Tweety{Enter}
    ? › Tweety
    > q
    """,
    "Orders": """
    ? No purchases yet
    > a
    ? New purchase
    > x{^S}
    ? 'x' is not a whole number
    > {Esc}{Tab}{Enter}
    ? No purchases yet
    > q
    """,
    "Wide": """
    ? No readings yet
    > a{Tab}{End}
    ? 60 of 60
    > {PgUp}
    ? 41 of 60
    > {Home}{Tab}7{^T}
    ? Taken back: r02
    > {^R}
    ? Done again: r02
    > {Tab}seven{^S}
    ? Saved 'seven'
    > q
    """,
    "Todo": """
    ? No to-dos yet
    > awater{Tab}2026-11-21 15:30{^S}
    ? Saved 'water'
    > q
    """,
  ]

  /// What every list can, on one that is longer than the screen, with
  /// orders and relationships that the samples do not have.
  private func driveLongList(_ program: URL) throws {
    let store = folder.file("Long.sqlite").path(percentEncoded: false)
    var lines = "Title,Year\n"
    for number in 1...40 {
      let title = ["Élan", "emma", "Dune", "Ulysses"][number % 4]
      lines += "\(title) \(100 + number),\(2000 - number)\n"
    }
    try Data(lines.utf8).write(to: folder.file("list.csv"))
    let list = folder.file("list.csv").path(percentEncoded: false)
    let added = try PseudoTerminal(program, ["--store", store, "import", list], columns: 200)
    XCTAssertEqual(try added.exitStatus(), 0, added.screen)
    let terminal = try LongListScript.terminal(program, store: store)
    let script = LongListScript(
      beginning: "el", noun: "Book", plural: "Books", field: "Authors", mistake: "a whole number")
    try play(script.text, on: terminal)
    XCTAssertEqual(try terminal.exitStatus(), 0)
  }

  /// Runs a script in the package.
  private func shell(_ script: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", script]
    process.currentDirectoryURL = package
    let log = folder.file("log.txt")
    try Data().write(to: log)
    let handle = try FileHandle(forWritingTo: log)
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    process.waitUntilExit()
    let text = try String(contentsOf: log, encoding: .utf8)
    XCTAssertEqual(process.terminationStatus, 0, text)
  }
}
