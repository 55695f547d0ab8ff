import ModelSchema
import TestSupport
import XCTest

@testable import ModelRuntime
@testable import ModelStorage

/// The relationships and the order of objects that a policy makes, moves or leaves out.
final class PolicyLinkTests: MigrationTestCase {
  /// A policy that leaves out 'drop', duplicates 'twin', and moves 'mover' to another box.
  private struct Policy: EntityMigrationPolicy {
    func createDestinationInstances(
      for source: MigrationObject, session: MigrationSession
    ) throws {
      var object = session.destination(for: source)
      switch source.string("name") {
      case "drop": return
      case "mover": object["box"] = .integer(2)
      case "twin": try session.insert(object, for: source)
      default: break
      }
      try session.insert(object, for: source)
    }
  }

  private let title = PropertyDescription.attribute("name", .string)
  private let length = PropertyDescription.attribute("length", .int32, isOptional: true)

  func testWhatAPolicyLeavesOutIsForgottenByAll() throws {
    func model(_ version: Int, _ more: [PropertyDescription]) -> ManagedObjectModel {
      MigrationTests.model(
        version,
        entity("Box", [.toOne("favourite", "Item"), .toMany("parts", "Item"), title]),
        entity(
          "Item", [title, .toMany("tags", "Tag", inverse: "items"), .toMany("notes", "Tag")] + more),
        entity("Tag", [.toMany("items", "Item", inverse: "tags")]))
    }
    try make(
      model(1, []),
      "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 2, 1, 'a'), (2, 2, 1, 'drop')",
      "INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, Z2NOTES) VALUES (1, 3, 1, 2), (2, 3, 1, 1)",
      "INSERT INTO ZBOX (Z_PK, Z_ENT, Z_OPT, ZNAME, ZFAVOURITE) VALUES (1, 1, 1, 'x', 1), "
        + "(2, 1, 1, 'y', 2)",
      "INSERT INTO Z_2TAGS (Z_2ITEMS, Z_3TAGS) VALUES (1, 1), (2, 1)")
    try open(model(2, [length])) { $0.code.add(Policy(), for: "Item", from: 1, to: 2) }
    XCTAssertEqual(try stored("SELECT Z_PK, ZFAVOURITE FROM ZBOX ORDER BY 1"), ["1|1", "2|"])
    XCTAssertEqual(try stored("SELECT Z_2ITEMS, Z_3TAGS FROM Z_2TAGS"), ["1|1"])
    XCTAssertEqual(try stored("SELECT Z_PK, Z2NOTES FROM ZTAG ORDER BY 1"), ["1|", "2|1"])
    XCTAssertEqual(try stored("PRAGMA foreign_key_check"), [])
  }

  func testWhatAPolicyLeavesOutIsNoObjectOfARequiredRelationship() throws {
    func model(_ version: Int, _ more: [PropertyDescription]) -> ManagedObjectModel {
      MigrationTests.model(
        version,
        entity("Box", [.toOne("item", "Item", inverse: "boxes", isOptional: false)]),
        entity("Item", [title, .toMany("boxes", "Box", inverse: "item")] + more))
    }
    try make(
      model(1, []),
      "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 2, 1, 'a'), (2, 2, 1, 'drop')",
      "INSERT INTO ZBOX (Z_PK, Z_ENT, Z_OPT, ZITEM) VALUES (1, 1, 1, 1), (2, 1, 1, 2)")
    XCTAssertThrowsError(
      try open(model(2, [length])) { $0.code.add(Policy(), for: "Item", from: 1, to: 2) }
    ) { error in
      let words = "'Box.item' is required and must have a value: 1 does not: Box p2"
      XCTAssertTrue("\(error)".contains(words), "\(error)")
    }
  }

  private func boxes(_ version: Int, _ more: [PropertyDescription]) -> ManagedObjectModel {
    model(
      version, entity("Box", [.toMany("items", "Item", inverse: "box", isOrdered: true)]),
      entity("Item", [title, .toOne("box", "Box", inverse: "items")] + more))
  }

  private let boxed = """
    INSERT INTO ZBOX (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1), (2, 1, 1); \
    INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZBOX, Z_FOK_BOX) VALUES \
    (1, 2, 1, 'twin', 1, 3072), (2, 2, 1, 'b', 1, 1024), (3, 2, 1, 'c', 1, 2048), \
    (4, 2, 1, 'mover', 1, 512), (5, 2, 1, 'e', 2, 1024); UPDATE Z_PRIMARYKEY SET Z_MAX = 5
    """

  /// Objects keep their positions if their owner stays the same. Duplicates and moved
  /// objects come last.
  func testObjectsOfAPolicyKeepTheirPlaces() throws {
    try make(boxes(1, []), boxed)
    try open(boxes(2, [length])) {
      $0.code.add(Policy(), for: "Item", from: 1, to: 2)
    }
    XCTAssertEqual(
      try stored("SELECT ZBOX, ZNAME, Z_FOK_BOX IS NULL FROM ZITEM ORDER BY 1, Z_FOK_BOX"),
      ["1|b|0", "1|c|0", "1|twin|0", "1|twin|0", "2|e|0", "2|mover|0"])
    XCTAssertEqual(
      try stored("SELECT count(*), count(DISTINCT Z_FOK_BOX) FROM ZITEM WHERE ZBOX = 1"), ["4|4"])
  }

  /// A policy that copies all objects as the mapping specifies.
  private struct Copying: EntityMigrationPolicy {}

  func testOwnersOfAPolicyKeepTheOrderOfTheirMembers() throws {
    for policies in [["Box"], ["Item"], ["Box", "Item"]] {
      try? FileManager.default.removeItem(at: url)
      try make(boxes(1, []), boxed)
      let mapping = MappingModel(
        entities: ["Box", "Item"].map { name in
          let isCopied = policies.contains(name)
          return MappingModel.Entity(
            name: name, kind: isCopied ? .custom : .transform, sourceName: name,
            destinationName: name, policyName: isCopied ? "copying" : nil)
        })
      try open(boxes(2, [length])) {
        $0.code.add(mapping, from: 1, to: 2)
        $0.code.add(Copying(), named: "copying")
      }
      XCTAssertEqual(
        try stored("SELECT ZBOX, ZNAME, Z_FOK_BOX IS NULL FROM ZITEM ORDER BY 1, Z_FOK_BOX"),
        ["1|mover|0", "1|b|0", "1|c|0", "1|twin|0", "2|e|0"], "\(policies)")
    }
  }
}
