import Foundation
import ModelLanguage
import ModelRuntime
import TestSupport
import XCTest

/// Tests of full-text indexes in files: through migrations, with other programs and entity
/// hierarchies, and in a store that Apple's Core Data made.
final class FullTextStoreTests: XCTestCase {
  private let folder = try! TemporaryFolder()
  private var url: URL { folder.file("wörds 'x'.sqlite") }

  private static let text = """
    model Music @version(1)
    entity Artist {
        var name: String?
        var notes: String?
        index search(name, notes) @fullText @prefixes(2, 3)
    }
    """

  private func container(_ text: String = FullTextStoreTests.text) throws -> PersistentContainer {
    let reading = readModel([SourceFile(path: "Music.model", text: text)])
    let model = try XCTUnwrap(reading.model, "\(reading.diagnostics)")
    return try PersistentContainer(
      CompiledModel(model), configuration: StoreConfiguration(url: url))
  }

  private func count(
    _ format: String, _ context: ManagedObjectContext, _ entity: String = "Artist"
  ) throws -> Int {
    try context.count(
      entityName: entity, FetchRequest<ManagedObject>(try ObjectPredicate(format)))
  }

  func testOtherProgramsKeepTheIndex() throws {
    let container = try container()
    let context = try container.makeContext()
    try context.insert(entityName: "Artist", ["name": "Édith Piaf"])
    try context.save()
    try execute(
      """
      INSERT INTO ZARTIST (Z_PK, Z_ENT, Z_OPT, ZNAME, ZNOTES) VALUES (2, 1, 1, 'Björk', 'Iceland');
      UPDATE ZARTIST SET ZNOTES = 'chanson' WHERE Z_PK = 1;
      """, in: url)
    XCTAssertEqual(try count("search MATCHES 'chans* edith'", context), 1)
    XCTAssertEqual(try count("search MATCHES 'bjork OR piaf'", context), 2)
    try execute("DELETE FROM ZARTIST WHERE Z_PK = 2", in: url)
    XCTAssertEqual(try count("search MATCHES 'bjork'", context), 0)
    XCTAssertEqual(try container.integrityCheck(), [])
    try context.insert(entityName: "Artist", ["name": "Robyn"])
    try context.save()
    try execute(
      "DROP TRIGGER MODEL_WORDS_Artist_search_UPDATE; UPDATE ZARTIST SET ZNAME = 'Cher'", in: url)
    let findings = try container.integrityCheck()
    XCTAssertEqual(findings.map(\.kind), [.staleIndex, .staleIndex])
    XCTAssertEqual(findings.map(\.key), [1, 2])
    let opened = try self.container()
    XCTAssertEqual(try count("search MATCHES 'cher'", opened.makeContext()), 2)
    XCTAssertEqual(try opened.integrityCheck(), [])
  }

  /// Returns the rows that wait to be indexed: the key, and 1 if the index contains an
  /// older text of the row.
  private func waiting() throws -> [String] {
    try rows(
      "SELECT Z_PK || ' ' || Z_INDEXED FROM MODEL_WORDS_Artist_search_CHANGED ORDER BY Z_PK",
      in: url)
  }

  private func ranked(_ words: String, _ context: ManagedObjectContext) throws -> [String] {
    var request = FetchRequest<ManagedObject>(
      .comparison(
        .init(.keyPath(["search"], of: .evaluatedObject), .matches, .constant(.string(words)))))
    request.sortKeys = [SortKey(["search", "rank"], isAscending: true)]
    return try context.fetch(entityName: "Artist", request).map {
      try $0.value(forKey: "name") as? String ?? "nil"
    }
  }

  func testAnAttributeMayBeCalledRank() throws {
    let text = Self.text.replacingOccurrences(
      of: "var notes", with: "var rank: Int32?\n    var notes")
    let context = try container(text).makeContext()
    for (name, rank) in [("a long way to the river", 1), ("river", 2)] {
      try context.insert(entityName: "Artist", ["name": name, "rank": Int32(rank)])
    }
    try context.save()
    XCTAssertEqual(try ranked("river", context), ["river", "a long way to the river"])
  }

  func testWhatOtherProgramsWriteWaitsForTheNextTransaction() throws {
    let container = try container()
    let context = try container.makeContext()
    for name in ["river", "river bank", "sea"] {
      try context.insert(entityName: "Artist", ["name": name])
    }
    try context.save()
    XCTAssertEqual(try waiting(), [])
    // A connection with an untrusted schema, like Core Data's may be, changes texts twice,
    // deletes rows, reuses a key and replaces a row by another.
    try execute(
      """
      PRAGMA trusted_schema = OFF;
      UPDATE ZARTIST SET ZNAME = 'lake' WHERE Z_PK = 1;
      UPDATE ZARTIST SET ZNAME = 'lake river' WHERE Z_PK = 1;
      DELETE FROM ZARTIST WHERE Z_PK = 2;
      INSERT INTO ZARTIST (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (2, 1, 1, 'pond');
      INSERT OR REPLACE INTO ZARTIST (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (3, 1, 1, 'river delta');
      INSERT INTO ZARTIST (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (4, 1, 1, 'river'), (5, 1, 1, 'gone');
      UPDATE ZARTIST SET Z_PK = 6 WHERE Z_PK = 4;
      DELETE FROM ZARTIST WHERE Z_PK = 5;
      UPDATE Z_PRIMARYKEY SET Z_MAX = 6;
      """, in: url)
    XCTAssertEqual(try waiting(), ["1 1", "2 1", "3 1", "4 0", "5 0", "6 0"])
    for _ in 0..<2 {
      // Reset the context, because those programs do not increment the versions of rows.
      context.reset()
      XCTAssertEqual(try count("search MATCHES 'river'", context), 3)
      XCTAssertEqual(try count("search MATCHES 'bank OR sea OR gone'", context), 0)
      XCTAssertEqual(try count("search MATCHES 'pond'", context), 1)
      XCTAssertEqual(Set(try ranked("river", context)), ["lake river", "river delta", "river"])
      XCTAssertThrowsError(try ranked("(river", context))
      XCTAssertEqual(try container.integrityCheck(), [])
      try context.insert(entityName: "Artist", ["name": "new"])
      try context.save()
      XCTAssertEqual(try waiting(), [])
    }
    // A store that is opened read-only is searched without indexing the waiting rows.
    try execute("UPDATE ZARTIST SET ZNOTES = 'atlantic' WHERE Z_PK = 1", in: url)
    let model = try XCTUnwrap(readModel([SourceFile(path: "M", text: Self.text)]).model)
    var configuration = StoreConfiguration(url: url)
    configuration.isReadOnly = true
    let reading = try PersistentContainer(CompiledModel(model), configuration: configuration)
    XCTAssertEqual(try count("search MATCHES 'atlantic'", reading.makeContext()), 1)
    XCTAssertEqual(try ranked("atlantic", reading.makeContext()), ["lake river"])
    XCTAssertEqual(try reading.integrityCheck(), [])
    XCTAssertEqual(try waiting(), ["1 1"])
    // Opening the store for writing indexes them.
    _ = try self.container()
    XCTAssertEqual(try waiting(), [])
  }

  func testRandomWritesOfManyProgramsAreFollowed() throws {
    let container = try container()
    let context = try container.makeContext()
    let seed = TestRun.seed
    var random = RandomSource(seed: seed)
    let words = ["sea", "lake", "river", "é", "E\u{301}", "x'y"]
    func text() -> String {
      (0..<Int.random(in: 0...3, using: &random)).map { _ in words.randomElement(using: &random)! }
        .joined(separator: " ").replacingOccurrences(of: "'", with: "''")
    }
    for step in 0..<60 {
      let key = Int.random(in: 1...8, using: &random)
      let row =
        "(Z_PK, Z_ENT, Z_OPT, ZNAME, ZNOTES) VALUES (\(key), 1, 1, '\(text())', '\(text())')"
      switch Int.random(in: 0..<6, using: &random) {
      case 0: try execute("INSERT OR REPLACE INTO ZARTIST \(row)", in: url)
      case 1: try execute("INSERT OR IGNORE INTO ZARTIST \(row)", in: url)
      case 2: try execute("UPDATE ZARTIST SET ZNAME = '\(text())' WHERE Z_PK <= \(key)", in: url)
      case 3: try execute("DELETE FROM ZARTIST WHERE Z_PK = \(key)", in: url)
      case 4: try execute("UPDATE OR REPLACE ZARTIST SET Z_PK = \(key) WHERE Z_PK = 3", in: url)
      default:
        try execute("UPDATE Z_PRIMARYKEY SET Z_MAX = max(Z_MAX, 8)", in: url)
        try context.insert(entityName: "Artist", ["name": text()])
        try context.save()
      }
      XCTAssertEqual(
        try container.integrityCheck().filter { $0.kind == .staleIndex }, [], "\(seed)")
      for word in ["sea", "lake", "e", "y"] {
        let all = try context.fetch(entityName: "Artist", FetchRequest<ManagedObject>())
        let predicate = try ObjectPredicate("search MATCHES '\(word)'")
        XCTAssertEqual(
          try count("search MATCHES '\(word)'", context),
          try all.filter { try predicate.evaluate(with: $0) }.count, "\(word), \(step), \(seed)")
      }
      context.reset()
    }
  }

  func testNamesOfIndexesNeverClash() throws {
    let text = """
      model Music
      entity Artist { var name: String?
          fulltext a(name)
          fulltext A(name)
          fulltext a_data(name)
          fulltext a_changed(name)
          fulltext b_c(name) }
      entity Artist_b { var name: String?
          fulltext c(name) }
      """
    let container = try container(text)
    let context = try container.makeContext()
    try context.insert(entityName: "Artist", ["name": "river"])
    try context.insert(entityName: "Artist_b", ["name": "sea"])
    try context.save()
    for name in ["a", "A", "a_data", "a_changed", "b_c"] {
      XCTAssertEqual(try count("\(name) MATCHES 'river'", context), 1, name)
    }
    XCTAssertEqual(try count("c MATCHES 'sea'", context, "Artist_b"), 1)
    XCTAssertEqual(try container.integrityCheck(), [])
  }

  func testSearchesInsideOfATransactionSeeWhatIsWritten() throws {
    let context = try container().makeContext()
    try context.saveInParts { write in
      try context.insert(entityName: "Artist", ["name": "river"])
      try write()
      XCTAssertEqual(try self.count("search MATCHES 'river'", context), 1)
    }
    XCTAssertEqual(try waiting(), [])
    XCTAssertEqual(try ranked("river", context), ["river"])
  }

  func testCopiesHaveTheIndex() throws {
    let container = try container()
    let context = try container.makeContext()
    try context.insert(entityName: "Artist", ["name": "river"])
    try context.save()
    let copy = folder.file("copy.sqlite")
    try container.copyStore(to: copy)
    let model = try XCTUnwrap(readModel([SourceFile(path: "M", text: Self.text)]).model)
    let other = try PersistentContainer(
      CompiledModel(model), configuration: StoreConfiguration(url: copy))
    XCTAssertEqual(try count("search MATCHES 'river'", other.makeContext()), 1)
    XCTAssertEqual(try other.integrityCheck(), [])
  }

  func testMigrationsMakeTheIndexAnew() throws {
    let context = try container().makeContext()
    try context.insert(entityName: "Artist", ["name": "Cher", "notes": "Believe"])
    try context.save()
    let renamed = """
      model Music @version(2)
      entity Artist {
          var title: String? @renamed(from: name)
          var remarks: String? @renamed(from: notes)
          var born: Int16 = 0
          fulltext search(title)
          fulltext every(title, remarks) @tokenizer("porter unicode61")
      }
      """
    let second = try container(renamed).makeContext()
    XCTAssertEqual(try count("search MATCHES 'cher'", second), 1)
    XCTAssertEqual(try count("search MATCHES 'believe'", second), 0)
    XCTAssertEqual(try count("every MATCHES 'believing'", second), 1)
    // A model without the indexes removes all their tables and triggers.
    let without = renamed.replacing(#/fulltext.*\n/#, with: "\n")
    _ = try container(without)
    XCTAssertEqual(
      try rows("SELECT count(*) FROM sqlite_schema WHERE name LIKE 'MODEL%'", in: url), ["0"])
  }

  func testAnIndexIsInherited() throws {
    let text = """
      model Music
      abstract entity Act { var name: String?
          fulltext search(name) }
      entity Band: Act { var label: String?
          fulltext labels(label, name) }
      entity Solo: Act { var label: String? }
      """
    let context = try container(text).makeContext()
    try context.insert(entityName: "Band", ["name": "The River", "label": "Blue Note"])
    try context.insert(entityName: "Solo", ["name": "River", "label": "Blue Note"])
    for _ in 0..<2 {
      XCTAssertEqual(try count("search MATCHES 'river'", context, "Act"), 2)
      XCTAssertEqual(try count("search MATCHES 'river'", context, "Solo"), 1)
      XCTAssertEqual(try count("labels MATCHES 'label:blue name:river'", context, "Band"), 1)
      XCTAssertThrowsError(try count("labels MATCHES 'blue'", context, "Solo"))
      try context.save()
    }
  }

  func testAStoreOpenedReadOnlyWithoutTheIndexSaysSo() throws {
    let without = Self.text.replacing(#/index.*\n/#, with: "\n")
    let context = try container(without).makeContext()
    try context.insert(entityName: "Artist", ["name": "Cher"])
    try context.save()
    let model = try XCTUnwrap(readModel([SourceFile(path: "M", text: Self.text)]).model)
    var configuration = StoreConfiguration(url: url)
    configuration.isReadOnly = true
    let reading = try PersistentContainer(CompiledModel(model), configuration: configuration)
    XCTAssertThrowsError(try count("search MATCHES 'cher'", reading.makeContext())) {
      XCTAssertEqual(($0 as? StoreError)?.reason, .unsupportedFeature)
    }
  }

  func testAppleStoresGetTheIndexes() throws {
    guard let shared = SharedFiles.url("stores/CoreDataTutorial2.sqlite") else {
      throw XCTSkip("the real stores are not here")
    }
    try FileManager.default.copyItem(at: shared, to: url)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o644], ofItemAtPath: url.path(percentEncoded: false))
    let metadata = try rows("SELECT hex(Z_PLIST) FROM Z_METADATA", in: url)
    var model = CompiledModel.coreDataTutorial.description
    let place = try XCTUnwrap(model.entities.firstIndex { $0.name == "FailedBankInfo" })
    model.entities[place].fullTextIndexes = [
      FullTextIndexDescription(name: "search", keyPaths: ["name", "city"])
    ]
    model.entities[place].indexes.append(
      FetchIndexDescription(name: "folded", elements: [.init("name", collation: .folded)]))
    let container = try PersistentContainer(
      CompiledModel(model), configuration: StoreConfiguration(url: url))
    let context = try container.makeContext()
    XCTAssertEqual(try count("search MATCHES 'bank2'", context, "FailedBankInfo"), 1)
    XCTAssertEqual(try count("name ==[cd] 'BÀNK3'", context, "FailedBankInfo"), 1)
    XCTAssertEqual(try rows("SELECT hex(Z_PLIST) FROM Z_METADATA", in: url), metadata)
    XCTAssertEqual(try container.integrityCheck().filter { $0.kind == .staleIndex }, [])
  }

  func testMistakesInDeclarationsAreFound() {
    let reading = readModel([
      SourceFile(
        path: "Music.model",
        text: """
          model Music
          entity Artist {
              var name: String
              var born: Date
              fulltext name(name)
              fulltext a(name) @tokenizer("icu de")
              fulltext b(name) @prefixes(0)
              index c(name) @prefixes(2)
              fulltext d(name)
              fetch one(_ q: String) -> [Artist] { where d == $q }
              fetch two(_ q: String) -> [Artist] { where d.contains($q) }
              fetch three(_ q: String) -> [Artist] {
                  where d.matches($q)
                  sort d.rank
              }
          }
          """)
    ])
    let messages = reading.diagnostics.filter { $0.severity == .error }.map(\.message)
    for part in [
      "'name' is a property of 'Artist', and a condition names the index as one",
      "no tokenizer 'icu'; there are 'ascii', 'porter', 'trigram' and 'unicode61'",
      "'@prefixes' takes numbers of characters, 1 to 31", "a full-text index",
    ] {
      XCTAssertTrue(messages.contains { $0.contains(part) }, "\(part): \(messages)")
    }
    XCTAssertEqual(messages.count, 6, messages.joined(separator: "\n"))
  }
}
