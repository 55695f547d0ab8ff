import Foundation
import ModelCommands
import ModelRuntime
import ModelSchema
import TestSupport
import XCTest

@testable import ModelstoreCommands

/// The `modelstore` commands that print and change the objects of any store.
final class DataCommandTests: StoreTestCase {
  static let zoo = """
    model Zoo @version(4)
    enum Diet: String { case plants
      case meat }
    composite Place { var row: Int32
      var name: String? }
    abstract entity Animal {
      var name: String @unique
      var born: Date?
      var weight: Double?
      var price: Decimal?
      var diet: Diet = .plants
      var pen: Place?
      var photo: Data?
      var chip: UUID?
      var page: URL?
      var notes: JSON?
      var marks: [Int64]?
      var count: Int64 = 0
      var isTame: Bool = false
      var keeper: Keeper? @inverse(animals)
      var friends: Set<Animal> @inverse(friends)
    }
    entity Bird: Animal { var canFly: Bool = true }
    entity Fish: Animal { var tank: String }
    entity Keeper {
      var name: String
      var secret: String? @sensitive
      var animals: Set<Animal> @inverse(keeper)
      var rounds: [Round] @inverse(keepers)
    }
    entity Round {
      var title: String
      var keepers: Set<Keeper> @inverse(rounds)
    }
    """

  func testAnAttributeMayBeCalledDesc() throws {
    for (text, isAscending) in [("desc", true), ("desc asc", true), ("desc desc", false)] {
      let keys = try QueryCommands.sortKeys(text)
      XCTAssertEqual(keys.map(\.isAscending), [isAscending], text)
      XCTAssertEqual(keys.map(\.keyPath), [["desc"]], text)
    }
  }

  private func makeZoo() throws {
    try make(Self.zoo) { context in
      let ann = try context.insert(entityName: "Keeper", ["name": "Ann", "secret": "x"])
      let bob = try context.insert(entityName: "Keeper", ["name": "Bob, \"the\" first"])
      let owl = try context.insert(
        entityName: "Bird",
        [
          "name": "Owl\u{1B}[31m\nred", "born": Date(timeIntervalSinceReferenceDate: 0.5),
          "weight": 0.1, "price": Decimal(string: "1234567.89"), "diet": "meat",
          "pen": ["row": Int32(3), "name": "north"], "photo": Data(0...99), "chip": UUID(),
          "page": URL(string: "https://example.com/?a=<b>&c"),
          "notes": JSONValue.object(["a": .array([.number(1), .null])]),
          "marks": [1, Int64.max], "count": Int64.max, "isTame": true, "keeper": ann,
        ])
      let carp = try context.insert(
        entityName: "Fish",
        [
          "name": "Carp", "tank": "T1", "keeper": ann, "friends": [owl],
          "born": Date(timeIntervalSinceReferenceDate: 1.0 / 3), "weight": Double.infinity,
        ])
      _ = try context.insert(entityName: "Fish", ["name": "Eel", "tank": "T2", "friends": [carp]])
      let early = try context.insert(
        entityName: "Round", ["title": "early", "keepers": [ann, bob]])
      let late = try context.insert(entityName: "Round", ["title": "late"])
      try bob.setValue([late, early], forKey: "rounds")
    }
  }

  func testRowsAreATable() throws {
    try makeZoo()
    XCTAssertEqual(
      try run("rows", path(), "Fish", "--columns", "name,tank, keeper.name", "--sort", "name desc"),
      """
      ID      name  tank  keeper.name
      Fish/p3  Eel   T2
      Fish/p2  Carp  T1    Ann
      2 objects
      """.replacing("ID      name", with: "ID       name"))
    XCTAssertEqual(
      try run("rows", path(), "Animal", "--where", "count > 0", "--columns", "name,pen.row,count"),
      """
      ID       name           pen.row  count
      Bird/p1  Owl�[31m⏎red  3        9223372036854775807
      1 object
      """.replacing("name           pen", with: "name          pen"))
  }

  func testRowsAreCSVAndJSON() throws {
    try makeZoo()
    XCTAssertEqual(
      try run("rows", path(), "Keeper", "--csv", "--sort", "name", "--columns", "name"),
      "@id,name\nKeeper/p1,Ann\nKeeper/p2,\"Bob, \"\"the\"\" first\"")
    let json = try run(
      "rows", path(), "Bird", "--json", "--columns", "name,price,pen,marks,keeper,born,diet")
    XCTAssertEqual(
      json,
      #"""
      [
      {"@id": "Bird/p1", "name": "Owl\u001b[31m\nred", "price": "1234567.89", \#
      "pen": {"name": "north", "row": 3}, "marks": [1,9223372036854775807], \#
      "keeper": "Keeper/p1", "born": "2001-01-01T00:00:00.500Z", "diet": "meat"}
      ]
      """#)
    XCTAssertEqual(try run("rows", path(), "Bird", "--json", "--limit", "0"), "[\n]")
  }

  func testObjectsAreCountedAndShown() throws {
    try makeZoo()
    XCTAssertEqual(
      try run("count", path()), "  Bird    1\n  Fish    2\n  Keeper  2\n  Round   2")
    XCTAssertEqual(try run("count", path(), "Animal"), "3")
    XCTAssertEqual(try run("count", path(), "Animal", "--where", "name == 'Eel'"), "1")
    XCTAssertEqual(
      try run("get", path(), "Keeper/p2"),
      """
        ID       Keeper/p2
        name     Bob, "the" first
        secret
        animals  []
        rounds   ["Round/p2", "Round/p1"]
      """.replacing("secret\n", with: "secret   \n"))
    XCTAssertTrue(try run("get", path(), "Animal/p1", "--json").contains(#""@id": "Bird/p1""#))
  }

  func testAFetchIsExplained() throws {
    try makeZoo()
    let text = try run("sql", path(), "Animal", "--where", "name == 'Eel'")
    XCTAssertTrue(text.contains("SELECT") && text.contains("plan: SEARCH"), text)
    let hidden = try run("sql", path(), "Keeper", "--where", "secret == 'x'", "--json")
    XCTAssertTrue(hidden.contains(#""bindings": null"#), hidden)
  }

  func testWhatIsExportedIsImportedEqual() throws {
    try makeZoo()
    let lines = try run("export", path())
    let file = try write(lines, to: "lines.json")
    let text = try write(Self.zoo, to: "Zoo.model")
    XCTAssertEqual(
      try run("import", path("Copy.sqlite"), file, "--model", text), "imported 7 objects")
    XCTAssertEqual(try run("export", path("Copy.sqlite")), lines)
    XCTAssertEqual(try run("check", path("Copy.sqlite")), "ok")
    // The second import into the same store fails, because the unique values exist.
    let message = failure("import", path("Copy.sqlite"), file)
    XCTAssertTrue(message.contains("name"), message)
    XCTAssertEqual(try run("count", path("Copy.sqlite"), "Animal"), "3")
  }

  func testAnExportIsOfOneMoment() throws {
    try make("model Shop\nentity Item { var number: Int32 }\n") { context in
      for number in 0..<300 {
        _ = try context.insert(entityName: "Item", ["number": Int32(number)])
      }
    }
    let store = folder.file("Store.sqlite")
    var text = ""
    // Objects are loaded in batches of 256. The remaining objects are deleted before they
    // are loaded.
    try StoreCommands().outcome(["export", path()]).write(
      to: CommandOutput { piece in
        text += piece
        try execute("DELETE FROM ZITEM", in: store)
      })
    XCTAssertEqual(text.split(separator: "\n").count, 300)
    XCTAssertTrue(text.contains("299}"), text)
  }

  func testNoValueIsExportedWhereThereIsADefault() throws {
    let text = """
      model Game @version(1)
      entity Player {
        var name: String
        var level: Int16? = 1
        var score: Int16?
      }
      """
    try make(text) { context in
      try context.insert(entityName: "Player", ["name": "Ann"])
      let bob = try context.insert(entityName: "Player", ["name": "Bob"])
      try bob.setValue(nil, forKey: "level")
    }
    let lines = try run("export", path())
    let file = try write(lines, to: "lines.json")
    let model = try write(text, to: "Game.model")
    _ = try run("import", path("Copy.sqlite"), file, "--model", model)
    XCTAssertEqual(
      try run("count", path("Copy.sqlite"), "Player", "--where", "level == nil"), "1", lines)
    XCTAssertEqual(try run("export", path("Copy.sqlite")), lines)
    XCTAssertFalse(lines.contains("score"), lines)
  }

  /// Lines and line ends at every position in the pieces of a file.
  func testLinesAreTakenPieceByPiece() throws {
    let lines = ["a", "", String(repeating: "b", count: 23), " \r", "ccc", "", "dd"]
    let file = try write(lines.joined(separator: "\n"), to: "lines.txt")
    for size in 1...40 {
      var taken: [String] = []
      try ImportCommand.forEachLine(
        of: file, called: "lines", pieceSize: size,
        { taken.append("\($0) \(String(decoding: $1, as: UTF8.self))") }, part: {})
      XCTAssertEqual(
        taken, ["1 a", "3 \(lines[2])", "5 ccc", "7 dd"], "pieces of \(size) bytes")
    }
  }

  /// Every second line is blank, so that a part does not end at a line whose number is the
  /// number of objects.
  func testPartsAreCountedByTheirObjects() throws {
    let file = try write(String(repeating: "{}\n\n", count: 2500), to: "lines.txt")
    var (count, parts) = (0, [Int]())
    try ImportCommand.forEachLine(
      of: file, called: "lines", { _, _ in count += 1 }, part: { parts.append(count) })
    XCTAssertEqual(parts, [1000, 2000, 2500])
  }

  func testAnImportIsAllOrNothing() throws {
    try makeZoo()
    let file = try write(
      """
      {"@id": "Keeper/a1", "name": "Cid"}

      {"@id": "Keeper/a2", "nam": "Dan"}
      {"@id": "Keper/a3"}
      {"@id": "Fish/p1", "name": "Cod", "tank": "T", "count": 1.5}
      {"@id": "Fish/p2", "name": "Ray", "tank": "T", "keeper": "Keeper/p9"}
      nonsense
      {"@id": "Animal/p7"}
      """, to: "lines.json")
    XCTAssertEqual(
      failure("import", path(), file).replacing(file, with: "F"),
      """
      F:3: error: Keeper/a2: 'Keeper' has no property 'nam'; did you mean 'name'?
      F:4: error: Keper/a3: model 'Zoo' has no entity 'Keper'; did you mean 'Keeper'?
      F:5: error: Fish/p1: 'Fish.count' cannot be 1.5
      F:6: error: Fish/p2: there is no object 'Keeper/p9'
      F:7: error: this is no object of JSON
      F:8: error: Animal/p7: 'Animal' is abstract: objects are made of its subentities
      """)
    XCTAssertEqual(try run("count", path(), "Keeper"), "2")
  }

  /// The file has more objects than are in memory at a time, with references forward and
  /// back.
  func testAnImportOfManyPartsIsAllOrNothing() throws {
    let model = try write(
      """
      model Chain @version(1)
      entity Link {
        var name: String @length(1...)
        var next: Link? @inverse(previous)
        var previous: Link? @inverse(next)
        var group: Group @inverse(links)
      }
      entity Group {
        var name: String @unique
        var links: [Link] @inverse(group) @count(1...) @onDelete(.cascade)
      }
      """, to: "Chain.model")
    let count = 2500
    var lines = (1...count).map { number in
      let next = number < count ? ", \"next\": \"Link/p\(number + 1)\"" : ""
      return "{\"@id\": \"Link/p\(number)\", \"name\": \"link \(number)\"\(next)}"
    }
    let links = (1...count).reversed().map { "\"Link/p\($0)\"" }.joined(separator: ", ")
    lines.append("{\"@id\": \"Group/p1\", \"name\": \"all\", \"links\": [\(links)]}")
    let file = try write(lines.joined(separator: "\n"), to: "chain.json")
    XCTAssertEqual(
      try run("import", path("Chain.sqlite"), file, "--model", model), "imported 2501 objects")
    XCTAssertEqual(try run("check", path("Chain.sqlite")), "ok")
    XCTAssertEqual(
      try run("count", path("Chain.sqlite"), "Link", "--where", "next.previous == SELF"), "2499")
    XCTAssertTrue(
      try run("get", path("Chain.sqlite"), "Group/p1", "--json").contains(
        "[\"Link/p2500\", \"Link/p2499\", "))
    // The import is repeated with a mistake in the last line, and with a rule that is
    // broken at the end.
    let before = try run("export", path("Chain.sqlite"))
    let first = lines.removeLast()
    for (last, message) in [
      (
        first.replacing("Link/p1\"", with: "Link/p0\"").replacing("all", with: "other"),
        "2501: error: Group/p1: there is no object 'Link/p0'"
      ),
      ("{\"@id\": \"Group/p1\", \"name\": \"none\"}", "group"),
      (first, "all"),
    ] {
      let file = try write((lines + [last]).joined(separator: "\n"), to: "more.json")
      let text = failure("import", path("Chain.sqlite"), file)
      XCTAssertTrue(text.contains(message), "\(message): \(text.prefix(300))")
      XCTAssertEqual(try run("export", path("Chain.sqlite")), before, message)
    }
  }

  func testMistakesAreSentences() throws {
    try makeZoo()
    for (words, message) in [
      (["rows", path("none"), "Bird"], "there is no store"),
      (["rows", path(), "Brid"], "model 'Zoo' has no entity 'Brid'; did you mean 'Bird'?"),
      (["rows", path(), "Bird", "--columns", "nmae"], "did you mean 'name'?"),
      (["rows", path(), "Bird", "--columns", "friends.name"], "leads to many"),
      (["rows", path(), "Bird", "--columns", "name, name"], "the column 'name' is named twice"),
      (["rows", path(), "Bird", "--where", "name =="], "name =="),
      (["rows", path(), "Bird", "--sort", "nam"], "nam"),
      (["rows", path(), "Bird", "--sort", "name down"], "'--sort' takes names"),
      (["rows", path(), "Bird", "--limit", "x"], "'--limit' takes a number"),
      (["rows", path(), "Bird", "--colums", "x"], "did you mean '--columns'?"),
      (["rows", path()], "'rows' takes FILE ENTITY"),
      (["get", path(), "Bird/p77"], "there is no object Bird/p77"),
      (["get", path(), "p7"], "'p7' is no ID"),
      (["cuont", path()], "did you mean 'count'?"),
    ] {
      XCTAssertThrowsError(try StoreCommands().outcome(words).text, "\(words)") { error in
        XCTAssertTrue("\(error)".contains(message), "\(words): \(error)")
      }
    }
  }

  func testWhatIsNoStoreIsSaid() throws {
    let text = try write("nonsense, and rather more of it than a header has", to: "text.sqlite")
    XCTAssertTrue(failure("rows", text, "Bird").contains("text.sqlite"))
    XCTAssertTrue(failure("count", path("")).contains("is a folder"))
    let empty = try write("", to: "empty.sqlite")
    XCTAssertTrue(failure("count", empty).contains("empty.sqlite"))
  }

  func testReadingWritesNothing() throws {
    try makeZoo()
    let before = try Data(contentsOf: folder.file("Store.sqlite"))
    for words in [["rows", path(), "Bird"], ["count", path()], ["export", path()]] {
      _ = try StoreCommands().outcome(words).text
    }
    XCTAssertEqual(try Data(contentsOf: folder.file("Store.sqlite")), before)
  }

  func testEveryCommandHasItsPage() throws {
    for command in StoreCommands().all {
      let name = command.description.name
      let page = try run(name, "--help")
      XCTAssertTrue(page.contains("usage: modelstore \(name)"), page)
      XCTAssertFalse(page.contains("--die-at"), page)
      XCTAssertEqual(try run("help", name), page)
      XCTAssertTrue(try run("--help").contains("  \(name) "), name)
    }
  }
}
