import Foundation
import TestSupport
import XCTest

/// Keys and mouse actions on a list, compared with recorded screens.
final class ListKeysTests: TerminalTestCase {
  /// Starts `banks` with a list of 40 banks.
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

  func testOrderJumpHelpAndMouse() throws {
    let terminal = try filled()
    try play(
      """
      = 20-long-list
      > oO
      ? by city, turned around
      = 21-by-city
      > {PgDn}{PgDn}
      ? 40 of 40
      > {Home}
      ? 1 of 40
      > o{BackTab}
      ? Tags
      > {Tab}
      ? 1 of 40
      > fel
      ? Find el
      = 22-jump
      > {Enter}?
      ? ┌─Keys
      = 23-help
      > x{click 4,5}
      ! Keys
      > {wheel down}
      """, on: terminal)
    terminal.settle()
    try play(
      """
      = 24-clicked
      > {click 5,5}{click 5,5}
      ? save
      > {click 3,5}x
      ? City •
      > {Esc}
      ? Save what was changed?
      """, on: terminal)
    let row =
      terminal.screen.split(separator: "\n", omittingEmptySubsequences: false)
      .firstIndex { $0.contains("Do not save") } ?? 0
    let column = terminal.screen.split(separator: "\n", omittingEmptySubsequences: false)[row]
      .distance(of: "Do not save")
    try play("> {click \(row),\(column)}\n? of 40\n> q", on: terminal)
    XCTAssertEqual(try terminal.exitStatus(), 0)
    assertRestored(terminal)
  }

  func testKindsAreCombined() throws {
    let terminal = try filled()
    try play(
      """
      > /elan{^N}
      ? elan, and
      > {Tab*12}May 3, 2012
      ? 2 banks
      = 25-combined
      > {Esc}
      ? 10 banks
      > {Esc}
      ? of 40
      > q
      """, on: terminal)
    XCTAssertEqual(try terminal.exitStatus(), 0)
  }

  func testALongMessageIsInABoxOnASmallTerminal() throws {
    let terminal = try filled(10, 40)
    try play(
      """
      = 26-small-list
      > /{Tab*6}G[{Enter}
      ? Not done
      = 27-long-message
      > {Space}
      ! Not done
      > {Esc}
      ? of 40
      > ?
      ? Keys
      = 28-small-help
      > {Down*3}
      = 29-small-help-below
      > xq
      """, on: terminal)
    XCTAssertEqual(try terminal.exitStatus(), 0)
  }

  /// A message is shown in one line if it fits, and in a box if the window becomes too
  /// small.
  func testAMessageGetsItsBoxWhenTheTerminalShrinks() throws {
    let terminal = try filled()
    try play(
      """
      > /{Tab*6}G[{Enter}
      ? is not a regular expression
      = 30-message
      @ 10 40
      ? Not done
      = 31-message-shrunk
      > {Space}
      ! Not done
      # Closed is closed, whatever the size; the same mistake again is another message.
      @ 9 39
      ? Search
      = 32-message-closed
      > {Enter}
      ? Not done
      > {Space}{Esc}
      ? of 40
      > q
      """, on: terminal)
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
    try play("? No banks yet\n> {^Z}\n? stopped", on: terminal)
    XCTAssertFalse(terminal.emulator.isOtherScreen)
    XCTAssertFalse(terminal.emulator.reportsMouse)
    XCTAssertTrue(terminal.isCooked)
    try play("> {Enter}\n? No banks yet", on: terminal)
    XCTAssertFalse(terminal.isCooked)
    try play("> a\n? Added 'Test Bank'\n> q\n? done", on: terminal)
    XCTAssertEqual(try terminal.exitStatus(), 0)
  }
}

extension StringProtocol {
  /// The number of characters before a text, or 0 if the text is missing.
  fileprivate func distance(of text: String) -> Int {
    firstRange(of: text).map { distance(from: startIndex, to: $0.lowerBound) } ?? 0
  }
}
