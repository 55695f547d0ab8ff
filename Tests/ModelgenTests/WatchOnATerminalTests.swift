import Foundation
import TestSupport
import XCTest

/// `modelgen watch` on a terminal.
final class WatchOnATerminalTests: ToolTestCase {
  func testItGeneratesOnEachChangeAndEndsOnControlC() throws {
    try write(Self.tags, "Tags.model")
    let terminal = try PseudoTerminal(
      BuiltProgram.url("modelgen"),
      ["watch", path("Tags.model"), "--output", path("Out")], columns: 250)
    try terminal.wait(for: "wrote \(path("Out/Tags.swift"))")
    try write(Self.tags.replacing("name", with: "title"), "Tags.model")
    try terminal.wait(for: "the second run") { screen in
      screen.split(separator: "\n").count { $0.contains("wrote ") } == 2
    }
    XCTAssertTrue(text("Out/Tags.swift")?.contains("title") == true)
    terminal.type("\u{3}")
    XCTAssertEqual(try terminal.exitStatus(), -SIGINT)
    XCTAssertTrue(terminal.isCooked)
    // The generated file is complete, and no other files are left.
    XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: path("Out")), ["Tags.swift"])
  }

  /// The command ends in the background of a shell if its reader has closed the pipe.
  func testItEndsWithItsReader() throws {
    try write(Self.tags, "Tags.model")
    let program = BuiltProgram.url("modelgen").path(percentEncoded: false)
    let terminal = try PseudoTerminal(
      URL(filePath: "/bin/sh"),
      [
        "-c", "\"$0\" watch \"$1\" --output \"$2\" | head -1; echo over", program,
        path("Tags.model"), path("Out"),
      ], columns: 250)
    try terminal.wait(for: "wrote ")
    try write(Self.tags.replacing("name", with: "title"), "Tags.model")
    try terminal.wait(for: "over")
    XCTAssertEqual(try terminal.exitStatus(), 0)
  }
}
