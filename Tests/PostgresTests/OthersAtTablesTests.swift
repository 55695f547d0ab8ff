#if PostgreSQL
  import Foundation
  import ModelRuntime
  import ModelSchema
  import StoreSupport
  import XCTest

  /// Views, rights and triggers of others on tables whose rows a migration rewrites.
  final class OthersAtTablesTests: PostgresTestCase {
    private func entity(
      _ name: String, _ properties: [PropertyDescription], renamed: String? = nil
    ) -> EntityDescription {
      EntityDescription(
        name: name, properties: properties,
        indexes: [FetchIndexDescription(name: "by", elements: [.init("name")])],
        renamingIdentifier: renamed)
    }

    private var pets: CompiledModel {
      CompiledModel(
        ManagedObjectModel(
          name: "Zoo", version: 1,
          entities: [
            entity(
              "Pet",
              [
                .attribute("name", .string), .attribute("weight", .int32),
                .toMany("clubs", "Club", inverse: "pets"),
              ]),
            entity(
              "Club", [.attribute("name", .string), .toMany("pets", "Pet", inverse: "clubs")]),
          ]))
    }

    /// The weights become texts, so their column and the whole table are rewritten.
    private var animals: CompiledModel {
      CompiledModel(
        ManagedObjectModel(
          name: "Zoo", version: 2,
          entities: [
            entity(
              "Animal",
              [
                .attribute("name", .string), .attribute("weight", .string),
                .toMany("circles", "Circle", inverse: "animals", renamingIdentifier: "clubs"),
              ], renamed: "Pet"),
            entity(
              "Circle",
              [
                .attribute("name", .string),
                .toMany("animals", "Animal", inverse: "circles", renamingIdentifier: "pets"),
              ], renamed: "Club"),
          ]))
    }

    private func fill() throws {
      let context = try open(pets).makeContext()
      let pet = try context.insert(entityName: "Pet", ["name": "Tom", "weight": 3])
      let club = try context.insert(entityName: "Club", ["name": "C"])
      try pet.setValue(Set([club]), forKey: "clubs")
      try context.save()
    }

    private func migrate() throws -> ManagedObjectContext {
      var options = MigrationOptions()
      options.convertsTypes = true
      return try PersistentContainer(
        animals, incrementalStore: TestStores.postgresStore(schema: schema), migration: options
      ).makeContext()
    }

    func testPrivilegesStay() throws {
      try fill()
      let role = "r" + schema
      try sql(
        """
        CREATE ROLE \(role); GRANT SELECT ON pet, club, club_pets TO \(role); \
        GRANT DELETE ON pet TO \(role) WITH GRANT OPTION; \
        GRANT USAGE ON SEQUENCE pet_id_seq TO \(role); \
        GRANT UPDATE (name) ON pet TO \(role); GRANT SELECT ON club TO PUBLIC
        """)
      defer { _ = try? sql("DROP OWNED BY \(role); DROP ROLE \(role)") }
      _ = try migrate()
      let asked = [
        "table_privilege('\(role)', 'animal', 'SELECT')",
        "table_privilege('\(role)', 'animal', 'DELETE WITH GRANT OPTION')",
        "table_privilege('\(role)', 'animal_circles', 'SELECT')",
        "sequence_privilege('\(role)', 'animal_id_seq', 'USAGE')",
        "column_privilege('\(role)', 'animal', 'name', 'UPDATE')",
        "table_privilege('public', 'circle', 'SELECT')",
        // No role gets more rights than before.
        "table_privilege('\(role)', 'animal', 'INSERT')",
        "column_privilege('\(role)', 'animal', 'weight', 'UPDATE')",
        "sequence_privilege('\(role)', 'circle_id_seq', 'USAGE')",
      ]
      XCTAssertEqual(
        try sql("SELECT unnest(ARRAY[\(asked.map { "has_" + $0 }.joined(separator: ", "))])"),
        ["t", "t", "t", "t", "t", "t", "f", "f", "f"])
    }

    func testWhatOthersHaveMadeIsInTheWay() throws {
      try fill()
      let cases = [
        ("mine", "ALTER TABLE pet ADD COLUMN mine integer", "ALTER TABLE pet DROP COLUMN mine"),
        ("mineidx", "CREATE INDEX mineidx ON club_pets (owner_place)", "DROP INDEX mineidx"),
        (
          "minetr",
          """
          CREATE TRIGGER minetr BEFORE UPDATE ON pet FOR EACH ROW \
          EXECUTE FUNCTION suppress_redundant_updates_trigger()
          """, "DROP TRIGGER minetr ON pet"
        ),
        (
          "minepol", "CREATE POLICY minepol ON club FOR SELECT USING (true)",
          "DROP POLICY minepol ON club"
        ),
        ("minevw", "CREATE VIEW minevw AS SELECT name FROM pet", "DROP VIEW minevw"),
        (
          "mineck", "ALTER TABLE pet ADD CONSTRAINT mineck CHECK (weight > 0)",
          "ALTER TABLE pet DROP CONSTRAINT mineck"
        ),
        (
          "minetb", "CREATE TABLE minetb (pet bigint REFERENCES pet)", "DROP TABLE minetb"
        ),
        (
          "weight", "ALTER TABLE pet ALTER COLUMN weight SET DEFAULT 7",
          "ALTER TABLE pet ALTER COLUMN weight DROP DEFAULT"
        ),
        (
          "minesq", "CREATE TABLE minesq (pet bigint DEFAULT nextval('pet_id_seq'))",
          "DROP TABLE minesq"
        ),
      ]
      for (name, statement, removal) in cases {
        try sql(statement)
        do {
          _ = try migrate()
          XCTFail("\(name): it was migrated")
        } catch let error as StoreError {
          XCTAssertEqual(error.reason, .modelMismatch, name)
          XCTAssertTrue(error.message.contains(name), "\(name): \(error)")
          XCTAssertFalse(error.message.contains("PostgreSQL:"), "\(name): \(error)")
        }
        XCTAssertEqual(try sql("SELECT weight FROM pet"), ["3"], name)
        try sql(removal)
      }
      let context = try migrate()
      XCTAssertEqual(
        try context.fetch(entityName: "Animal").map { try $0.value(forKey: "weight") as? String },
        ["3"])
    }
  }
#endif
