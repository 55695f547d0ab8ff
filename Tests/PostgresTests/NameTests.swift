#if PostgreSQL
  import ModelPostgres
  import ModelRuntime
  import ModelSchema
  import StoreSupport
  import XCTest

  /// The names of tables, indexes and constraints that would be equal or ambiguous.
  final class NameTests: PostgresTestCase {
    private static let profiles: [PostgresProfile] = [.full, .portable]

    private func entity(
      _ name: String, _ properties: [PropertyDescription], parent: String? = nil,
      table: String? = nil, unique: [String] = []
    ) -> EntityDescription {
      var entity = EntityDescription(
        name: name, parentName: parent, properties: properties,
        uniquenessConstraints: unique.map { UniquenessConstraint(name: $0, keyPaths: [$0]) })
      entity.tableName = table
      return entity
    }

    private func open(
      _ profile: PostgresProfile, version: Int = 1, _ entities: EntityDescription...
    ) throws -> ManagedObjectContext {
      let model = ManagedObjectModel(name: "Names", version: version, entities: entities)
      return try PersistentContainer(
        CompiledModel(model),
        incrementalStore: TestStores.postgresStore(schema: schema, profile: profile)
      ).makeContext()
    }

    /// Both constraints would be named 'order_item_code_key'.
    func testTablesWhoseRulesHaveOneNameKeepBoth() throws {
      for profile in Self.profiles {
        try super.setUpWithError()
        let context = try open(
          profile, entity("Order", [.attribute("itemCode", .string)], unique: ["itemCode"]),
          entity("OrderItem", [.attribute("code", .string)], unique: ["code"]))
        for (name, attribute) in [("Order", "itemCode"), ("OrderItem", "code")] {
          for _ in 0..<2 { _ = try context.insert(entityName: name, [attribute: "x"]) }
          XCTAssertEqual(reason { try context.save() }, .notUnique, "\(profile) \(name)")
          context.rollback()
        }
      }
    }

    /// Constraints of two tables can have the same name, so each is looked up with its
    /// table.
    func testAReferenceIsLookedForInItsTable() throws {
      let one = entity("Order", [.toOne("itemBox", "Box", inverse: "orders")])
      let orders = PropertyDescription.toMany("orders", "Order", inverse: "itemBox")
      _ = try open(.full, one, entity("Box", [orders]), entity("OrderItem", []))
      _ = try open(
        .full, version: 2, one,
        entity("Box", [orders, .toMany("items", "OrderItem", inverse: "box")]),
        entity("OrderItem", [.toOne("box", "Box", inverse: "items")]))
      XCTAssertEqual(
        try sql(
          """
          SELECT conrelid::regclass FROM pg_constraint \
          WHERE contype = 'f' AND connamespace = '\(schema)'::regnamespace ORDER BY 1
          """), ["\"order\"", "order_item"])
    }

    /// A relationship without an inverse is not updated when its member is deleted.
    func testWhoJoinsAOneWaySetAndGoesIsInNobodysWay() throws {
      for profile in Self.profiles {
        try super.setUpWithError()
        let context = try open(
          profile, entity("Box", [.attribute("name", .string), .toMany("things", "Thing")]),
          entity("Thing", [.attribute("name", .string)]))
        let box = try context.insert(entityName: "Box", ["name": "b"])
        let thing = try context.insert(entityName: "Thing", ["name": "t"])
        try context.save()
        let new = try context.insert(entityName: "Thing", ["name": "n"])
        try box.setValue(Set([thing, new]), forKey: "things")
        for object in [thing, new] { context.delete(object) }
        XCTAssertNil(reason { try context.save() }, "\(profile)")
        XCTAssertEqual(try sql("SELECT count(*) FROM thing"), ["0"])
        XCTAssertEqual(try sql("SELECT count(*) FROM box_things"), ["0"])
      }
    }

    func testSchemasMayHaveAnyName() throws {
      for name in ["Mixed", "with space", "a.b", "\"", "Käse", "%I", "PUBLIC", "select"] {
        let schema = TestStores.newSchema().prefix(8) + name
        for _ in 0..<2 {
          let store = try TestStores.postgresStore(schema: String(schema))
          let context = try PersistentContainer(.trade, incrementalStore: store).makeContext()
          _ = Article(in: context, title: name)
          try context.save()
        }
      }
      for name in ["", String(repeating: "ä", count: 32)] {
        XCTAssertEqual(
          reason { _ = try TestStores.postgresStore(schema: name) }, .wrongOption, name)
      }
    }

    func testTablesMayHaveAnyName() throws {
      for profile in Self.profiles {
        for name in ["o'brien", "say \"x\"", "model_writers", "model_store"] {
          try super.setUpWithError()
          let thing = entity("Thing", [.attribute("name", .string)], table: name)
          let context = try open(profile, thing)
          _ = try context.insert(entityName: "Thing", ["name": "x"])
          try context.save()
          let other = try open(profile, thing)
          XCTAssertEqual(try other.fetch(entityName: "Thing").count, 1, "\(profile) \(name)")
        }
      }
    }
  }
#endif
