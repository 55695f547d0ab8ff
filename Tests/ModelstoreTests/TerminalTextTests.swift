import Foundation
import ModelRuntime
import ModelSQLite
import TestSupport
import XCTest

@testable import ModelstoreCommands

/// Texts in stores, files and arguments with characters that control a terminal or disguise
/// a text. No command prints them, in its output or its messages.
final class TerminalTextTests: StoreTestCase {
  /// An escape sequence, a C1 control, direction marks and a bell.
  private static let hostile =
    "\u{1B}]0;pwned\u{7}\u{1B}[2J\u{9B}31m\u{202E}txt\u{2066}\u{200F}\u{7F}"
  private static let text = """
    model Shop
    entity Item {
        var name: String
        var shelf: Shelf? @inverse(items)
    }
    entity Shelf {
        var title: String
        var items: Set<Item> @inverse(shelf)
    }

    """

  /// The `modelstore` tool, which is built beside the tests.
  private func tool() throws -> String {
    let tests = Bundle(for: TerminalTextTests.self).bundleURL
    let places = [tests, tests.deletingLastPathComponent()].map { $0.appending(path: "modelstore") }
    return try XCTUnwrap(
      places.first { FileManager.default.isExecutableFile(atPath: $0.path) }, "no modelstore"
    ).path
  }

  private func output(_ words: [String]) throws -> [UInt8] {
    let process = Process()
    process.executableURL = URL(filePath: try tool())
    process.arguments = words
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, pipe)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let bytes = Array(pipe.fileHandleForReading.readDataToEndOfFile())
    process.waitUntilExit()
    return bytes
  }

  /// No message quotes the password of an address, even of one that is misspelt.
  func testPasswordsAreNeverPrinted() throws {
    let addresses = [
      "postgresql://u:PW%@[bad/db", "POSTGRESQL://u:PW%@127.0.0.1:1/db", "postgresql:/u:PW%@h/db",
      "postgres:u:PW%@h/db", " postgresql://u:PW%@h/db", "jdbc:postgresql://u:PW%:PW%@h/db",
      "mysql://u:PW%@h/db", "host=h password=PW% user=u", "host=h password='a PW%'",
      "postgresql://h:1/db?password=PW%&user=u", "postgresql://h:1/db?sslPassword=PW%",
    ]
    let commands = [
      ["info"], ["check"], ["pull"], ["export"],
      ["import-sqlite", "Shop.db", "--model", "No.model"],
    ]
    for address in addresses {
      for command in commands {
        let words = [command[0], address] + command.dropFirst()
        let said = String(decoding: try output(words), as: UTF8.self)
        XCTAssertFalse(said.contains("PW%"), "\(words): \(said)")
        XCTAssertTrue(said.hasPrefix("modelstore: "), "\(words): \(said)")
      }
    }
  }

  /// Makes a store with the hostile text in every place that can contain it.
  private func makeStore(_ name: String) throws -> String {
    try make(Self.text, name) { context in
      let item = try context.insert(entityName: "Item", ["name": "Lamp \(Self.hostile)"])
      let shelf = try context.insert(entityName: "Shelf", ["title": Self.hostile])
      try item.setValue(shelf, forKey: "shelf")
    }
    let quoted = Self.hostile.replacing("'", with: "''")
    try execute(
      """
      UPDATE ZITEM SET ZSHELF = '\(quoted)'; UPDATE ZSHELF SET Z_ENT = '\(quoted)';
      INSERT INTO Z_PRIMARYKEY VALUES (77, '\(quoted)', 0, 0);
      CREATE VIEW "v\(Self.hostile)" AS SELECT 1;
      CREATE TRIGGER "t\(Self.hostile)" AFTER DELETE ON ZITEM BEGIN SELECT 1; END;
      CREATE TABLE "other\(Self.hostile)" ("column\(Self.hostile)" TEXT);
      INSERT INTO "other\(Self.hostile)" VALUES ('\(quoted)');
      """, in: URL(filePath: path(name)))
    return path(name)
  }

  /// The control characters in the output, except for tabs and line feeds.
  private func steering(_ bytes: [UInt8]) -> [UInt32] {
    String(decoding: bytes, as: UTF8.self).unicodeScalars.map(\.value).filter { value in
      switch value {
      case 9, 10: false
      case 0...0x1F, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
      default: false
      }
    }
  }

  func testNoCommandSteersATerminal() throws {
    let model = try write(Self.text, to: "Shop.model")
    let broken = try write("model \(Self.hostile) { entity", to: "Broken\(Self.hostile).model")
    let store = try makeStore("Shop \(Self.hostile).sqlite")
    let text = try write(Self.hostile, to: "no store \(Self.hostile)")
    let row = try write("{\"@id\": \"\(Self.hostile)\"}", to: "rows.jsonl")
    let commands = StoreCommands().all.map(\.description.name)
    var lines: [[String]] = [
      [Self.hostile], ["help", Self.hostile], ["info", "-\(Self.hostile)"],
    ]
    for command in commands where command != "browse" && command != "test-migrations" {
      for file in [store, text, "missing\(Self.hostile)"] {
        lines += [
          [command, file], [command, file, "--model", model], [command, file, "--model", broken],
          [command, file, "--json"], [command, file, "Item"], [command, file, "Item", "--json"],
          [command, file, Self.hostile], [command, file, row],
          [command, file, "SELECT '\(Self.hostile)' AS \"\(Self.hostile)\""],
        ]
      }
    }
    // The short form runs one random line of each command.
    var random = RandomSource(seed: TestRun.seed)
    if !TestRun.isLong {
      lines =
        Dictionary(grouping: lines, by: { $0[0] }).values.flatMap { lines in
          (0..<3).map { _ in lines[random.number(below: lines.count)] }
        } + [["check", store], ["info", store], ["identify", store, "--model", model]]
    }
    for line in lines {
      let bytes = try output(line)
      XCTAssertEqual(steering(bytes), [], "\(line) (seed \(TestRun.seed))")
    }
  }

  /// Output for programs is exact.
  func testDataIsExact() throws {
    try make(Self.text) { context in
      _ = try context.insert(entityName: "Item", ["name": "Lamp \(Self.hostile)"])
    }
    let csv = String(decoding: try output(["rows", path(), "Item", "--csv"]), as: UTF8.self)
    XCTAssertTrue(csv.contains("Lamp \(Self.hostile)"), csv)
    let json = String(decoding: try output(["export", path()]), as: UTF8.self)
    XCTAssertEqual(steering(Array(json.utf8)), [])
    let line = try XCTUnwrap(json.split(separator: "\n").first)
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    XCTAssertEqual(object?["name"] as? String, "Lamp \(Self.hostile)")
  }
}
