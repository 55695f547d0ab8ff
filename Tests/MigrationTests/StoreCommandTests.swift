import ModelCommands
import ModelRuntime
import ModelSchema
import TestSupport
import XCTest

@testable import ModelstoreCommands

/// The `modelstore` commands in a program whose migrations use Swift code.
final class StoreCommandTests: MigrationTestCase {
  private let old = model(1, entity("Item", [.attribute("name", .string)]))
  private let new = model(
    2,
    entity(
      "Item",
      [
        .attribute("name", .string),
        .attribute("length", .int32, defaultValue: .constant(.integer(0))),
      ]))

  /// A policy that sets `length` to the number of letters of the name.
  private struct Lengths: EntityMigrationPolicy {
    func createDestinationInstances(
      for source: MigrationObject, session: MigrationSession
    ) throws {
      var object = session.destination(for: source)
      object["length"] = .integer(Int64(source.string("name")?.count ?? 0))
      try session.insert(object, for: source)
    }
  }

  private var commands: StoreCommands {
    var migration = MigrationOptions()
    migration.code.add(Lengths(), for: "Item", from: 1, to: 2)
    return StoreCommands(
      program: "shop-store",
      model: CompiledModel(versions: ModelVersions(current: new, released: [old])),
      migration: migration)
  }

  override func setUpWithError() throws {
    try super.setUpWithError()
    try make(
      old,
      """
      INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 'pear'); \
      UPDATE Z_PRIMARYKEY SET Z_MAX = 1
      """)
  }

  func testAMigrationCallsTheProgramsSwift() throws {
    let store = url.path(percentEncoded: false)
    let dry = try commands.outcome(["migrate", store, "--dry-run"])
    XCTAssertEqual(dry.status, 0)
    let text = try dry.text
    XCTAssertTrue(text.hasPrefix("from version 1 to version 2\n  Item: 1 -> 1"), text)
    XCTAssertEqual(
      try commands.outcome(["migrate", store]).text,
      "migrated \(store) from version 1 to version 2")
    XCTAssertEqual(try stored("SELECT ZLENGTH FROM ZITEM"), ["4"])
    XCTAssertEqual(try commands.outcome(["check", store]).text, "ok")
  }

  func testATrialCallsTheProgramsSwift() throws {
    let outcome = try commands.outcome(["test-migrations", "--objects", "10", "--kills", "0"])
    XCTAssertEqual(
      try outcome.text,
      "version 1: 10 objects, killed 0 times before and 0 times after the commit, ok")
    XCTAssertEqual(outcome.status, 0)
  }

  func testMadeUpObjectsAreSound() throws {
    let places = model(
      1,
      entity(
        "Box",
        [
          .toMany("items", "Item", inverse: "box", isOrdered: true),
          .toMany("tags", "Tag", inverse: "boxes", isOrdered: true),
        ]),
      entity(
        "Item",
        [
          .attribute("price", .decimal, isExact: true), .toOne("box", "Box", inverse: "items"),
        ]),
      entity(
        "Tag",
        [
          .toMany("boxes", "Box", inverse: "tags", isOrdered: true),
          .toMany("friends", "Tag", inverse: "friends"),
        ]))
    let store = folder.file("Made.sqlite")
    try MigrationTrial.makeStore(places, at: store, objectCount: 5)
    XCTAssertEqual(try StoreInspection(url: store).findings(), [])
    XCTAssertEqual(
      try rows("SELECT ZPRICE FROM ZITEM", in: store),
      ["P501.1", "P501.2", "P501.3", "P501.4", "P501.5"])
  }

  func testPartnersOfSeveralEntitiesAreSound() throws {
    for isOptional in [true, false] {
      let partner = PropertyDescription.toOne(
        "partner", "Key", inverse: "owner", isOptional: isOptional)
      let version = model(
        1, entity("Owner", [partner], isAbstract: true), entity("Cat", [], parent: "Owner"),
        entity("Dog", [], parent: "Owner"),
        entity("Key", [.toOne("owner", "Owner", inverse: "partner")]),
        entity("Walk", [.toOne("dog", "Dog")]))
      let store = folder.file("\(isOptional).sqlite")
      try MigrationTrial.makeStore(version, at: store, objectCount: 5)
      XCTAssertEqual(try StoreInspection(url: store).findings(), [])
      let linked = "SELECT count(*) FROM ZKEY WHERE ZOWNER IS NOT NULL"
      XCTAssertEqual(try rows(linked, in: store), ["5"])
      let owners = try rows("SELECT count(*) FROM ZOWNER", in: store)
      XCTAssertEqual(owners, [isOptional ? "10" : "5"])
    }
  }

  func testTheProgramsNameStandsInItsHelp() throws {
    let help = try commands.outcome(["migrate", "--help"]).text
    XCTAssertTrue(help.contains("usage: shop-store migrate [options] FILE"), help)
    XCTAssertFalse(help.contains("--model"), help)
    XCTAssertEqual(try commands.outcome(["--version"]).text, "shop-store 0.2.0")
  }

  func testTheToolAsksForAModel() throws {
    for words in [["migrate", "x.sqlite"], ["test-migrations"], ["check"], ["mend", "x"]] {
      XCTAssertThrowsError(try StoreCommands().outcome(words), "\(words)") { error in
        XCTAssertTrue(error is CommandUsageError, "\(error)")
      }
    }
  }
}
