#if PostgreSQL
  import Foundation
  import ModelPostgres
  import ModelRuntime
  import StoreSupport
  import TestSupport
  import XCTest

  /// Tests of several programs that change the same rows under a merge policy while the
  /// server ends connections and another program follows the changes with a fetched results
  /// controller.
  final class SharingTests: PostgresTestCase {
    private static let environment = ProcessInfo.processInfo.environment
    private static let seconds: TimeInterval = TestRun.isLong ? 30 : 2
    private static let processes = TestRun.isLong ? 6 : 3
    private static let accounts = 5

    /// Merges `stock` by adding the changes of both sides to the base value.
    private struct Summing: MergePolicy {
      func resolution(of conflict: SaveConflict) throws -> ConflictResolution {
        guard let stock = conflict.properties.first(where: { $0.name == "stock" }),
          case (.integer(let base), .integer(let mine), .integer(let theirs)) = (
            stock.base, stock.mine, stock.theirs
          )
        else { return .merged(mine: []) }
        return .merged(mine: [], values: ["stock": .integer(mine + theirs - base)])
      }
    }

    private func program(_ profile: PostgresProfile) throws -> PersistentContainer {
      try PersistentContainer(
        .trade,
        incrementalStore: try TestStores.postgresStore(
          schema: schema, poolSize: 2, profile: profile))
    }

    func testCountersOfAPolicyHold() throws {
      try XCTSkipUnless(ChildTest.isPossible, "the test program cannot be run again here")
      for profile in ["full", "portable"] {
        try setUpWithError()
        try check(profile)
      }
    }

    private func check(_ profile: String) throws {
      let container = try program(profile == "full" ? .full : .portable)
      let context = try container.makeContext()
      for index in 0..<Self.accounts { _ = Article(in: context, title: "\(index)") }
      try context.save()
      try container.checkForExternalChanges()
      let list = FetchedResultsController(
        Article.all.sorted { [$0.stock.ascending, $0.title.ascending] }, in: context)
      try list.performFetch()
      let folder = try TemporaryFolder()
      let processes = try (0..<Self.processes).map { try start($0, profile, folder) }
      let looks = try follow(list, context, container) { processes.contains(where: \.isRunning) }
      var sum: Int64 = 0
      for (number, process) in processes.enumerated() {
        process.waitUntilExit()
        let said = try String(contentsOf: folder.file("\(number)"), encoding: .utf8)
        sum += try XCTUnwrap(Int64(said), "\(profile), \(number): \(said)")
      }
      let end = Date(timeIntervalSinceNow: 5)
      let stored = try program(profile == "full" ? .full : .portable).makeContext()
        .fetch(list.request).map { [$0.title, "\($0.stock)"] }
      while list.objects.map({ [$0.title, "\($0.stock)"] }) != stored, Date() < end {
        if try container.checkForExternalChanges() { try context.mergeExternalChanges() }
      }
      XCTAssertEqual(list.objects.map { [$0.title, "\($0.stock)"] }, stored, profile)
      XCTAssertEqual(list.objects.reduce(0) { $0 + $1.stock }, sum, profile)
      XCTAssertGreaterThan(looks, 3, profile)
      print("\(profile): \(sum) in \(Self.processes) processes, \(looks) changes of the list")
    }

    /// - Returns: The number of times that external changes were merged.
    private func follow(
      _ list: FetchedResultsController<Article>, _ context: ManagedObjectContext,
      _ container: PersistentContainer, while isRunning: () -> Bool
    ) throws -> Int {
      var (looks, next) = (0, Date(timeIntervalSinceNow: 0.5))
      while isRunning() {
        usleep(10_000)
        if Date() > next {
          next = Date(timeIntervalSinceNow: 0.5)
          try sql(
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
            """)
        }
        // The server ends this program's connections too, so a failed check is tried again.
        guard (try? container.checkForExternalChanges()) == true else { continue }
        while (try? context.mergeExternalChanges()) == nil { usleep(10_000) }
        looks += 1
        let stocks = list.objects.map(\.stock)
        XCTAssertEqual(stocks, stocks.sorted())
      }
      return looks
    }

    private func start(
      _ number: Int, _ profile: String, _ folder: TemporaryFolder
    ) throws -> Process {
      try ChildTest.start(
        "PostgresTests.SharingTests/testChildOnly",
        [
          "MODEL_CHILD": "\(number)", "MODEL_CHILD_SCHEMA": schema, "MODEL_CHILD_PROFILE": profile,
          "MODEL_CHILD_RESULT": folder.file("\(number)").path(percentEncoded: false),
        ])
    }

    /// The work of one process. It writes the sum of its additions, or the error, to the
    /// result file.
    func testChildOnly() throws {
      guard let number = Self.environment["MODEL_CHILD"].flatMap(UInt64.init),
        let own = Self.environment["MODEL_CHILD_SCHEMA"],
        let result = Self.environment["MODEL_CHILD_RESULT"]
      else { throw XCTSkip("only another test runs this") }
      do {
        let sum = try add(number, own)
        try "\(sum)".write(toFile: result, atomically: true, encoding: .utf8)
      } catch {
        try "\(error)".write(toFile: result, atomically: true, encoding: .utf8)
      }
    }

    /// - Returns: The sum of the amounts that were added.
    private func add(_ number: UInt64, _ schema: String) throws -> Int64 {
      let isFull = Self.environment["MODEL_CHILD_PROFILE"] == "full"
      var context: ManagedObjectContext?
      var articles: [Article] = []
      // The store repeats reads by itself, unless it has already returned some of the rows.
      try insist {
        let store = try TestStores.postgresStore(
          schema: schema, poolSize: 2, profile: isFull ? .full : .portable)
        context = try PersistentContainer(.trade, incrementalStore: store).makeContext()
        articles = try context?.fetch(Article.all) ?? []
      }
      var random = RandomSource(seed: TestRun.seed &+ number)
      let end = Date(timeIntervalSinceNow: Self.seconds)
      var sum: Int64 = 0
      while Date() < end {
        let amount = Int64(random.number(below: 9)) + 1
        articles[random.number(below: articles.count)].stock += amount
        try insist { try context?.save(mergePolicy: Summing()) }
        sum += amount
      }
      return sum
    }

    private func insist(_ body: () throws -> Void) throws {
      let end = Date(timeIntervalSinceNow: 20)
      while true {
        do {
          return try body()
        } catch let error as StoreError where error.reason != .database && Date() < end {
          usleep(5_000)
        }
      }
    }
  }
#endif
