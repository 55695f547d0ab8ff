import Foundation
import ModelRuntime
import ModelSchema
import TestSupport
import XCTest

/// Tests of replacing an open store by another store or by another version of itself.
final class OtherStoreTests: XCTestCase {
  private var folder: TemporaryFolder!
  private var url: URL { folder.file("Open.sqlite") }
  private var other: URL { folder.file("Other.sqlite") }

  override func setUpWithError() throws { folder = try TemporaryFolder() }

  private func fill(_ url: URL, _ name: String) throws -> PersistentContainer {
    let container = try PersistentContainer(.library, configuration: StoreConfiguration(url: url))
    try container.performAndWait { context in
      _ = Shelf(in: context, name: name)
      try context.save()
    }
    return container
  }

  private func checkRefused(
    _ reason: StoreError.Reason, line: UInt = #line, _ body: () throws -> Void
  ) {
    XCTAssertThrowsError(try body(), line: line) { error in
      XCTAssertEqual((error as? StoreError)?.reason, reason, "\(error)", line: line)
    }
  }

  /// Rows with the same keys and versions belong to other objects now.
  func testNothingIsWrittenIntoAStoreThatReplacedTheOneThatIsOpen() throws {
    for journal in [SQLiteOptions.JournalMode.writeAheadLog, .delete] {
      folder = try TemporaryFolder()
      var configuration = StoreConfiguration(url: url)
      configuration.options.journalMode = journal
      _ = try fill(other, "theirs")
      _ = try fill(url, "mine")
      let container = try PersistentContainer(.library, configuration: configuration)
      let contexts = try (0..<3).map { _ in try container.makeContext() }
      let shelves = try contexts.map { try XCTUnwrap(try $0.first(Shelf.all)) }
      try PersistentContainer.replaceStore(at: url, with: other)
      shelves[0].name = "changed"
      contexts[1].delete(shelves[1])
      _ = Shelf(in: contexts[2], name: "new")
      for context in contexts {
        for _ in 0..<2 { checkRefused(.otherStore) { try context.save() } }
      }
      checkRefused(.otherStore) {
        try contexts[0].batchUpdate(Shelf.all.setting { [$0.name.set(to: "batch")] })
      }
      XCTAssertEqual(try rows("SELECT ZNAME FROM ZSHELF", in: url), ["theirs"], "\(journal)")
    }
  }

  func testAContextOfAnOlderVersionWritesNothingIntoAMigratedStore() throws {
    let container = try fill(url, "mine")
    let context = try container.makeContext()
    let shelf = try XCTUnwrap(try context.first(Shelf.all))
    var next = CompiledModel.library.description
    next.version = 2
    next.entities.append(EntityDescription(name: "Aaa", properties: [.attribute("name", .string)]))
    _ = try PersistentContainer(
      CompiledModel(next, released: [CompiledModel.library.description]),
      configuration: StoreConfiguration(url: url))
    shelf.name = "changed"
    checkRefused(.modelMismatch) { try context.save() }
    let later = try container.makeContext()
    _ = Shelf(in: later, name: "new")
    checkRefused(.modelMismatch) { try later.save() }
    XCTAssertEqual(try rows("SELECT ZNAME FROM ZSHELF", in: url), ["mine"])
  }

  /// An index that another program adds changes the schema version too.
  func testTheSameStoreWithAnotherIndexIsWritten() throws {
    let container = try fill(url, "mine")
    let context = try container.makeContext()
    let shelf = try XCTUnwrap(try context.first(Shelf.all))
    try execute("CREATE INDEX theirs ON ZSHELF (ZNAME)", in: url)
    for name in ["a", "b"] {
      shelf.name = name
      try context.save()
    }
    try PersistentContainer.replaceStore(at: other, with: url)
    try PersistentContainer.replaceStore(at: url, with: other)
    shelf.name = "c"
    try context.save()
    XCTAssertEqual(try rows("SELECT ZNAME FROM ZSHELF", in: url), ["c"])
  }
}
