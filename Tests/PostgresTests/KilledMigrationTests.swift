#if PostgreSQL
  import Foundation
  import ModelRuntime
  import StoreSupport
  import TestSupport
  import XCTest

  /// Programs and server processes that are killed during a migration. The store is the old
  /// one or the new one, with all of its objects.
  final class PostgresKilledMigrationTests: PostgresTestCase {
    private static let environment = ProcessInfo.processInfo.environment
    private static let rounds = environment["MODEL_LONG_CHECKS"] == nil ? 6 : 120
    private static let count = 2_000

    private static func model(_ version: Int) -> CompiledModel {
      let name = version == 1 ? "name" : "title"
      let properties: [PropertyDescription] = [
        .attribute(name, .string, renamingIdentifier: version == 1 ? nil : "name"),
        // Rows without a size get one, so the contents are migrated and not only the
        // tables.
        .attribute(
          "size", .int32, isOptional: version == 1, defaultValue: .constant(.integer(0))),
        .toOne("next", "Thing", inverse: "last", isOptional: true),
        .toOne("last", "Thing", inverse: "next", isOptional: true),
      ]
      return CompiledModel(
        ManagedObjectModel(
          name: "Shop", version: version,
          entities: [EntityDescription(name: "Thing", properties: properties)]))
    }

    private func fill() throws {
      let context = try open(Self.model(1)).makeContext()
      var last: ManagedObject?
      for index in 0..<Self.count {
        let thing = try context.insert(
          entityName: "Thing", ["name": "n\(index)", "size": index])
        try thing.setValue(last, forKey: "last")
        last = thing
      }
      try context.save()
    }

    func testAKilledMigrationIsAllOrNothing() throws {
      try XCTSkipUnless(ChildTest.isPossible, "the test program cannot be run again here")
      var outcomes: [Int: Int] = [:]
      for round in 0..<Self.rounds {
        try setUpWithError()
        try fill()
        let delay = Double.random(in: 0..<0.5)
        if round.isMultiple(of: 2) {
          _ = try ChildTest.killed(
            "PostgresTests.PostgresKilledMigrationTests/testChildOnly",
            ["MODEL_CHILD_SCHEMA": schema], afterSaying: "begins", delay: delay)
        } else {
          try endServersSide(after: delay)
        }
        // The transaction of a killed program ends when its server process notices.
        try sql(
          """
          SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
          WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
          """)
        let version = try sql("SELECT model->>'version' FROM model_store").first.flatMap { Int($0) }
        outcomes[version ?? 0, default: 0] += 1
        for next in Set([version ?? 0, 2]).sorted() { try check(next) }
      }
      print("killed migrations, by the version of the store: \(outcomes)")
      XCTAssertEqual(Set(outcomes.keys).subtracting([1, 2]), [])
    }

    /// Terminates the server process of a migration.
    private func endServersSide(after delay: Double) throws {
      let process = try ChildTest.start(
        "PostgresTests.PostgresKilledMigrationTests/testChildOnly",
        ["MODEL_CHILD_SCHEMA": schema])
      Thread.sleep(forTimeInterval: 0.3 + delay)
      try sql(
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
        """)
      process.waitUntilExit()
    }

    private func check(_ version: Int) throws {
      let context = try open(Self.model(version)).makeContext()
      let things = try context.fetch(entityName: "Thing")
      XCTAssertEqual(things.count, Self.count)
      let name = version == 1 ? "name" : "title"
      var names: Set<String> = []
      var links = 0
      for thing in things {
        if let name = try thing.value(forKey: name) as? String { names.insert(name) }
        if try thing.value(forKey: "last") is ManagedObject { links += 1 }
      }
      XCTAssertEqual(names.count, Self.count)
      XCTAssertEqual(links, Self.count - 1)
    }

    /// The task of the process that is killed.
    func testChildOnly() throws {
      guard let schema = Self.environment["MODEL_CHILD_SCHEMA"] else {
        throw XCTSkip("only another test runs this")
      }
      print("begins")
      fflush(nil)
      _ = try PersistentContainer(
        Self.model(2), incrementalStore: try TestStores.postgresStore(schema: schema))
    }
  }
#endif
