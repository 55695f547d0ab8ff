import Foundation
import ModelCommands
import ModelRuntime
import ModelSchema
import TestSupport
import XCTest

@testable import ModelstoreCommands

/// The version of a store, which all commands report in the same way, for stores with a
/// known version, an unknown version, and damaged metadata.
final class StoreVersionTests: StoreTestCase {
  private static let shop = """
    model Shop
    entity Item { var name: String
      var price: Decimal?
      var tags: Set<Tag> @inverse(items)
      var parts: [Part] @inverse(item) }
    entity Book: Item { var pages: Int32 = 0 }
    entity Tag { var label: String?
      var items: Set<Item> @inverse(tags) }
    entity Part { var item: Item? @inverse(parts) }
    """

  /// Makes a store as Core Data writes it, without our own metadata keys.
  private func makeShop() throws -> [String] {
    try make(Self.shop) { context in
      _ = try context.insert(entityName: "Item", ["name": "pear", "price": Decimal(2)])
      _ = try context.insert(entityName: "Book", ["name": "Atlas", "pages": Int32(9)])
    }
    try changeMetadata { list in
      list = list.filter { !$0.key.hasPrefix("ModelRuntime") }
    }
    return ["--model", try write(Self.shop, to: "Shop.model")]
  }

  private func changeMetadata(_ change: (inout [String: Any]) throws -> Void) throws {
    let digits = Array(
      try rows("SELECT hex(Z_PLIST) FROM Z_METADATA", in: folder.file("Store.sqlite"))[0])
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(digits[$0...$0 + 1]), radix: 16)
    }
    var list = try XCTUnwrap(
      PropertyListSerialization.propertyList(from: Data(bytes), format: nil) as? [String: Any])
    try change(&list)
    let data = try PropertyListSerialization.data(
      fromPropertyList: list, format: .binary, options: 0)
    let hex = data.map { String(format: "%02x", $0) }.joined()
    try sql("UPDATE Z_METADATA SET Z_PLIST = x'\(hex)'")
  }

  private func changeHashes(_ change: (inout [String: Data]) -> Void) throws {
    try changeMetadata { list in
      var hashes = try XCTUnwrap(list["NSStoreModelVersionHashes"] as? [String: Data])
      change(&hashes)
      list["NSStoreModelVersionHashes"] = hashes
    }
  }

  private func sql(_ text: String) throws { try execute(text, in: folder.file("Store.sqlite")) }

  /// The status and the output of a command, or 1 and the message if it throws.
  private func outcome(_ words: String...) throws -> (status: Int32, text: String) {
    try outcome(of: words)
  }

  private func outcome(of words: [String]) throws -> (status: Int32, text: String) {
    do {
      let outcome = try StoreCommands().outcome(words)
      return (outcome.status, try outcome.text)
    } catch let error as CommandUsageError {
      throw error
    } catch {
      return (1, "\(error)")
    }
  }

  private func statuses(_ model: [String]) throws -> [String: Int32] {
    var statuses: [String: Int32] = [:]
    for command in ["identify", "check", "migrate --dry-run", "migrate"] {
      let words = command.split(separator: " ").map(String.init)
      statuses[command] = try outcome(of: [words[0], path()] + words.dropFirst() + model).status
    }
    return statuses
  }

  func testCommandsAgreeAboutDamagedStores() throws {
    let cases: [(name: String, change: () throws -> Void)] = [
      ("no numbers", { try self.sql("DELETE FROM Z_PRIMARYKEY") }),
      (
        "a circle of parents",
        { try self.sql("UPDATE Z_PRIMARYKEY SET Z_SUPER = Z_ENT WHERE Z_NAME = 'Item'") }
      ),
      (
        "a parent that is none",
        { try self.sql("UPDATE Z_PRIMARYKEY SET Z_SUPER = 77 WHERE Z_NAME = 'Tag'") }
      ),
      ("two numbers", { try self.sql("INSERT INTO Z_PRIMARYKEY VALUES (99, 'Item', 0, 5)") }),
      ("no table", { try self.sql("DROP TABLE ZITEM") }),
      ("no column", { try self.sql("ALTER TABLE ZITEM DROP COLUMN ZPAGES") }),
      ("no table of pairs", { try self.sql("DROP TABLE Z_1TAGS") }),
    ]
    for (name, change) in cases {
      try? FileManager.default.removeItem(at: folder.file("Store.sqlite"))
      let model = try makeShop()
      try change()
      let before = try Data(contentsOf: folder.file("Store.sqlite"))
      XCTAssertEqual(
        try statuses(model), ["identify": 1, "check": 1, "migrate --dry-run": 1, "migrate": 1], name
      )
      let dry = try outcome(of: ["migrate", path(), "--dry-run"] + model).text
      XCTAssertEqual(try outcome(of: ["migrate", path()] + model).text, dry, name)
      XCTAssertTrue(dry.contains("it is not migrated"), "\(name): \(dry)")
      XCTAssertEqual(try Data(contentsOf: folder.file("Store.sqlite")), before, name)
    }
  }

  func testInfoSaysWhatCoreDataRefuses() throws {
    _ = try makeShop()
    try sql("DELETE FROM Z_PRIMARYKEY")
    XCTAssertTrue(
      try outcome("info", path()).text.contains(
        "core data   refuses it: Z_PRIMARYKEY has no number of Book, Item, Part, Tag"))
    try FileManager.default.removeItem(at: folder.file("Store.sqlite"))
    _ = try makeShop()
    try sql("DROP TABLE ZTAG")
    XCTAssertTrue(
      try outcome("info", path()).text.contains(
        "core data   refuses it: Tag: there is no table ZTAG"))
  }

  func testInfoSaysHowCoreDataComparesHashes() throws {
    _ = try makeShop()
    let line = "core data   takes it with a model of its version hashes"
    XCTAssertTrue(try run("info", path()).contains(line + "\n"))
    try changeMetadata {
      $0["NSStoreModelVersionHashesDigest"] = nil
      $0["NSStoreModelVersionChecksumKey"] = nil
    }
    XCTAssertTrue(try run("info", path()).contains(line + ", which it compares one by one"))
  }

  func testInfoSaysTheVersionTheHashesAndWhatTheStoreNeeds() throws {
    let text = """
      model Shop
      entity Item { var name: String
        var photo: Data? @external
        derived var count: Int64? = tags.count
        var tags: Set<Tag> @inverse(item) }
      entity Tag { var item: Item? @inverse(tags) }
      """
    try make(text) { context in
      _ = try context.insert(
        entityName: "Item", ["name": "pear", "photo": Data(repeating: 1, count: 200_000)])
    }
    let shown = try run("info", path(), "--model", try write(text, to: "Shop.model"))
    for line in [
      "version     Shop (without a version number), the current version",
      "needs       the function NSCoreDataDATriggerUpdatedAffectedObjectValue for its triggers",
      "needs       the folder '.Store_SUPPORT' with large values",
      "Item: 1 object, last key 1, hash ",
    ] {
      XCTAssertTrue(shown.contains(line), "\(line)\n\(shown)")
    }
    // The name of the folder needs an escape in a URL.
    let moved = folder.file("my stores")
    try FileManager.default.createDirectory(at: moved, withIntermediateDirectories: true)
    for name in ["Store.sqlite", ".Store_SUPPORT"] {
      try FileManager.default.copyItem(at: folder.file(name), to: moved.appending(path: name))
    }
    XCTAssertTrue(
      try run("info", path("my stores/Store.sqlite")).contains(
        "needs       the folder '.Store_SUPPORT' with large values"))
    let other = try write(Self.shop, to: "Other.model")
    XCTAssertTrue(
      try run("info", path(), "--model", other).contains(
        "version     none of the model; the nearest is Shop (without a version number)"))
    XCTAssertFalse(try run("info", path()).contains("\nversion "))
  }

  /// Core Data's XML stores do not contain their model, so the model is found by its
  /// hashes.
  func testXMLStoresOfCoreDataAreKnownByTheirHashes() throws {
    let url = folder.file("Shop.xml")
    let context = try PersistentContainer(
      CompiledModel(model(Self.shop)), configuration: StoreConfiguration(url: url, type: .xml)
    ).makeContext()
    _ = try context.insert(entityName: "Item", ["name": "pear"])
    try context.save()
    let text = try String(contentsOf: url, encoding: .utf8)
      .replacing(/<key>ModelRuntime[^<]*<\/key>\s*<(\w+)>[^<]*<\/\w+>/, with: "")
    XCTAssertFalse(text.contains("ModelRuntime"))
    try Data(text.utf8).write(to: url)
    let model = ["--model", try write(Self.shop, to: "Shop.model")]
    let name = "Shop (without a version number)"
    for (command, answer) in [
      ("identify", "\(url.path) is of \(name), the current version"), ("check", "ok"),
      ("migrate --dry-run", "nothing to do: \(url.path) is of \(name)"),
      ("migrate", "nothing to do: \(url.path) is of \(name)"),
    ] {
      let words = command.split(separator: " ").map(String.init)
      let found = try outcome(of: [words[0], url.path] + words.dropFirst() + model)
      XCTAssertEqual(found.status, 0, command)
      XCTAssertEqual(found.text, answer, command)
    }
    XCTAssertTrue(
      try run("info", url.path, model[0], model[1]).contains("version     \(name), the"))
    XCTAssertTrue(try run("hashes", url.path).contains("\"Item\" : "))
    let other = try write(
      Self.shop.replacingOccurrences(of: "price", with: "cost"), to: "Other.model")
    for command in ["identify", "check", "migrate"] {
      XCTAssertTrue(
        try outcome(command, url.path, "--model", other).text.contains(
          "is of no version of the model"),
        command)
    }
    XCTAssertEqual(try String(contentsOf: url, encoding: .utf8), text)
  }

  /// Programs refer to the versions of a data model by the numbers that `modelgen` has
  /// given them.
  func testVersionsOfADataModelKeepTheirNumbers() throws {
    for name in ["Shop 1.0", "Shop 1.5", "Shop 2.0"] {
      let version = folder.file("Shop.xcdatamodeld/\(name).xcdatamodel")
      try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
      try Data(
        """
        <model><entity name="Tag"><attribute name="name" optional="YES" attributeType="String"/>\
        </entity></model>
        """.utf8
      ).write(to: version.appending(path: "contents"))
    }
    try FileManager.default.createDirectory(
      at: folder.file("Shop.versions"), withIntermediateDirectories: true)
    _ = try write(
      """
      {"model": "Shop", "current": 2, "checksums": {}, "names": {"1": "Shop 1.0", "2": "Shop 2.0"}}
      """, to: "Shop.versions/current.json")
    XCTAssertEqual(
      try ModelFile(at: path("Shop.xcdatamodeld")).versions.all.map(\.version), [1, 3, 2])
  }

  /// A store whose hashes are missing, damaged or unknown gets the hashes of the version
  /// that its tables match.
  func testHashesOfNoVersionAreRenewed() throws {
    let cases: [(name: String, change: () throws -> Void)] = [
      ("no metadata", { try self.sql("UPDATE Z_METADATA SET Z_PLIST = NULL") }),
      ("a text", { try self.changeMetadata { $0["NSStoreModelVersionHashes"] = "x" } }),
      ("short", { try self.changeHashes { $0 = $0.mapValues { $0.prefix(5) } } }),
      ("others", { try self.changeHashes { $0["Item"] = Data(repeating: 1, count: 32) } }),
    ]
    for (name, change) in cases {
      try? FileManager.default.removeItem(at: folder.file("Store.sqlite"))
      let model = try makeShop()
      try change()
      let identified = try outcome(of: ["identify", path()] + model)
      XCTAssertEqual(identified.status, 1, name)
      XCTAssertTrue(
        identified.text.contains("it has the tables of 'Shop (without a version number)'")
          || identified.text.contains("it has the tables of Shop (without a version number)"),
        identified.text)
      let dry = try outcome(of: ["migrate", path(), "--dry-run"] + model)
      XCTAssertEqual(
        dry.text,
        "\(path()) has the tables of Shop (without a version number), and not its version hashes: "
          + "they would be written", name)
      XCTAssertEqual(dry.status, 0, name)
      XCTAssertEqual(
        try outcome(of: ["migrate", path()] + model).text,
        "\(path()) has the tables of Shop (without a version number), and now its version hashes",
        name)
      XCTAssertEqual(
        try statuses(model), ["identify": 0, "check": 0, "migrate --dry-run": 0, "migrate": 0], name
      )
      let nothing = "nothing to do: \(path()) is of Shop (without a version number)"
      XCTAssertEqual(try outcome(of: ["migrate", path(), "--dry-run"] + model).text, nothing, name)
      XCTAssertEqual(try outcome(of: ["migrate", path()] + model).text, nothing, name)
      XCTAssertEqual(
        try rows("SELECT Z_PK, ZNAME FROM ZITEM ORDER BY 1", in: folder.file("Store.sqlite")),
        ["1|pear", "2|Atlas"], name)
    }
  }

  /// A different hash that Core Data wrote may be correct. If it were replaced, programs
  /// with Core Data could no longer open the store.
  func testHashesOfCoreDatasAreLeftAlone() throws {
    let model = try makeShop()
    try changeHashes { $0["Item"] = Data(repeating: 1, count: 32) }
    try changeMetadata { list in
      let hashes = try XCTUnwrap(list["NSStoreModelVersionHashes"] as? [String: Data])
      list["NSStoreModelVersionHashesDigest"] = ManagedObjectModel.versionDigest(of: hashes)
      list["NSStoreModelVersionChecksumKey"] = nil
    }
    let before = try rows("SELECT hex(Z_PLIST) FROM Z_METADATA", in: folder.file("Store.sqlite"))
    let text =
      "its hashes are Core Data's and stay: 'modelstore hashes' prints them, and 'modelgen "
      + "generate --hashes' gives them to the model"
    XCTAssertTrue(try outcome(of: ["identify", path()] + model).text.contains(text))
    for words in [["migrate", path(), "--dry-run"], ["migrate", path()]] {
      let outcome = try outcome(of: words + model)
      XCTAssertEqual(
        outcome.text,
        "nothing to do: \(path()) has the tables of Shop (without a version number); \(text)")
      XCTAssertEqual(outcome.status, 0)
    }
    XCTAssertEqual(
      try rows("SELECT hex(Z_PLIST) FROM Z_METADATA", in: folder.file("Store.sqlite")), before)
  }

  func testInfoDoubtsHashesThatNoFileConfirms() throws {
    try make("model M\nentity Item @hash(\"x\") { var name: String }") { _ in }
    XCTAssertTrue(
      try run("info", path()).contains(
        "core data   may refuse it: no file of Apple's confirms the version hashes: 'Item': a hash "
          + "modifier of the entity"))
  }

  func testAStoreOfNoVersionAtAllIsRefused() throws {
    let model = try makeShop()
    try changeHashes { $0["Item"] = Data(repeating: 1, count: 32) }
    try sql("ALTER TABLE ZITEM ADD COLUMN ZOTHER VARCHAR")
    for words in [["migrate", path(), "--dry-run"], ["migrate", path()]] {
      let outcome = try outcome(of: words + model)
      XCTAssertEqual(outcome.status, 1)
      XCTAssertTrue(
        outcome.text.contains("has neither the version hashes nor the tables of"), outcome.text)
    }
  }

  func testAMigrationThatDoesNothingKeepsTheJournal() throws {
    let model = try makeShop()
    for (mode, bytes) in [("delete", [UInt8(1), 1]), ("wal", [2, 2])] {
      try sql("PRAGMA journal_mode = \(mode)")
      _ = try outcome(of: ["migrate", path()] + model)
      let header = try Data(contentsOf: folder.file("Store.sqlite")).prefix(20)
      XCTAssertEqual(Array(header.suffix(2)), bytes, mode)
    }
  }

  /// The text files of versions beside a model are found.
  func testVersionsBesideATextAreKnown() throws {
    let model = try makeShop()
    let newer = Self.shop.replacingOccurrences(of: "model Shop", with: "model Shop @version(2)")
      .replacingOccurrences(of: "var label", with: "var colour: String?\n  var label")
    let older = Self.shop.replacingOccurrences(of: "model Shop", with: "model Shop @version(1)")
    try FileManager.default.createDirectory(
      at: folder.file("Shop.versions"), withIntermediateDirectories: true)
    _ = try write(older, to: "Shop.versions/1.model")
    _ = try write(newer, to: "Shop.model")
    XCTAssertEqual(
      try outcome(of: ["identify", path()] + model).text, "\(path()) is of Shop version 1")
    XCTAssertTrue(
      try outcome(of: ["migrate", path(), "--dry-run"] + model).text
        .hasPrefix("from version 1 to version 2"))
    XCTAssertEqual(
      try outcome(of: ["migrate", path()] + model).text, "migrated \(path()) to version 2")
  }

  /// A version that was added later has a higher number than the current version, but is
  /// still an older version.
  func testAVersionOfTheModelIsNoNewerOneWhateverItsNumber() throws {
    let older = Self.shop.replacingOccurrences(of: "model Shop", with: "model Shop @version(3)")
    let current = Self.shop.replacingOccurrences(of: "model Shop", with: "model Shop @version(2)")
      .replacingOccurrences(of: "var label", with: "var colour: String?\n  var label")
    try make(older) { context in
      _ = try context.insert(entityName: "Item", ["name": "pear"])
    }
    let folder = folder.file("Shop.versions")
    let versions = ModelVersions(current: try model(current), released: [try model(older)])
    for file in try versions.files(names: [:]) {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try file.text.write(to: folder.appending(path: file.name), atomically: true, encoding: .utf8)
    }
    let words = ["migrate", path(), "--model", folder.path(percentEncoded: false)]
    let dry = try outcome(of: words + ["--dry-run"])
    XCTAssertEqual(dry.status, 0, dry.text)
    XCTAssertEqual(
      try outcome(of: words).text, "migrated \(path()) from version 3 to version 2")
    XCTAssertEqual(
      try rows(
        "SELECT ZNAME, ZCOLOUR FROM ZITEM, (SELECT max(ZCOLOUR) AS ZCOLOUR FROM ZTAG)",
        in: self.folder.file("Store.sqlite")), ["pear|"])
  }

  /// Core Data writes decimals that are not numbers. They are exported and imported again.
  func testDecimalsThatAreNoNumbersComeBack() throws {
    let model = try makeShop()
    try sql("UPDATE ZITEM SET ZPRICE = 'NaN' WHERE Z_PK = 1")
    let text = try run("export", path(), model[0], model[1])
    XCTAssertTrue(text.contains(#""price": "NaN""#), text)
    let file = try write(text + "\n", to: "Shop.jsonl")
    XCTAssertEqual(
      try run("import", path("Copy.sqlite"), file, model[0], model[1]), "imported 2 objects")
    XCTAssertEqual(
      try rows("SELECT ZPRICE FROM ZITEM WHERE ZNAME = 'pear'", in: folder.file("Copy.sqlite")),
      ["NaN"])
    XCTAssertEqual(try run("export", path("Copy.sqlite"), model[0], model[1]), text)
  }

  /// A column can contain a decimal with many digits as a floating-point number, if Core
  /// Data wrote it.
  func testDecimalsOfManyDigitsComeBack() throws {
    let model = try makeShop()
    try sql("UPDATE ZITEM SET ZPRICE = 0.1 + 0.2 WHERE Z_PK = 1")
    let text = try run("export", path(), model[0], model[1])
    XCTAssertTrue(text.contains(#""price": "0.30000000000000004""#), text)
    let file = try write(text + "\n", to: "Shop.jsonl")
    XCTAssertEqual(
      try run("import", path("Copy.sqlite"), file, model[0], model[1]), "imported 2 objects")
    XCTAssertEqual(try run("export", path("Copy.sqlite"), model[0], model[1]), text)
    let lost = try write(text.replacing("00000000004", with: "00000000005") + "\n", to: "No.jsonl")
    XCTAssertTrue(
      try outcome(of: ["import", path("No.sqlite"), lost] + model).text
        .contains("'Item.price' cannot be \"0.30000000000000005\""))
  }

  func testTheMissingTableIsNamed() throws {
    let model = try makeShop()
    try sql("DROP TABLE Z_PRIMARYKEY")
    for command in ["info", "export", "check"] {
      let outcome = try outcome(of: [command, path()] + (command == "info" ? [] : model))
      XCTAssertTrue(outcome.text.hasSuffix("it has no table Z_PRIMARYKEY"), outcome.text)
    }
  }
}
