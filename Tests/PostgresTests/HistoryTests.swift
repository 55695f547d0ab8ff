#if PostgreSQL
  import Foundation
  import ModelPostgres
  import ModelRuntime
  import ModelSchema
  import StoreSupport
  import TestSupport
  import XCTest

  /// The history of a store that many programs share: its order, its purge, and what becomes of it
  /// when connections break, the model changes, or the database is restored.
  final class PostgresHistoryTests: PostgresTestCase {
    private func open(
      _ model: CompiledModel = .trade, profile: PostgresProfile, keepsHistory: Bool = true,
      server: String? = TestStores.server
    ) throws -> PersistentContainer {
      try PersistentContainer(
        model,
        incrementalStore: try TestStores.postgresStore(
          schema: schema, poolSize: 2, profile: profile, server: server),
        keepsHistory: keepsHistory)
    }

    private static func save(_ title: String, in container: PersistentContainer) throws {
      try container.performAndWait { context in
        context.transactionAuthor = title
        _ = Article(in: context, title: title)
        try context.save()
      }
    }

    private func shown(_ container: PersistentContainer) throws -> [String] {
      try container.history().map { transaction in
        let changes = transaction.changes.map { change in
          let names = change.changedProperties.map { "(\($0.sorted().joined(separator: " ")))" }
          return "\(change.kind) \(change.objectID.entityName)\(names ?? "")"
        }
        return transaction.contextName ?? changes.joined(separator: ", ")
      }
    }

    /// An object is deleted once, whoever else deletes it afterwards.
    func testWhatOthersHaveDeletedIsDeletedOnce() throws {
      let first = Article.all.sorted { $0.title.ascending }
      let folder = try TemporaryFolder()
      var configuration = StoreConfiguration(url: folder.file("trade.sqlite"))
      configuration.keepsHistory = true
      for container in [
        try PersistentContainer(.trade, configuration: configuration), try open(profile: .full),
      ] {
        let contexts = try (0..<2).map { _ in try container.makeContext() }
        for title in ["a", "b"] { _ = Article(in: contexts[0], title: title) }
        try contexts[0].save()
        for context in contexts { context.delete(try XCTUnwrap(context.first(first))) }
        _ = Article(in: contexts[1], title: "c")
        for context in contexts { try context.save(mergePolicy: .objectWins) }
        for context in contexts { context.delete(try XCTUnwrap(context.first(first))) }
        for context in contexts { try context.save(mergePolicy: .objectWins) }
        XCTAssertEqual(
          try shown(container),
          [
            "insert Article, insert Article", "delete Article", "insert Article", "delete Article",
            "",
          ])
      }
    }

    // MARK: Order

    /// A reader that goes on from the last transaction that it has seen misses none.
    func testSimultaneousWritersAreReadInOrder() throws {
      for profile in [PostgresProfile.full, .portable] {
        try setUpWithError()
        let (writers, rounds) = (6, TestRun.isLong ? 200 : 20)
        let reader = try open(profile: profile)
        let (failures, done) = (Counter(), Counter())
        let containers = try (0..<writers).map { _ in try open(profile: profile) }
        DispatchQueue.global().async {
          DispatchQueue.concurrentPerform(iterations: writers) { writer in
            do {
              for round in 0..<rounds {
                try Self.save("\(writer) \(round)", in: containers[writer])
              }
            } catch {
              failures.add()
            }
          }
          done.add()
        }
        var (token, seen): (HistoryToken?, [HistoryTransaction]) = (nil, [])
        let end = Date(timeIntervalSinceNow: 120)
        var isDone = false
        while Date() < end {
          let new = try reader.history(after: token, limit: 7)
          seen += new
          token = new.last?.token ?? token
          if new.isEmpty, isDone { break }
          isDone = isDone || done.take() > 0
        }
        XCTAssertEqual(failures.take(), 0)
        XCTAssertEqual(seen.map(\.id), Array(1...Int64(writers * rounds)), "\(profile)")
        XCTAssertEqual(seen.map(\.date), seen.map(\.date).sorted())
        XCTAssertEqual(Set(seen.map(\.author)).count, writers * rounds)
        XCTAssertEqual(
          seen.flatMap(\.changes).map(\.id), Array(1...Int64(writers * rounds)), "\(profile)")
      }
    }

    /// The first writer has its number and is not committed yet.
    func testALaterNumberIsNotSeenBeforeAnEarlierOne() throws {
      let containers = try (0..<3).map { _ in try open(profile: .full) }
      try sql(
        """
        CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_sleep(1); RETURN NULL; END $$;
        CREATE TRIGGER wait AFTER INSERT ON atransaction
          FOR EACH ROW WHEN (NEW.author = 'slow') EXECUTE FUNCTION wait()
        """)
      let failures = Counter()
      let group = DispatchGroup()
      for (place, title) in ["slow", "fast"].enumerated() {
        DispatchQueue.global().async(group: group) {
          do { try Self.save(title, in: containers[place]) } catch { failures.add() }
        }
        usleep(200_000)
      }
      XCTAssertEqual(try containers[2].history(), [])
      group.wait()
      XCTAssertEqual(failures.take(), 0)
      XCTAssertEqual(try containers[2].history().map(\.author), ["slow", "fast"])
    }

    func testSavesOfTheSameUniqueValueLeaveNoGap() throws {
      let model = CompiledModel(
        ManagedObjectModel(
          name: "Unique", version: 1,
          entities: [
            EntityDescription(
              name: "Word", properties: [.attribute("text", .string)],
              uniquenessConstraints: [UniquenessConstraint(name: "text", keyPaths: ["text"])])
          ]))
      let containers = try (0..<4).map { _ in try open(model, profile: .full) }
      let (saved, conflicts, others) = (Counter(), Counter(), Counter())
      DispatchQueue.concurrentPerform(iterations: containers.count) { place in
        for round in 0..<20 {
          do {
            try containers[place].performAndWait { context in
              try context.insert(entityName: "Word", ["text": "\(round)"])
              try context.save()
            }
            saved.add()
          } catch let error as StoreError where error.reason == .notUnique {
            conflicts.add()
          } catch {
            others.add()
          }
        }
      }
      XCTAssertEqual(saved.take(), 20)
      XCTAssertEqual(others.take(), 0)
      XCTAssertEqual(try containers[0].history().map(\.id), Array(1...20))
    }

    // MARK: Broken connections

    /// A save is repeated on a new connection, and is one transaction of the history.
    func testCutConnectionsAddOneTransactionForEachSave() throws {
      for profile in [PostgresProfile.full, .portable] {
        try setUpWithError()
        var random = RandomSource(seed: TestRun.seed)
        let lock = NSLock()
        let folder = TestStores.server?.components(separatedBy: "host=").last ?? ""
        let proxy = try CuttingProxy(folder) { nil }
        defer { proxy.stop() }
        _ = try open(profile: profile)
        let container = try open(
          profile: profile, server: "postgresql://model@/postgres?host=\(proxy.path)")
        let context = try container.makeContext()
        proxy.set { lock.withLock { random.number(below: 12_000) + 2_000 } }
        proxy.cutAll()
        let rounds = TestRun.isLong ? 1000 : 60
        for round in 1...rounds {
          _ = Order(in: context, number: Int32(round))
          let end = Date(timeIntervalSinceNow: 20)
          while true {
            do {
              try context.save()
              break
            } catch let error as StoreError where error.reason != .conflict && Date() < end {
              usleep(5_000)
            }
          }
        }
        proxy.set { nil }
        let history = try open(profile: profile).history()
        XCTAssertEqual(history.map(\.id), Array(1...Int64(rounds)), "\(profile)")
        XCTAssertEqual(history.map(\.changes.count), Array(repeating: 1, count: rounds))
        XCTAssertEqual(
          Set(history.flatMap(\.changes).map(\.objectID)).count, rounds, "\(profile)")
        XCTAssertGreaterThan(proxy.cuts, 3)
      }
    }

    // MARK: Opening

    func testAStoreBeginsAHistoryLaterAndGoesOnWithIt() throws {
      for profile in [PostgresProfile.full, .portable] {
        try setUpWithError()
        let plain = try open(profile: profile, keepsHistory: false)
        XCTAssertFalse(plain.keepsHistory)
        try Self.save("a", in: plain)
        XCTAssertEqual(reason { _ = try plain.history() }, .unsupportedFeature)
        try Self.save("b", in: try open(profile: profile))
        let last = try open(profile: profile, keepsHistory: false)
        XCTAssertTrue(last.keepsHistory)
        try Self.save("c", in: last)
        XCTAssertEqual(try last.history().map(\.author), ["b", "c"], "\(profile)")
      }
    }

    func testTablesOfOthersAreLeftAlone() throws {
      _ = try open(profile: .full, keepsHistory: false)
      try sql("CREATE TABLE achange (id integer)")
      XCTAssertEqual(reason { _ = try open(profile: .full) }, .modelMismatch)
      try sql("DROP TABLE achange; CREATE VIEW atransaction AS SELECT 1 AS id")
      XCTAssertEqual(reason { _ = try open(profile: .full) }, .modelMismatch)
      try sql("DROP VIEW atransaction")
      XCTAssertTrue(try open(profile: .full).keepsHistory)
    }

    func testAReadOnlyContainerReadsAndDoesNotPurge() throws {
      PostgresStore.register()
      let address = try XCTUnwrap(TestStores.server) + "&schema=\(schema)"
      var configuration = StoreConfiguration(url: try StoreAddresses.url(address))
      configuration.keepsHistory = true
      try Self.save("a", in: try PersistentContainer(.trade, configuration: configuration))
      configuration.isReadOnly = true
      let reader = try PersistentContainer(.trade, configuration: configuration)
      XCTAssertEqual(try reader.history().map(\.author), ["a"])
      let token = try reader.currentHistoryToken()
      XCTAssertEqual(reason { try reader.deleteHistory(before: token) }, .readOnly)
    }

    // MARK: Purging

    func testAPurgeDuringSavesKeepsWhatIsNew() throws {
      let container = try open(profile: .full)
      for number in 0..<3 { try Self.save("old \(number)", in: container) }
      try sql("UPDATE atransaction SET date = '2020-01-01' WHERE id IN (1, 3)")
      let week = Date(timeIntervalSinceNow: -604_800)
      // The third transaction is kept because the second one is.
      XCTAssertEqual(try container.deleteHistory(before: week), 1)
      XCTAssertEqual(try sql("SELECT count(*), min(transaction_id) FROM achange"), ["2|2"])
      try sql("UPDATE atransaction SET date = '2020-01-01'")
      XCTAssertEqual(try container.deleteHistory(before: week), 2)
      try Self.save("new", in: container)
      XCTAssertEqual(try container.history(since: week).map(\.id), [4])
      let beginning = HistoryToken(
        storeID: try container.currentHistoryToken().storeID, transactionNumber: 0)
      XCTAssertEqual(reason { _ = try container.history(after: beginning) }, .historyPurged)
    }

    // MARK: Restored databases

    func testATokenOfBeforeARestoreIsAnError() throws {
      let folder = try TemporaryFolder()
      let backup = folder.file("backup.sql").path(percentEncoded: false)
      try Self.save("a", in: try open(profile: .full))
      try run("pg_dump", "-n", schema, "-f", backup, TestStores.server ?? "")
      var tokens = [try open(profile: .full).currentHistoryToken()]
      try Self.save("b", in: try open(profile: .full))
      tokens.append(try open(profile: .full).currentHistoryToken())
      try sql("DROP SCHEMA \(schema) CASCADE")
      try run("psql", "-X", "-q", "-o", "/dev/null", "-f", backup, TestStores.server ?? "")
      let container = try open(profile: .full)
      for count in 0..<3 {
        XCTAssertEqual(try container.history(after: tokens[0]).count, count)
        XCTAssertEqual(
          reason { _ = try container.history(after: tokens[1]) }, .unknownHistoryToken, "\(count)")
        XCTAssertEqual(
          reason { try container.deleteHistory(before: tokens[1]) }, .unknownHistoryToken)
        try Self.save("c", in: container)
      }
    }

    private func run(_ arguments: String...) throws {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = arguments
      try process.run()
      process.waitUntilExit()
      XCTAssertEqual(process.terminationStatus, 0, arguments[0])
    }

    // MARK: Migrations

    private func model(_ version: Int, _ entities: EntityDescription...) -> CompiledModel {
      CompiledModel(ManagedObjectModel(name: "Kept", version: version, entities: entities))
    }

    private func entity(
      _ name: String, _ properties: [PropertyDescription], renamed: String? = nil
    ) -> EntityDescription {
      EntityDescription(name: name, properties: properties, renamingIdentifier: renamed)
    }

    /// Saves an insertion and an update of a person, and an insertion of a cat.
    private func fill(_ model: CompiledModel, _ profile: PostgresProfile) throws -> ObjectID {
      let context = try open(model, profile: profile).makeContext()
      let person = try context.insert(entityName: "Person", ["name": "Ann", "size": 1])
      try context.save()
      try person.setValue("Ben", forKey: "name")
      try context.save()
      try context.insert(entityName: "Cat", ["name": "Cat"])
      try context.save()
      return person.objectID
    }

    private var first: CompiledModel {
      model(
        1, entity("Person", [.attribute("name", .string), .attribute("size", .int32)]),
        entity("Cat", [.attribute("name", .string)]))
    }

    /// The tables are altered in place.
    func testChangesFollowARenamedEntity() throws {
      let person = try fill(first, .full)
      let newer = model(
        2,
        entity(
          "Human", [.attribute("name", .string), .attribute("size", .int32)], renamed: "Person"))
      let container = try open(newer, profile: .full, keepsHistory: false)
      XCTAssertTrue(container.keepsHistory)
      XCTAssertEqual(
        try shown(container), ["insert Human", "update Human(name)", "", "migration"])
      let history = try container.history()
      XCTAssertEqual(history[0].changes.map(\.objectID.key), [person.key])
      let context = try container.makeContext()
      try context.insert(entityName: "Human", ["name": "Eve", "size": 2])
      try context.save()
      XCTAssertEqual(try container.history(after: history[3].token).map(\.id), [5])
    }

    /// The content is written to new tables. The names of changed properties are forgotten, as in
    /// files, because there are other properties.
    func testChangesFollowAMigratedContent() throws {
      _ = try fill(first, .full)
      let newer = model(
        2,
        entity(
          "Person",
          [.attribute("title", .string, renamingIdentifier: "name"), .attribute("size", .string)]),
        entity("Cat", [.attribute("name", .string)]))
      var options = MigrationOptions()
      options.convertsTypes = true
      let container = try PersistentContainer(
        newer, incrementalStore: try TestStores.postgresStore(schema: schema), migration: options)
      XCTAssertEqual(
        try shown(container), ["insert Person", "update Person", "insert Cat", "migration"])
    }

    func testATrialLeavesTheHistoryAsItWas() throws {
      _ = try fill(first, .full)
      let newer = model(2, entity("Cat", [.attribute("name", .string)]))
      try PersistentContainer.tryMigration(
        of: try TestStores.postgresStore(schema: schema), to: newer, MigrationOptions())
      let found = try shown(try open(first, profile: .full))
      XCTAssertEqual(found, ["insert Person", "update Person(name)", "insert Cat"])
    }

    func testAPortableStoreNotesItsAdditions() throws {
      _ = try fill(first, .portable)
      let newer = model(
        2,
        entity(
          "Person",
          [
            .attribute("name", .string), .attribute("size", .int32),
            .attribute("age", .int32, isOptional: true),
          ]), entity("Cat", [.attribute("name", .string)]))
      XCTAssertEqual(
        try shown(try open(newer, profile: .portable)),
        ["insert Person", "update Person(name)", "insert Cat", "migration"])
    }
  }
#endif
