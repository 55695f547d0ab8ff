import Foundation
import TestSupport
import XCTest

/// Tests of `todo` on a terminal, as a person uses it.
final class TodoOnATerminalTests: XCTestCase {
  private var folder: TemporaryFolder!

  override func setUpWithError() throws { folder = try TemporaryFolder() }
  override func tearDown() { folder = nil }

  private var store: String { folder.file("Todo.sqlite").path(percentEncoded: false) }

  private func start(_ words: String...) throws -> PseudoTerminal {
    try PseudoTerminal(BuiltProgram.url("todo"), ["--store", store] + words)
  }

  private func play(
    _ script: String, on terminal: PseudoTerminal, replacing: KeyValuePairs<String, String> = [:],
    line: UInt = #line
  ) throws {
    try terminal.play(script) { name in
      let (screen, recorded) = try terminal.recorded(name, beside: #filePath, replacing: replacing)
      XCTAssertEqual(screen, recorded, name, line: line)
    }
  }

  private func run(_ words: String...) throws {
    let terminal = try PseudoTerminal(BuiltProgram.url("todo"), ["--store", store] + words)
    XCTAssertEqual(try terminal.exitStatus(), 0, "\(words): \(terminal.screen)")
  }

  func testAWatchRingsAndCtrlCStopsIt() throws {
    try run("add", "water", "--due", "+3")
    let terminal = try start("watch", "--every", "0.05")
    try terminal.wait(for: "due: water")
    // Wait until the command has checked again.
    terminal.settle(milliseconds: 150)
    try play("> {^C}", on: terminal)
    XCTAssertEqual(try terminal.exitStatus(), 0)
    XCTAssertTrue(terminal.screen.contains("stopped"), terminal.screen)
    XCTAssertEqual(terminal.output.filter { $0 == 7 }.count, 1, "it rings once")
  }

  func testABoxOnATinyTerminalSaysWhatRings() throws {
    try run("add", "water", "--due", "2020-01-01")
    let terminal = try PseudoTerminal(
      BuiltProgram.url("todo"), ["--store", store], rows: 4, columns: 15)
    try play("? Due: water\n> {Enter}\n! Due:\n> q", on: terminal)
    XCTAssertEqual(try terminal.exitStatus(), 0)
  }

  func testAWatchAsTheFirstVersionHasItRingsAgain() throws {
    try run("add", "water", "--due", "+3")
    let terminal = try start("watch", "--every", "0.05", "--repeat")
    try terminal.wait(for: "three lines") { $0.components(separatedBy: "due: water").count > 3 }
    terminal.type("q\r")
    XCTAssertEqual(try terminal.exitStatus(), 0)
  }

  /// The input then belongs to the shell.
  func testAWatchBehindAShellRunsOn() throws {
    try run("add", "water", "--due", "2999-01-01")
    let todo = BuiltProgram.url("todo").path(percentEncoded: false)
    let terminal = try PseudoTerminal(
      URL(filePath: "/bin/bash"),
      [
        "-c",
        #"set -m; "$0" --store "$1" watch --every 0.1 & read line; sleep 0.3; jobs; kill -KILL %1"#,
        todo, store,
      ])
    try terminal.wait(for: "watching")
    terminal.type("x\r")
    XCTAssertEqual(try terminal.exitStatus(), 0)
    XCTAssertTrue(terminal.screen.contains("Running"), terminal.screen)
  }

  func testTheYearOfATimeIsThatOfTheUsersTimeZone() throws {
    try run("add", "water", "--due", "2027-01-01T04:00:00Z")
    let terminal = try PseudoTerminal(
      BuiltProgram.url("todo"), ["--store", store, "count", "--by", "dueDate"],
      environment: ["TZ": "America/Los_Angeles"])
    XCTAssertEqual(try terminal.exitStatus(), 0)
    XCTAssertTrue(terminal.screen.contains("2026  █"), terminal.screen)
  }

  func testATimeIsFoundByWhatIsShownOfIt() throws {
    try run("add", "water", "--due", "2027-01-01T04:00:00Z")
    for text in ["Dec 31, 2026", "Dec 31, 2026 20:00", "Dec 31, 2026 16:00"] {
      let terminal = try PseudoTerminal(
        BuiltProgram.url("todo"), ["--store", store, "search", "--due-date", text],
        environment: ["TZ": "America/Los_Angeles"])
      XCTAssertEqual(try terminal.exitStatus(), 0)
      XCTAssertTrue(terminal.screen.contains("1 to-do"), "\(text): \(terminal.screen)")
    }
  }

  func testScreensAddAnItemAndLeaveACleanTerminal() throws {
    let terminal = try start()
    try play(
      """
      ? No to-dos yet
      > awater{Tab}
      ? type to edit  ^N ^P day
      > Nov 21, 2999 15:30{^S}
      ? Nov 21, 2999 15:30
      ? Saved 'water'
      > q
      """, on: terminal)
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
    // A day of one digit leaves a space behind it in the box, which the list's last column has not.
    let shown = String(repeating: "x", count: 18)
    let padded = time.padding(toLength: shown.count, withPad: " ", startingAt: 0)
    try play(
      """
      = due
      > {Tab}{Enter}
      ? , done
      > u
      ? Taken back: Done: 'water'
      > q{^C}{^C}
      """, on: terminal, replacing: [padded: shown, time: shown])
    XCTAssertEqual(try terminal.exitStatus(), 0)
  }

  func testAListOfThings() throws {
    for (name, due, more) in [
      ("water the plants", "2999-11-21 15:30", ["--category", "garden"]),
      ("Answer mail", "2999-11-20 09:00", ["doNotAlert=yes"]),
      ("buy a very long list of things for the winter", "2999-11-22 18:00", []),
    ] {
      let add = try PseudoTerminal(
        BuiltProgram.url("todo"), ["--store", store, "add", name, "--due", due] + more)
      if more.first == "--category" {
        try add.play("? There is no category 'garden'. Make it? [y/N]\n> y{Enter}")
      }
      XCTAssertEqual(try add.exitStatus(), 0, add.screen)
    }
    let terminal = try start()
    try play(
      """
      ? of 3
      > {Down}{Space}
      ? garden, done
      = ticked
      > oo
      ? by due date
      > {Tab}
      ? Categories
      > d
      ? Takes the category off 1 to-do.
      = delete-category
      > {Esc}{Tab}/WAT{^N}{Tab*2}yes
      ? 1 to-do
      = combined
      > {Esc}{Esc}
      ? of 3
      > a{^S}
      ? is needed
      = empty-time
      @ 24 40
      ? Not done
      = narrow-form
      > {Space}
      ! Not done
      > {Esc}
      ? of 3
      = narrow-list
      @ 4 15
      ? › water
      = tiny-list
      > q
      """, on: terminal)
    XCTAssertEqual(try terminal.exitStatus(), 0)
  }

  /// Tests the features of every list on a list that is longer than the screen.
  func testALongList() throws {
    var lines = "Name,Due date\n"
    for number in 1...40 {
      let name = ["wash", "Über", "mow", "Dig"][number % 4]
      lines += "\(name) \(100 + number),2999-01-\(10 + number % 20) 10:00\n"
    }
    try Data(lines.utf8).write(to: folder.file("list.csv"))
    try run("import", folder.file("list.csv").path(percentEncoded: false))
    let terminal = try LongListScript.terminal(BuiltProgram.url("todo"), store: store)
    let script = LongListScript(
      beginning: "ub", noun: "To-do", plural: "To-dos", field: "Do not alert", mistake: "a day")
    try play(script.text, on: terminal)
    XCTAssertEqual(try terminal.exitStatus(), 0)
  }

  func testAStoreThatCannotOpenIsAnError() throws {
    try Data("junk".utf8).write(to: folder.file("Todo.sqlite"))
    for words in [["list"], ["watch"], []] {
      // Make the terminal wide enough for the temporary folder's path.
      let terminal = try PseudoTerminal(
        BuiltProgram.url("todo"), ["--store", store] + words, columns: 400)
      XCTAssertEqual(try terminal.exitStatus(), 1, "\(words)")
      XCTAssertTrue(terminal.screen.contains("Todo.sqlite' is not a "), terminal.screen)
    }
  }
}
