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

  private func compare(
    _ terminal: PseudoTerminal, _ name: String, replacing: [String: String] = [:],
    line: UInt = #line
  ) throws {
    let (screen, recorded) = try terminal.recorded(
      name, beside: #filePath, replacing: replacing)
    XCTAssertEqual(screen, recorded, name, line: line)
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
    let lines = terminal.screen.split(separator: "\n")
    let due = try XCTUnwrap(lines.first { $0.contains("│ water, ") })
    let time = due.drop { $0 != "," }.dropFirst(2).prefix(18).trimmingCharacters(in: .whitespaces)
    try compare(terminal, "due", replacing: [time: String(repeating: "x", count: time.count)])
    terminal.type("\t\r")
    try terminal.wait(for: "water, done") { $0.contains(", done") }
    terminal.type("u")
    try terminal.wait(for: "Taken back: Done: 'water'")
    terminal.type("q\u{3}\u{3}")
    XCTAssertEqual(try terminal.exitStatus(), 0)
  }

  func testAListOfThings() throws {
    for (name, due, more) in [
      ("water the plants", "2026-11-21 15:30", ["--category", "garden"]),
      ("Answer mail", "2026-11-20 09:00", ["doNotAlert=yes"]),
      ("buy a very long list of things for the winter", "2026-11-22 18:00", []),
    ] {
      let add = try PseudoTerminal(
        BuiltProgram.url("todo"), ["--store", store, "add", name, "--due", due] + more)
      if more.first == "--category" {
        try add.wait(for: "There is no category 'garden'. Make it? [y/N]")
        add.type("y\r")
      }
      XCTAssertEqual(try add.exitStatus(), 0, add.screen)
    }
    let terminal = try start()
    try terminal.wait(for: "of 3")
    terminal.type("\u{1B}[B ")
    try terminal.wait(for: "garden, done")
    try compare(terminal, "ticked")
    terminal.type("oo")
    try terminal.wait(for: "by due date")
    terminal.type("\t")
    try terminal.wait(for: "Categories")
    terminal.type("d")
    try terminal.wait(for: "Takes the category off 1 to-do.")
    try compare(terminal, "delete-category")
    terminal.type("\u{1B}\t/WAT\u{E}\t\tyes")
    try terminal.wait(for: "1 to-do")
    try compare(terminal, "combined")
    terminal.type("\u{1B}\u{1B}")
    try terminal.wait(for: "of 3")
    terminal.type("a\u{13}")
    try terminal.wait(for: "is needed")
    try compare(terminal, "empty-time")
    terminal.resize(rows: 24, columns: 40)
    try terminal.wait(for: "New to-do")
    try compare(terminal, "narrow-form")
    terminal.type("\u{1B}")
    try terminal.wait(for: "of 3")
    try compare(terminal, "narrow-list")
    terminal.resize(rows: 4, columns: 15)
    try terminal.wait(for: "› Answer")
    try compare(terminal, "tiny-list")
    terminal.type("q")
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
