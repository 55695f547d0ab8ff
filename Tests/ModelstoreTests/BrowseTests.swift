import Foundation
import ModelRuntime
import ModelSQLite
import ModelSchema
import TestSupport
import XCTest

@testable import ModelstoreCommands

/// `modelstore browse` on a terminal, compared with recorded screens.
final class BrowseTests: StoreTestCase {
  private func browse(
    _ words: [String], rows: Int = 24, columns: Int = 80, _ script: String, line: UInt = #line
  ) throws {
    let terminal = try PseudoTerminal(
      BuiltProgram.url("modelstore"), ["browse"] + words, rows: rows, columns: columns)
    try terminal.play(script) { name in
      let (screen, recorded) = try terminal.recorded(name, beside: #filePath)
      XCTAssertEqual(screen, recorded, name, line: line)
    }
    XCTAssertEqual(try terminal.exitStatus(), 0, terminal.screen, line: line)
    XCTAssertTrue(terminal.isCooked, line: line)
    XCTAssertEqual(terminal.emulator.unknown, [], line: line)
  }

  private func makeZoo() throws {
    try make(DataCommandTests.zoo) { context in
      let ann = try context.insert(entityName: "Keeper", ["name": "Ann", "secret": "x"])
      let bob = try context.insert(entityName: "Keeper", ["name": "Bob"])
      let owl = try context.insert(
        entityName: "Bird",
        [
          "name": "Owl", "born": Date(timeIntervalSinceReferenceDate: 0.5), "weight": 0.1,
          "price": Decimal(string: "1234567.89"), "diet": "meat",
          "pen": ["row": Int32(3), "name": "north"], "photo": Data(0...99),
          "chip": UUID(uuidString: "3F2504E0-4F89-41D3-9A0C-0305E82C3301"),
          "page": URL(string: "https://example.com/?a=<b>&c"), "marks": [1, Int64.max],
          "count": Int64.max, "isTame": true, "keeper": ann,
        ])
      let carp = try context.insert(
        entityName: "Fish", ["name": "Carp", "tank": "T1", "keeper": ann, "friends": [owl]])
      _ = try context.insert(entityName: "Fish", ["name": "Eel", "tank": "T2", "friends": [carp]])
      let early = try context.insert(
        entityName: "Round", ["title": "early", "keepers": [ann, bob]])
      let late = try context.insert(entityName: "Round", ["title": "late"])
      try bob.setValue([late, early], forKey: "rounds")
    }
  }

  func testEntitiesObjectsLinksAndValues() throws {
    try makeZoo()
    try browse(
      [path()],
      """
      ? Entities
      = browse-entities
      > {Enter}
      ? Owl
      = browse-list
      > {Enter}
      ? photo
      = browse-form
      # A to-one link, and from there the links to many, one way and the other.
      > {Home}{Down*14}{Enter}
      ? secret
      = browse-keeper
      > {Down*3}{Enter}
      ? animals of 'Ann'
      = browse-animals
      > {Enter}
      ? tank
      > {Esc}{Esc}
      ? secret
      > {Esc}
      ? photo
      # Bytes in full.
      > {Home}{Down*7}{Enter}
      ? photo of 'Owl'
      = browse-bytes
      > {Esc}{Esc}
      ? 1 of 3
      # Nothing is written: keys that would write do nothing.
      > adu {Del}
      > oo
      ? by
      > {Esc}
      ? Entities
      > q
      """.replacing("{Del}", with: ""))
  }

  func testConditions() throws {
    try makeZoo()
    try browse(
      [path()],
      """
      ? Entities
      > {Enter}/name BEGINSWITH 'C' OR count > 5
      ? 2 animals
      = browse-condition
      > {^U}nmae == 'Owl'{Enter}
      ? Not done
      = browse-wrong-name
      > {Enter}{^U}name == 'Owl{Enter}
      ? Not done
      = browse-wrong-text
      > {Enter}
      ! Not done
      # The same mistake once more is another message.
      > {Enter}
      ? Not done
      @ 12 40
      ? Not done
      = browse-wrong-narrow
      > {Enter}{Esc}{Esc}q
      """)
  }

  func testNothingIsWrittenWithoutBeingAsked() throws {
    try makeZoo()
    // The store has a write-ahead log that has not been checkpointed, and another program
    // has it open.
    let other = try Connection(path: path())
    try other.execute("PRAGMA journal_mode = wal")
    try other.execute("UPDATE ZKEEPER SET ZSECRET = 'y'")
    func bytes() throws -> [Data] {
      try ["", "-wal"].map { try Data(contentsOf: folder.file("Store.sqlite" + $0)) }
    }
    let before = try bytes()
    XCTAssertGreaterThan(before[1].count, 0)
    try browse(
      [path()],
      """
      ? Entities
      > {Enter}
      ? Owl
      > ad uU{Enter}
      ? photo
      > {Down*2}x{^S}{^N}{Enter}{Esc}
      ? 1 of 3
      > {Esc}q
      """)
    XCTAssertEqual(try bytes(), before)
  }

  func testWhatIsAskedForIsWritten() throws {
    try makeZoo()
    try browse(
      [path(), "--write"],
      """
      ? Entities
      > {Down*3}{Enter}
      ? Ann
      > {Enter}
      ? secret
      > a{^S}
      ? Saved 'Anna'
      > a
      ? New keeper
      > Cid{^S}
      ? Saved 'Cid'
      = browse-written
      > d
      ? Delete 'Cid'
      > {Enter}
      ? Deleted 'Cid'
      > {Home}{Enter}
      ? rounds
      > {End}{Down*9}{Enter}
      ? late
      > {Down} {Esc}
      ? early
      > {Right}
      ? rounds of 'Anna'
      = browse-rounds
      > {Esc}{Esc}{Esc}
      ? Entities
      > q
      """)
    XCTAssertEqual(
      try run("rows", path(), "Keeper", "--csv", "--columns", "name"),
      "@id,name\nKeeper/p1,Anna\nKeeper/p2,Bob")
    XCTAssertEqual(try run("check", path()), "ok")
  }

  private func makeNote(_ text: String) throws {
    try make(
      "model Notes @version(1)\nentity Note { var name: String\n  var note: String }"
    ) {
      _ = try $0.insert(entityName: "Note", ["name": "one", "note": text])
    }
  }

  func testALongTextIsEditedAsAWhole() throws {
    let text = String(repeating: "0123456789 ", count: 50) + "end"
    try makeNote(text)
    try browse(
      [path(), "--write"],
      """
      ? Entities
      > {Enter}
      ? one
      > {Enter}
      ? ID
      > {Down}x{^S}
      ? Saved 'one'
      > {Esc}
      ? Entities
      > q
      """)
    XCTAssertEqual(
      try run("rows", path(), "Note", "--csv", "--columns", "note"),
      "@id,note\nNote/p1,\(text)x")
  }

  func testATextTooLongForALineIsShownAndKept() throws {
    let text = String(repeating: "0123456789 ", count: 1000) + "end"
    try makeNote(text)
    try browse(
      [path(), "--write"],
      """
      ? Entities
      > {Enter}
      ? one
      > {Enter}
      ? note
      > {Down}x{Enter}
      ? note of 'one'
      > {Esc}{Esc}{Esc}
      ? Entities
      > q
      """)
    XCTAssertEqual(
      try run("rows", path(), "Note", "--csv", "--columns", "note"),
      "@id,note\nNote/p1,\(text)")
  }

  func testAQuestionOnATerminalOfOneColumn() throws {
    try makeNote("x")
    try browse(
      [path(), "--write"],
      """
      ? Entities
      > {Enter}
      ? one
      > d
      ? Delete 'one'
      @ 40 1
      ! Delete
      @ 24 80
      ? Delete 'one'
      > {Esc}{Esc}
      ? Entities
      > q
      """)
  }

  func testAPasteThatPausesIsNoKeys() throws {
    try makeNote("x")
    let terminal = try PseudoTerminal(
      BuiltProgram.url("modelstore"), ["browse", path(), "--write"])
    try terminal.play("? Entities\n> {Enter}\n? one")
    terminal.type("\u{1B}[200~a")
    Thread.sleep(forTimeInterval: 0.2)
    terminal.type("d\u{1B}[201~")
    terminal.settle()
    XCTAssertFalse(terminal.screen.contains("Delete"), terminal.screen)
  }

  func testHostileValues() throws {
    let columns = (0..<1000).map { "  var c\($0): String?" }.joined(separator: "\n")
    try make(
      """
      model Odd @version(1)
      entity Text { var name: String
        var note: String?
        var other: Text? @inverse(others)
        var others: Set<Text> @inverse(other) }
      entity Wide {
      \(columns)
      }
      """
    ) { context in
      let one = try context.insert(
        entityName: "Text", ["name": "\u{1B}[31mred\u{202E}evil\nline", "note": "a\u{7}b"])
      _ = try context.insert(
        entityName: "Text",
        ["name": "long", "note": String(repeating: "0123456789 äöü 漢字\n", count: 50_000)])
      _ = try context.insert(entityName: "Text", ["name": "dangling", "other": one])
      _ = try context.insert(entityName: "Wide", ["c0": "first", "c999": "last"])
    }
    let connection = try Connection(path: path())
    try connection.execute("UPDATE ZTEXT SET ZOTHER = 77 WHERE ZNAME = 'dangling'")
    let script = """
      ? Entities
      > {Enter}
      ? dangling
      = odd-list
      > {Down}{Enter}
      ? characters
      > {Down*2}{Enter}
      ? note of 'long'
      > {End}
      ? of 50000
      = odd-end
      > {Esc}{Esc}
      > {End}{Enter}
      ? is not there
      > {Down*3}{Enter}
      = odd-link
      > {Esc}{Esc}
      ? Entities
      > {End}{Enter}
      ? first
      > {Enter}
      ? c12
      > {PgDn}
      = odd-wide
      > {Esc}{Esc}q
      """
    try browse([path()], script)
    try browse(
      [path()], rows: 4, columns: 15,
      """
      ? Text
      = tiny-entities
      > {Enter}
      ? long
      = tiny-list
      > {Down}{Enter}
      ? ID
      > {Down*2}{Enter}
      ? 01234
      = tiny-text
      > {Esc}
      ? ID
      > {Esc}
      ? dangling
      > {Esc}
      ? Wide
      > q
      """)
  }

  func testATableOfAnyLengthOpensAtOnce() throws {
    let count = TestRun.isLong ? 1_000_000 : 100_000
    try make("model Long @version(1)\nentity Row { var name: String\n  var number: Int64 = 0 }") {
      _ = try $0.insert(entityName: "Row", ["name": "row 1"])
    }
    let connection = try Connection(path: path())
    try connection.execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      INSERT INTO ZROW (Z_PK, Z_ENT, Z_OPT, ZNAME, ZNUMBER) SELECT i, 1, 1, 'row ' || i, i FROM n;
      UPDATE Z_PRIMARYKEY SET Z_MAX = \(count);
      """)
    let terminal = try PseudoTerminal(BuiltProgram.url("modelstore"), ["browse", path()])
    let start = Date.now
    try terminal.play("? \(count)\n> {Enter}\n? 1 of \(count)\n> {End}\n? row \(count)")
    XCTAssertLessThan(Date.now.timeIntervalSince(start), TestRun.isLong ? 20 : 5)
    try terminal.play("> /number == 77{Enter}\n? 1 row\n> {Esc}\n? \(count) of")
    let status = try String(contentsOfFile: "/proc/\(terminal.processID)/status", encoding: .utf8)
    let peak = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") }
    let kilobytes = peak?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? .max
    XCTAssertLessThan(kilobytes, TestRun.isLong ? 200_000 : 100_000, "memory")
    terminal.type("q")
    XCTAssertEqual(try terminal.exitStatus(), 0)
  }

  func testAStoreOfApples() throws {
    guard let apple = SharedFiles.url("apple/browser") else {
      throw XCTSkip("there is no ../shared/apple")
    }
    let model = apple.appending(path: "BookmarksModel.xcdatamodeld")
    // The last rows are in the log, unless the log has been checkpointed.
    for ending in ["", "-wal"] {
      let file = apple.appending(path: "Bookmarks_V5.sqlite" + ending)
      guard ending.isEmpty || FileManager.default.fileExists(atPath: file.path) else { continue }
      try FileManager.default.copyItem(at: file, to: folder.file("Bookmarks.sqlite" + ending))
    }
    try browse(
      [path("Bookmarks.sqlite"), "--model", model.path(percentEncoded: false)],
      """
      ? Entities
      = apple-entities
      > {Enter}
      ? of
      = apple-list
      > {Enter}
      ? ID
      = apple-form
      > {Esc}{Esc}q
      """)
  }

  func testWhatCannotBeBrowsedIsASentence() throws {
    for (words, message) in [
      (["browse", path("none.sqlite")], "there is no store"),
      (["browse", try write("nonsense, and rather more of it", to: "text.sqlite")], "text.sqlite"),
    ] {
      XCTAssertThrowsError(try StoreCommands().outcome(words).text) {
        XCTAssertTrue("\($0)".contains(message), "\($0)")
      }
    }
  }
}
