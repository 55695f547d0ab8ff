import Foundation
import TestSupport
import XCTest

/// `todo` on a terminal, as somebody uses it.
final class TodoOnATerminalTests: XCTestCase {
  private var folder: TemporaryFolder!

  override func setUpWithError() throws { folder = try TemporaryFolder() }
  override func tearDown() { folder = nil }

  private var store: String { folder.file("Todo.sqlite").path(percentEncoded: false) }

  private func start(_ words: String...) throws -> PseudoTerminal {
    try PseudoTerminal(BuiltProgram.url("todo"), ["--store", store] + words)
  }

  private func run(_ words: String...) throws {
    let terminal = try PseudoTerminal(BuiltProgram.url("todo"), ["--store", store] + words)
    XCTAssertEqual(try terminal.exitStatus(), 0, "\(words): \(terminal.screen)")
  }

  func testAWatchRingsAndCtrlCStopsIt() throws {
    try run("add", "water", "--due", "+3")
    let terminal = try start("watch", "--every", "0.05")
    try terminal.wait(for: "due: water")
    terminal.settle()
    terminal.type("\u{3}")
    XCTAssertEqual(try terminal.exitStatus(), 0)
    XCTAssertTrue(terminal.screen.contains("stopped"), terminal.screen)
    XCTAssertEqual(terminal.output.filter { $0 == 7 }.count, 1, "it rings once")
  }

  func testAWatchAsTheFirstVersionHasItRingsAgain() throws {
    try run("add", "water", "--due", "+3")
    let terminal = try start("watch", "--every", "0.05", "--repeat")
    try terminal.wait(for: "three lines") { $0.components(separatedBy: "due: water").count > 3 }
    terminal.type("q\r")
    XCTAssertEqual(try terminal.exitStatus(), 0)
  }

  func testScreensAddAnItemAndLeaveACleanTerminal() throws {
    let terminal = try start()
    try terminal.wait(for: "No to-dos yet")
    terminal.type("awater\t")
    try terminal.wait(for: "type to edit  ^N ^P day")
    terminal.type("Nov 21, 2026 15:30\u{13}")
    try terminal.wait(for: "Nov 21, 2026 15:30")
    try terminal.wait(for: "Saved 'water'")
    terminal.type("q")
    XCTAssertEqual(try terminal.exitStatus(), 0)
    XCTAssertTrue(terminal.isCooked)
    XCTAssertFalse(terminal.emulator.isOtherScreen)
    try run("done", "water")
  }

  func testABoxRingsInTheRunningApplication() throws {
    try run("add", "water", "--due", "+3")
    let terminal = try start()
    try terminal.wait(for: "›Later‹")
    XCTAssertEqual(terminal.output.filter { $0 == 7 }.count, 1, "it rings once")
    terminal.type("\t\r")
    try terminal.wait(for: "water, done") { $0.contains(", done") }
    terminal.type("u")
    try terminal.wait(for: "Taken back: Done: 'water'")
    terminal.type("q\u{3}\u{3}")
    XCTAssertEqual(try terminal.exitStatus(), 0)
  }

  func testAStoreThatCannotOpenIsAnError() throws {
    try Data("junk".utf8).write(to: folder.file("Todo.sqlite"))
    for words in [["list"], ["watch"], []] {
      // Wide enough for a path as long as the temporary folder's.
      let terminal = try PseudoTerminal(
        BuiltProgram.url("todo"), ["--store", store] + words, columns: 400)
      XCTAssertEqual(try terminal.exitStatus(), 1, "\(words)")
      XCTAssertTrue(terminal.screen.contains("Todo.sqlite' is not a "), terminal.screen)
    }
  }
}
