import Foundation
import ModelRuntime
import ModelSchema
import TestSupport
import XCTest

/// Tests of the persistent history of a store: it is written with each save, read, purged
/// and observed.
final class HistoryTests: XCTestCase {
  private let folder = try? TemporaryFolder()

  private func url() throws -> URL { try XCTUnwrap(folder).file("History.sqlite") }

  private func model(_ version: Int = 1, _ added: PropertyDescription...) -> ManagedObjectModel {
    var name = AttributeDescription(name: "name", type: .string, isOptional: true)
    name.preservesValueOnDeletion = true
    return ManagedObjectModel(
      name: "Kept", version: version,
      entities: [
        EntityDescription(
          name: "Shelf",
          properties: [
            .attribute(AttributeDescription(name: "room", type: .string, isOptional: true)),
            .relationship(
              RelationshipDescription(
                name: "things", destinationName: "Thing", inverseName: "shelf", isToMany: true)),
          ]),
        EntityDescription(
          name: "Thing",
          properties: [
            .attribute(name),
            .attribute(AttributeDescription(name: "count", type: .int32, isOptional: true)),
            .relationship(
              RelationshipDescription(
                name: "shelf", destinationName: "Shelf", inverseName: "things")),
          ] + added),
      ])
  }

  private func open(
    _ model: ManagedObjectModel? = nil, keepsHistory: Bool = true
  ) throws -> PersistentContainer {
    var configuration = StoreConfiguration(url: try url())
    configuration.keepsHistory = keepsHistory
    return try PersistentContainer(
      CompiledModel(model ?? self.model()), configuration: configuration)
  }

  private func shown(_ transactions: [HistoryTransaction]) -> [String] {
    transactions.map { transaction in
      transaction.changes.map { change in
        let names = change.changedProperties.map { "(\($0.sorted().joined(separator: " ")))" } ?? ""
        return "\(change.kind) \(change.objectID.entityName)\(change.objectID.key)\(names)"
      }.joined(separator: ", ")
    }
  }

  func testNumbersAtTheirEndAreAnError() throws {
    let container = try open()
    let context = try container.makeContext()
    try context.insert(entityName: "Thing", ["name": "a"])
    try context.save()
    let token = try container.currentHistoryToken()
    // The entity numbers of changes, transactions and texts.
    for number in [16001, 16002, 16003] {
      let condition = "WHERE Z_ENT = \(number)"
      let before = try rows("SELECT Z_MAX FROM Z_PRIMARYKEY \(condition)", in: try url())
      try execute(
        "UPDATE Z_PRIMARYKEY SET Z_MAX = \(Int64.max) \(condition)", in: try url())
      _ = try? container.history(after: token)
      context.transactionAuthor = "author \(number)"
      try context.insert(entityName: "Thing", ["name": "b"])
      XCTAssertThrowsError(try context.save(), "\(number)") {
        XCTAssertEqual(($0 as? StoreError)?.reason, .database, "\(number)")
      }
      context.rollback()
      try execute(
        "UPDATE Z_PRIMARYKEY SET Z_MAX = \(before.first ?? "0") \(condition)", in: try url())
    }
    try context.insert(entityName: "Thing", ["name": "c"])
    try context.save()
    XCTAssertEqual(try container.history(after: token).map(\.changes.count), [1])
  }

  /// Frameworks before 2018 wrote texts into the transaction's row, and had no table for
  /// them.
  func testAHistoryOfAnOlderFormIsGoneOnWith() throws {
    let context = try open(keepsHistory: false).makeContext()
    try context.insert(entityName: "Thing", ["name": "a"])
    try context.save()
    try execute(
      """
      CREATE TABLE ACHANGE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \
      ZCHANGETYPE INTEGER, ZENTITY INTEGER, ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER);
      CREATE TABLE ATRANSACTION (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \
      ZTIMESTAMP TIMESTAMP, ZAUTHOR VARCHAR, ZBUNDLEID VARCHAR, ZCONTEXTNAME VARCHAR, \
      ZPROCESSID VARCHAR);
      INSERT INTO ACHANGE VALUES (1, 16001, 1, 0, 2, 1, 1);
      INSERT INTO ATRANSACTION VALUES (1, 16002, 1, 500.0, 'Old', NULL, NULL, 'app');
      INSERT INTO Z_PRIMARYKEY VALUES (16001, 'CHANGE', 0, 1), (16002, 'TRANSACTION', 0, 1);
      """, in: url())
    let newer = model(
      2, .attribute(AttributeDescription(name: "age", type: .int32, isOptional: true)))
    for model in [model(), newer] {
      let container = try open(model, keepsHistory: false)
      let context = try container.makeContext()
      context.transactionAuthor = "New"
      try context.insert(entityName: "Thing", ["name": "b"])
      try context.save()
    }
    let found = try open(newer).history()
    XCTAssertEqual(found.map(\.author), ["Old", "New", nil, "New"])
    XCTAssertEqual(
      shown(found), ["insert Thing1", "insert Thing2", "", "insert Thing3"])
  }

  func testASaveWritesWhoChangedWhat() throws {
    let container = try open()
    let context = try container.makeContext()
    context.transactionAuthor = "Ann"
    context.name = "editor"
    let thing = try context.insert(entityName: "Thing", ["name": "a"])
    let shelf = try context.insert(entityName: "Shelf", ["room": "b"])
    try context.save()
    try thing.setValue(7, forKey: "count")
    try thing.setValue(shelf, forKey: "shelf")
    try context.save()
    context.transactionAuthor = nil
    context.delete(thing)
    try context.save()
    let history = try container.history()
    XCTAssertEqual(
      shown(history),
      [
        "insert Thing1, insert Shelf1", "update Thing1(count shelf), update Shelf1(things)",
        "delete Thing1, update Shelf1(things)",
      ])
    XCTAssertEqual(history.map(\.author), ["Ann", "Ann", nil])
    XCTAssertEqual(history.map(\.contextName), ["editor", "editor", "editor"])
    XCTAssertEqual(
      history.map(\.processID), Array(repeating: ProcessInfo.processInfo.processName, count: 3))
    XCTAssertEqual(history[2].changes[0].tombstone, ["name": .string("a")])
    XCTAssertEqual(history[2].report.deleted.map(\.key), [1])
    XCTAssertEqual(
      try rows("SELECT Z_ENT, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT > 16000", in: url()),
      ["16001|6", "16002|3", "16003|3"])
  }

  // MARK: The bits of properties

  /// In Core Data's stores, `UserDeviceState` has 15 properties, of which 'user' is the
  /// last. An update of 'user' alone is `0002`.
  func testBitsAreCountedFromTheHighestOne() throws {
    let attributes = (0..<15).map { number in
      PropertyDescription.attribute(
        AttributeDescription(
          name: "p" + String(number + 100), type: .int16, isOptional: true))
    }
    let wide = ManagedObjectModel(
      name: "Wide", version: 1, entities: [EntityDescription(name: "Wide", properties: attributes)])
    let expected = [
      ([14], "0002"), ([3, 4, 7], "1900"), ([3, 4, 7, 9], "1940"),
      ([2, 3, 4, 5, 7, 9, 10], "3D60"), ([0], "8000"),
    ]
    try open(wide).performAndWait { context in
      let object = try context.insert(entityName: "Wide", [:])
      try context.save()
      for (places, _) in expected {
        for place in places {
          let name = "p" + String(place + 100)
          try object.setValue((try object.value(forKey: name) as? Int16 ?? 0) + 1, forKey: name)
        }
        try context.save()
      }
    }
    XCTAssertEqual(
      try rows("SELECT hex(ZCOLUMNS) FROM ACHANGE WHERE ZCHANGETYPE = 1", in: url()),
      expected.map(\.1))
  }

  /// Version 0.1 counted from the lowest bit of each byte.
  func testHistoriesOfEarlierVersionsAreReadAsTheyWereMeant() throws {
    let container = try open()
    let context = try container.makeContext()
    let thing = try context.insert(entityName: "Thing", ["name": "a"])
    try context.save()
    try thing.setValue(7, forKey: "count")
    try context.save()
    try execute("UPDATE ACHANGE SET ZCOLUMNS = x'01' WHERE ZCOLUMNS = x'80'", in: try url())
    let text = try XCTUnwrap(rows("SELECT hex(Z_PLIST) FROM Z_METADATA", in: url()).first)
    var list = try XCTUnwrap(
      PropertyListSerialization.propertyList(
        from: try XCTUnwrap(Data(hex: text)), format: nil) as? [String: Any])
    XCTAssertNotNil(list.removeValue(forKey: "ModelRuntimeMirroredChanges"))
    let data = try PropertyListSerialization.data(
      fromPropertyList: list, format: .binary, options: 0)
    let digits = data.map { String(format: "%02x", $0) }.joined()
    try execute("UPDATE Z_METADATA SET Z_PLIST = x'\(digits)'", in: try url())
    var reading = StoreConfiguration(url: try url())
    reading.isReadOnly = true
    let reader = try PersistentContainer(CompiledModel(model()), configuration: reading)
    let wanted = ["insert Thing1", "update Thing1(count)"]
    XCTAssertEqual(shown(try reader.history()), wanted)
    for round in 1...2 {
      let container = try open(keepsHistory: false)
      XCTAssertEqual(Array(shown(try container.history()).prefix(2)), wanted)
      let context = try container.makeContext()
      let thing = try XCTUnwrap(context.fetch(entityName: "Thing").first)
      try thing.setValue(round + 7, forKey: "count")
      try context.save()
    }
    XCTAssertEqual(
      shown(try open().history()), wanted + ["update Thing1(count)", "update Thing1(count)"])
    XCTAssertEqual(
      try rows("SELECT hex(ZCOLUMNS) FROM ACHANGE WHERE ZCHANGETYPE = 1", in: url()),
      ["01", "80", "80"])
  }

  func testBytesThatEndEarlyNameNothing() throws {
    let container = try open()
    let context = try container.makeContext()
    let thing = try context.insert(entityName: "Thing", ["name": "a"])
    try context.save()
    try thing.setValue(7, forKey: "count")
    try context.save()
    try execute("UPDATE ACHANGE SET ZCOLUMNS = x'' WHERE ZCHANGETYPE = 1", in: try url())
    XCTAssertEqual(shown(try container.history()), ["insert Thing1", "update Thing1()"])
  }

  func testAColumnThatAHistoryLacksIsAdded() throws {
    let context = try open().makeContext()
    try context.insert(entityName: "Thing", ["name": "a"])
    try context.save()
    try execute(
      """
      DROP INDEX ATRANSACTION_ZCONTEXTNAMETS_INDEX;
      ALTER TABLE ATRANSACTION DROP COLUMN ZCONTEXTNAMETS
      """, in: try url())
    let other = try open().makeContext()
    other.name = "other"
    try other.insert(entityName: "Thing", ["name": "b"])
    try other.save()
    XCTAssertEqual(
      try rows("SELECT ZCONTEXTNAMETS IS NULL FROM ATRANSACTION ORDER BY Z_PK", in: url()),
      ["1", "0"])
  }

  func testASaveThatFailsLeavesNoHistory() throws {
    let container = try open()
    let context = try container.makeContext()
    try context.insert(entityName: "Thing", ["name": "a"])
    try context.save()
    try execute(
      "CREATE TRIGGER no BEFORE UPDATE ON ZTHING BEGIN SELECT raise(ABORT, 'no'); END", in: url())
    try context.fetch(entityName: "Thing")[0].setValue("b", forKey: "name")
    XCTAssertThrowsError(try context.save())
    XCTAssertEqual(try container.history().count, 1)
  }

  func testBatchesAreWritten() throws {
    var configuration = StoreConfiguration(url: try url())
    configuration.keepsHistory = true
    let container = try PersistentContainer(.album, configuration: configuration)
    let context = try container.makeContext()
    let album = Album(in: context, name: "album")
    for name in ["a", "b", "c"] { _ = Photo(in: context, name: name, album: album) }
    try context.save()
    let token = try container.currentHistoryToken()
    try context.batchUpdate(
      BatchUpdate(Album.all, assignments: [BatchAssignment(["name"], to: .constant(.string("x")))]))
    try context.batchDelete(Photo.where { $0.name != "b" })
    let history = try container.history(after: token)
    XCTAssertEqual(
      shown(history), ["update Album1", "delete Photo1, delete Photo3"])
    XCTAssertEqual(try rows("SELECT count(*) FROM ACHANGE", in: url()), ["7"])
  }

  /// The restored store uses the same transaction numbers again.
  func testATokenOfBeforeARestoreIsAnError() throws {
    let backup = try XCTUnwrap(folder).file("Backup.sqlite")
    var tokens: [HistoryToken] = []
    do {
      let container = try open()
      let context = try container.makeContext()
      try context.insert(entityName: "Thing", ["name": "a"])
      try context.save()
      tokens.append(try container.currentHistoryToken())
      try container.copyStore(to: backup)
      try context.insert(entityName: "Thing", ["name": "b"])
      try context.save()
      tokens.append(try XCTUnwrap(container.history().last).token)
      XCTAssertEqual(tokens.last, try container.currentHistoryToken())
    }
    try PersistentContainer.replaceStore(at: url(), with: backup)
    let container = try open()
    let context = try container.makeContext()
    for count in 0..<3 {
      XCTAssertEqual(try container.history(after: tokens[0]).count, count)
      let kept = try JSONDecoder().decode(
        HistoryToken.self, from: JSONEncoder().encode(tokens[1]))
      XCTAssertThrowsError(try container.history(after: kept), "\(count)") {
        XCTAssertEqual(($0 as? StoreError)?.reason, .unknownHistoryToken)
      }
      XCTAssertThrowsError(try container.deleteHistory(before: kept), "\(count)")
      try context.insert(entityName: "Thing", ["name": "c"])
      try context.save()
    }
    // A token that was made from the number alone cannot be checked.
    let number = HistoryToken(storeID: tokens[1].storeID, transactionNumber: 2)
    XCTAssertEqual(try container.history(after: number).count, 2)
  }

  func testAStoreGoesOnWithItsHistoryAndKeepsItInAMigration() throws {
    let context = try open().makeContext()
    try context.insert(entityName: "Thing", ["name": "a"])
    try context.save()
    try open(keepsHistory: false).performAndWait { context in
      try context.insert(entityName: "Shelf", ["room": "b"])
      try context.save()
    }
    // Add an entity that comes before `Shelf` and `Thing`, so that their numbers change.
    var newer = model(
      2, .attribute(AttributeDescription(name: "age", type: .int32, isOptional: true)))
    newer.entities.append(
      EntityDescription(
        name: "Aisle",
        properties: [
          .attribute(AttributeDescription(name: "name", type: .string, isOptional: true))
        ]))
    let container = try open(newer, keepsHistory: false)
    XCTAssertTrue(container.keepsHistory)
    let history = try container.history()
    XCTAssertEqual(shown(history).prefix(2), ["insert Thing1", "insert Shelf1"])
    XCTAssertEqual(history.last?.contextName, "migration")
    let after = try container.makeContext()
    try after.insert(entityName: "Aisle", ["name": "c"])
    try after.save()
    XCTAssertEqual(shown(try container.history()).last, "insert Aisle1")
    XCTAssertEqual(try container.integrityCheck(), [])
  }

  func testWhatIsKeptMovesToAnotherPropertyOfTheSameEntity() throws {
    func model(_ version: Int, keeping kept: String) -> ManagedObjectModel {
      let attributes = ["name", "email"].map { name in
        var attribute = AttributeDescription(name: name, type: .string, isOptional: true)
        attribute.preservesValueOnDeletion = name == kept
        return PropertyDescription.attribute(attribute)
      }
      return ManagedObjectModel(
        name: "Moved", version: version,
        entities: [EntityDescription(name: "Person", properties: attributes)])
    }
    try open(model(1, keeping: "email")).performAndWait { context in
      let person = try context.insert(entityName: "Person", ["name": "Ann", "email": "a@b.c"])
      try context.save()
      try person.setValue("Bea", forKey: "name")
      try context.save()
      context.delete(person)
      try context.save()
    }
    let history = try open(model(2, keeping: "name")).history()
    XCTAssertEqual(
      Array(shown(history).prefix(3)),
      ["insert Person1", "update Person1(name)", "delete Person1"],
      "the properties have their places still")
    XCTAssertNil(history[2].changes[0].tombstone["name"], "the value of another property")
  }

  func testTheHistoryOfAnAppleStoreIsReadAndGoesOn() throws {
    let files = try AppleFiles()
    let store = try XCTUnwrap(files.stores.first { $0.name == "SampleModel2_V1.sqlite" })
    let copy = try TemporaryCopy(of: store.url)
    let container = try PersistentContainer(
      CompiledModel(store.model), configuration: StoreConfiguration(url: copy.url))
    let first = try container.history()
    XCTAssertEqual(first.map(\.processID), ["xctest"])
    XCTAssertEqual(first.map(\.bundleID), ["com.apple.dt.xctest.tool"])
    XCTAssertEqual(first[0].changes.count, 5468)
    XCTAssertTrue(first[0].changes.allSatisfy { $0.kind == .insert })
    let context = try container.makeContext()
    let feedback = try XCTUnwrap(
      context.fetch(entityName: "Feedback").first { $0.objectID.key == 1 })
    try feedback.setValue("changed", forKey: "comment")
    try context.save()
    let next = try container.history(after: first[0].token)
    XCTAssertEqual(shown(next), ["update Feedback1(comment)"])
    XCTAssertEqual(next[0].changes[0].id, 5469)
    XCTAssertEqual(
      try rows("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT IN (16001, 16002)", in: copy.url),
      ["5469", "2"])
  }

  func testTheTablesAreThoseOfCoreData() throws {
    let files = try AppleFiles()
    let store = try XCTUnwrap(files.stores.first { $0.name == "SampleModel2_V1.sqlite" })
    let copy = try TemporaryCopy(of: store.url)
    let sql = """
      SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL \
      AND tbl_name IN ('ACHANGE', 'ATRANSACTION', 'ATRANSACTIONSTRING') ORDER BY name
      """
    var configuration = StoreConfiguration(url: try url())
    configuration.keepsHistory = true
    _ = try PersistentContainer(CompiledModel(store.model), configuration: configuration)
    XCTAssertEqual(try rows(sql, in: url()), try rows(sql, in: copy.url))
  }

  func testAClockThatWasAheadLeavesNoGap() throws {
    let container = try open()
    let context = try container.makeContext()
    for name in ["a", "b", "c"] {
      try context.insert(entityName: "Thing", ["name": name])
      try context.save()
    }
    try execute("UPDATE ATRANSACTION SET ZTIMESTAMP = 1e10 WHERE Z_PK = 1", in: url())
    let tokens = try container.history().map(\.token)
    // If transactions 2 and 3 were deleted, a program that has read the first one would not
    // see them.
    XCTAssertEqual(try container.deleteHistory(before: Date(timeIntervalSinceNow: 3600)), 0)
    XCTAssertEqual(try container.history(after: tokens[0]).map(\.id), [2, 3])
    try execute("UPDATE ATRANSACTION SET ZTIMESTAMP = 0 WHERE Z_PK = 1", in: url())
    XCTAssertEqual(try container.deleteHistory(before: Date(timeIntervalSinceNow: 3600)), 3)
  }

  func testWhatHasNoHistorySaysWhy() throws {
    let container = try open(keepsHistory: false)
    XCTAssertThrowsError(try container.deleteHistory(before: .now)) { error in
      XCTAssertEqual((error as? StoreError)?.reason, .unsupportedFeature)
      XCTAssertTrue("\(error)".contains("keeps no history; set 'keepsHistory'"), "\(error)")
    }
  }

  func testTokensAreOrdered() throws {
    let ids = [UUID(), UUID()].sorted { $0.uuidString < $1.uuidString }
    let tokens = ids.flatMap { id in
      [0, 1, 7].map { HistoryToken(storeID: id, transactionNumber: $0) }
    }
    XCTAssertEqual(tokens.reversed().sorted(), tokens)
    for token in tokens { XCTAssertFalse(token < token) }
  }
}
