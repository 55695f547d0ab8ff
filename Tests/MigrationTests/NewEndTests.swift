import ModelSchema
import TestSupport
import XCTest

@testable import ModelRuntime
@testable import ModelStorage

/// New inverses of existing relationships get the links and the order of the other end.
final class NewEndTests: MigrationTestCase {
  private static let boxes = "INSERT INTO ZBOX (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1), (2, 1, 1)"

  func testANewEndThatWouldLeadToSeveralObjectsIsRefused() throws {
    let rows = [
      (
        name: "the inverse of a to-one",
        old: [entity("Box", []), entity("Item", [.toOne("box", "Box")])],
        data: "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZBOX) VALUES (1, 2, 1, 1), (2, 2, 1, 1)",
        mend: "UPDATE ZITEM SET ZBOX = 2 WHERE Z_PK = 2",
        new: [
          entity("Box", [.toOne("item", "Item", inverse: "box")]),
          entity("Item", [.toOne("box", "Box", inverse: "item")]),
        ], relationship: "Item.box", query: "SELECT Z_PK, ZITEM FROM ZBOX",
        expected: ["1|1", "2|2"]
      ),
      (
        name: "another inverse of a to-many",
        old: [
          entity("Box", [.toMany("items", "Item", inverse: "boxes")]),
          entity("Item", [.toMany("boxes", "Box", inverse: "items")]),
        ],
        data: "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT) VALUES (1, 2, 1); "
          + "INSERT INTO Z_1ITEMS VALUES (1, 1), (2, 1)",
        mend: "DELETE FROM Z_1ITEMS WHERE Z_1BOXES = 1",
        new: [
          entity("Box", [.toMany("items", "Item", inverse: "box")]),
          entity("Item", [.toOne("box", "Box", inverse: "items")]),
        ], relationship: "Box.items", query: "SELECT Z_PK, ZBOX FROM ZITEM",
        expected: ["1|2"]
      ),
    ]
    for row in rows {
      try? FileManager.default.removeItem(at: url)
      let new = ManagedObjectModel(name: "Shop", version: 2, entities: row.new)
      try make(
        ManagedObjectModel(name: "Shop", version: 1, entities: row.old), Self.boxes, row.data)
      XCTAssertThrowsError(try open(new), row.name) { error in
        XCTAssertEqual(
          (error as? MigrationError)?.failures.map(\.condition.description),
          [
            "'\(row.relationship)' must not lead to one object from several, whose new end leads "
              + "to one"
          ], "\(row.name): \(error)")
        XCTAssertEqual(
          (error as? MigrationError)?.failures.flatMap(\.objectIDs).map(\.key), [1], row.name)
      }
      try execute(row.mend, in: url)
      XCTAssertNoThrow(try open(new), row.name)
      XCTAssertEqual(try stored(row.query), row.expected, row.name)
    }
  }

  func testANewEndThatIsRequiredMustLeadToAnObject() throws {
    try make(
      model(1, entity("Box", [.toMany("items", "Item")]), entity("Item", [])), Self.boxes,
      "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, Z1ITEMS) VALUES (1, 2, 1, 1), (2, 2, 1, NULL)")
    let new = model(
      2, entity("Box", [.toMany("items", "Item", inverse: "box")]),
      entity("Item", [.toOne("box", "Box", inverse: "items", isOptional: false)]))
    XCTAssertThrowsError(try open(new)) { error in
      let failures = (error as? MigrationError)?.failures ?? []
      XCTAssertEqual(
        failures.map(\.condition),
        [.rule(entity: "Item", property: "box", text: "is required and must have a value")],
        "\(error)")
      XCTAssertEqual(failures.map { $0.objectIDs.map(\.key) }, [[2]], "\(error)")
    }
    try execute("UPDATE ZITEM SET Z1ITEMS = 2 WHERE Z_PK = 2", in: url)
    try open(new)
    XCTAssertEqual(try stored("SELECT ZBOX FROM ZITEM ORDER BY Z_PK"), ["1", "2"])
  }

  func testTheOrderStaysWhereTheOtherEndHoldsTheKeyNow() throws {
    let ordered = entity(
      "Box", [.toMany("items", "Item", inverse: "box", isOrdered: true)])
    let rows = [
      (
        name: "an inverse is added",
        old: [entity("Box", [.toMany("items", "Item", isOrdered: true)]), entity("Item", [])],
        data: "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, Z1ITEMS, Z_FOK_1ITEMS) VALUES "
          + "(1, 2, 1, 1, 3072), (2, 2, 1, 1, 1024), (3, 2, 1, 1, 2048), (4, 2, 1, NULL, NULL)",
        new: [ordered, entity("Item", [.toOne("box", "Box", inverse: "items")])]
      ),
      (
        name: "a to-many becomes to-one",
        old: [
          entity("Box", [.toMany("items", "Item", inverse: "boxes", isOrdered: true)]),
          entity("Item", [.toMany("boxes", "Box", inverse: "items")]),
        ],
        data: "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT) VALUES (1, 2, 1), (2, 2, 1), (3, 2, 1), "
          + "(4, 2, 1); INSERT INTO Z_1ITEMS (Z_1BOXES, Z_2ITEMS, Z_FOK_2ITEMS) VALUES "
          + "(1, 1, 3072), (1, 2, 1024), (1, 3, 2048)",
        new: [
          ordered,
          entity(
            "Item", [.toOne("box", "Box", inverse: "items", renamingIdentifier: "boxes")]),
        ]
      ),
    ]
    for row in rows {
      try? FileManager.default.removeItem(at: url)
      try make(
        ManagedObjectModel(name: "Shop", version: 1, entities: row.old), Self.boxes, row.data)
      try open(ManagedObjectModel(name: "Shop", version: 2, entities: row.new))
      XCTAssertEqual(
        try stored("SELECT Z_PK, ZBOX FROM ZITEM ORDER BY Z_FOK_BOX"),
        ["4|", "2|1", "3|1", "1|1"], row.name)
    }
  }

  func testTheOrderStaysWhereAToOneBecomesToMany() throws {
    try make(
      model(
        1, entity("Box", [.toMany("items", "Item", inverse: "box", isOrdered: true)]),
        entity("Item", [.toOne("box", "Box", inverse: "items")])), Self.boxes,
      "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZBOX, Z_FOK_BOX) VALUES "
        + "(1, 2, 1, 1, 3072), (2, 2, 1, 1, 1024), (3, 2, 1, 1, 2048)")
    try open(
      model(
        2,
        entity(
          "Box",
          [
            .toMany(
              "things", "Item", inverse: "boxes", isOrdered: true)
          ]),
        entity(
          "Item", [.toMany("boxes", "Box", inverse: "things", renamingIdentifier: "box")])))
    XCTAssertEqual(
      try stored("SELECT Z_2THINGS FROM Z_1THINGS ORDER BY Z_FOK_2THINGS"), ["2", "3", "1"])
  }

  func testARelationshipThatMovesUpTakesTheLinksOfAllThatHadIt() throws {
    func entities(
      _ able: [PropertyDescription], _ animal: [PropertyDescription],
      cat: [PropertyDescription], dog: [PropertyDescription]
    ) -> [EntityDescription] {
      [
        entity("Able", able), entity("Animal", animal, isAbstract: true),
        entity("Cat", cat, parent: "Animal"), entity("Dog", dog, parent: "Animal"),
      ]
    }
    let old = entities(
      [.toMany("animals", "Cat", inverse: "owners"), .toMany("dogs", "Dog", inverse: "owners")], [],
      cat: [.toMany("owners", "Able", inverse: "animals")],
      dog: [.toMany("owners", "Able", inverse: "dogs")])
    try make(
      ManagedObjectModel(name: "Shop", version: 1, entities: old),
      "INSERT INTO ZABLE (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1)",
      "INSERT INTO ZANIMAL (Z_PK, Z_ENT, Z_OPT) VALUES (1, 3, 1), (2, 4, 1)",
      "INSERT INTO Z_1ANIMALS (Z_1OWNERS, Z_3ANIMALS) VALUES (1, 1)",
      "INSERT INTO Z_1DOGS (Z_1OWNERS1, Z_4DOGS) VALUES (1, 2)")
    let new = entities(
      [.toMany("animals", "Animal", inverse: "owners")],
      [.toMany("owners", "Able", inverse: "animals")], cat: [], dog: [])
    try open(ManagedObjectModel(name: "Shop", version: 2, entities: new))
    XCTAssertEqual(
      try stored("SELECT Z_1OWNERS, Z_2ANIMALS FROM Z_1ANIMALS ORDER BY 2"), ["1|1", "1|2"])
  }

  func testARelationshipThatMovesDownLeavesItsSiblingsLinksBehind() throws {
    func entities(
      _ item: PropertyDescription, _ thing: [PropertyDescription], _ a: [PropertyDescription]
    ) -> [EntityDescription] {
      [
        entity("Item", [item]), entity("Thing", thing), entity("A", a, parent: "Thing"),
        entity("B", [], parent: "Thing"),
      ]
    }
    let rows = [
      (
        name: "one-to-many",
        old: entities(
          .toOne("thing", "Thing", inverse: "items"),
          [.toMany("items", "Item", inverse: "thing")], []),
        data: "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZTHING) VALUES (1, 1, 1, 1), (2, 1, 1, 2)",
        new: entities(
          .toOne("a", "A", inverse: "items"), [], [.toMany("items", "Item", inverse: "a")]),
        query: "SELECT Z_PK, ZA FROM ZITEM ORDER BY 1", expected: ["1|1", "2|"]
      ),
      (
        name: "many-to-many",
        old: entities(
          .toMany("things", "Thing", inverse: "items"),
          [.toMany("items", "Item", inverse: "things")], []),
        data: "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1), (2, 1, 1); "
          + "INSERT INTO Z_1THINGS (Z_1ITEMS, Z_2THINGS) VALUES (1, 1), (2, 2)",
        new: entities(
          .toMany("as", "A", inverse: "items"), [], [.toMany("items", "Item", inverse: "as")]),
        query: "SELECT Z_1ITEMS, Z_3AS FROM Z_1AS", expected: ["1|1"]
      ),
    ]
    for row in rows {
      try? FileManager.default.removeItem(at: url)
      try make(
        ManagedObjectModel(name: "Shop", version: 1, entities: row.old),
        "INSERT INTO ZTHING (Z_PK, Z_ENT, Z_OPT) VALUES (1, 3, 1), (2, 4, 1)", row.data)
      try open(ManagedObjectModel(name: "Shop", version: 2, entities: row.new))
      XCTAssertEqual(try stored(row.query), row.expected, row.name)
    }
  }
}
