import Foundation
import ModelRuntime
import ModelSchema
import TestSupport
import XCTest

/// Tests of a container with several stores, each with some of the entities.
final class SeveralStoresTests: XCTestCase {
  private var folder: TemporaryFolder!
  private var catalogue: URL { folder.file("Catalogue.sqlite") }
  private var notes: URL { folder.file("Notes.sqlite") }

  override func setUpWithError() throws { folder = try TemporaryFolder() }

  private func configuration(_ url: URL, _ name: String?) -> StoreConfiguration {
    var configuration = StoreConfiguration(url: url)
    configuration.modelConfiguration = name
    return configuration
  }

  private func open() throws -> PersistentContainer {
    try PersistentContainer(
      .library,
      configurations: [configuration(catalogue, "Catalogue"), configuration(notes, "Notes")])
  }

  private func fill(_ context: ManagedObjectContext) throws {
    let shelf = Shelf(in: context, name: "A")
    shelf.books = [
      Book(in: context, title: "Emma", pages: 300), Book(in: context, title: "Persuasion"),
    ]
    let note = Note(in: context, text: "good", title: "Emma")
    note.marks.insert(Mark(in: context, name: "best"))
    try context.save()
  }

  func testEveryEntityIsInTheStoreOfItsConfiguration() throws {
    try fill(try open().makeContext())
    let tables =
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB 'Z[A-Y]*' ORDER BY 1"
    XCTAssertEqual(try rows(tables, in: catalogue), ["ZBOOK", "ZSHELF"])
    XCTAssertEqual(try rows(tables, in: notes), ["ZMARK", "ZNOTE"])
    XCTAssertEqual(
      try rows("SELECT Z_NAME, Z_ENT FROM Z_PRIMARYKEY ORDER BY Z_ENT", in: notes),
      ["Mark|1", "Note|2"])
    XCTAssertEqual(
      try rows("SELECT ZTITLE FROM ZBOOK ORDER BY 1", in: catalogue), ["Emma", "Persuasion"])
  }

  func testFetchesAndSavesWorkOverAllStores() throws {
    try fill(try open().makeContext())
    let container = try open()
    let context = try container.makeContext()
    let note = try XCTUnwrap(try context.first(Note.where { $0.marks.any { $0.name == "best" } }))
    XCTAssertEqual(try note.books.map(\.pages), [300])
    let shelf = try XCTUnwrap(try context.first(Shelf.where { $0.books.count > 1 }))
    XCTAssertEqual(shelf.books.map(\.title), ["Emma", "Persuasion"])
    note.text = "better"
    shelf.books[0].pages = 301
    let mark = Mark(in: context, name: "new")
    note.marks = [mark]
    try context.save()
    XCTAssertEqual(try rows("SELECT ZTEXT, Z_OPT FROM ZNOTE", in: notes), ["better|2"])
    XCTAssertEqual(
      try rows("SELECT ZPAGES, Z_OPT FROM ZBOOK WHERE ZTITLE = 'Emma'", in: catalogue), ["301|2"])
    XCTAssertEqual(try container.integrityCheck(), [])
    let identifiers = Set([note, shelf].map(\.objectID.storeIdentifier))
    XCTAssertEqual(
      identifiers,
      [
        try PersistentContainer.metadata(at: catalogue).identifier,
        try PersistentContainer.metadata(at: notes).identifier,
      ])
    let found = try context.existingObject(Mark.self, with: mark.objectID)
    XCTAssertTrue(found === mark)
  }

  func testEachStoreIsCheckedAsAWhole() throws {
    try fill(try open().makeContext())
    for url in [catalogue, notes] {
      try execute("CREATE VIEW strange AS SELECT 1", in: url)
      XCTAssertEqual(try open().integrityCheck().map(\.kind), [.strangeSchema], url.path)
      try execute("DROP VIEW strange", in: url)
    }
    try execute("UPDATE ZMARK SET ZNAME = NULL", in: notes)
    let findings = try open().integrityCheck()
    XCTAssertEqual(findings.map(\.propertyName), ["name"], "\(findings)")
  }

  func testASaveThatOneStoreRefusesChangesNone() throws {
    let container = try open()
    let context = try container.makeContext()
    try fill(context)
    _ = Note(in: context, text: "lost?", title: "Emma")
    _ = Book(in: context, title: "Emma")
    XCTAssertThrowsError(try context.save()) {
      XCTAssertEqual(($0 as? StoreError)?.reason, .notUnique)
    }
    XCTAssertEqual(try rows("SELECT count(*) FROM ZNOTE", in: notes), ["1"])
    XCTAssertEqual(try rows("SELECT count(*) FROM ZBOOK", in: catalogue), ["2"])
    XCTAssertEqual(context.insertedObjects.count, 2)
    context.delete(try XCTUnwrap(context.insertedObjects.last))
    try context.save()
    XCTAssertEqual(try rows("SELECT count(*) FROM ZNOTE", in: notes), ["2"])
  }

  func testPinnedReadsSeeOneMomentOfAllStores() throws {
    let container = try open()
    try fill(try container.makeContext())
    let context = try container.makeContext()
    try context.pinReads()
    let observer = try container.makeContext()
    let version = try observer.storeVersion()
    // Save an object of the second store, which is attached to the first.
    try container.performAndWait { other in
      _ = Mark(in: other, name: "new")
      try other.save()
    }
    XCTAssertNotEqual(try observer.storeVersion(), version)
    XCTAssertEqual(try context.count(Mark.all), 1)
    context.unpinReads()
    XCTAssertEqual(try context.count(Mark.all), 2)
  }

  func testKeysAreCountedByEachStore() throws {
    try fill(try open().makeContext())
    try fill2(try open().makeContext())
    for (url, entities) in [(catalogue, ["Book", "Shelf"]), (notes, ["Mark", "Note"])] {
      for entity in entities {
        let table = "Z" + entity.uppercased()
        XCTAssertEqual(
          try rows(
            """
            SELECT Z_MAX >= (SELECT max(Z_PK) FROM \(table)) FROM Z_PRIMARYKEY \
            WHERE Z_NAME = '\(entity)'
            """, in: url), ["1"], entity)
      }
    }
  }

  private func fill2(_ context: ManagedObjectContext) throws {
    for number in 0..<20 {
      _ = Book(in: context, title: "\(number)")
      _ = Mark(in: context, name: "\(number)")
    }
    try context.save()
  }

  func testAStoreCanBeReadOnlyBesideOneThatIsNot() throws {
    try fill(try open().makeContext())
    var fixed = configuration(catalogue, "Catalogue")
    fixed.isReadOnly = true
    let container = try PersistentContainer(
      .library, configurations: [fixed, configuration(notes, "Notes")])
    let context = try container.makeContext()
    XCTAssertFalse(container.isReadOnly)
    _ = Mark(in: context, name: "mine")
    try context.save()
    try XCTUnwrap(try context.first(Book.all)).pages = 7
    XCTAssertThrowsError(try context.save()) {
      XCTAssertEqual(($0 as? StoreError)?.reason, .readOnly)
    }
    context.rollback()
    XCTAssertEqual(try context.count(Mark.all), 2)
  }

  func testAStoreInMemoryBesideAFile() throws {
    var memory = StoreConfiguration.inMemory
    memory.modelConfiguration = "Notes"
    let container = try PersistentContainer(
      .library, configurations: [memory, configuration(catalogue, "Catalogue")])
    try fill(try container.makeContext())
    let context = try container.makeContext()
    XCTAssertEqual(try context.first(Note.all)?.text, "good")
    XCTAssertEqual(try rows("SELECT count(*) FROM ZBOOK", in: catalogue), ["2"])
  }

  func testDivisionsThatCannotBeAreRefused() throws {
    let cases: [(says: String, configurations: [StoreConfiguration])] = [
      ("no configuration 'Catalog'", [configuration(catalogue, "Catalog")]),
      ("no store holds Mark, Note", [configuration(catalogue, "Catalogue")]),
      (
        "; an entity is in one store",
        [configuration(catalogue, "Catalogue"), configuration(notes, nil)]
      ),
      (
        "leads to 'Shelf', which is in another store; no relationship does: make it a fetched",
        [configuration(catalogue, "Mixed"), configuration(notes, "Rest")]
      ),
      ("a container has 1 to 11 stores, not 0", []),
    ]
    for row in cases {
      XCTAssertThrowsError(
        try PersistentContainer(.library, configurations: row.configurations), row.says
      ) { XCTAssertTrue("\($0)".contains(row.says), "\($0)") }
    }
    XCTAssertFalse(
      FileManager.default.fileExists(atPath: catalogue.path(percentEncoded: false)))
  }

  func testKindsOfStoresAndModelsThatCannotBeDividedAreRefused() throws {
    func model(_ other: EntityDescription, isExternal: Bool) -> CompiledModel {
      let base = EntityDescription(
        name: "Base", properties: [.attribute("scan", .data, allowsExternalStorage: isExternal)])
      return CompiledModel(
        layoutOf: ManagedObjectModel(
          name: "Divided", version: 1, entities: [base, other],
          configurations: [
            ConfigurationDescription(name: "Catalogue", entityNames: ["Base"]),
            ConfigurationDescription(name: "Notes", entityNames: ["Other"]),
          ]))
    }
    var xml = configuration(notes, "Notes")
    xml.type = .xml
    let stores = [configuration(catalogue, "Catalogue"), configuration(notes, "Notes")]
    let cases: [(says: String, model: CompiledModel, configurations: [StoreConfiguration])] = [
      ("is read and written as a whole", .library, [stores[0], xml]),
      (
        "'Other' is in another store than 'Base', which it inherits from",
        model(EntityDescription(name: "Other", parentName: "Base"), isExternal: false), stores
      ),
      (
        "'Base.scan' is kept in files beside its store",
        model(EntityDescription(name: "Other"), isExternal: true),
        stores
      ),
    ]
    for (says, model, configurations) in cases {
      XCTAssertThrowsError(try PersistentContainer(model, configurations: configurations), says) {
        XCTAssertTrue("\($0)".contains(says), "\($0)")
      }
    }
  }

  func testOneStoreOfOneConfigurationIsOpenedByItsOwnModelPart() throws {
    try fill(try open().makeContext())
    var whole = StoreConfiguration(url: catalogue)
    whole.migration.isAutomatic = false
    XCTAssertThrowsError(try PersistentContainer(.library, configuration: whole))
    XCTAssertNoThrow(try open())
  }

  func testASaveIntoAStoreThatWasRemovedNamesIt() throws {
    let context = try open().makeContext()
    try fill(context)
    let aside = folder.file("aside")
    try FileManager.default.moveItem(at: notes, to: aside)
    _ = Book(in: context, title: "Sanditon")
    XCTAssertThrowsError(try context.save()) { error in
      XCTAssertEqual((error as? StoreError)?.reason, .movedFile, "\(error)")
      XCTAssertTrue("\(error)".contains("Notes.sqlite"), "\(error)")
    }
    try FileManager.default.moveItem(at: aside, to: notes)
    try context.save()
    XCTAssertEqual(try rows("SELECT count(*) FROM ZBOOK", in: catalogue), ["3"])
  }
}
