#if PostgreSQL
  import Foundation
  import ModelPostgres
  import ModelRuntime
  import ModelSchema
  import StoreSupport
  import XCTest

  /// Problems that prevent a store from being opened.
  final class OpeningTests: PostgresTestCase {
    private static let profiles: [PostgresProfile] = [.full, .portable]

    private func open(_ profile: PostgresProfile, _ model: CompiledModel = .trade) throws {
      _ = try PersistentContainer(
        model, incrementalStore: TestStores.postgresStore(schema: schema, profile: profile))
    }

    /// The error of opening a store, or nil if it is opened.
    private func refusal(
      _ profile: PostgresProfile, _ model: CompiledModel = .trade
    ) throws -> StoreError? {
      do {
        try open(profile, model)
        return nil
      } catch { return try XCTUnwrap(error as? StoreError, "\(error)") }
    }

    private func names() throws -> [String] {
      try sql(
        """
        SELECT relname FROM pg_class WHERE relnamespace = '\(schema)'::regnamespace ORDER BY 1
        """)
    }

    /// The information schema hides tables from a role without rights, but these tables are
    /// not missing.
    func testARoleWithoutRightsIsToldWhatItNeeds() throws {
      for profile in Self.profiles {
        try super.setUpWithError()
        try open(profile)
        let role = "r" + schema
        try sql("CREATE ROLE \(role) LOGIN")
        defer { _ = try? sql("DROP OWNED BY \(role); DROP ROLE \(role)") }
        func failure() throws -> StoreError? {
          let server = (TestStores.server ?? "").replacing("//model@", with: "//\(role)@")
          do {
            let container = try PersistentContainer(
              .trade,
              incrementalStore: TestStores.postgresStore(
                schema: schema, profile: profile, server: server))
            let context = try container.makeContext()
            _ = try context.fetch(Table.all)
            _ = Table(in: context, select: "s")
            try context.save()
            return nil
          } catch { return try XCTUnwrap(error as? StoreError, "\(error)") }
        }
        let grants = [
          ("use the schema", "GRANT USAGE ON SCHEMA \(schema)"),
          ("read table 'model_store'", "GRANT SELECT ON ALL TABLES IN SCHEMA \(schema)"),
          ("GRANT USAGE ON SEQUENCE", "GRANT USAGE ON ALL SEQUENCES IN SCHEMA \(schema)"),
          (
            "GRANT SELECT, INSERT, UPDATE, DELETE ON TABLE",
            "GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \(schema)"
          ),
        ]
        for (words, grant) in grants {
          let error = try failure()
          XCTAssertTrue(error?.message.contains(words) == true, "\(profile): \(error as Any)")
          XCTAssertTrue(error?.message.contains("GRANT") == true, "\(error as Any)")
          XCTAssertNotEqual(error?.reason, .modelMismatch)
          try sql("\(grant) TO \(role)")
        }
        XCTAssertNil(try failure(), "\(profile)")
      }
    }

    /// A column that a role may not read is not missing.
    func testTheNeededRightIsNamedWithItsRole() throws {
      let role = "r" + schema
      try open(.full)
      try sql(
        """
        CREATE ROLE \(role) LOGIN; GRANT USAGE ON SCHEMA \(schema) TO \(role);
        GRANT SELECT ON ALL TABLES IN SCHEMA \(schema) TO \(role);
        REVOKE SELECT ON article FROM \(role); GRANT SELECT (id, version) ON article TO \(role)
        """)
      defer { _ = try? sql("DROP OWNED BY \(role); DROP ROLE \(role)") }
      func failure(_ schema: String) throws -> StoreError? {
        let server = (TestStores.server ?? "").replacing("//model@", with: "//\(role)@")
        do {
          let container = try PersistentContainer(
            .trade, incrementalStore: TestStores.postgresStore(schema: schema, server: server))
          let context = try container.makeContext()
          _ = Table(in: context, select: "s")
          try context.save()
          return nil
        } catch { return try XCTUnwrap(error as? StoreError, "\(error)") }
      }
      let reading = try failure(schema)
      XCTAssertEqual(reading?.reason, .cannotOpen)
      XCTAssertTrue(
        reading?.message.contains("may not read table 'article'") == true, "\(reading as Any)")
      try sql("GRANT ALL ON ALL TABLES IN SCHEMA \(schema) TO \(role)")
      let keys = try failure(schema)
      XCTAssertTrue(
        keys?.message.hasSuffix("GRANT USAGE ON SEQUENCE \"table_id_seq\" TO \"\(role)\"") == true,
        "\(keys as Any)")
      let creating = try failure("none")
      XCTAssertTrue(
        creating?.message.contains("GRANT CREATE ON DATABASE") == true, "\(creating as Any)")
    }

    func testWhatOthersHaveMadeIsLeftAlone() throws {
      let cases = [
        ("article", "CREATE TABLE article (id serial PRIMARY KEY, label text)"),
        ("article", "CREATE TABLE article ()"),
        ("article", "CREATE VIEW article AS SELECT 1 AS id"),
        ("article", "CREATE TYPE article AS ENUM ('a')"),
        ("table_user", "CREATE TABLE table_user (id bigint)"),
        ("article_id_seq", "CREATE SEQUENCE article_id_seq"),
        ("order_number_key", "CREATE TABLE order_number_key (id bigint)"),
      ]
      for profile in Self.profiles {
        for (name, statement) in cases {
          try super.setUpWithError()
          try sql("CREATE SCHEMA \(schema); SET search_path TO \(schema); \(statement)")
          let before = try names()
          let error = try refusal(profile)
          XCTAssertEqual(error?.reason, .modelMismatch, "\(profile) \(statement)")
          XCTAssertTrue(error?.message.contains("'\(name)'") == true, "\(profile) \(error as Any)")
          // The portable profile may have recorded the store in its own tables.
          XCTAssertEqual(try names().filter { !$0.hasPrefix("model_") }, before, "\(profile)")
        }
      }
    }

    func testANewerVersionLeavesWhatOthersHaveMade() throws {
      func model(_ version: Int, _ names: String...) -> CompiledModel {
        CompiledModel(
          ManagedObjectModel(
            name: "Zoo", version: version,
            entities: names.map {
              EntityDescription(name: $0, properties: [.attribute("size", .int32)])
            }))
      }
      for profile in Self.profiles {
        try super.setUpWithError()
        try open(profile, model(1, "Cat"))
        try sql("CREATE TABLE dog (id bigint, label text)")
        let error = try refusal(profile, model(2, "Cat", "Dog"))
        XCTAssertEqual(error?.reason, .modelMismatch, "\(profile)")
        XCTAssertTrue(error?.message.contains("'dog'") == true, "\(profile) \(error as Any)")
        XCTAssertEqual(
          try sql(
            """
            SELECT column_name FROM information_schema.columns \
            WHERE table_schema = '\(schema)' AND table_name = 'dog' ORDER BY 1
            """), ["id", "label"])
      }
    }

    /// A sequence without a table is left if a store was removed incompletely.
    func testASequenceThatCountsBlocksGoesOn() throws {
      try sql(
        """
        CREATE SCHEMA \(schema); CREATE SEQUENCE \(schema).article_id_seq \
        INCREMENT BY 1024 START WITH 5121
        """)
      let context = try open().makeContext()
      let article = Article(in: context, title: "x")
      try context.save()
      XCTAssertEqual(article.objectID.key, 5121)
    }

    /// A program can end between any two statements in the portable profile, which makes a
    /// store without a transaction.
    func testAStoreThatIsHalfMadeIsMade() throws {
      try sql(
        """
        CREATE SCHEMA \(schema); SET search_path TO \(schema); \
        CREATE TABLE model_writers (writer uuid PRIMARY KEY, saves bigint NOT NULL); \
        CREATE TABLE model_store (
          identifier uuid NOT NULL, model jsonb, number integer PRIMARY KEY DEFAULT 1)
        """)
      try open(.portable)
      XCTAssertEqual(try sql("SELECT count(model) FROM model_store"), ["1"])
      let made = try names()
      try sql("UPDATE model_store SET model = NULL; DROP INDEX table_user_member_id_idx")
      try open(.portable)
      XCTAssertEqual(try names(), made)
    }

    func testALostSequenceIsNoticed() throws {
      for profile in Self.profiles {
        try super.setUpWithError()
        try open(profile)
        try sql("DROP SEQUENCE article_id_seq CASCADE")
        let error = try refusal(profile)
        XCTAssertEqual(error?.reason, .modelMismatch, "\(profile)")
        XCTAssertTrue(error?.message.contains("'article_id_seq'") == true, "\(error as Any)")
      }
    }

    func testASequenceThatCountsOtherwiseIsNoticed() throws {
      try open(.full)
      try sql("ALTER SEQUENCE article_id_seq INCREMENT BY 1")
      XCTAssertEqual(try refusal(.full)?.reason, .modelMismatch)
    }

    func testADatabaseOfAnotherEncodingIsRefused() throws {
      try sql(
        """
        CREATE DATABASE \(schema) ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0
        """)
      defer { _ = try? sql("DROP DATABASE \(schema) WITH (FORCE)") }
      let server = (TestStores.server ?? "").replacing("/postgres?", with: "/\(schema)?")
      do {
        _ = try TestStores.postgresStore(server: server)
        XCTFail("the store was opened")
      } catch let error as StoreError {
        XCTAssertEqual(error.reason, .unsupportedFeature)
        XCTAssertTrue(error.message.contains("LATIN1"), error.message)
      }
    }

    /// Ending the running programs would not help.
    func testAnOlderProgramIsToldThatItIsOlder() throws {
      let (first, second) = (1, 2)
      func model(_ version: Int) -> CompiledModel {
        let properties = (0..<version).map {
          PropertyDescription.attribute("a\($0)", .int32, isOptional: true)
        }
        return CompiledModel(
          ManagedObjectModel(
            name: "Zoo", version: version,
            entities: [EntityDescription(name: "Cat", properties: properties)]))
      }
      let context = try open(model(second)).makeContext()
      do {
        _ = try open(model(first))
        XCTFail("the store was opened")
      } catch {
        XCTAssertFalse("\(error)".contains("end them"), "\(error)")
        XCTAssertTrue("\(error)".contains("version 2"), "\(error)")
      }
      XCTAssertEqual(try context.count(entityName: "Cat"), 0)
    }

    func testATextTooLargeForAnIndexIsNamed() throws {
      let context = try open().makeContext()
      _ = Article(in: context, title: "fine")
      let user = User(in: context, name: "n")
      var random = SystemRandomNumberGenerator()
      user.mail = (0..<4000).map { _ in String(random.next(), radix: 36) }.joined()
      do {
        try context.save()
        XCTFail("it was saved")
      } catch let error as StoreError {
        XCTAssertEqual(error.reason, .wrongType)
        XCTAssertEqual(error.objectIDs, [user.objectID])
        XCTAssertEqual(error.propertyNames, ["mail"])
        XCTAssertTrue(error.message.contains("index"), error.message)
      }
      user.mail = String(repeating: "a", count: 4000)
      try context.save()
      XCTAssertEqual(try sql("SELECT count(*) FROM party"), ["1"])
    }
  }
#endif
