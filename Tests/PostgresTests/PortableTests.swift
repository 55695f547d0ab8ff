#if PostgreSQL
  import Foundation
  import ModelPostgres
  import ModelRuntime
  import StoreSupport
  import TestSupport
  import XCTest

  /// The portable profile on a server that refuses features that other databases do not
  /// have.
  ///
  /// A trigger refuses deferred constraints, columns with their own collation, and DDL in
  /// transactions. The role of the program may not use NOTIFY or session locks, and texts
  /// have the German order.
  final class PortableTests: PostgresTestCase {
    private static let database = "plain"
    private static let role = "plain"

    private static func server(_ user: String, folder: String? = nil) -> String {
      let here = TestStores.server?.components(separatedBy: "host=").last ?? ""
      return "postgresql://\(user)@/\(database)?host=\(folder ?? here)"
    }

    override func setUpWithError() throws {
      try super.setUpWithError()
      let known = try sql("SELECT 1 FROM pg_database WHERE datname = '\(Self.database)'")
      if known.isEmpty { try makeDatabase() }
    }

    private func makeDatabase() throws {
      try sql("CREATE ROLE \(Self.role) LOGIN")
      // Servers before version 15 or without ICU keep their own order of texts.
      let icu = try sql(
        """
        SELECT 1 FROM pg_collation WHERE collprovider = 'i' \
        AND current_setting('server_version_num')::int >= 150000 LIMIT 1
        """)
      let order = icu.isEmpty ? "" : "LOCALE_PROVIDER icu ICU_LOCALE 'de-DE' LOCALE 'C.UTF-8'"
      try sql(
        "CREATE DATABASE \(Self.database) OWNER \(Self.role) TEMPLATE template0 \(order)")
      try administer(
        """
        REVOKE EXECUTE ON FUNCTION pg_notify(text, text), pg_advisory_lock_shared(int, int),
          pg_advisory_lock(int, int), pg_advisory_xact_lock(bigint),
          pg_advisory_xact_lock(int, int), pg_advisory_xact_lock_shared(int, int),
          pg_current_xact_id(), pg_xact_status(xid8) FROM PUBLIC;
        CREATE FUNCTION public.refuse() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
          IF now() <> statement_timestamp() THEN RAISE EXCEPTION 'DDL in a transaction'; END IF;
          IF EXISTS (SELECT 1 FROM pg_constraint WHERE condeferrable AND contype <> 't') THEN
            RAISE EXCEPTION 'a constraint that waits';
          END IF;
          IF EXISTS (SELECT 1 FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
            JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema')
            AND n.nspname NOT LIKE 'pg_toast%' AND a.attcollation NOT IN (0, 100)) THEN
            RAISE EXCEPTION 'a column with a collation';
          END IF;
        END $$;
        CREATE FUNCTION public.chance() RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$ BEGIN
          IF random() < 0.04 THEN
            RAISE EXCEPTION 'restart transaction' USING ERRCODE = '40001';
          END IF;
          RETURN true;
        END $$;
        CREATE FUNCTION public.late() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          PERFORM public.chance();
          RETURN NULL;
        END $$;
        """)
      try administer(
        """
        CREATE EVENT TRIGGER refusing ON ddl_command_end EXECUTE FUNCTION public.refuse()
        """)
    }

    /// Runs SQL in the database as an administrator.
    @discardableResult
    private func administer(_ text: String) throws -> [String] {
      try sql(text, on: Self.server("model"))
    }

    private func container(
      _ model: CompiledModel = .trade, folder: String? = nil
    ) throws -> PersistentContainer {
      try PersistentContainer(
        model,
        incrementalStore: TestStores.postgresStore(
          schema: schema, profile: .portable, server: Self.server(Self.role, folder: folder)))
    }

    // MARK: What is refused

    func testTheServerRefusesTheOtherProfile() throws {
      XCTAssertThrowsError(
        try PersistentContainer(
          .trade,
          incrementalStore: TestStores.postgresStore(
            schema: schema, server: Self.server(Self.role))))
    }

    func testAStoreKeepsItsProfile() throws {
      _ = try container()
      XCTAssertThrowsError(
        try TestStores.postgresStore(schema: schema, server: Self.server("model"))
      ) { error in
        XCTAssertEqual((error as? StoreError)?.reason, .modelMismatch)
        XCTAssertTrue("\(error)".contains("'portable'"), "\(error)")
      }
    }

    // MARK: Saves

    /// The saves have reference cycles, swapped unique values, and deletes of objects that
    /// refer to each other.
    func testEveryStepOfASaveKeepsTheRules() throws {
      let context = try container().makeContext()
      let users = ["a", "B", "ä"].map { User(in: context, name: $0) }
      for (index, user) in users.enumerated() { user.boss = users[(index + 1) % 3] }
      let orders = (1...3).map { number in
        let order = Order(in: context, number: Int32(number))
        order.user = users[0]
        for amount in 1...2 { _ = Line(in: context, amount: Double(amount), order: order) }
        return order
      }
      try context.save()

      (orders[0].number, orders[1].number) = (orders[1].number, orders[0].number)
      orders[2].user = User(in: context, name: "new")
      orders[2].number = 9
      _ = Order(in: context, number: 3)
      try context.save()

      let other = try container().makeContext()
      XCTAssertEqual(
        try other.fetch(Order.all.sorted { $0.number.ascending }).map(\.lines.count), [2, 2, 0, 2])
      XCTAssertEqual(try other.first(Order.where { $0.number == 9 })?.user?.name, "new")
      XCTAssertEqual(
        try other.fetch(User.all.sorted { $0.name.ascending }).map(\.name), ["B", "a", "new", "ä"])
      XCTAssertEqual(try other.count(User.where { $0.name < "a" }), 1)

      for user in try other.fetch(User.all) { other.delete(user) }
      _ = User(in: other, name: "a")
      try other.save()
      XCTAssertEqual(try container().makeContext().count(Order.all), 1)
      XCTAssertEqual(try container().makeContext().count(Line.all), 0)
    }

    func testConflictsAreFound() throws {
      let one = try container().makeContext()
      let article = Article(in: one, title: "x")
      try one.save()
      let two = try container().makeContext()
      let same = try XCTUnwrap(two.first(Article.all))
      same.stock = 1
      try two.save()
      article.stock = 2
      XCTAssertEqual(reason { try one.save() }, .conflict)
      _ = User(in: two, name: "u")
      try two.save()
      let late = try container().makeContext()
      _ = User(in: late, name: "u")
      XCTAssertEqual(reason { try late.save() }, .notUnique)
    }

    // MARK: Versions

    func testSavesOfOthersAreCounted() throws {
      let store = try TestStores.postgresStore(
        schema: schema, profile: .portable, server: Self.server(Self.role))
      let own = try PersistentContainer(.trade, incrementalStore: store).makeContext()
      let first = try XCTUnwrap(store.foreignChangeCount())
      _ = Article(in: own, title: "own")
      try own.save()
      XCTAssertEqual(try store.foreignChangeCount(), first)
      let other = try container().makeContext()
      _ = Article(in: other, title: "other")
      try other.save()
      let second = try XCTUnwrap(store.foreignChangeCount())
      XCTAssertGreaterThan(second, first)
      XCTAssertEqual(try store.foreignChangeCount(), second)
    }

    // MARK: Statements that have to be repeated

    /// Sequences cache some numbers, and the server refuses statements, including commits,
    /// at random with error 40001. In the end all amounts are stored.
    func testAnyStatementIsRepeated() throws {
      _ = try container()
      for table in ["article", "order", "line"] {
        try administer(
          """
          ALTER SEQUENCE "\(schema)"."\(table)_id_seq" CACHE 7;
          ALTER TABLE "\(schema)"."\(table)" ENABLE ROW LEVEL SECURITY;
          ALTER TABLE "\(schema)"."\(table)" FORCE ROW LEVEL SECURITY;
          CREATE POLICY p ON "\(schema)"."\(table)" USING ((SELECT public.chance()));
          CREATE CONSTRAINT TRIGGER late AFTER INSERT ON "\(schema)"."\(table)"
            DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.late();
          """)
      }
      let context = try container().makeContext()
      let article = Article(in: context, title: "a")
      var busy = 0
      for round in 1...60 {
        let order = Order(in: context, number: Int32(round))
        Line(in: context, amount: 1, order: order).article = article
        article.stock += 1
        if round.isMultiple(of: 5) {
          // A failed read is an error that the program has to handle.
          while let old = try insist(&busy, { try context.first(Order.where { $0.number < 0 }) }) {
            context.delete(old)
          }
        }
        try insist(&busy) { try context.save() }
      }
      print("the portable profile: \(busy) of 60 saves were busy eight times")
      let other = try container().makeContext()
      XCTAssertEqual(try insist(&busy) { try other.count(Line.all) }, 60)
      XCTAssertEqual(try insist(&busy) { try other.fetch(Order.all) }.count, 60)
      XCTAssertEqual(try insist(&busy) { try other.first(Article.all) }?.stock, 60)
    }

    private func insist<Result>(_ busy: inout Int, _ body: () throws -> Result) throws -> Result {
      for _ in 0..<100 {
        do { return try body() } catch let error as StoreError where error.reason == .busy {
          busy += 1
        }
      }
      return try body()
    }

    /// The response to a commit is lost, but every object exists exactly once.
    func testLostAnswersAreAskedFor() throws {
      var random = RandomSource(seed: 20)
      let lock = NSLock()
      let here = TestStores.server?.components(separatedBy: "host=").last ?? ""
      let proxy = try CuttingProxy(here) { nil }
      defer { proxy.stop() }
      let context = try container(folder: proxy.path).makeContext()
      let article = Article(in: context, title: "a")
      try context.save()
      proxy.set { lock.withLock { random.number(below: 9_000) + 500 } }
      proxy.cutAll()
      var failures = 0
      for round in 1...80 {
        article.stock += 1
        _ = Order(in: context, number: Int32(round))
        while true {
          do {
            try context.save()
            break
          } catch let error as StoreError where error.reason != .conflict && failures < 500 {
            failures += 1
          }
        }
      }
      XCTAssertGreaterThan(proxy.cuts, 0)
      let other = try container().makeContext()
      XCTAssertEqual(try other.count(Order.all), 80)
      XCTAssertEqual(try other.first(Article.all)?.stock, 80)
    }

    // MARK: Versions of the model

    func testNewPropertiesAreAddedAndOthersRefused() throws {
      func model(_ version: Int, _ properties: [PropertyDescription]) -> CompiledModel {
        CompiledModel(
          ManagedObjectModel(
            name: "Shop", version: version,
            entities: [EntityDescription(name: "Thing", properties: properties)]))
      }
      let name = PropertyDescription.attribute("name", .string)
      let context = try container(model(1, [name])).makeContext()
      _ = try context.insert(entityName: "Thing", ["name": "x"])
      try context.save()
      let added = PropertyDescription.attribute("size", .int32, isOptional: true)
      let more = try container(model(2, [name, added])).makeContext()
      XCTAssertEqual(try more.fetch(entityName: "Thing").count, 1)
      XCTAssertEqual(
        reason {
          _ = try container(model(3, [name, .attribute("size", .string, isOptional: true)]))
        }, .unsupportedFeature)
    }
  }
#endif
