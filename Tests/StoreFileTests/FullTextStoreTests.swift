import Foundation
import ModelLanguage
import ModelRuntime
import TestSupport
import XCTest

/// Full-text indexes in files: through migrations, other programs, hierarchies,
/// and in a store that Apple's Core Data made.
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
    try execute(
      "DROP TRIGGER MODEL_WORDS_Artist_search_UPDATE; UPDATE ZARTIST SET ZNAME = 'Cher'", in: url)
    XCTAssertEqual(try container.integrityCheck().map(\.kind), [.staleIndex])
    let opened = try self.container()
    XCTAssertEqual(try count("search MATCHES 'cher'", opened.makeContext()), 1)
    XCTAssertEqual(try opened.integrityCheck(), [])
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
    // Without the indexes nothing of them is left.
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
              fetch three(_ q: String) -> [Artist] { where d.matches($q) sort d.rank }
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
