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

  // MARK: A store that the first version's own code made

  /// Seven failed banks and three tags, as `banks import` and `banks tag` of version 0.1 wrote them.
  private func copyOfFirstStore() throws -> URL {
    let fixture = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Former/Bank-0.1.store")
    try FileManager.default.copyItem(at: fixture, to: url())
    return try url()
  }

  func testAStoreOfTheFirstVersionOpensAndIsRenewed() throws {
    let url = try copyOfFirstStore()
    let before = try metadata()
    XCTAssertNil(before["ModelRuntimeStorage"])
    let model = try XCTUnwrap(StoreInspection(url: url).model())
    XCTAssertEqual(
      before["NSStoreModelVersionHashes"] as? [String: Data], model.formerVersionHashes)
    XCTAssertEqual(try names(model, isReadOnly: true).count, 7)
    XCTAssertNil(try metadata()["ModelRuntimeStorage"], "a reader writes nothing")
    let tagged = try rows(
      """
      SELECT i.ZNAME, group_concat(t.ZNAME) FROM Z_1TAGS AS j JOIN ZTAG AS t ON t.Z_PK = j.Z_3TAGS \
      JOIN ZFAILEDBANKINFO AS i ON i.ZDETAILS = j.Z_1BANKDETAILS GROUP BY 1 ORDER BY 1
      """, in: url)
    let context = try open(model)
    var found: [String] = []
    for bank in try context.fetch(entityName: "FailedBankInfo") {
      let details = try XCTUnwrap(bank.value(forKey: "details") as? ManagedObject)
      var tags: [String] = []
      for case let tag as ManagedObject in try XCTUnwrap(
        details.value(forKey: "tags") as? any Sequence)
      {
        tags.append(try XCTUnwrap(tag.value(forKey: "name") as? String))
      }
      let name = try XCTUnwrap(bank.value(forKey: "name") as? String)
      if !tags.isEmpty { found.append("\(name)|\(tags.sorted().joined(separator: ","))") }
      try bank.setValue(name + "!", forKey: "name")
    }
    XCTAssertEqual(Set(found), ["Corus Bank, N.A.|savings", "Georgian Bank|closed é,savings"])
    XCTAssertEqual(found.count, tagged.count)
    try context.save()
    XCTAssertEqual(
      try metadata()["NSStoreModelVersionHashes"] as? [String: Data], model.versionHashes)
    XCTAssertNotNil(try metadata()["NSStoreModelVersionHashesDigest"])
    XCTAssertTrue(try names(model, isReadOnly: false).allSatisfy { $0.hasSuffix("!") })
    XCTAssertEqual(try StoreInspection(url: url).findings(), [])
  }

  private func names(_ model: ManagedObjectModel, isReadOnly: Bool) throws -> [String] {
    try open(model, isReadOnly: isReadOnly).fetch(entityName: "FailedBankInfo")
      .compactMap { try $0.value(forKey: "name") as? String }
  }
}
