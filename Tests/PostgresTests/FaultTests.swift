#if PostgreSQL
  import Foundation
  import ModelRuntime
  import ModelSchema
  import StoreSupport
  import TestSupport
  import XCTest

  /// Server crashes, broken connections, locks, and tables that other programs change.
  final class PostgresFaultTests: PostgresTestCase {

    /// The folder with the server's socket.
    private var socketFolder: String {
      TestStores.server?.components(separatedBy: "host=").last ?? ""
    }

    private func proxied(_ proxy: CuttingProxy) -> String {
      "postgresql://model@/postgres?host=\(proxy.path)"
    }

    private func fill(_ count: Int) throws {
      let context = try open().makeContext()
      for index in 0..<count { _ = Article(in: context, title: "a\(index)") }
      try context.save()
    }

    /// Saves repeatedly until it succeeds, as a program does after a transient error.
    private func insist(
      _ context: ManagedObjectContext, _ reasons: inout Set<StoreError.Reason>
    ) throws {
      let end = Date(timeIntervalSinceNow: 20)
      while true {
        do {
          return try context.save()
        } catch let error as StoreError where error.reason != .conflict && Date() < end {
          reasons.insert(error.reason)
          usleep(20_000)
        }
      }
    }

    func testEndedConnectionsAreReplaced() throws {
      try fill(3)
      let context = try open().makeContext()
      let article = try XCTUnwrap(context.first(Article.where { $0.title == "a0" }))
      try sql(
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
        """)
      XCTAssertEqual(try context.count(Article.all), 3)
      try sql(
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
        """)
      article.stock = 4
      try context.save()
      XCTAssertEqual(try open().makeContext().count(Article.where { $0.stock == 4 }), 1)
    }

    /// Connections are cut at any point, also during a commit. In the end every object
    /// exists once, as the context describes it.
    func testCutConnectionsLoseNothing() throws {
      try fill(1)
      var random = RandomSource(seed: TestRun.seed)
      let lock = NSLock()
      let proxy = try CuttingProxy(socketFolder) {
        lock.withLock { random.number(below: 12_000) + 500 }
      }
      defer { proxy.stop() }
      proxy.set { nil }
      let context = try open(poolSize: 2, server: proxied(proxy)).makeContext()
      let counter = try XCTUnwrap(context.first(Article.all))
      proxy.set { lock.withLock { random.number(below: 12_000) + 500 } }
      proxy.cutAll()
      var reasons: Set<StoreError.Reason> = []
      let rounds = TestRun.isLong ? 3000 : 150
      for round in 1...rounds {
        counter.stock += 1
        _ = Order(in: context, number: Int32(round))
        if round.isMultiple(of: 5), let old = try? context.first(Order.where { $0.number == 1 }) {
          old.total += 1
        }
        try insist(context, &reasons)
      }
      let stored = try open().makeContext()
      XCTAssertEqual(try stored.first(Article.all)?.stock, Int64(rounds))
      XCTAssertEqual(
        try stored.fetch(Order.all).map(\.number).sorted(), Array(1...Int32(rounds)))
      XCTAssertEqual(counter.stock, Int64(rounds))
      XCTAssertGreaterThan(proxy.cuts, rounds / 20)
      XCTAssertTrue(reasons.isSubset(of: [.ioFailure, .cannotOpen]), "\(reasons)")
    }

    /// A save in doubt is recognised as not saved, even if every attempt ends in a lost
    /// connection.
    func testWhatOthersSavedIsNotTakenForASaveInDoubt() throws {
      try fill(1)
      let (one, two) = (try open().makeContext(), try open().makeContext())
      let mine = try XCTUnwrap(one.first(Article.all))
      let theirs = try XCTUnwrap(two.first(Article.all))
      // The server terminates every connection that commits an update.
      try sql(
        """
        CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
        CREATE CONSTRAINT TRIGGER die AFTER UPDATE ON article DEFERRABLE INITIALLY DEFERRED
          FOR EACH ROW EXECUTE FUNCTION die()
        """)
      mine.stock = 5
      XCTAssertEqual(reason { try one.save() }, .ioFailure)
      try sql("DROP TRIGGER die ON article")
      (theirs.title, theirs.stock) = ("theirs", 5)
      try two.save()
      XCTAssertEqual(reason { try one.save() }, .conflict)
      try one.save(mergePolicy: .objectWins)
      let stored = try XCTUnwrap(open().makeContext().first(Article.all))
      XCTAssertEqual(stored.title, "theirs")
      XCTAssertEqual(stored.stock, 5)
    }

    func testOpeningOverABrokenConnectionIsATypedError() throws {
      try fill(1)
      let proxy = try CuttingProxy(socketFolder) { nil }
      defer { proxy.stop() }
      for budget in stride(from: 100, to: 2500, by: 40) {
        proxy.set { nil }
        let store = try TestStores.postgresStore(schema: schema, server: proxied(proxy))
        proxy.set { budget }
        do {
          _ = try PersistentContainer(.trade, incrementalStore: store)
        } catch {
          XCTAssertTrue(error is StoreError, "\(budget): \(type(of: error)) \(error)")
        }
      }
    }

    func testStreamsThatAreCutFailAndAreReadAgain() throws {
      try fill(5000)
      let proxy = try CuttingProxy(socketFolder) { nil }
      defer { proxy.stop() }
      let container = try open(server: proxied(proxy))
      // The first connection is cut halfway, and the next connection would succeed.
      let lock = NSLock()
      // because it is only used under the lock.
      nonisolated(unsafe) var isFirst = true
      proxy.cutAll()
      let context = try container.makeContext()
      proxy.set {
        lock.withLock {
          defer { isFirst = false }
          return isFirst ? 60_000 : nil
        }
      }
      XCTAssertEqual(reason { _ = try context.fetch(Article.all) }, .ioFailure)
      proxy.set { nil }
      XCTAssertEqual(try context.fetch(Article.all).count, 5000)
    }

    /// A killed server process restarts the whole server.
    func testAServerThatCrashesLosesNothing() throws {
      try fill(1)
      let context = try open().makeContext()
      let counter = try XCTUnwrap(context.first(Article.all))
      let done = NSLock()
      // because it is only used under the lock.
      nonisolated(unsafe) var isDone = false
      let killer = Thread {
        while !done.withLock({ isDone }) {
          usleep(250_000)
          Self.crash()
        }
      }
      killer.start()
      var reasons: Set<StoreError.Reason> = []
      let end = Date(timeIntervalSinceNow: TestRun.isLong ? 60 : 2)
      var rounds: Int64 = 0
      while Date() < end {
        rounds += 1
        counter.stock += 1
        for line in 0..<20 { _ = Order(in: context, number: Int32(rounds) * 100 + Int32(line)) }
        try insist(context, &reasons)
      }
      done.withLock { isDone = true }
      usleep(600_000)
      try waitForServer()
      let stored = try open().makeContext()
      XCTAssertEqual(try stored.first(Article.all)?.stock, rounds)
      XCTAssertEqual(try stored.count(Order.all), Int(rounds) * 20)
      XCTAssertFalse(reasons.isEmpty)
      XCTAssertTrue(reasons.isSubset(of: [.ioFailure, .cannotOpen]), "\(reasons)")
    }

    private func waitForServer() throws {
      let end = Date(timeIntervalSinceNow: 20)
      while reason({ _ = try open() }) != nil, Date() < end { usleep(50_000) }
    }

    /// Kills a process of the server, if the tests have the right to.
    private static func crash() {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = [
        "psql", "-X", "-A", "-t", "-q", "-c", "SELECT pg_backend_pid(); SELECT pg_sleep(5)",
        TestStores.server ?? "",
      ]
      let output = Pipe()
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      guard (try? process.run()) != nil else { return }
      // Two statements of one call return their results together, so the process is found
      // by its parent.
      usleep(60_000)
      _ = try? finder()
      process.waitUntilExit()
    }

    private static func finder() throws {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = [
        "psql", "-X", "-A", "-t", "-q", "-c",
        """
        COPY (SELECT pid FROM pg_stat_activity WHERE query LIKE '%pg_sleep(5)%'
        AND pid <> pg_backend_pid()) TO PROGRAM 'xargs -r kill -9'
        """, TestStores.server ?? "",
      ]
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
    }

    /// Starts another program with a transaction that does not end.
    private func hold(_ statement: String) throws -> Process {
      let holder = Process()
      holder.executableURL = URL(filePath: "/usr/bin/env")
      holder.arguments = [
        "psql", "-X", "-q", "-c", "BEGIN; \(statement); SELECT pg_sleep(30)",
        TestStores.server ?? "",
      ]
      holder.standardOutput = FileHandle.nullDevice
      holder.standardError = FileHandle.nullDevice
      try holder.run()
      return holder
    }

    private func release(_ holder: Process) throws {
      try sql(
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(30)%'
        AND pid <> pg_backend_pid()
        """)
      holder.waitUntilExit()
    }

    func testALockThatIsHeldIsAnErrorAfterATime() throws {
      try fill(1)
      let context = try open(timeout: 0.2).makeContext()
      let article = try XCTUnwrap(context.first(Article.all))
      let holder = try hold("UPDATE \"\(schema)\".article SET stock = 9")
      let end = Date(timeIntervalSinceNow: 10)
      while try sql("SELECT 1 FROM pg_locks WHERE relation = 'article'::regclass").isEmpty,
        Date() < end
      { usleep(10_000) }
      article.stock = 3
      XCTAssertEqual(reason { try context.save() }, .busy)
      try release(holder)
      try context.save()
      XCTAssertEqual(try open().makeContext().first(Article.all)?.stock, 3)
    }

    /// A migration waits for readers, but only briefly for programs of the older version.
    func testAMigrationWaitsForWhoReadsATable() throws {
      func model(_ version: Int, _ properties: PropertyDescription...) -> CompiledModel {
        CompiledModel(
          ManagedObjectModel(
            name: "Shop", version: version,
            entities: [EntityDescription(name: "Thing", properties: properties)]))
      }
      let size = PropertyDescription.attribute("size", .int32, isOptional: true)
      _ = try open(model(1, size))
      let holder = try hold("SELECT 1 FROM \"\(schema)\".thing; SELECT pg_sleep(3); COMMIT")
      let end = Date(timeIntervalSinceNow: 10)
      while try sql("SELECT 1 FROM pg_locks WHERE relation = 'thing'::regclass").isEmpty,
        Date() < end
      { usleep(10_000) }
      let name = PropertyDescription.attribute("name", .string, isOptional: true)
      XCTAssertNil(reason { _ = try open(model(2, size, name)) })
      try release(holder)
    }

    /// Another program sets a member of a relationship without an inverse, and has not
    /// committed yet.
    func testAMemberThatTwoTakeHasOneOwner() throws {
      let model = ManagedObjectModel(
        name: "Boxes", version: 1,
        entities: [
          EntityDescription(name: "Box", properties: [.toMany("things", "Thing")]),
          EntityDescription(name: "Thing", properties: [.attribute("name", .string)]),
        ])
      let context = try open(CompiledModel(model)).makeContext()
      let (mine, theirs) = (
        try context.insert(entityName: "Box"), try context.insert(entityName: "Box")
      )
      let thing = try context.insert(entityName: "Thing", ["name": "t"])
      try context.save()
      let (owner, member) = (theirs.objectID.key, thing.objectID.key)
      let holder = try hold(
        """
        SET search_path TO "\(schema)"; SELECT 1 FROM thing FOR NO KEY UPDATE; \
        INSERT INTO box_things (owner_id, member_id) VALUES (\(owner), \(member)); \
        SELECT pg_sleep(1); COMMIT
        """)
      let end = Date(timeIntervalSinceNow: 10)
      let isTaken =
        "SELECT 1 FROM pg_locks WHERE relation = 'box_things'::regclass AND mode LIKE 'RowEx%'"
      while try sql(isTaken).isEmpty, Date() < end { usleep(10_000) }
      try mine.setValue(Set([thing]), forKey: "things")
      try context.save()
      while try !sql(isTaken).isEmpty, Date() < end { usleep(10_000) }
      try release(holder)
      XCTAssertEqual(try sql("SELECT owner_id FROM box_things"), ["\(mine.objectID.key)"])
    }

    func testAPoolThatRunsDryIsAnErrorAfterATime() throws {
      try fill(20)
      let container = try open(poolSize: 1, timeout: 0.2)
      let holder = try hold("LOCK TABLE \"\(schema)\".party")
      let end = Date(timeIntervalSinceNow: 10)
      while try sql(
        """
        SELECT 1 FROM pg_locks WHERE relation = 'party'::regclass AND mode = 'AccessExclusiveLock'
        """
      ).isEmpty, Date() < end { usleep(10_000) }
      // The only connection waits for the table, once for each thread.
      let lock = NSLock()
      // because it is only used under the lock.
      nonisolated(unsafe) var messages: [String] = []
      DispatchQueue.concurrentPerform(iterations: 6) { _ in
        do {
          _ = try container.makeContext().count(User.all)
        } catch {
          lock.withLock { messages.append("\(error)") }
        }
      }
      XCTAssertEqual(messages.count, 6)
      XCTAssertTrue(messages.contains { $0.contains("all 1 connections") }, "\(messages)")
      XCTAssertEqual(try container.makeContext().count(Article.all), 20)
      try release(holder)
    }

    func testAPoolMayBeWaitedForWithoutEnd() throws {
      try fill(1)
      for timeout in [Double.infinity, 1e300, .nan] {
        let container = try open(poolSize: 1, timeout: timeout)
        let holder = try hold("LOCK TABLE \"\(schema)\".party; SELECT pg_sleep(1); COMMIT")
        let end = Date(timeIntervalSinceNow: 10)
        while try sql(
          """
          SELECT 1 FROM pg_locks WHERE relation = 'party'::regclass AND mode = 'AccessExclusiveLock'
          """
        ).isEmpty, Date() < end { usleep(10_000) }
        DispatchQueue.concurrentPerform(iterations: 3) { _ in
          do {
            _ = try container.makeContext().count(User.all)
          } catch {
            XCTFail("\(error)")
          }
        }
        try release(holder)
      }
    }

    func testTablesThatOthersChangedAreErrorsInWords() throws {
      try fill(1)
      let context = try open().makeContext()
      let article = try XCTUnwrap(context.first(Article.all))
      try sql("ALTER TABLE article RENAME stock TO amount")
      article.stock = 2
      XCTAssertEqual(reason { try context.save() }, .modelMismatch)
      XCTAssertEqual(reason { _ = try context.fetch(Article.all) }, .modelMismatch)
      XCTAssertEqual(reason { _ = try open() }, .modelMismatch)
      try sql("ALTER TABLE article RENAME amount TO stock")
      try context.save()
      XCTAssertEqual(try open().makeContext().first(Article.all)?.stock, 2)
      let pairs = try sql(
        "SELECT table_name FROM information_schema.columns "
          + "WHERE table_schema = '\(schema)' AND column_name = 'owner_id'")
      try sql("ALTER TABLE \(pairs[0]) RENAME TO elsewhere")
      XCTAssertThrowsError(try open()) {
        XCTAssertEqual(($0 as? StoreError)?.reason, .modelMismatch)
        XCTAssertTrue("\($0)".contains("no column 'owner_id' of table '\(pairs[0])'"), "\($0)")
      }
      try sql("ALTER TABLE elsewhere RENAME TO \(pairs[0])")
      _ = try open()
      try sql("DROP TABLE line CASCADE")
      XCTAssertEqual(reason { _ = try context.count(Line.all) }, .modelMismatch)
    }

    /// A change of a column's type invalidates prepared statements, but does not break
    /// programs.
    func testStatementsThatGrewOldArePreparedAgain() throws {
      try fill(2)
      let context = try open().makeContext()
      let requests = [Article.all, Article.where { $0.title != "b" }]
      for request in requests { _ = try context.fetch(request) }
      try sql("ALTER TABLE article ALTER stock TYPE numeric, ADD extra text")
      try sql("ALTER TABLE article ALTER stock TYPE bigint")
      context.reset()
      for request in requests { XCTAssertEqual(try context.fetch(request).count, 2) }
    }

    /// The rest of the result is read, so that the connection can be used again.
    func testAFetchThatFailsHalfwayIsAnError() throws {
      try fill(3_000)
      let context = try open(poolSize: 1).makeContext()
      XCTAssertEqual(try context.fetch(Article.all).count, 3_000)
      context.reset()
      try sql(
        """
        ALTER TABLE article RENAME TO kept; ALTER TABLE kept RENAME stock TO amount;
        CREATE FUNCTION stock_of(id bigint, stock bigint) RETURNS bigint LANGUAGE plpgsql AS
        $$ BEGIN IF id > 2000 THEN RAISE 'halfway'; END IF; RETURN stock; END $$;
        CREATE VIEW article AS SELECT kept.*, stock_of(id, amount) AS stock FROM kept
        """)
      let requests = [Article.all, Article.where { $0.title != "b" }]
      for request in requests {
        XCTAssertEqual(reason { _ = try context.fetch(request) }, .database)
      }
      try sql(
        """
        DROP VIEW article; ALTER TABLE kept RENAME amount TO stock;
        ALTER TABLE kept RENAME TO article
        """)
      for request in requests { XCTAssertEqual(try context.fetch(request).count, 3_000) }
    }

    func testRulesThatOthersAddedAreErrors() throws {
      try fill(1)
      try sql(
        "ALTER TABLE article ADD UNIQUE (stock); ALTER TABLE \"order\" ADD CHECK (number > 0)")
      let context = try open().makeContext()
      let article = Article(in: context, title: "twin")
      XCTAssertEqual(reason { try context.save() }, .conflict)
      article.stock = 1
      let order = Order(in: context, number: -1)
      XCTAssertEqual(reason { try context.save() }, .database)
      order.number = 1
      try context.save()
      XCTAssertEqual(try open().makeContext().count(Article.all), 2)
    }
  }
#endif
