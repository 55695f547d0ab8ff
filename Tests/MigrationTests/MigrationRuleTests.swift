import ModelSchema
import TestSupport
import XCTest

@testable import ModelRuntime
@testable import ModelStorage

/// Objects that policies and mappings make have to satisfy the rules of the newer version.
final class MigrationRuleTests: MigrationTestCase {
  private let old = model(
    1, entity("Box", [.toMany("items", "Item", inverse: "box")]),
    entity(
      "Item",
      [.attribute("name", .string, isOptional: true), .toOne("box", "Box", inverse: "items")])
  )

  private func newer(_ properties: [PropertyDescription]) -> ManagedObjectModel {
    var item = entity(
      "Item",
      [
        .attribute("name", .string),
        .attribute("size", .int16, defaultValue: .constant(.integer(1))),
      ]
        + properties)
    item.checks = [
      CheckDescription(
        name: "sane", predicate: .compare(.keyPath("name"), .notEqual, .constant(.string("mad"))),
        message: "names are sane")
    ]
    for index in item.properties.indices {
      guard case .attribute(var attribute) = item.properties[index] else { continue }
      if attribute.name == "size" {
        attribute.rules = [
          ValidationRule(
            .range(min: .integer(0), max: .integer(100), excludesUpperBound: false),
            message: "as the scale says")
        ]
      }
      if attribute.name == "name" {
        attribute.rules = [
          ValidationRule(.length(min: 1, max: 8)), ValidationRule(.matches("[a-z ]*")),
          ValidationRule(
            .predicate(.compare(.evaluatedObject, .notEqual, .constant(.string("odd"))))),
        ]
        attribute.isUnique = true
      }
      item.properties[index] = .attribute(attribute)
    }
    return model(2, entity("Box", [.toMany("items", "Item", inverse: "box")]), item)
  }

  private struct Setting: EntityMigrationPolicy {
    let name: String
    let value: ConstantValue

    func createDestinationInstances(
      for source: MigrationObject, session: MigrationSession
    ) throws {
      var object = session.destination(for: source)
      if source.key == 2 { object[name] = value }
      try session.insert(object, for: source)
    }
  }

  func testWhatAPolicyMakesKeepsTheRules() throws {
    let box = PropertyDescription.toOne("box", "Box", inverse: "items")
    var needed = RelationshipDescription(name: "box", destinationName: "Box", inverseName: "items")
    needed.isOptional = false
    let cases: [(String, PropertyDescription, ConstantValue, String)] = [
      ("name", box, .null, "'Item.name' is required and must have a value"),
      ("name", box, .string(""), "'Item.name' must have at least 1 characters"),
      ("name", box, .string("much too long"), "'Item.name' must have at most 8 characters"),
      ("name", box, .string("UPPER"), "'Item.name' must match /[a-z ]*/"),
      ("name", box, .string("one"), "'Item.name' must be unique: 2 do not: Item p1, Item p2"),
      ("name", box, .string("odd"), "'Item.name' must hold: SELF != \"odd\""),
      ("name", box, .string("mad"), "'Item.sane' must hold: names are sane"),
      ("size", box, .integer(-1), "'Item.size' must be at least 0: as the scale says"),
      ("size", box, .integer(70_000), "'Item.size' must be of its type, Int16"),
      ("size", box, .string("x"), "'Item.size' must be of its type, Int16"),
      ("box", .relationship(needed), .null, "'Item.box' is required and must have a value"),
      ("box", box, .integer(77), "'Item.box' must lead to an object that is there"),
    ]
    for (name, box, value, words) in cases {
      tearDown()
      try setUpWithError()
      try make(
        old, "INSERT INTO ZBOX (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1)",
        "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZBOX) VALUES (1, 2, 1, 'one', 1), "
          + "(2, 2, 1, 'two', 1)", "PRAGMA wal_checkpoint(TRUNCATE)")
      let before = try Data(contentsOf: url)
      XCTAssertThrowsError(
        try open(newer([box])) {
          $0.code.add(Setting(name: name, value: value), for: "Item", from: 1, to: 2)
        }, words
      ) { error in
        XCTAssertTrue("\(error)".contains(words), "\(name) = \(value): \(error)")
        XCTAssertTrue("\(error)".contains("Item p2"), "\(name) = \(value): \(error)")
        XCTAssertEqual((error as? MigrationError)?.reason, .dataBreaksRule, "\(error)")
      }
      XCTAssertEqual(try Data(contentsOf: url), before, "\(name) = \(value)")
    }
  }

  func testElementsOfCompositesAndDataKeepTheirRules() throws {
    func model(_ version: Int, _ rules: [ValidationRule], most: Int?) -> ManagedObjectModel {
      var zip = AttributeDescription(name: "zip", type: .int32, isOptional: true)
      var scan = AttributeDescription(name: "scan", type: .data, isOptional: true)
      zip.rules = rules
      scan.rules = most.map { [ValidationRule(.length(min: nil, max: $0))] } ?? []
      let home = AttributeDescription(name: "home", type: .composite("Address"), isOptional: true)
      let title = AttributeDescription(name: "title", type: .string, isOptional: true)
      let attributes = version == 1 ? [home, scan] : [home, scan, title]
      return ManagedObjectModel(
        name: "Shop", version: version,
        composites: [CompositeDescription(name: "Address", elements: [zip])],
        entities: [entity("Item", attributes.map { .attribute($0) })])
    }
    let rules = [
      ValidationRule(.range(min: .integer(1), max: .integer(9), excludesUpperBound: false)),
      ValidationRule(.predicate(.compare(.evaluatedObject, .notEqual, .constant(.integer(5))))),
    ]
    let cases = [
      ("10, X'01'", "'Item.home.zip' must be at most 9"),
      ("5, X'01'", "'Item.home.zip' must hold: SELF != 5"),
      ("9, X'010203'", "'Item.scan' must have at most 2 bytes"),
    ]
    for (values, words) in cases {
      tearDown()
      try setUpWithError()
      try make(
        model(1, [], most: nil),
        "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZZIP, ZSCAN) VALUES (1, 1, 1, NULL, NULL), "
          + "(2, 1, 1, \(values))")
      XCTAssertThrowsError(
        try open(model(2, rules, most: 2)) {
          $0.code.add(Setting(name: "title", value: .string("two")), for: "Item", from: 1, to: 2)
        }, words
      ) { error in
        XCTAssertTrue("\(error)".contains(words), "\(error)")
        XCTAssertTrue("\(error)".contains("Item p2"), "\(error)")
      }
    }
  }

  func testALengthIsInCharactersAsWhenSaving() throws {
    // The text has seven characters of two scalars each.
    var joined = newer([.toOne("box", "Box", inverse: "items")])
    joined.entities[1].properties = joined.entities[1].properties.map { property in
      guard case .attribute(var attribute) = property, attribute.name == "name" else {
        return property
      }
      attribute.rules = [ValidationRule(.length(min: 1, max: 8))]
      return .attribute(attribute)
    }
    try make(
      old, "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (2, 2, 1, 'two')")
    try open(joined) {
      $0.code.add(
        Setting(name: "name", value: .string(String(repeating: "e\u{301}", count: 7))),
        for: "Item", from: 1, to: 2)
    }
    XCTAssertEqual(try stored("SELECT length(ZNAME) FROM ZITEM"), ["14"])
  }

  func testTheRehearsalCountsMembers() throws {
    let two = "(1, 2, 1, 'one', 1), (2, 2, 1, 'two', 1), (3, 2, 1, 'three', 2)"
    let cases: [(least: Int, most: Int, isOptional: Bool, words: [String])] = [
      (0, 1, true, ["'Box.items' must lead to at most 1: 1 does not: Box p1"]),
      (2, 0, true, ["'Box.items' must lead to at least 2: 1 does not: Box p2"]),
      (2, 0, false, ["'Box.items' must lead to at least 2: 2 do not: Box p2, Box p3"]),
      (1, 2, true, []),
    ]
    for (least, most, isOptional, words) in cases {
      tearDown()
      try setUpWithError()
      try make(
        old, "INSERT INTO ZBOX (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1), (2, 1, 1), (3, 1, 1)",
        "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZBOX) VALUES \(two)")
      var new = old
      new.version = 2
      new.entities[0].properties = [
        .toMany(
          "items", "Item", inverse: "box", isOptional: isOptional, minCount: least, maxCount: most)
      ]
      let report = try PersistentContainer.dryRunMigration(
        of: StoreConfiguration(url: url), to: CompiledModel(layoutOf: new))
      XCTAssertEqual(report.brokenRules.map(\.description), words, "\(least) to \(most)")
    }
  }

  func testTheRehearsalKnowsBoundsThatAreLeftOut() throws {
    try make(old, "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 2, 1, 'fine')")
    var new = newer([.toOne("box", "Box", inverse: "items")])
    new.entities[1].properties[1] = .attribute(
      "size", .int16, defaultValue: .constant(.integer(1)),
      rules: [
        ValidationRule(.range(min: nil, max: .integer(1), excludesUpperBound: true), message: nil)
      ])
    let report = try PersistentContainer.dryRunMigration(
      of: StoreConfiguration(url: url), to: CompiledModel(layoutOf: new))
    XCTAssertEqual(
      report.brokenRules.map(\.description),
      ["'Item.size' must be less than 1: 1 does not: Item p1"])
  }

  func testFunctionsSeeTheDataOfTheirVersion() throws {
    try make(
      old, "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 2, 1, 'MAD')")
    var new = newer([.toOne("box", "Box", inverse: "items")])
    new.migrations = [
      MigrationDescription(
        fromVersion: 1, steps: [.after("Items.count"), .before("Items.mend"), .after("Items.show")])
    ]
    let calls = Calls()
    let store = try open(new) { options in
      options.code.add("Items.mend") { access in
        calls.names.append("mend \(access.model.versionTitle)")
        try access.execute("UPDATE ZITEM SET ZNAME = ?", [.string("sound")])
      }
      options.code.add("Items.count") { access in
        calls.names.append("count \(access.model.versionTitle) \(try access.count(of: "Item"))")
      }
      options.code.add("Items.show") { access in
        calls.names.append("show \(try access.rows("SELECT ZNAME, ZSIZE FROM ZITEM"))")
      }
    }
    XCTAssertEqual(
      calls.names,
      [
        "mend version 1", "count version 2 1",
        "show \([[ConstantValue.string("sound"), .integer(1)]])",
      ])
    withExtendedLifetime(store) {}
  }

  func testTheRehearsalSeesWhatAFunctionTakesAway() throws {
    try make(old, "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 2, 1, 'one')")
    var new = newer([.toOne("box", "Box", inverse: "items")])
    new.migrations = [MigrationDescription(fromVersion: 1, steps: [.after("Items.spoil")])]
    var configuration = StoreConfiguration(url: url)
    configuration.migration.code.add("Items.spoil") { access in
      try access.execute("ALTER TABLE ZITEM DROP COLUMN ZSIZE", [])
    }
    let model = CompiledModel(layoutOf: new)
    XCTAssertThrowsError(
      try PersistentContainer.dryRunMigration(of: configuration, to: model)
    ) { XCTAssertTrue("\($0)".contains("size"), "\($0)") }
    XCTAssertThrowsError(try PersistentStore(model, configuration: configuration)) {
      XCTAssertTrue("\($0)".contains("size"), "\($0)")
    }
  }

  private final class Calls: @unchecked Sendable { var names: [String] = [] }

  func testWhatABlockComputesKeepsTheRules() throws {
    try make(
      old, "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 2, 1, 'one')")
    var new = newer([.toOne("box", "Box", inverse: "items")])
    new.migrations = [
      MigrationDescription(
        fromVersion: 1,
        steps: [.map(from: "Item", to: "Item", [.init("size", .constant(.integer(101)))])])
    ]
    XCTAssertThrowsError(try open(new)) { error in
      XCTAssertTrue("\(error)".contains("'Item.size' must be at most 100"), "\(error)")
    }
    XCTAssertEqual(try stored("SELECT ZNAME FROM ZITEM"), ["one"])
  }

  func testWhatABlockMakesOfDistinctValuesKeepsTheRules() throws {
    try make(
      old, "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 2, 1, 'a'), (2, 2, 1, 'LOUD')")
    var new = old
    new.version = 2
    var label = AttributeDescription(name: "label", type: .string)
    label.rules = [ValidationRule(.length(min: 1, max: 3))]
    new.entities.append(entity("Label", [.attribute(label)]))
    let name = ObjectExpression.keyPath(["name"], of: .variable("old"))
    new.migrations = [
      MigrationDescription(
        fromVersion: 1,
        steps: [.insert(entity: "Label", fromDistinct: "Item.name", [.init("label", name)])])
    ]
    XCTAssertThrowsError(try open(new)) { error in
      XCTAssertTrue("\(error)".contains("'Label.label' must have at most 3 characters"), "\(error)")
    }
    XCTAssertEqual(try stored("SELECT ZNAME FROM ZITEM ORDER BY Z_PK"), ["a", "LOUD"])
  }

  func testTheRehearsalListsEverythingAtOnce() throws {
    try make(
      old,
      "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 2, 1, NULL), (2, 2, 1, 'same'), "
        + "(3, 2, 1, 'same'), (4, 2, 1, 'LOUD')")
    var new = newer([.toOne("box", "Box", inverse: "items")])
    let report = try PersistentContainer.dryRunMigration(
      of: StoreConfiguration(url: url), to: CompiledModel(layoutOf: new))
    XCTAssertEqual(
      report.error?.failures.map(\.description),
      [
        "'Item.name' is required now and must have a value everywhere: 1 does not: Item p1",
        "'Item.name' must be unique: 2 do not: Item p2, Item p3",
      ])
    // A problem of the models does not hide problems of the data.
    new.entities[1].properties.append(.attribute("weight", .double))
    let other = try PersistentContainer.dryRunMigration(
      of: StoreConfiguration(url: url), to: CompiledModel(layoutOf: new))
    XCTAssertEqual(other.error?.reason, .noMapping)
    XCTAssertEqual(other.error?.diagnostics.map(\.propertyName), ["weight"])
    XCTAssertEqual(other.error?.failures.map(\.count), [1, 2])
  }

  func testTheRehearsalWarnsOfRulesThatOldDataBreak() throws {
    try make(
      old,
      "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 2, 1, 'fine'), (2, 2, 1, 'LOUD')")
    let new = newer([.toOne("box", "Box", inverse: "items")])
    let report = try PersistentContainer.dryRunMigration(
      of: StoreConfiguration(url: url), to: CompiledModel(layoutOf: new))
    XCTAssertNil(report.error)
    XCTAssertEqual(
      report.brokenRules.map(\.description),
      ["'Item.name' must match /[a-z ]*/: 1 does not: Item p2"])
    XCTAssertTrue("\(report)".contains("could not be saved again as they are"), "\(report)")
    try open(new)
  }

  func testTheRehearsalNamesTheStoreAndNotItsCopy() throws {
    try Data("rubbish, and more of it than a header has bytes, so that it is read at all".utf8)
      .write(to: url)
    XCTAssertThrowsError(
      try PersistentContainer.dryRunMigration(
        of: StoreConfiguration(url: url), to: CompiledModel(layoutOf: old))
    ) { error in
      XCTAssertTrue("\(error)".hasPrefix("'\(url.path(percentEncoded: false))' is not"), "\(error)")
    }
  }

  func testTheRehearsalShowsRenamedEntitiesOnce() throws {
    try make(old, "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 2, 1, 'fine')")
    let new = model(
      2, entity("Crate", [.toMany("items", "Thing", inverse: "box")], renamed: "Box"),
      entity(
        "Thing",
        [.attribute("name", .string, isOptional: true), .toOne("box", "Crate", inverse: "items")],
        renamed: "Item"))
    let report = try PersistentContainer.dryRunMigration(
      of: StoreConfiguration(url: url), to: CompiledModel(layoutOf: new))
    XCTAssertNil(report.error)
    XCTAssertTrue(
      "\(report)".contains("  Crate (was Box): 0 -> 0\n  Thing (was Item): 1 -> 1\n"), "\(report)")
  }
}
