import BankApp
import Foundation
import TestSupport
import XCTest

/// The behaviour of `banks` towards the terminal and other programs.
final class TerminalMannersTests: TerminalTestCase {
  func testTheTerminalIsSetBackHoweverTheProgramEnds() throws {
    for (name, number, status) in [
      ("end", SIGTERM, -SIGTERM), ("hang-up", SIGHUP, -SIGHUP), ("crash", SIGSEGV, -SIGSEGV),
      ("trap", SIGILL, -SIGILL), ("interrupt", SIGINT, -SIGINT),
    ] {
      let terminal = try start()
      try terminal.wait(for: "Banks")
      XCTAssertTrue(terminal.emulator.isOtherScreen, name)
      XCTAssertFalse(terminal.isCooked, name)
      terminal.send(signal: number)
      XCTAssertEqual(try terminal.exitStatus(), status, name)
      assertRestored(terminal)
    }
  }

  func testControlCLeaves() throws {
    let terminal = try start()
    try terminal.wait(for: "No banks yet")
    terminal.type("\u{3}")
    XCTAssertEqual(try terminal.exitStatus(), 0)
    assertRestored(terminal)
  }

  func testControlCStaysWithWhatCannotBeAndLeavesWhenPressedTwice() throws {
    let terminal = try start()
    try terminal.wait(for: "No banks yet")
    terminal.type("a\r")
    try terminal.wait(for: "save")
    terminal.type("\t\tx\u{3}")
    try terminal.wait(for: "Save what was changed?")
    terminal.type("\r")
    try terminal.wait(for: "'123x' is not a whole number")
    terminal.type("\u{3}\u{3}")
    XCTAssertEqual(try terminal.exitStatus(), 0)
    assertRestored(terminal)
  }

  /// These two time zones never have the same day.
  func testTodayIsTheDayWhereTheUserIs() throws {
    var days: Set<String> = []
    for zone in ["Pacific/Pago_Pago", "Pacific/Kiritimati"] {
      let terminal = try start(environment: ["TZ": zone])
      try terminal.wait(for: "Tab next list")
      terminal.type("a\r")
      try terminal.wait(for: "Close date")
      let lines = terminal.screen.components(separatedBy: "\n")
      days.insert(try XCTUnwrap(lines.first { $0.contains("Close date") }))
      terminal.type("\u{3}")
      XCTAssertEqual(try terminal.exitStatus(), 0)
    }
    XCTAssertEqual(days.count, 2, "\(days)")
  }

  func testQuittingAsksWhenSavingFails() throws {
    let terminal = try start()
    try terminal.wait(for: "No banks yet")
    terminal.type("a\r")
    try terminal.wait(for: "save")
    terminal.type("\u{15}\u{11}")
    try terminal.wait(for: "Save what was changed?")
    terminal.type("\r")
    try terminal.wait(for: "Quit anyway?")
    try play("= 12-quit-anyway", on: terminal)
    terminal.type("\r")
    try terminal.wait(for: "Close date")
    terminal.type("\u{11}")
    try terminal.wait(for: "Save what was changed?")
    terminal.type("\r")
    try terminal.wait(for: "Quit anyway?")
    terminal.type("\t\r")
    XCTAssertEqual(try terminal.exitStatus(), 0)
  }

  func testNoColorIsRespected() throws {
    for (value, isColoured) in [("", true), ("1", false)] {
      let terminal = try start(environment: ["NO_COLOR": value])
      try terminal.wait(for: "No banks yet")
      XCTAssertEqual(terminal.emulator.isColoured, isColoured)
      terminal.type("q")
      XCTAssertEqual(try terminal.exitStatus(), 0)
    }
  }

  func testAPlainTerminalIsRefusedInASentence() throws {
    let terminal = try start(environment: ["TERM": "dumb"])
    XCTAssertEqual(try terminal.exitStatus(), 1)
    XCTAssertTrue(terminal.screen.contains("cannot place its cursor"), terminal.screen)
    XCTAssertTrue(terminal.isCooked)
  }

  func testTwoProgramsSeeEachOthersChanges() throws {
    let one = try start()
    try one.wait(for: "No banks yet")
    let two = try start()
    try two.wait(for: "No banks yet")
    one.type("a")
    try two.wait(for: "change within a second", seconds: 5) { $0.contains("Testville") }
    two.type("\r")
    try two.wait(for: "save")
    two.type("\u{15}Renamed\u{13}")
    try one.wait(for: "change within a second", seconds: 5) { $0.contains("Renamed") }
    one.type("\r")
    try one.wait(for: "save")
    two.type("d\r")
    try one.wait(for: "This bank was deleted")
    for terminal in [one, two] {
      terminal.type("q")
      XCTAssertEqual(try terminal.exitStatus(), 0)
    }
  }

  func testAStoreThatIsNoneIsAMessage() throws {
    try Data("no database, only rubbish, again and again".utf8)
      .write(to: URL(filePath: store))
    let terminal = try start()
    XCTAssertEqual(try terminal.exitStatus(), 1)
    XCTAssertTrue(terminal.screen.contains("banks: "), terminal.screen)
    assertRestored(terminal)
  }
}
