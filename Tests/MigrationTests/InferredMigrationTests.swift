import ModelSchema
import TestSupport
import XCTest

@testable import ModelRuntime
@testable import ModelStorage

/// Inferred migrations: every supported change of MG-03, with the rows before and after it.
final class InferredMigrationTests: MigrationTestCase {
  private struct Row {
    let name: String
    let old: [EntityDescription]
    let data: [String]
    let new: [EntityDescription]
    let query: String
    let expected: [String]
  }

  private static let name = PropertyDescription.attribute("name", .string)
  private static let optionalName = PropertyDescription.attribute(
    "name", .string, isOptional: true)
  private static let twoItems = [
    "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 3, 'a'), (2, 1, 1, 'b')",
    "UPDATE Z_PRIMARYKEY SET Z_MAX = 2 WHERE Z_NAME = 'Item'",
  ]

  private func check(_ rows: [Row]) throws {
    for row in rows {
      try tearDownAndSetUp()
      let old = ManagedObjectModel(name: "Shop", version: 1, entities: row.old)
      let new = ManagedObjectModel(name: "Shop", version: 2, entities: row.new)
      try make(old)
      for statement in row.data { try execute(statement) }
      do {
        try open(new)
        XCTAssertEqual(try stored(row.query), row.expected, row.name)
        try assertSchema(new, row.name)
        try open(new)
      } catch {
        XCTFail("\(row.name): \(error)")
      }
    }
  }

  private func tearDownAndSetUp() throws {
    tearDown()
    try setUpWithError()
  }

  func testAttributesAreAddedRemovedAndRenamed() throws {
    try check([
      Row(
        name: "add optional", old: [entity("Item", [Self.name])], data: Self.twoItems,
        new: [entity("Item", [Self.name, .attribute("note", .string, isOptional: true)])],
        query: "SELECT Z_PK, Z_OPT, ZNAME, ZNOTE FROM ZITEM", expected: ["1|3|a|", "2|1|b|"]),
      Row(
        name: "add required with default", old: [entity("Item", [Self.name])],
        data: Self.twoItems,
        new: [
          entity(
            "Item",
            [
              Self.name, .attribute("size", .int32, defaultValue: .constant(.integer(7))),
              .attribute("kind", .string, defaultValue: .constant(.string("it's"))),
              .attribute("done", .boolean, defaultValue: .constant(.boolean(false))),
              .attribute("scan", .data, defaultValue: .constant(.data(Data([0, 9, 255])))),
            ])
        ],
        query: "SELECT Z_PK, ZSIZE, ZKIND, ZDONE, hex(ZSCAN) FROM ZITEM",
        expected: ["1|7|it's|0|0009FF", "2|7|it's|0|0009FF"]),
      Row(
        name: "add with a value of each row's own", old: [entity("Item", [Self.name])],
        data: Self.twoItems,
        new: [entity("Item", [Self.name, .attribute("id", .uuid, defaultValue: .uuid)])],
        query: """
          SELECT count(DISTINCT ZID), min(length(ZID)), min(substr(hex(ZID), 13, 1)), \
          min(substr(hex(ZID), 17, 1) IN ('8', '9', 'A', 'B')) FROM ZITEM
          """, expected: ["2|16|4|1"]),
      Row(
        name: "remove",
        old: [entity("Item", [Self.name, .attribute("size", .int32, isOptional: true)])],
        data: Self.twoItems, new: [entity("Item", [Self.name])],
        query: "SELECT Z_PK, ZNAME FROM ZITEM", expected: ["1|a", "2|b"]),
      Row(
        name: "remove an indexed one",
        old: [
          entity(
            "Item", [Self.name, .attribute("size", .int32, isOptional: true, isIndexed: true)])
        ],
        data: Self.twoItems, new: [entity("Item", [Self.name])],
        query: "SELECT Z_PK, ZNAME FROM ZITEM", expected: ["1|a", "2|b"]),
      Row(
        name: "rename", old: [entity("Item", [.attribute("name", .string, isIndexed: true)])],
        data: Self.twoItems,
        new: [
          entity(
            "Item", [.attribute("title", .string, isIndexed: true, renamingIdentifier: "name")])
        ],
        query: "SELECT Z_PK, ZTITLE FROM ZITEM", expected: ["1|a", "2|b"]),
      Row(
        name: "change names",
        old: [
          entity("Item", [Self.name, .attribute("note", .string, isOptional: true)])
        ], data: Self.twoItems,
        new: [
          entity(
            "Item",
            [
              .attribute("note", .string, renamingIdentifier: "name"),
              .attribute("name", .string, isOptional: true, renamingIdentifier: "note"),
            ])
        ],
        query: "SELECT Z_PK, ZNOTE, ZNAME FROM ZITEM", expected: ["1|a|", "2|b|"]),
    ])
  }

  func testOptionalAndRequired() throws {
    let halfEmpty = Self.twoItems + ["UPDATE ZITEM SET ZNAME = NULL WHERE Z_PK = 2"]
    try check([
      Row(
        name: "required becomes optional", old: [entity("Item", [Self.name])],
        data: Self.twoItems, new: [entity("Item", [Self.optionalName])],
        query: "SELECT Z_PK, ZNAME FROM ZITEM", expected: ["1|a", "2|b"]),
      Row(
        name: "optional becomes required with a default",
        old: [entity("Item", [Self.optionalName])], data: halfEmpty,
        new: [entity("Item", [.attribute("name", .string, defaultValue: .constant(.string("?")))])],
        query: "SELECT Z_PK, ZNAME FROM ZITEM", expected: ["1|a", "2|?"]),
      Row(
        name: "better: required without a default where no row lacks a value",
        old: [entity("Item", [Self.optionalName])], data: Self.twoItems,
        new: [entity("Item", [Self.name])],
        query: "SELECT Z_PK, ZNAME FROM ZITEM", expected: ["1|a", "2|b"]),
      Row(
        name: "better: a new required attribute where there are no rows",
        old: [entity("Item", [Self.name])], data: [],
        new: [entity("Item", [Self.name, .attribute("size", .int32)])],
        query: "SELECT count(*) FROM ZITEM", expected: ["0"]),
    ])
  }

  func testEntitiesAreAddedRemovedAndRenamed() throws {
    try check([
      Row(
        name: "add, which renumbers the others", old: [entity("Item", [Self.name])],
        data: Self.twoItems, new: [entity("Box", []), entity("Item", [Self.name])],
        query: "SELECT Z_PK, Z_ENT FROM ZITEM UNION ALL SELECT Z_ENT, Z_MAX FROM Z_PRIMARYKEY",
        expected: ["1|2", "2|2", "1|0", "2|2"]),
      Row(
        name: "remove, which renumbers the others",
        old: [entity("Box", []), entity("Item", [Self.name])],
        data: [
          "INSERT INTO ZBOX (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1)",
          "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (5, 2, 1, 'a')",
          "UPDATE Z_PRIMARYKEY SET Z_MAX = 9 WHERE Z_NAME = 'Item'",
        ], new: [entity("Item", [Self.name])],
        query: "SELECT Z_PK, Z_ENT FROM ZITEM UNION ALL SELECT Z_ENT, Z_MAX FROM Z_PRIMARYKEY",
        expected: ["5|1", "1|9"]),
      Row(
        name: "rename", old: [entity("Item", [Self.name])], data: Self.twoItems,
        new: [entity("Thing", [Self.name], renamed: "Item")],
        query: "SELECT Z_PK, ZNAME FROM ZTHING", expected: ["1|a", "2|b"]),
    ])
  }

  func testRelationshipsAreAddedRemovedAndRenamed() throws {
    let box: EntityDescription = entity("Box", [.toMany("items", "Item", inverse: "box")])
    let boxed = [
      "INSERT INTO ZBOX (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1), (2, 1, 1)",
      "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZBOX) VALUES "
        + "(1, 2, 1, 'a', 1), (2, 2, 1, 'b', 1), (3, 2, 1, 'c', NULL)",
    ]
    try check([
      Row(
        name: "add to-one", old: [entity("Box", []), entity("Item", [Self.name])],
        data: [
          "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 2, 1, 'a')"
        ], new: [box, entity("Item", [Self.name, .toOne("box", "Box", inverse: "items")])],
        query: "SELECT Z_PK, ZBOX FROM ZITEM", expected: ["1|"]),
      Row(
        name: "remove to-one",
        old: [box, entity("Item", [Self.name, .toOne("box", "Box", inverse: "items")])],
        data: boxed, new: [entity("Box", []), entity("Item", [Self.name])],
        query: "SELECT Z_PK, ZNAME FROM ZITEM", expected: ["1|a", "2|b", "3|c"]),
      Row(
        name: "rename both ends",
        old: [box, entity("Item", [Self.name, .toOne("box", "Box", inverse: "items")])],
        data: boxed,
        new: [
          entity("Box", [.toMany("things", "Item", inverse: "crate", renamingIdentifier: "items")]),
          entity(
            "Item",
            [Self.name, .toOne("crate", "Box", inverse: "things", renamingIdentifier: "box")]),
        ],
        query: "SELECT Z_PK, ZCRATE FROM ZITEM ORDER BY 1", expected: ["1|1", "2|1", "3|"]),
      Row(
        name: "rename the destination",
        old: [box, entity("Item", [Self.name, .toOne("box", "Box", inverse: "items")])],
        data: boxed,
        new: [
          entity("Crate", [.toMany("items", "Item", inverse: "box")], renamed: "Box"),
          entity("Item", [Self.name, .toOne("box", "Crate", inverse: "items")]),
        ],
        query:
          "SELECT Z_PK, ZBOX FROM (SELECT * FROM ZITEM ORDER BY +Z_PK) UNION ALL SELECT Z_PK, Z_ENT FROM ZCRATE ORDER BY 2, 1",
        expected: ["3|", "1|1", "1|1", "2|1", "2|1"]),
      Row(
        name: "remove the destination",
        old: [box, entity("Item", [Self.name, .toOne("box", "Box", inverse: "items")])],
        data: boxed, new: [entity("Item", [Self.name])],
        query: "SELECT Z_PK, Z_ENT FROM ZITEM", expected: ["1|1", "2|1", "3|1"]),
    ])
  }

  func testARelationshipToAnotherEntityForgetsObjectsOfOneThatIsRemoved() throws {
    let crated = [
      "INSERT INTO ZBOX (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1)",
      "INSERT INTO ZCRATE (Z_PK, Z_ENT, Z_OPT) VALUES (1, 2, 1)",
    ]
    try check([
      Row(
        name: "one-to-many",
        old: [
          entity("Box", [.toMany("items", "Item", inverse: "box")]), entity("Crate", []),
          entity("Item", [Self.name, .toOne("box", "Box", inverse: "items")]),
        ],
        data: crated + [
          "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZBOX) VALUES (1, 3, 1, 'a', 1)"
        ],
        new: [
          entity("Crate", [.toMany("items", "Item", inverse: "box")]),
          entity("Item", [Self.name, .toOne("box", "Crate", inverse: "items")]),
        ],
        query: "SELECT Z_PK, ZBOX FROM ZITEM", expected: ["1|"]),
      Row(
        name: "many-to-many",
        old: [
          entity("Box", [.toMany("items", "Item", inverse: "boxes")]), entity("Crate", []),
          entity("Item", [Self.name, .toMany("boxes", "Box", inverse: "items")]),
        ],
        data: crated + [
          "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 3, 1, 'a')",
          "INSERT INTO Z_1ITEMS (Z_1BOXES, Z_3ITEMS) VALUES (1, 1)",
        ],
        new: [
          entity("Crate", [.toMany("items", "Item", inverse: "boxes")]),
          entity("Item", [Self.name, .toMany("boxes", "Crate", inverse: "items")]),
        ],
        query: "SELECT count(*) FROM Z_1ITEMS", expected: ["0"]),
    ])
  }

  /// A reference has no foreign key if its inverse has the delete rule `noAction`, and a
  /// column cannot gain or lose a foreign key in place. A delete rule alone does not make a
  /// new version, so an attribute is removed as well. `lid` has a foreign key in both
  /// versions, because a store without any foreign keys is left without them.
  func testForeignKeysFollowTheDeleteRule() throws {
    let ends: [PropertyDescription] = [
      .toOne("box", "Box", inverse: "items"), .toOne("lid", "Box", inverse: "lids"),
    ]
    func box(_ rule: DeleteRule) -> EntityDescription {
      entity(
        "Box",
        [
          .toMany("items", "Item", inverse: "box", deleteRule: rule),
          .toMany("lids", "Item", inverse: "lid"),
        ])
    }
    let boxed = [
      "INSERT INTO ZBOX (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1)",
      "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZBOX) VALUES (1, 2, 1, 'a', 1)",
    ]
    try check(
      [(DeleteRule.noAction, DeleteRule.nullify), (.nullify, .noAction)].map { old, new in
        Row(
          name: "\(old) to \(new)", old: [box(old), entity("Item", [Self.name] + ends)],
          data: boxed, new: [box(new), entity("Item", ends)],
          query: "SELECT Z_PK, ZBOX FROM ZITEM", expected: ["1|1"])
      })
  }

  func testToOneBecomesToMany() throws {
    let box: EntityDescription = entity("Box", [.toMany("items", "Item", inverse: "box")])
    let boxed = [
      "INSERT INTO ZBOX (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1), (2, 1, 1)",
      "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZBOX) VALUES "
        + "(1, 2, 1, 'a', 1), (2, 2, 1, 'b', 1), (3, 2, 1, 'c', NULL)",
    ]
    try check([
      Row(
        name: "one-to-many becomes many-to-many",
        old: [box, entity("Item", [Self.name, .toOne("box", "Box", inverse: "items")])],
        data: boxed,
        new: [
          entity("Box", [.toMany("items", "Item", inverse: "box")]),
          entity("Item", [Self.name, .toMany("box", "Box", inverse: "items")]),
        ],
        query: "SELECT * FROM Z_1ITEMS ORDER BY 1, 2", expected: ["1|1", "1|2"]),
      Row(
        name: "one-to-one becomes one-to-many",
        old: [
          entity("Box", [.toOne("items", "Item", inverse: "box")]),
          entity("Item", [Self.name, .toOne("box", "Box", inverse: "items")]),
        ],
        data: [
          "INSERT INTO ZBOX (Z_PK, Z_ENT, Z_OPT, ZITEMS) VALUES (1, 1, 1, 2)",
          "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZBOX) VALUES (2, 2, 1, 'a', 1)",
        ],
        new: [box, entity("Item", [Self.name, .toOne("box", "Box", inverse: "items")])],
        query: "SELECT Z_PK, ZBOX FROM ZITEM", expected: ["2|1"]),
    ])
  }

  func testBetterToManyBecomesToOneWhereTheDataAllowIt() throws {
    try check([
      Row(
        name: "many-to-many becomes one-to-many",
        old: [
          entity("Box", [.toMany("items", "Item", inverse: "boxes")]),
          entity("Item", [Self.name, .toMany("boxes", "Box", inverse: "items")]),
        ],
        data: [
          "INSERT INTO ZBOX (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1), (2, 1, 1)",
          "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 2, 1, 'a'), (2, 2, 1, 'b')",
          "INSERT INTO Z_1ITEMS VALUES (2, 1), (2, 2)",
        ],
        new: [
          entity("Box", [.toMany("items", "Item", inverse: "box")]),
          entity(
            "Item",
            [Self.name, .toOne("box", "Box", inverse: "items", renamingIdentifier: "boxes")]),
        ],
        query: "SELECT Z_PK, ZBOX FROM ZITEM", expected: ["1|2", "2|2"])
    ])
  }

  func testAListOfOtherElementsIsNoListOfTheSame() throws {
    let numbers = PropertyDescription.attribute("words", .list(.int64), isOptional: true)
    let texts = PropertyDescription.attribute("words", .list(.string), isOptional: true)
    try make(
      ManagedObjectModel(name: "Shop", version: 1, entities: [entity("Item", [numbers])]),
      "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZWORDS) VALUES (1, 1, 1, '[1,2]')")
    XCTAssertThrowsError(
      try open(ManagedObjectModel(name: "Shop", version: 2, entities: [entity("Item", [texts])]))
    ) { XCTAssertTrue($0 is MigrationError, "\($0)") }
    XCTAssertEqual(try stored("SELECT ZWORDS FROM ZITEM"), ["[1,2]"])
  }

  func testANewInverseHasTheLinksOfAllSubentities() throws {
    func model(
      _ version: Int, _ box: [PropertyDescription], _ thing: PropertyDescription
    ) -> ManagedObjectModel {
      ManagedObjectModel(
        name: "Shop", version: version,
        entities: [
          entity("Box", [Self.name] + box), entity("Thing", [thing], isAbstract: true),
          entity("Item", [], parent: "Thing"), entity("Toy", [], parent: "Thing"),
        ])
    }
    try make(
      model(1, [], .toOne("box", "Box")),
      "INSERT INTO ZBOX (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 'a'), (2, 1, 1, 'b')",
      "INSERT INTO ZTHING (Z_PK, Z_ENT, Z_OPT, ZBOX) VALUES (1, 3, 1, 1), (2, 4, 1, 2)")
    try open(
      model(
        2, [.toOne("thing", "Thing", inverse: "box")], .toOne("box", "Box", inverse: "thing")))
    XCTAssertEqual(
      try stored("SELECT Z_PK, ZTHING, Z2_THING FROM ZBOX"), ["1|1|3", "2|2|4"])
  }

  func testOrderComesAndGoes() throws {
    let item: EntityDescription = entity(
      "Item", [Self.name, .toOne("box", "Box", inverse: "items")])
    let boxed = [
      "INSERT INTO ZBOX (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1)",
      "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZBOX) VALUES "
        + "(1, 2, 1, 'a', 1), (2, 2, 1, 'b', 1), (3, 2, 1, 'c', NULL)",
    ]
    let plain: EntityDescription = entity("Box", [.toMany("items", "Item", inverse: "box")])
    let ordered: EntityDescription = entity(
      "Box", [.toMany("items", "Item", inverse: "box", isOrdered: true)])
    let many: EntityDescription = entity(
      "Item", [Self.name, .toMany("boxes", "Box", inverse: "items")])
    try check([
      Row(
        name: "one-to-many becomes ordered", old: [plain, item], data: boxed, new: [ordered, item],
        query: "SELECT Z_PK, ZBOX, Z_FOK_BOX FROM ZITEM", expected: ["1|1|1024", "2|1|2048", "3||"]),
      Row(
        name: "one-to-many is no longer ordered", old: [ordered, item], data: boxed,
        new: [plain, item],
        query: "SELECT Z_PK, ZBOX FROM ZITEM ORDER BY 1", expected: ["1|1", "2|1", "3|"]),
      Row(
        name: "many-to-many becomes ordered",
        old: [entity("Box", [.toMany("items", "Item", inverse: "boxes")]), many],
        data: [
          "INSERT INTO ZBOX (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1)",
          "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 2, 1, 'a'), (2, 2, 1, 'b')",
          "INSERT INTO Z_1ITEMS VALUES (1, 2), (1, 1)",
        ],
        new: [entity("Box", [.toMany("items", "Item", inverse: "boxes", isOrdered: true)]), many],
        query: "SELECT Z_1BOXES, Z_2ITEMS, Z_FOK_2ITEMS FROM Z_1ITEMS ORDER BY 3",
        expected: ["1|1|1024", "1|2|2048"]),
    ])
  }

  func testHierarchiesGrowShrinkAndLetGo() throws {
    let family = [
      "INSERT INTO ZTHING (Z_PK, Z_ENT, Z_OPT, ZNAME, ZSIZE) VALUES "
        + "(1, 2, 1, 'box', 4), (2, 3, 1, 'item', NULL)",
      "UPDATE Z_PRIMARYKEY SET Z_MAX = 2 WHERE Z_NAME = 'Thing'",
    ]
    let size = PropertyDescription.attribute("size", .int32, isOptional: true)
    let thing: EntityDescription = entity("Thing", [Self.name], isAbstract: true)
    try check([
      Row(
        name: "a new parent", old: [entity("Item", [Self.name])], data: Self.twoItems,
        new: [entity("Thing", [Self.name]), entity("Item", [], parent: "Thing")],
        query: "SELECT Z_PK, Z_ENT, ZNAME FROM ZTHING", expected: ["1|2|a", "2|2|b"]),
      Row(
        name: "a new child", old: [entity("Item", [Self.name])], data: Self.twoItems,
        new: [entity("Item", [Self.name]), entity("Toy", [size], parent: "Item")],
        query: "SELECT Z_PK, Z_ENT, ZNAME, ZSIZE FROM ZITEM", expected: ["1|1|a|", "2|1|b|"]),
      Row(
        name: "a property moves up",
        old: [thing, entity("Box", [size], parent: "Thing"), entity("Item", [], parent: "Thing")],
        data: family,
        new: [
          entity("Thing", [Self.name, size], isAbstract: true), entity("Box", [], parent: "Thing"),
          entity("Item", [], parent: "Thing"),
        ],
        query: "SELECT Z_PK, Z_ENT, ZNAME, ZSIZE FROM ZTHING", expected: ["1|2|box|4", "2|3|item|"]),
      Row(
        name: "a property moves down",
        old: [
          entity("Thing", [Self.name, size], isAbstract: true), entity("Box", [], parent: "Thing"),
          entity("Item", [], parent: "Thing"),
        ], data: family,
        new: [thing, entity("Box", [size], parent: "Thing"), entity("Item", [], parent: "Thing")],
        query: "SELECT Z_PK, Z_ENT, ZNAME, ZSIZE FROM ZTHING", expected: ["1|2|box|4", "2|3|item|"]),
      Row(
        name: "an entity leaves the hierarchy",
        old: [thing, entity("Box", [size], parent: "Thing"), entity("Item", [], parent: "Thing")],
        data: family,
        new: [thing, entity("Box", [Self.name, size]), entity("Item", [], parent: "Thing")],
        query: "SELECT Z_PK, Z_ENT, ZNAME, ZSIZE FROM ZBOX UNION ALL "
          + "SELECT Z_PK, Z_ENT, ZNAME, NULL FROM ZTHING UNION ALL "
          + "SELECT Z_ENT, Z_MAX, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY",
        expected: ["1|1|box|4", "2|3|item|", "1|2|Box|0", "2|2|Thing|0", "3|0|Item|2"]),
      Row(
        name: "a child is removed",
        old: [thing, entity("Box", [size], parent: "Thing"), entity("Item", [], parent: "Thing")],
        data: family, new: [thing, entity("Item", [], parent: "Thing")],
        query: "SELECT Z_PK, Z_ENT, ZNAME FROM ZTHING", expected: ["2|2|item"]),
    ])
  }

  func testARelationshipForgetsObjectsOfAChildThatIsRemoved() throws {
    let thing = entity("Thing", [Self.name], isAbstract: true)
    let owner = entity("Owner", [.toOne("thing", "Thing", inverse: "owners")])
    let things = entity(
      "Thing", [Self.name, .toMany("owners", "Owner", inverse: "thing")], isAbstract: true)
    _ = thing
    try make(
      model(
        1, owner, things, entity("Box", [], parent: "Thing"), entity("Item", [], parent: "Thing")),
      "INSERT INTO ZTHING (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 3, 1, 'box'), (2, 4, 1, 'item')",
      "INSERT INTO ZOWNER (Z_PK, Z_ENT, Z_OPT, ZTHING) VALUES (1, 1, 1, 1), (2, 1, 1, 2)")
    try open(model(2, owner, things, entity("Item", [], parent: "Thing")))
    XCTAssertEqual(try stored("SELECT Z_PK, ZTHING FROM ZOWNER"), ["1|", "2|2"])
  }

  func testDerivedAttributesThatAreNewAreComputed() throws {
    let plain: [PropertyDescription] = [
      Self.name, .toMany("items", "Item", inverse: "box"),
    ]
    let item = entity("Item", [.toOne("box", "Box", inverse: "items")])
    try make(
      model(1, entity("Box", plain), item),
      "INSERT INTO ZBOX (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 'Crate'), (2, 1, 1, 'bag')",
      "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZBOX) VALUES (1, 2, 1, 1), (2, 2, 1, 1)")
    let derived: [PropertyDescription] = [
      .attribute(
        "count", .int32, derivation: .keyPath(["items", "@count"], of: .evaluatedObject)),
      .attribute("search", .string, derivation: .function("lowercase:", [.keyPath("name")])),
    ]
    try open(model(2, entity("Box", plain + derived), item))
    XCTAssertEqual(
      try stored("SELECT ZNAME, ZCOUNT, ZSEARCH FROM ZBOX"), ["Crate|2|crate", "bag|0|bag"])
  }

  func testAnIndexIsTurnedAround() throws {
    func indexed(_ version: Int, isAscending: Bool) -> ManagedObjectModel {
      var item = entity(
        "Item", [Self.name, .attribute("added\(version)", .string, isOptional: true)])
      item.indexes = [
        FetchIndexDescription(name: "byName", elements: [.init("name", isAscending: isAscending)])
      ]
      return model(version, item)
    }
    for isAscending in [true, false] {
      try tearDownAndSetUp()
      try make(indexed(1, isAscending: isAscending))
      let new = indexed(2, isAscending: !isAscending)
      try open(new)
      try assertSchema(new, "turned around")
      XCTAssertEqual(
        try stored(
          """
          SELECT x."desc" FROM pragma_index_list('ZITEM') AS l, pragma_index_xinfo(l.name) AS x \
          WHERE x.name = 'ZNAME'
          """), [isAscending ? "1" : "0"])
    }
  }

  func testAJoinTableFollowsTheNumbersOfItsEntities() throws {
    let box = entity("Box", [.toMany("items", "Item", inverse: "boxes")])
    let item = entity("Item", [Self.name, .toMany("boxes", "Box", inverse: "items")])
    try make(
      model(1, box, item), "INSERT INTO ZBOX (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1)",
      "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (7, 2, 1, 'a')",
      "INSERT INTO Z_1ITEMS VALUES (1, 7)")
    let new = model(2, entity("Alarm", []), box, item)
    try open(new)
    XCTAssertEqual(try stored("SELECT Z_2BOXES, Z_3ITEMS FROM Z_2ITEMS"), ["1|7"])
    try assertSchema(new, "renumbered")
  }

  private func execute(_ sql: String) throws { try TestSupport.execute(sql, in: url) }
}
