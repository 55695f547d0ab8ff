import Foundation
import TestSupport
import XCTest

/// Keys and the mouse on a list, in recorded screens.
final class ListKeysTests: TerminalTestCase {
  private typealias Keys = TerminalTestCase

  /// A list with so many banks.
  private func filled(_ rows: Int = 24, _ columns: Int = 80) throws -> PseudoTerminal {
    var csv = "Bank Name,City,ST,CERT,Acquiring Institution,Closing Date,Updated Date\n"
    for number in 1...40 {
      let name = ["Alpha", "Bravo", "Élan", "Delta"][number % 4]
      csv += "\(name) Savings \(100 + number),Town \(90 - number),GA,\(number),No Acquirer,"
      csv += "\(number % 28 + 1)-May-12,1-Jun-12\n"
    }
    let list = URL(filePath: store).deletingLastPathComponent().appending(path: "list.csv")
    try Data(csv.utf8).write(to: list)
    let path = list.path(percentEncoded: false)
    let program = try PseudoTerminal(
      BuiltProgram.url("banks"), ["--store", store, "import", path], columns: 200)
    XCTAssertEqual(try program.exitStatus(), 0, program.screen)
    let terminal = try start(rows: rows, columns: columns)
    try terminal.wait(for: "1 of 40")
    return terminal
  }

  private func click(row: Int, column: Int = 5) -> String { "\u{1B}[<0;\(column + 1);\(row + 1)M" }

  func testOrderJumpHelpAndMouse() throws {
    let terminal = try filled()
    try compare(terminal, "20-long-list")
    terminal.type("oO")
    try terminal.wait(for: "by city, turned around")
    try compare(terminal, "21-by-city")
    terminal.type("o\u{1B}[Z")
    try terminal.wait(for: "Tags")
    terminal.type("\t")
    try terminal.wait(for: "1 of 40")
    terminal.type("fel")
    try terminal.wait(for: "Find el")
    try compare(terminal, "22-jump")
    terminal.type(Keys.enter + "?")
    try terminal.wait(for: "┌─Keys")
    try compare(terminal, "23-help")
    terminal.type("x" + click(row: 4))
    try terminal.wait(for: "an end of the help") { !$0.contains("Keys") }
    terminal.type("\u{1B}[<65;1;1M")
    terminal.settle()
    try compare(terminal, "24-clicked")
    terminal.type(click(row: 5) + click(row: 5))
    try terminal.wait(for: "save")
    terminal.type(click(row: 3) + "x")
    try terminal.wait(for: "City •")
    terminal.type(Keys.escape)
    try terminal.wait(for: "Save what was changed?")
    let row =
      terminal.screen.split(separator: "\n", omittingEmptySubsequences: false)
      .firstIndex { $0.contains("Do not save") } ?? 0
    let column = terminal.screen.split(separator: "\n", omittingEmptySubsequences: false)[row]
      .distance(of: "Do not save")
    terminal.type(click(row: row, column: column))
    try terminal.wait(for: "of 40")
    terminal.type("q")
    XCTAssertEqual(try terminal.exitStatus(), 0)
    assertRestored(terminal)
  }

  func testKindsAreCombined() throws {
    let terminal = try filled()
    terminal.type("/elan\u{E}")
    try terminal.wait(for: "elan, and")
    terminal.type(String(repeating: "\t", count: 12) + "May 3, 2012")
    try terminal.wait(for: "2 banks")
    try compare(terminal, "25-combined")
    terminal.type(Keys.escape)
    try terminal.wait(for: "10 banks")
    terminal.type(Keys.escape)
    try terminal.wait(for: "of 40")
    terminal.type("q")
    XCTAssertEqual(try terminal.exitStatus(), 0)
  }

  func testALongMessageIsInABoxOnASmallTerminal() throws {
    let terminal = try filled(10, 40)
    try compare(terminal, "26-small-list")
    terminal.type("/" + String(repeating: "\t", count: 6) + "G[" + Keys.enter)
    try terminal.wait(for: "Not done")
    try compare(terminal, "27-long-message")
    terminal.type(" ")
    try terminal.wait(for: "an end of the box") { !$0.contains("Not done") }
    terminal.type(Keys.escape)
    try terminal.wait(for: "of 40")
    terminal.type("?")
    try terminal.wait(for: "Keys")
    try compare(terminal, "28-small-help")
    terminal.type(Keys.down + Keys.down + Keys.down)
    try compare(terminal, "29-small-help-below")
    terminal.type("xq")
    XCTAssertEqual(try terminal.exitStatus(), 0)
  }

  func testControlZStopsAndGoesOn() throws {
    let program = BuiltProgram.url("banks").path(percentEncoded: false)
    let terminal = try PseudoTerminal(
      URL(filePath: "/bin/sh"),
      [
        "-mc", "\"$0\" --store \"$1\"; echo stopped; read line; fg >/dev/null; echo done", program,
        store,
      ])
    try terminal.wait(for: "No banks yet")
    terminal.type("\u{1A}")
    try terminal.wait(for: "stopped")
    XCTAssertFalse(terminal.emulator.isOtherScreen)
    XCTAssertFalse(terminal.emulator.reportsMouse)
    XCTAssertTrue(terminal.isCooked)
    terminal.type("\r")
    try terminal.wait(for: "No banks yet")
    XCTAssertFalse(terminal.isCooked)
    terminal.type("a")
    try terminal.wait(for: "Added 'Test Bank'")
    terminal.type("q")
    try terminal.wait(for: "done")
    XCTAssertEqual(try terminal.exitStatus(), 0)
  }
}

extension StringProtocol {
  /// How many characters stand before a text.
  fileprivate func distance(of text: String) -> Int {
    firstRange(of: text).map { distance(from: startIndex, to: $0.lowerBound) } ?? 0
  }
}
