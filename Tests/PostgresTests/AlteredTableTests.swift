#if PostgreSQL
  import Foundation
  import ModelPostgres
  import ModelRuntime
  import ModelSchema
  import StoreSupport
  import XCTest

  /// Stores of an older version, whose tables are altered or whose contents are migrated.
  final class AlteredTableTests: PostgresTestCase {
    private func model(_ version: Int, _ entities: EntityDescription...) -> ManagedObjectModel {
      ManagedObjectModel(name: "Zoo", version: version, entities: entities)
    }

    private func entity(
      _ name: String, _ properties: [PropertyDescription], parent: String? = nil,
      renamed: String? = nil, index: String? = nil, unique: [String] = []
    ) -> EntityDescription {
      EntityDescription(
        name: name, parentName: parent, properties: properties,
        uniquenessConstraints: unique.map { UniquenessConstraint(name: $0, keyPaths: [$0]) },
        indexes: index.map { [FetchIndexDescription(name: "by", elements: [.init($0)])] } ?? [],
        renamingIdentifier: renamed)
    }

    /// Writes a store as a program with a model would.
    private func write(
      _ model: ManagedObjectModel, _ body: (ManagedObjectContext) throws -> Void
    ) throws {
      let context = try open(CompiledModel(model)).makeContext()
      try body(context)
      try context.save()
    }

    /// The number of the file with a table's rows, which changes if the rows are rewritten.
    private func file(_ table: String) throws -> [String] {
      try sql("SELECT relfilenode FROM pg_class WHERE oid = '\"\(schema)\".\(table)'::regclass")
    }

    /// The names of all tables, sequences and indexes in the schema.
    private func names() throws -> [String] {
      try sql(
        """
        SELECT relname FROM pg_class WHERE relnamespace = '"\(schema)"'::regnamespace \
        AND relkind IN ('r', 'S', 'i') AND relname NOT LIKE 'model\\_%' ORDER BY relname
        """)
    }

    private func columns(_ table: String) throws -> [String] {
      try sql(
        """
        SELECT attname FROM pg_attribute WHERE attrelid = '"\(schema)".\(table)'::regclass \
        AND attnum > 0 AND NOT attisdropped ORDER BY attname
        """)
    }

    private func values<Value>(
      _ name: String, _ objects: [ManagedObject], as type: Value.Type = Value.self
    ) throws -> [Value?] {
      try objects.sorted { $0.objectID.key < $1.objectID.key }.map {
        try $0.value(forKey: name) as? Value
      }
    }

    private var keepers: ManagedObjectModel {
      model(
        1,
        entity(
          "Keeper",
          [
            .attribute("first", .string), .attribute("second", .string),
            .attribute("note", .string, isOptional: true),
            .toMany("animals", "Animal", inverse: "keeper", isOrdered: true),
            .toMany("clubs", "Club", inverse: "keepers"),
          ], index: "first", unique: ["first"]),
        entity(
          "Animal",
          [
            .attribute("name", .string), .toOne("keeper", "Keeper", inverse: "animals"),
            .toOne("cage", "Cage", inverse: "animals"),
          ]),
        entity("Bird", [.attribute("span", .double, isOptional: true)], parent: "Animal"),
        entity("Cage", [.toMany("animals", "Animal", inverse: "cage")]),
        entity(
          "Club", [.attribute("name", .string), .toMany("keepers", "Keeper", inverse: "clubs")]))
    }

    private func fillKeepers() throws {
      try write(keepers) { context in
        let keepers = try [["Ann", "x"], ["Ben", "y"]].map {
          try context.insert(entityName: "Keeper", ["first": $0[0], "second": $0[1]])
        }
        let animals = try ["Leo", "Tweety"].map {
          try context.insert(
            entityName: $0 == "Leo" ? "Animal" : "Bird", ["name": $0])
        }
        for animal in [animals[1], animals[0]] {
          try animal.setValue(keepers[0], forKey: "keeper")
        }
        try animals[0].setValue(try context.insert(entityName: "Cage"), forKey: "cage")
        let club = try context.insert(entityName: "Club", ["name": "C"])
        for keeper in keepers { try keeper.setValue(Set([club]), forKey: "clubs") }
      }
    }

    /// The keepers with other names, two of which are swapped, and with fewer and more
    /// properties.
    private var warders: ManagedObjectModel {
      model(
        2,
        entity(
          "Warder",
          [
            .attribute("second", .string, renamingIdentifier: "first"),
            .attribute("first", .string, renamingIdentifier: "second"),
            .attribute("level", .int32, defaultValue: .constant(.integer(5))),
            .toMany(
              "charges", "Animal", inverse: "warder", isOrdered: true,
              renamingIdentifier: "animals"),
            .toMany("circles", "Circle", inverse: "warders", renamingIdentifier: "clubs"),
            .toMany("shifts", "Shift", inverse: "warder"),
          ], renamed: "Keeper", index: "second", unique: ["second"]),
        entity(
          "Animal",
          [
            .attribute("name", .string),
            .toOne("warder", "Warder", inverse: "charges", renamingIdentifier: "keeper"),
          ]),
        entity(
          "Fowl",
          [
            .attribute("span", .double, isOptional: true),
            .attribute("sound", .string, defaultValue: .constant(.string("it's \"peep\""))),
          ], parent: "Animal", renamed: "Bird"),
        entity(
          "Circle",
          [
            .attribute("name", .string),
            .toMany("warders", "Warder", inverse: "circles", renamingIdentifier: "keepers"),
          ], renamed: "Club"),
        entity("Shift", [.toOne("warder", "Warder", inverse: "shifts")]))
    }

    func testTablesAreAlteredInPlace() throws {
      try fillKeepers()
      let before = try ["keeper", "animal", "club", "club_keepers"].map(file)
      let context = try open(CompiledModel(warders)).makeContext()
      XCTAssertEqual(try ["warder", "animal", "circle", "circle_warders"].map(file), before)
      let warders = try context.fetch(entityName: "Warder")
      XCTAssertEqual(try values("second", warders), ["Ann", "Ben"])
      XCTAssertEqual(try values("first", warders), ["x", "y"])
      XCTAssertEqual(try values("level", warders), [Int32(5), 5])
      XCTAssertEqual(try values("sound", context.fetch(entityName: "Fowl")), ["it's \"peep\""])
      XCTAssertEqual(try sql("SELECT count(sound) FROM animal"), ["1"])
      let ann = try XCTUnwrap(
        warders.first { try $0.value(forKey: "second") as? String == "Ann" })
      let charges = try XCTUnwrap(ann.value(forKey: "charges") as? OrderedObjects<ManagedObject>)
      XCTAssertEqual(
        try charges.map { try $0.value(forKey: "name") as? String }, ["Tweety", "Leo"])
      let circle = try XCTUnwrap(context.fetch(entityName: "Circle").first)
      XCTAssertEqual((try circle.value(forKey: "warders") as? ObjectSet<ManagedObject>)?.count, 2)
    }

    func testNothingOfBeforeIsLeft() throws {
      try fillKeepers()
      let altered = try open(CompiledModel(warders)).makeContext()
      let found = try (names(), columns("warder"), columns("animal"))
      XCTAssertEqual(found.1, ["first", "id", "level", "second", "version"])
      XCTAssertEqual(
        found.2,
        ["entity", "id", "name", "sound", "span", "version", "warder_id", "warder_place"])
      // The store can be used: there are new keys, and the rules of the newer model apply.
      let shift = try altered.insert(entityName: "Shift")
      try shift.setValue(altered.fetch(entityName: "Warder").first, forKey: "warder")
      _ = try altered.insert(
        entityName: "Warder", ["second": "Cid", "first": "x", "level": 1])
      try altered.save()
      _ = try altered.insert(entityName: "Warder", ["second": "Cid", "first": "z"])
      XCTAssertEqual(reason { try altered.save() }, .notUnique)

      // A new store has the same names, except for the names of primary keys.
      try super.setUpWithError()
      _ = try open(CompiledModel(warders))
      let expected = try names().filter { !$0.hasSuffix("_pkey") }
      XCTAssertEqual(found.0.filter { !$0.hasSuffix("_pkey") }, expected)
    }

    func testEntitiesExchangeTheirNames() throws {
      func version(_ number: Int, _ one: String, _ other: String) -> ManagedObjectModel {
        model(
          number,
          entity(one, [.attribute("name", .string)], renamed: number == 1 ? nil : other),
          entity(other, [.attribute("size", .int32)], renamed: number == 1 ? nil : one))
      }
      try write(version(1, "Cat", "Dog")) { context in
        _ = try context.insert(entityName: "Cat", ["name": "Tom"])
        _ = try context.insert(entityName: "Dog", ["size": 3])
      }
      let before = try ["cat", "dog"].map(file)
      let context = try open(CompiledModel(version(2, "Dog", "Cat"))).makeContext()
      XCTAssertEqual(try ["dog", "cat"].map(file), before)
      XCTAssertEqual(try values("name", context.fetch(entityName: "Dog")), ["Tom"])
      XCTAssertEqual(try values("size", context.fetch(entityName: "Cat")), [Int32(3)])
    }

    func testWhatMovesDownIsNoValueOfItsSiblings() throws {
      func version(_ number: Int, of owner: String, _ inverse: String) -> ManagedObjectModel {
        let down: [PropertyDescription] = [
          .attribute("code", .string, isOptional: true), .toMany("tags", "Tag", inverse: inverse),
        ]
        return model(
          number, entity("Animal", owner == "Animal" ? down : []),
          entity("Bird", owner == "Bird" ? down : [], parent: "Animal"),
          entity("Fish", [], parent: "Animal"),
          entity("Tag", [.toMany(inverse, owner, inverse: "tags")]))
      }
      try write(version(1, of: "Animal", "animals")) { context in
        let tag = try context.insert(entityName: "Tag")
        for name in ["Bird", "Fish"] {
          let animal = try context.insert(entityName: name, ["code": name])
          try animal.setValue(Set([tag]), forKey: "tags")
        }
      }
      let context = try open(CompiledModel(version(2, of: "Bird", "birds"))).makeContext()
      XCTAssertEqual(
        try sql("SELECT entity, code FROM animal ORDER BY entity"), ["Bird|Bird", "Fish|"])
      let tag = try XCTUnwrap(context.fetch(entityName: "Tag").first)
      XCTAssertEqual((try tag.value(forKey: "birds") as? ObjectSet<ManagedObject>)?.count, 1)
    }

    /// A change of derived attributes does not alter tables.
    func testValuesThatAreComputedAreComputed() throws {
      let before = model(
        1,
        entity(
          "Cat",
          [
            .attribute("name", .string), .attribute("size", .int32, isOptional: true),
            .toMany("kittens", "Kitten"),
          ]), entity("Kitten", []))
      try write(before) { context in
        let cat = try context.insert(entityName: "Cat", ["name": "Tom"])
        try cat.setValue(Set([try context.insert(entityName: "Kitten")]), forKey: "kittens")
      }
      let after = model(
        2,
        entity(
          "Cat",
          [
            .attribute("name", .string),
            .attribute("size", .int32, defaultValue: .constant(.integer(7))),
            .attribute(
              "plain", .string, isOptional: true,
              derivation: .function("canonical:", [.keyPath("name")])),
            .toMany("kittens", "Kitten", inverse: "mother"),
          ]), entity("Kitten", [.toOne("mother", "Cat", inverse: "kittens")]))
      let context = try open(CompiledModel(after)).makeContext()
      let cats = try context.fetch(entityName: "Cat")
      XCTAssertEqual(try values("size", cats), [Int32(7)])
      XCTAssertEqual(try values("plain", cats), ["tom"])
      let kittens = try context.fetch(entityName: "Kitten")
      XCTAssertEqual(try values("mother", kittens), [try XCTUnwrap(cats.first)])
    }

    func testElementsThatAreRequiredNowHaveTheirDefaults() throws {
      func version(_ number: Int, _ zip: AttributeDescription) -> ManagedObjectModel {
        let city = AttributeDescription(name: "city", type: .string, isOptional: true)
        return ManagedObjectModel(
          name: "Zoo", version: number,
          composites: [CompositeDescription(name: "Address", elements: [zip, city])],
          entities: [entity("Cat", [.attribute("home", .composite("Address"), isOptional: true)])])
      }
      let zip = AttributeDescription(name: "zip", type: .string, isOptional: true)
      try write(version(1, zip)) {
        _ = try $0.insert(entityName: "Cat", ["home": ["city": "Rome"]])
      }
      let filled = AttributeDescription(
        name: "zip", type: .string, defaultValue: .constant(.string("0")))
      let context = try open(CompiledModel(version(2, filled))).makeContext()
      let homes = try values("home", context.fetch(entityName: "Cat"), as: [String: Any].self)
      XCTAssertEqual(homes.map { $0?["zip"] as? String }, ["0"])
    }

    func testAttributesThatMoveUpKeepTheirValues() throws {
      let mark = PropertyDescription.attribute("mark", .string, isOptional: true)
      let before = model(
        1, entity("Animal", []), entity("Cat", [mark], parent: "Animal"),
        entity("Dog", [mark], parent: "Animal"))
      try write(before) { context in
        for name in ["Cat", "Dog"] { _ = try context.insert(entityName: name, ["mark": name]) }
      }
      let after = model(
        2, entity("Animal", [mark]), entity("Cat", [], parent: "Animal"),
        entity("Dog", [], parent: "Animal"))
      let context = try open(CompiledModel(after)).makeContext()
      XCTAssertEqual(try values("mark", context.fetch(entityName: "Animal")), ["Cat", "Dog"])
    }

    func testBlocksOfVersionsInBetweenAreNotPassedOver() throws {
      let properties: [PropertyDescription] = [.attribute("size", .int32)]
      let first = model(1, entity("Cat", properties))
      let block = MigrationDescription(
        fromVersion: 1,
        steps: [.map(from: "Cat", to: "Cat", [.init("size", .constant(.integer(9)))])])
      let second = ManagedObjectModel(
        name: "Zoo", version: 2, entities: [entity("Cat", properties)], migrations: [block])
      let third = model(
        3, entity("Cat", properties + [.attribute("name", .string, isOptional: true)]))
      try write(first) { _ = try $0.insert(entityName: "Cat", ["size": 1]) }
      let newest = CompiledModel(third, released: [first, second])
      let cats = try open(newest).makeContext().fetch(entityName: "Cat")
      XCTAssertEqual(try values("size", cats), [Int32(9)])
    }

    /// Each new name except the last was the name of another property.
    func testNamesMoveOnInAChain() throws {
      func properties(_ names: [(String, String?)]) -> [PropertyDescription] {
        names.map { .attribute($0.0, .string, isOptional: true, renamingIdentifier: $0.1) }
      }
      try write(
        model(
          1, entity("Cat", properties([("first", nil), ("second", nil)])),
          entity("Dog", [.attribute("size", .int32)]))
      ) { context in
        _ = try context.insert(entityName: "Cat", ["first": "1", "second": "2"])
        _ = try context.insert(entityName: "Dog", ["size": 3])
      }
      let before = try ["cat", "dog"].map(file)
      let newer = model(
        2, entity("Dog", properties([("second", "first"), ("third", "second")]), renamed: "Cat"),
        entity("Eel", [.attribute("size", .int32)], renamed: "Dog"))
      let context = try open(CompiledModel(newer)).makeContext()
      XCTAssertEqual(try ["dog", "eel"].map(file), before)
      let dogs = try context.fetch(entityName: "Dog")
      XCTAssertEqual(try values("second", dogs), ["1"])
      XCTAssertEqual(try values("third", dogs), ["2"])
      XCTAssertEqual(try values("size", context.fetch(entityName: "Eel")), [Int32(3)])
    }

    /// The primary key of a renamed table keeps its name.
    func testANameOfBeforeComesBack() throws {
      func version(_ number: Int, _ name: String, _ former: String?) -> ManagedObjectModel {
        model(number, entity(name, [.attribute("name", .string)], renamed: former))
      }
      try write(version(1, "Cat", nil)) { _ = try $0.insert(entityName: "Cat", ["name": "Tom"]) }
      let before = try file("cat")
      try write(version(2, "Dog", "Cat")) { _ in }
      let context = try open(CompiledModel(version(3, "Cat", "Dog"))).makeContext()
      XCTAssertEqual(try file("cat"), before)
      XCTAssertEqual(try values("name", context.fetch(entityName: "Cat")), ["Tom"])
    }

    /// If a default cannot be a constant of a column, the contents are migrated.
    func testNewListsAndNumbersOfOtherTypesAreAdded() throws {
      try write(model(1, entity("Cat", [.attribute("name", .string)]))) {
        _ = try $0.insert(entityName: "Cat", ["name": "Tom"])
      }
      let newer = model(
        2,
        entity(
          "Cat",
          [
            .attribute("name", .string),
            .attribute("words", .list(.string), defaultValue: .constant(.list([]))),
            .attribute("weight", .float, defaultValue: .constant(.integer(4))),
          ]))
      let cats = try open(CompiledModel(newer)).makeContext().fetch(entityName: "Cat")
      XCTAssertEqual(try values("name", cats), ["Tom"])
      XCTAssertEqual(try values("weight", cats), [Float(4)])
    }

    /// The server would refuse the foreign key without naming the reference.
    func testReferencesThatMayNotLeadNowhereAnyMoreAreNamed() throws {
      for profile in [PostgresProfile.full, .portable] {
        try super.setUpWithError()
        func program(_ version: Int, _ rule: DeleteRule) throws -> ManagedObjectContext {
          let store = try TestStores.postgresStore(schema: schema, profile: profile)
          let animals = PropertyDescription.toMany(
            "animals", "Animal", inverse: "cage", deleteRule: rule)
          let cage = PropertyDescription.toOne("cage", "Cage", inverse: "animals")
          let zoo = model(version, entity("Cage", [animals]), entity("Animal", [cage]))
          return try PersistentContainer(CompiledModel(zoo), incrementalStore: store).makeContext()
        }
        func fill() throws {
          let context = try program(1, .noAction)
          let cage = try context.insert(entityName: "Cage")
          _ = try context.insert(entityName: "Animal", ["cage": cage])
          try context.save()
        }
        try fill()
        try sql("DELETE FROM cage")
        let keys = try sql("SELECT id FROM animal")
        XCTAssertThrowsError(try program(2, .nullify), "\(profile)") { error in
          XCTAssertEqual((error as? MigrationError)?.reason, .dataBreaksRule, "\(error)")
          let words = "column 'cage_id' of table 'animal' lead nowhere"
          XCTAssertTrue("\(error)".contains(words), "\(error)")
          XCTAssertTrue("\(error)".contains("rows \(keys[0]);"), "\(error)")
        }
        XCTAssertEqual(try sql("SELECT model->>'version' FROM model_store"), ["1"])
        try sql("UPDATE animal SET cage_id = NULL")
        XCTAssertEqual(try program(2, .nullify).fetch(entityName: "Animal").count, 1)
      }
    }

    /// A program of the older version reads the model of the store before a newer program
    /// migrates the store, and opens it afterwards.
    func testAnOlderProgramLeavesWhatWasMigratedInBetween() throws {
      let older = model(1, entity("Cat", [.attribute("name", .string)]))
      try write(older) { _ = try $0.insert(entityName: "Cat", ["name": "Tom"]) }
      let newer = model(
        2, entity("Cat", [.attribute("title", .string, renamingIdentifier: "name")]))
      let schema = StoreSchema(layoutOf: older)
      let late = try TestStores.postgresStore(schema: self.schema)
      XCTAssertNil(try late.contentToMigrate(to: schema, MigrationOptions()))
      let context = try open(CompiledModel(newer)).makeContext()
      XCTAssertEqual(reason { try late.open(schema) }, .modelMismatch)
      XCTAssertEqual(try columns("cat"), ["id", "title", "version"])
      XCTAssertEqual(try values("title", context.fetch(entityName: "Cat")), ["Tom"])
      XCTAssertEqual(
        try sql("SELECT model->>'version' FROM model_store"), ["2"])
    }
  }
#endif
