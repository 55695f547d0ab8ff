import Foundation
import ModelSQLite
import ModelSchema
import TestSupport
import XCTest

@testable import ModelRuntime
@testable import ModelStorage

/// Migrations over several versions, with migration blocks, on copies, and with progress.
final class ProgressiveMigrationTests: MigrationTestCase {
  private static let name = PropertyDescription.attribute("name", .string)

  private func keyPath(_ name: String) -> ObjectExpression {
    .keyPath([name], of: .variable("old"))
  }

  /// Version 1 of the language's example, version 2 with entities instead of texts, and
  /// version 3 with a note.
  private var versions: [ManagedObjectModel] {
    let one = model(
      1,
      entity(
        "Item",
        [
          Self.name, .attribute("isUrgent", .boolean, defaultValue: .constant(.boolean(false))),
          .attribute("category", .string, isOptional: true),
        ]))
    let item: [PropertyDescription] = [
      .attribute("title", .string, renamingIdentifier: "name"),
      .attribute("priority", .int16, defaultValue: .constant(.integer(1))),
      .toOne("category", "Category", inverse: "tasks"),
    ]
    let entry = entity(
      "Entry", [.attribute("id", .uuid, defaultValue: .uuid)], isAbstract: true)
    let category = entity(
      "Category",
      [
        .attribute("name", .string, isUnique: true),
        .toMany("tasks", "TodoItem", inverse: "category"),
      ], parent: "Entry")
    var two = model(
      2, entry, entity("TodoItem", item, parent: "Entry", renamed: "Item"), category)
    two.migrations = [
      MigrationDescription(
        fromVersion: 1,
        steps: [
          .insert(
            entity: "Category", fromDistinct: "Item.category", [.init("name", keyPath("category"))]),
          .map(
            from: "Item", to: "TodoItem",
            [
              .init(
                "priority",
                .conditional(
                  .compare(keyPath("isUrgent"), .equal, .constant(.boolean(true))),
                  then: .constant(.integer(2)), else: .constant(.integer(1)))),
              .init(
                "category",
                .function(
                  "find:",
                  [
                    .constant(.string("Category")), .constant(.string("name")),
                    keyPath("category"),
                  ])),
            ]),
          .drop(keyPath: "Item.isUrgent", reason: "kept as priority"),
          .after("Tasks.check"),
        ])
    ]
    let noted = item + [.attribute("note", .string, isOptional: true)]
    let three = model(
      3, entry, entity("TodoItem", noted, parent: "Entry", renamed: "Item"), category)
    return [one, two, three]
  }

  private let data = """
    INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZISURGENT, ZCATEGORY) VALUES \
    (1, 1, 1, 'milk', 1, 'home'), (2, 1, 1, 'mail', 0, 'work'), (3, 1, 1, 'cake', 0, 'home'), \
    (4, 1, 1, 'rest', 0, NULL); UPDATE Z_PRIMARYKEY SET Z_MAX = 4
    """

  private let query = """
    SELECT t.Z_PK, t.ZTITLE, t.ZPRIORITY, c.ZNAME FROM ZENTRY AS t \
    LEFT JOIN ZENTRY AS c ON c.Z_PK = t.ZCATEGORY WHERE t.ZTITLE IS NOT NULL
    """
  private let expected = ["1|milk|2|home", "2|mail|1|work", "3|cake|1|home", "4|rest|1|"]

  private func counting(_ counts: Counts) -> (inout MigrationOptions) -> Void {
    { options in
      options.code.add("Tasks.check") { access in
        counts.found = [try access.count(of: "Entry"), try access.count(of: "Category")]
      }
    }
  }

  private final class Counts: @unchecked Sendable {
    // because a test looks at it when the migration is over.
    var found: [Int] = []
  }

  func testABlockComputesValuesAndMakesObjects() throws {
    try make(versions[0], data)
    let counts = Counts()
    try open(versions[1], counting(counts))
    XCTAssertEqual(try stored(query), expected)
    XCTAssertEqual(counts.found, [6, 2])
    XCTAssertEqual(try stored("SELECT count(DISTINCT ZID) FROM ZENTRY"), ["6"])
    XCTAssertEqual(
      try stored("SELECT Z_NAME, Z_MAX FROM Z_PRIMARYKEY"),
      ["Entry|6", "Category|0", "TodoItem|0"])
    try assertSchema(versions[1], "block")
  }

  func testWhatIsDerivedOfComputedValuesIsDerivedAnew() throws {
    let item: [PropertyDescription] = [
      Self.name,
      .attribute("search", .string, derivation: .function("lowercase:", [.keyPath("name")])),
      .attribute("saved", .date, isOptional: true, derivation: .function("now", [])),
    ]
    try make(
      model(1, entity("Item", item)),
      "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZSEARCH, ZSAVED) VALUES "
        + "(1, 1, 1, 'A', 'a', 7)")
    var new = model(2, entity("Item", item + [.attribute("note", .string, isOptional: true)]))
    new.migrations = [
      MigrationDescription(
        fromVersion: 1,
        steps: [.map(from: "Item", to: "Item", [.init("name", .constant(.string("B")))])])
    ]
    try open(new)
    XCTAssertEqual(try stored("SELECT ZNAME, ZSEARCH, ZSAVED = 7 FROM ZITEM"), ["B|b|1"])
  }

  /// Makes a store of items with labels, and returns version 2, in which a block assigns
  /// them to tags.
  private func labelled(
    _ expression: ObjectExpression, _ tag: PropertyDescription
  ) throws -> ManagedObjectModel {
    try make(
      model(
        1, entity("Item", [Self.name, .toMany("labels", "Tag", inverse: "items")]),
        entity("Tag", [Self.name, .toMany("items", "Item", inverse: "labels")])),
      "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 'a'), (2, 1, 1, 'b')",
      "INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (3, 2, 1, 'x')",
      "INSERT INTO Z_1LABELS (Z_1ITEMS, Z_2LABELS) VALUES (1, 3), (2, 3)")
    var new = model(
      2, entity("Item", [Self.name, .toMany("tags", "Tag", inverse: tag.name)]),
      entity("Tag", [Self.name, tag]))
    new.migrations = [
      MigrationDescription(
        fromVersion: 1,
        steps: [
          .map(from: "Item", to: "Item", [.init("tags", expression)]),
          .drop(keyPath: "Item.labels", reason: nil),
        ])
    ]
    return new
  }

  func testABlockThatAssignsAToManyContinuesTheOlderOne() throws {
    // The inverse is new, or it existed before.
    for inverse in ["marked", "items"] {
      tearDown()
      try setUpWithError()
      let new = try labelled(keyPath("labels"), .toMany(inverse, "Item", inverse: "tags"))
      try open(new)
      XCTAssertEqual(
        try stored("SELECT Z_1\(inverse.uppercased()), Z_2TAGS FROM Z_1TAGS ORDER BY 1"),
        ["1|3", "2|3"], inverse)
      try assertSchema(new, inverse)
    }
  }

  func testBothEndsOfAnAssignedToManyAreThoseOfOne() throws {
    for (name, isRefused) in [("items", false), ("others", true)] {
      tearDown()
      try setUpWithError()
      var new = try labelled(keyPath("labels"), .toMany("marked", "Item", inverse: "tags"))
      new.migrations[0].steps.append(
        .map(from: "Tag", to: "Tag", [.init("marked", keyPath(name))]))
      guard isRefused else {
        try open(new)
        XCTAssertEqual(try stored("SELECT count(*) FROM Z_1TAGS"), ["2"])
        continue
      }
      XCTAssertThrowsError(try open(new)) { error in
        let words = "'tags', whose other end is assigned something else; assign one of both ends"
        XCTAssertTrue("\(error)".contains(words), "\(error)")
      }
    }
  }

  func testANewEndOfAnAssignedToManyHasOneOwner() throws {
    let new = try labelled(keyPath("labels"), .toOne("item", "Item", inverse: "tags"))
    XCTAssertThrowsError(try open(new)) { error in
      let failures = (error as? MigrationError)?.failures ?? []
      XCTAssertEqual(
        failures.map(\.condition), [.atMostOneOwner(entity: "Item", relationship: "labels")],
        "\(error)")
    }
    try execute("DELETE FROM Z_1LABELS WHERE Z_1ITEMS = 2", in: url)
    try open(new)
    XCTAssertEqual(try stored("SELECT ZITEM FROM ZTAG"), ["1"])
  }

  func testWhatLeadsToManyIsAssignedNothingElse() throws {
    let new = try labelled(.constant(.null), .toMany("marked", "Item", inverse: "tags"))
    XCTAssertThrowsError(try open(new)) { error in
      let words = "'map Item -> Item' assigns 'tags', which leads to many objects"
      XCTAssertTrue("\(error)".contains(words), "\(error)")
    }
    XCTAssertEqual(try stored("SELECT count(*) FROM Z_1LABELS"), ["2"])
  }

  func testWhatABlockInsertsFindsObjectsThatWereThere() throws {
    let item = entity("Item", [.attribute("kind", .string)])
    try make(
      model(1, item, entity("Shop", [Self.name])),
      "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZKIND) VALUES (1, 1, 1, 'toy'), (2, 1, 1, 'toy')",
      "INSERT INTO ZSHOP (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (7, 2, 1, 'main')")
    let find = ObjectExpression.function(
      "find:",
      [.constant(.string("Shop")), .constant(.string("name")), .constant(.string("main"))])
    var new = model(
      2, entity("Category", [Self.name, .toOne("shop", "Shop", inverse: "categories")]), item,
      entity("Shop", [Self.name, .toMany("categories", "Category", inverse: "shop")]))
    new.migrations = [
      MigrationDescription(
        fromVersion: 1,
        steps: [
          .insert(
            entity: "Category", fromDistinct: "Item.kind",
            [.init("name", keyPath("kind")), .init("shop", find)])
        ])
    ]
    try open(new)
    XCTAssertEqual(try stored("SELECT ZNAME, ZSHOP FROM ZCATEGORY"), ["toy|7"])
    try assertSchema(new, "find in insert")
  }

  func testAnObjectThatBecomesAnotherIsNotAssigned() throws {
    let (box, shelf) = (entity("Box", [Self.name]), entity("Shelf", [Self.name]))
    try make(
      model(1, box, entity("Item", [Self.name, .toOne("shelf", "Shelf")]), shelf),
      "INSERT INTO ZBOX (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 'box')",
      "INSERT INTO ZSHELF (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 3, 1, 'shelf')",
      "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZSHELF) VALUES (1, 2, 1, 'a', 1)")
    for (name, words) in [("shelf", "gives 'Shelf'"), ("name", "gives a text")] {
      var new = model(2, box, entity("Item", [Self.name, .toOne("box", "Box")]), shelf)
      new.migrations = [
        MigrationDescription(
          fromVersion: 1,
          steps: [
            .map(from: "Item", to: "Item", [.init("box", keyPath(name))]),
            .drop(keyPath: "Item.shelf", reason: nil),
          ])
      ]
      XCTAssertThrowsError(try open(new), name) { error in
        XCTAssertEqual((error as? MigrationError)?.reason, .invalidMapping, "\(error)")
        XCTAssertTrue("\(error)".contains("'box' leads to 'Box', and"), "\(error)")
        XCTAssertTrue("\(error)".contains(words), "\(error)")
      }
      XCTAssertEqual(try stored("SELECT ZSHELF FROM ZITEM"), ["1"], name)
    }
  }

  /// Makes a store of passports, and of people with the numbers of their passports.
  private func passports(
    _ steps: [MigrationDescription.Step] = []
  ) throws -> ManagedObjectModel {
    let number = PropertyDescription.attribute("number", .string)
    try make(
      model(
        1, entity("Passport", [number, .toOne("holder", "Person")]),
        entity("Person", [Self.name, .attribute("pass", .string, isOptional: true)])),
      "INSERT INTO ZPASSPORT (Z_PK, Z_ENT, Z_OPT, ZNUMBER) VALUES (7, 1, 1, 'x'), (8, 1, 1, 'y')",
      "INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZNAME, ZPASS) VALUES (1, 2, 1, 'Ann', 'x'), "
        + "(2, 2, 1, 'Ben', NULL)")
    var new = model(
      2, entity("Passport", [number, .toOne("owner", "Person", inverse: "passport")]),
      entity("Person", [Self.name, .toOne("passport", "Passport", inverse: "owner")]))
    let find = ObjectExpression.function(
      "find:",
      [.constant(.string("Passport")), .constant(.string("number")), keyPath("pass")])
    new.migrations = [
      MigrationDescription(
        fromVersion: 1,
        steps: [
          .map(from: "Person", to: "Person", [.init("passport", find)]),
          .drop(keyPath: "Person.pass", reason: nil),
          .drop(keyPath: "Passport.holder", reason: nil),
        ] + steps)
    ]
    return new
  }

  func testABlockThatSetsAOneToOneSetsBothEnds() throws {
    try open(try passports())
    XCTAssertEqual(try stored("SELECT ZPASSPORT FROM ZPERSON ORDER BY Z_PK"), ["7", ""])
    XCTAssertEqual(try stored("SELECT ZOWNER FROM ZPASSPORT ORDER BY Z_PK"), ["1", ""])
  }

  func testBothEndsOfAOneToOneThatABlockSetsMustAgree() throws {
    let new = try passports([
      .map(from: "Passport", to: "Passport", [.init("owner", keyPath("holder"))])
    ])
    try execute("UPDATE ZPERSON SET ZPASS = 'y' WHERE Z_PK = 2", in: url)
    try execute("UPDATE ZPASSPORT SET ZHOLDER = 2 WHERE Z_PK = 7", in: url)
    XCTAssertThrowsError(try open(new)) { error in
      let words =
        "'Person.passport' must lead to an object whose 'owner' leads back: 1 does not: Person p1"
      XCTAssertTrue("\(error)".contains(words), "\(error)")
    }
    try execute("UPDATE ZPASSPORT SET ZHOLDER = 1 WHERE Z_PK = 7", in: url)
    try open(new)
    XCTAssertEqual(try stored("SELECT ZPASSPORT FROM ZPERSON ORDER BY Z_PK"), ["7", "8"])
    XCTAssertEqual(try stored("SELECT ZOWNER FROM ZPASSPORT ORDER BY Z_PK"), ["1", "2"])
  }

  func testABlockThatGivesOneObjectToSeveralIsRefused() throws {
    let new = try passports()
    try execute("UPDATE ZPERSON SET ZPASS = 'x'", in: url)
    XCTAssertThrowsError(try open(new)) { error in
      let failures = (error as? MigrationError)?.failures ?? []
      XCTAssertEqual(
        failures.map(\.condition), [.atMostOneOwner(entity: "Person", relationship: "passport")],
        "\(error)")
      XCTAssertEqual(failures.first?.objectIDs.map(\.key), [7], "\(error)")
    }
    XCTAssertEqual(try stored("SELECT ZPASS FROM ZPERSON"), ["x", "x"])
  }

  func testABlockInBetweenIsNeverSteppedOver() throws {
    try make(versions[0], data)
    try open(versions[2], released: Array(versions[..<2]), counting(Counts()))
    XCTAssertEqual(try stored(query), expected)
    try assertSchema(versions[2], "three versions")
  }

  func testTheWayIsTheShortest() throws {
    func titles(_ source: ManagedObjectModel, _ all: [ManagedObjectModel]) throws -> [[Int?]] {
      let path = try MigrationPath(
        from: source,
        in: ModelVersions(current: all[all.count - 1], released: Array(all.dropLast())))
      return path.steps.map { [$0.source.version, $0.destination.version] }
    }
    XCTAssertEqual(try titles(versions[0], versions), [[1, 2], [2, 3]])
    XCTAssertEqual(try titles(versions[1], versions), [[2, 3]])
    let plain = (1...5).map { model($0, entity("Item", [Self.name])) }
    XCTAssertEqual(try titles(plain[0], plain), [[1, 5]])
  }

  func testAMissingVersionInBetweenIsNamed() throws {
    var all = versions
    all[2].migrations = [MigrationDescription(fromVersion: 2, steps: [.after("x")])]
    all[2].entities[1].properties.append(.attribute("size", .int16))
    try make(all[0], data)
    XCTAssertThrowsError(try open(all[2], counting(Counts()))) { error in
      XCTAssertEqual((error as? MigrationError)?.reason, .noMapping, "\(error)")
    }
  }

  func testSwiftThatNobodyHandedOverIsNamed() throws {
    try make(versions[0], data)
    XCTAssertThrowsError(try open(versions[1])) { error in
      XCTAssertEqual((error as? MigrationError)?.reason, .missingCode)
      XCTAssertTrue("\(error)".contains("'Tasks.check'"), "\(error)")
    }
    XCTAssertEqual(try stored("SELECT count(*) FROM ZITEM"), ["4"])
  }

  func testRenamesFollowOneIdentifierFromAnyVersion() throws {
    let colors = ["color", "paintColor", "bodyColor"].enumerated().map { index, name in
      model(
        index + 1,
        entity(
          "Car", [.attribute(name, .string, renamingIdentifier: index == 0 ? nil : "color")]))
    }
    for start in 0...1 {
      tearDown()
      try setUpWithError()
      let column = "Z" + ["COLOR", "PAINTCOLOR"][start]
      try make(
        colors[start], "INSERT INTO ZCAR (Z_PK, Z_ENT, Z_OPT, \(column)) VALUES (1, 1, 1, 'red')")
      try open(colors[2])
      XCTAssertEqual(try stored("SELECT ZBODYCOLOR FROM ZCAR"), ["red"])
    }
  }

  func testACopyIsMigratedAndWrittenBack() throws {
    try make(versions[0], data)
    try open(versions[2], released: Array(versions[..<2])) {
      $0.place = .onCopy
      counting(Counts())(&$0)
    }
    XCTAssertEqual(try stored(query), expected)
    try assertSchema(versions[2], "copy")
    XCTAssertFalse(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        .contains { $0.contains("migrating") })
  }

  func testProgressGoesFromNothingToAll() async throws {
    try make(versions[0], data)
    let progress = MigrationProgress()
    let updates = progress.updates
    try open(versions[2], released: Array(versions[..<2])) {
      $0.progress = progress
      counting(Counts())(&$0)
    }
    var fractions: [Double] = []
    for await update in updates { fractions.append(update.fraction) }
    XCTAssertGreaterThan(fractions.count, 5)
    XCTAssertEqual(fractions, fractions.sorted())
    XCTAssertEqual(fractions.last, 1)
  }

  func testIndexesFollowTheModelThoughHashesDoNot() throws {
    let plain = model(1, entity("Item", [Self.name]))
    let indexed = model(1, entity("Item", [.attribute("name", .string, isIndexed: true)]))
    XCTAssertEqual(plain.versionHashes, indexed.versionHashes)
    try make(plain, "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 'a')")
    try open(indexed)
    try assertSchema(indexed, "index made")
    try open(plain)
    try assertSchema(plain, "index removed")
  }

  func testAddingAnAttributeTouchesNoRow() throws {
    let old = model(1, entity("Item", [Self.name]))
    let new = model(
      2,
      entity(
        "Item", [Self.name, .attribute("size", .int32, defaultValue: .constant(.integer(1)))]))
    try make(old, "UPDATE Z_PRIMARYKEY SET Z_MAX = 1000000")
    let connection = try Connection(path: url.path(percentEncoded: false))
    let change = try SchemaMigrationPlan(
      try XCTUnwrap(
        try MigrationPath(from: old, in: ModelVersions(current: new)).steps.first),
      schema: ExistingSchema(connection), sharesKeys: false, now: .null)
    let statements = try MigrationStatements(plan: change).all()
    XCTAssertEqual(statements.map(\.rowCount).max(), 0, "\(statements.map(\.sql))")
  }
}
