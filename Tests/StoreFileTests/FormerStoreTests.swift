import Foundation
import ModelRuntime
import ModelSchema
import TestSupport
import XCTest

/// Stores that version 0.1 made: other hashes, and tables for relationships without inverse.
final class FormerStoreTests: XCTestCase {
  private let folder = try? TemporaryFolder()

  private func url() throws -> URL { try XCTUnwrap(folder).file("Former.sqlite") }

  private func model(_ version: Int, _ added: PropertyDescription...) -> ManagedObjectModel {
    ManagedObjectModel(
      name: "Former", version: version,
      entities: [
        EntityDescription(
          name: "Fan",
          properties: [
            .attribute(AttributeDescription(name: "name", type: .string, isOptional: true)),
            .relationship(
              RelationshipDescription(name: "likes", destinationName: "Thing", isToMany: true)),
          ] + added),
        EntityDescription(
          name: "Thing",
          properties: [
            .attribute(AttributeDescription(name: "name", type: .string, isOptional: true))
          ]),
      ])
  }

  private func open(
    _ model: ManagedObjectModel, isReadOnly: Bool = false
  ) throws -> ManagedObjectContext {
    var configuration = StoreConfiguration(url: try url())
    configuration.isReadOnly = isReadOnly
    return try PersistentContainer(CompiledModel(model), configuration: configuration)
      .makeContext()
  }

  private func metadata() throws -> [String: Any] {
    let digits = try rows("SELECT hex(Z_PLIST) FROM Z_METADATA", in: url())[0]
    let list = try PropertyListSerialization.propertyList(
      from: try XCTUnwrap(Data(hex: digits)), format: nil)
    return try XCTUnwrap(list as? [String: Any])
  }

  /// Makes the store as version 0.1 would have: its hashes, and a table of pairs.
  private func makeFormerStore() throws {
    let context = try open(model(1))
    for name in ["a", "b"] {
      try context.insert(entityName: "Fan", ["name": name])
      try context.insert(entityName: "Thing", ["name": name])
    }
    try context.save()
    var list = try metadata()
    list["NSStoreModelVersionHashes"] = model(1).formerVersionHashes
    for key in [
      "ModelRuntimeStorage", "NSStoreModelVersionHashesDigest", "NSStoreModelVersionChecksumKey",
    ] {
      list[key] = nil
    }
    let data = try PropertyListSerialization.data(
      fromPropertyList: list, format: .binary, options: 0)
    let digits = data.map { String(format: "%02x", $0) }.joined()
    try execute(
      """
      UPDATE Z_METADATA SET Z_PLIST = x'\(digits)';
      DROP INDEX ZTHING_Z1LIKES_INDEX;
      ALTER TABLE ZTHING DROP COLUMN Z1LIKES;
      CREATE TABLE Z_1LIKES (Z_1FAN INTEGER, Z_2LIKES INTEGER, PRIMARY KEY (Z_1FAN, Z_2LIKES));
      INSERT INTO Z_1LIKES VALUES (1, 1), (2, 1), (2, 2);
      """, in: url())
  }

  private func likes(_ context: ManagedObjectContext) throws -> [String: Int] {
    var counts: [String: Int] = [:]
    for fan in try context.fetch(entityName: "Fan") {
      let name = try XCTUnwrap(try fan.value(forKey: "name") as? String)
      let members = try XCTUnwrap(try fan.value(forKey: "likes") as? any Sequence)
      var count = 0
      for case _ as ManagedObject in members { count += 1 }
      counts[name] = count
    }
    return counts
  }

  func testItOpensAndGetsTheHashesOfCoreData() throws {
    try makeFormerStore()
    XCTAssertEqual(try likes(open(model(1), isReadOnly: true)), ["a": 1, "b": 2])
    XCTAssertNil(try metadata()["NSStoreModelVersionHashesDigest"], "a reader writes nothing")
    XCTAssertEqual(try likes(open(model(1))), ["a": 1, "b": 2])
    let list = try metadata()
    XCTAssertEqual(list["NSStoreModelVersionHashes"] as? [String: Data], model(1).versionHashes)
    XCTAssertNotNil(list["NSStoreModelVersionHashesDigest"])
  }

  func testAMemberKeepsSeveralOwnersThroughAMigration() throws {
    try makeFormerStore()
    let newer = model(
      2, .attribute(AttributeDescription(name: "age", type: .int32, isOptional: true)))
    XCTAssertEqual(try likes(open(newer)), ["a": 1, "b": 2])
    XCTAssertEqual(try rows("SELECT count(*) FROM Z_1LIKES", in: url()), ["3"])
  }

  func testANewStoreHasAColumnAndAMemberOneOwner() throws {
    let context = try open(model(1))
    let thing = try context.insert(entityName: "Thing", ["name": "x"])
    for name in ["a", "b"] {
      let fan = try context.insert(entityName: "Fan", ["name": name])
      try fan.setValue([thing], forKey: "likes")
      try context.save()
    }
    XCTAssertEqual(try rows("SELECT Z_PK, Z1LIKES FROM ZTHING", in: url()), ["1|2"])
    XCTAssertEqual(try likes(open(model(1))), ["a": 0, "b": 1])
    let newer = model(
      2, .attribute(AttributeDescription(name: "age", type: .int32, isOptional: true)))
    XCTAssertEqual(try likes(open(newer)), ["a": 0, "b": 1])
  }
}
