#if PostgreSQL
  import BankModel
  import Foundation
  import ModelRuntime
  import ModelSchema
  import StoreSupport
  import TestSupport
  import TodoApp
  import TodoModel
  import XCTest

  /// Migrations of stores of an older model version.
  final class PostgresMigrationTests: PostgresTestCase {
    private func migrate(
      _ model: CompiledModel, _ change: (inout MigrationOptions) -> Void = { _ in }
    ) throws -> PersistentContainer {
      var options = MigrationOptions()
      change(&options)
      return try PersistentContainer(
        model, incrementalStore: try TestStores.postgresStore(schema: schema), migration: options)
    }

    private func model(_ version: Int, _ entities: EntityDescription...) -> ManagedObjectModel {
      ManagedObjectModel(name: "Shop", version: version, entities: entities)
    }

    private func entity(
      _ name: String, _ properties: [PropertyDescription], renamed: String? = nil,
      parent: String? = nil, isAbstract: Bool = false, unique: [String] = []
    ) -> EntityDescription {
      EntityDescription(
        name: name, isAbstract: isAbstract, parentName: parent, properties: properties,
        uniquenessConstraints: unique.map { UniquenessConstraint(name: $0, keyPaths: [$0]) },
        renamingIdentifier: renamed)
    }

    private var shop: ManagedObjectModel {
      model(
        1,
        entity(
          "Person",
          [
            .attribute("name", .string), .attribute("age", .int32, isOptional: true),
            .attribute("note", .string, isOptional: true),
            .toMany("items", "Item", inverse: "owner", isOrdered: true),
            .toMany("clubs", "Club", inverse: "people"),
          ]),
        entity(
          "Item", [.attribute("size", .int16), .toOne("owner", "Person", inverse: "items")]),
        entity("Club", [.toMany("people", "Person", inverse: "clubs")]))
    }

    /// Saves two people, three items in an order, and a club.
    private func fill() throws -> [ObjectID] {
      let context = try open(CompiledModel(shop)).makeContext()
      let people = try ["Ann", "Ben"].map {
        try context.insert(entityName: "Person", ["name": $0, "age": $0 == "Ann" ? 30 : nil])
      }
      let items = try (1...3).map { try context.insert(entityName: "Item", ["size": $0]) }
      let club = try context.insert(entityName: "Club")
      for item in [items[2], items[0], items[1]] { try item.setValue(people[0], forKey: "owner") }
      try people[1].setValue(Set([club]), forKey: "clubs")
      try people[0].setValue(Set([club]), forKey: "clubs")
      try context.save()
      return people.map(\.objectID)
    }

    /// They would be deleted with the table without a notice.
    func testRowsOfNobodyAreInTheWayOfAMigration() throws {
      func zoo(_ version: Int, _ type: AttributeType) -> CompiledModel {
        CompiledModel(
          model(
            version, entity("Pet", [.attribute("size", type)]), entity("Cat", [], parent: "Pet")))
      }
      func fill() throws {
        let context = try open(zoo(1, .int32)).makeContext()
        _ = try context.insert(entityName: "Cat", ["size": 1])
        try context.save()
      }
      try fill()
      try sql("INSERT INTO pet (entity, size) VALUES ('cat', 2)")
      XCTAssertEqual(
        reason { _ = try migrate(zoo(2, .string)) { $0.convertsTypes = true } }, .wrongType)
      XCTAssertEqual(try sql("SELECT count(*) FROM pet"), ["2"])
      try sql("UPDATE pet SET entity = 'Cat'")
      let context = try migrate(zoo(2, .string)) { $0.convertsTypes = true }.makeContext()
      XCTAssertEqual(try context.fetch(entityName: "Cat").count, 2)
    }

    func testWhatIsInferredIsCarriedOver() throws {
      let ids = try fill()
      let newer = model(
        2,
        entity(
          "Human",
          [
            .attribute("fullName", .string, renamingIdentifier: "name"),
            .attribute("age", .int64, isOptional: true),
            .attribute("level", .int32, defaultValue: .constant(.integer(5))),
            .toMany(
              "things", "Item", inverse: "owner", isOrdered: true, renamingIdentifier: "items"),
            .toMany("clubs", "Club", inverse: "people", isOrdered: true),
          ], renamed: "Person"),
        entity(
          "Item",
          [
            .attribute("size", .string, isOptional: true),
            .toOne("owner", "Human", inverse: "things"),
          ]),
        entity("Club", [.toMany("people", "Human", inverse: "clubs")]),
        entity("Extra", [.attribute("name", .string)]))
      XCTAssertThrowsError(try migrate(CompiledModel(newer))) {
        XCTAssertEqual(($0 as? MigrationError)?.reason, .noMapping, "\($0)")
        XCTAssertFalse("\($0)".contains("/tmp"), "\($0)")
      }
      // The store has not changed.
      XCTAssertEqual(try open(CompiledModel(shop)).makeContext().fetch(entityName: "Item").count, 3)
      let container = try migrate(CompiledModel(newer)) { $0.convertsTypes = true }
      let context = try container.makeContext()
      let people = try context.fetch(entityName: "Human").sorted {
        $0.objectID.key < $1.objectID.key
      }
      XCTAssertEqual(people.map(\.objectID.key), ids.map(\.key))
      XCTAssertEqual(
        try people.map { try $0.value(forKey: "fullName") as? String }, ["Ann", "Ben"])
      XCTAssertEqual(try people.map { try $0.value(forKey: "age") as? Int64 }, [30, nil])
      XCTAssertEqual(try people.map { try $0.value(forKey: "level") as? Int32 }, [5, 5])
      let things = try XCTUnwrap(
        people[0].value(forKey: "things") as? OrderedObjects<ManagedObject>)
      XCTAssertEqual(try things.map { try $0.value(forKey: "size") as? String }, ["3", "1", "2"])
      let club = try XCTUnwrap(context.fetch(entityName: "Club").first)
      XCTAssertEqual((try club.value(forKey: "people") as? ObjectSet<ManagedObject>)?.count, 2)
      // The store can be used: there are new keys, and values that a rule refused before.
      _ = try context.insert(entityName: "Human", ["fullName": "Cid"])
      _ = try context.insert(entityName: "Extra", ["name": "x"])
      try context.save()
      XCTAssertEqual(
        try migrate(CompiledModel(newer)).makeContext().fetch(entityName: "Human").count, 3)
      XCTAssertEqual(
        try sql(
          "SELECT relname FROM pg_class WHERE relnamespace = '\(schema)'::regnamespace AND relkind = 'r' ORDER BY 1"
        ),
        ["club", "extra", "human", "human_clubs", "item", "model_store"])
    }

    func testAnOlderProgramIsRefused() throws {
      _ = try fill()
      var newer = shop
      newer.version = 2
      newer.entities[2].properties.append(.attribute("title", .string, isOptional: true))
      let before = try open(CompiledModel(shop))
      XCTAssertThrowsError(try migrate(CompiledModel(newer))) {
        XCTAssertEqual(($0 as? StoreError)?.reason, .busy)
        XCTAssertTrue("\($0)".contains("programs of that version are at work"), "\($0)")
      }
      XCTAssertEqual(try before.makeContext().fetch(entityName: "Club").count, 1)
    }

    func testANewerStoreIsRefusedInWords() throws {
      var newer = shop
      newer.version = 2
      newer.entities[2].properties.append(.attribute("title", .string, isOptional: true))
      _ = try fill()
      _ = try migrate(CompiledModel(newer))
      XCTAssertThrowsError(try migrate(CompiledModel(shop))) {
        XCTAssertEqual(($0 as? MigrationError)?.reason, .newerStore, "\($0)")
      }
      XCTAssertThrowsError(try migrate(CompiledModel(ManagedObjectModel(name: "Other")))) {
        XCTAssertEqual(($0 as? MigrationError)?.reason, .otherModel, "\($0)")
      }
    }

    func testDataThatBreakANewRuleAreNamedAndNothingHappens() throws {
      _ = try fill()
      var newer = shop
      newer.version = 2
      newer.entities[0].properties[1] = .attribute("age", .int32)
      XCTAssertThrowsError(try migrate(CompiledModel(newer))) {
        XCTAssertEqual(($0 as? MigrationError)?.reason, .dataBreaksRule, "\($0)")
      }
      XCTAssertEqual(
        try open(CompiledModel(shop)).makeContext().fetch(entityName: "Person").count, 2)
    }

    func testEntitiesGetAParent() throws {
      let ids = try fill()
      var newer = shop
      newer.version = 2
      newer.entities[0].parentName = "Thing"
      newer.entities.append(
        entity("Thing", [.attribute("mark", .string, isOptional: true)], isAbstract: true))
      let context = try migrate(CompiledModel(newer)).makeContext()
      XCTAssertEqual(try context.fetch(entityName: "Thing").count, 2)
      XCTAssertEqual(
        try context.fetch(entityName: "Person").map(\.objectID.key).sorted(), ids.map(\.key))
      let club = try XCTUnwrap(context.fetch(entityName: "Club").first)
      XCTAssertEqual((try club.value(forKey: "people") as? ObjectSet<ManagedObject>)?.count, 2)
    }

    func testColumnsGetOtherNamesAndRulesGo() throws {
      func version(_ number: Int, column: String?, unique: [String]) -> ManagedObjectModel {
        model(
          number, entity("Item", [.attribute("name", .string, columnName: column)], unique: unique))
      }
      let before = version(1, column: nil, unique: ["name"])
      func fill() throws {
        let context = try open(CompiledModel(before)).makeContext()
        _ = try context.insert(entityName: "Item", ["name": "a"])
        try context.save()
      }
      try fill()
      let after = try migrate(CompiledModel(version(2, column: "label", unique: [])))
      let context = try after.makeContext()
      let item = try XCTUnwrap(context.fetch(entityName: "Item").first)
      XCTAssertEqual(try item.value(forKey: "name") as? String, "a")
      _ = try context.insert(entityName: "Item", ["name": "a"])
      try context.save()
      XCTAssertEqual(try sql("SELECT label FROM item"), ["a", "a"])
    }

    /// Writes a store as a program with the first version of a model would.
    private func first(
      _ model: CompiledModel, _ body: (ManagedObjectContext) throws -> Void
    ) throws {
      let context = try open(
        CompiledModel(try XCTUnwrap(model.versions.released.first))
      ).makeContext()
      try body(context)
      try context.save()
    }

    func testBlocksOfAModelAreCarriedOut() throws {
      var key: Int64 = 0
      try first(.bank) { context in
        let bank = try context.insert(
          entityName: "FailedBankInfo", ["name": "Pluto", "city": "c", "state": "GA"])
        let details = try context.insert(
          entityName: "FailedBankDetails", ["closeDate": Date(), "updateDate": Date(), "zip": 7])
        try details.setValue(bank, forKey: "info")
        try context.save()
        key = bank.objectID.key
      }
      let container = try migrate(.bank)
      let context = try container.makeContext()
      let stored = try XCTUnwrap(context.first(FailedBankInfo.all))
      XCTAssertEqual(stored.name, "Pluto")
      XCTAssertEqual(stored.details?.zip, 7)
      XCTAssertEqual(stored.objectID.key, key)
    }

    func testPoliciesInSwiftAreAsked() throws {
      try first(.todo) { context in
        let category = try context.insert(entityName: "Category", ["name": "home"])
        for name in ["Alarm", "bed"] {
          let item = try context.insert(entityName: "ToDo", ["name": name, "dueDate": Date()])
          try item.setValue(category, forKey: "category")
        }
      }
      let container = try migrate(.todo) { $0.code.add(AlertPolicy()) }
      let context = try container.makeContext()
      let items = try context.fetch(ToDo.all.sorted { $0.name.ascending })
      XCTAssertEqual(items.map(\.doNotAlert), [true, false])
      XCTAssertEqual(items.map { $0.category?.name }, ["home", "home"])
    }
  }
#endif
