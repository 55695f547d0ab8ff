import Foundation
import ModelScreens
import TestSupport
import XCTest

/// A test case that runs `banks` on a pseudo-terminal with a store of its own.
class TerminalTestCase: XCTestCase {
  private var folder: TemporaryFolder!

  override func setUpWithError() throws {
    folder = try TemporaryFolder()
  }

  override func tearDown() {
    folder = nil
  }

  /// The path of the store's file.
  var store: String { folder.file("Bank.sqlite").path(percentEncoded: false) }

  /// Starts `banks` on the store.
  func start(
    environment: [String: String] = [:], rows: Int = 24, columns: Int = 80
  ) throws -> PseudoTerminal {
    try PseudoTerminal(
      BuiltProgram.url("banks"), ["--store", store], environment: environment, rows: rows,
      columns: columns)
  }

  /// Performs a script, and compares the screens with recorded ones, in which today's date
  /// is replaced.
  func play(
    _ script: String, on terminal: PseudoTerminal, file: StaticString = #filePath,
    line: UInt = #line
  ) throws {
    try terminal.play(script) { name in
      let (screen, recorded) = try terminal.recorded(
        name, beside: #filePath, replacing: [ScreenDate.text(ScreenDate.today): "TODAY"])
      XCTAssertEqual(screen, recorded, name, file: file, line: line)
    }
  }

  /// Asserts that a terminal is in the state before the program was started.
  func assertRestored(
    _ terminal: PseudoTerminal, file: StaticString = #filePath, line: UInt = #line
  ) {
    XCTAssertTrue(terminal.isCooked, "settings", file: file, line: line)
    XCTAssertFalse(terminal.emulator.isOtherScreen, "screen", file: file, line: line)
    XCTAssertTrue(terminal.emulator.isCursorShown, "cursor", file: file, line: line)
    XCTAssertFalse(terminal.emulator.marksPastes, "pastes", file: file, line: line)
    XCTAssertFalse(terminal.emulator.reportsMouse, "mouse", file: file, line: line)
    XCTAssertEqual(terminal.emulator.unknown, [], file: file, line: line)
  }
}
