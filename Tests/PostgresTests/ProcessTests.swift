#if PostgreSQL
  import Foundation
  import ModelRuntime
  import StoreSupport
  import TestSupport
  import XCTest

  /// Many processes that write the same objects.
  final class PostgresProcessTests: PostgresTestCase {
    private static let environment = ProcessInfo.processInfo.environment
    private static let seconds: TimeInterval = TestRun.isLong ? 60 : 2
    private static let processes = TestRun.isLong ? 12 : 4
    private static let accounts = 20

    /// Each process moves amounts between accounts and records each move. The sum stays the
    /// same, and there are as many records as moves.
    func testSumsHold() throws {
      try XCTSkipUnless(ChildTest.isPossible, "the test program cannot be run again here")
      let context = try open().makeContext()
      for index in 0..<Self.accounts { _ = Article(in: context, title: "\(index)", stock: 1000) }
      try context.save()
      let folder = try TemporaryFolder()
      let processes = try (0..<Self.processes).map { try start($0, folder) }
      var moves = 0
      for (number, process) in processes.enumerated() {
        process.waitUntilExit()
        moves += try XCTUnwrap(Int(String(contentsOf: folder.file("\(number)"), encoding: .utf8)))
      }
      print("\(Self.processes) processes: \(moves) moves in \(Self.seconds) s")
      let stored = try open().makeContext()
      XCTAssertEqual(try stored.sum(Article.all) { $0.stock }, 1000 * Int64(Self.accounts))
      XCTAssertEqual(try stored.count(Order.all), moves)
      XCTAssertEqual(try stored.count(Line.all), moves * 2)
      XCTAssertGreaterThan(moves, 10)
    }

    private func start(_ number: Int, _ folder: TemporaryFolder) throws -> Process {
      try ChildTest.start(
        "PostgresTests.PostgresProcessTests/testChildOnly",
        [
          "MODEL_CHILD": "\(number)", "MODEL_CHILD_SCHEMA": schema,
          "MODEL_CHILD_RESULT": folder.file("\(number)").path(percentEncoded: false),
        ])
    }

    /// The task of one process.
    func testChildOnly() throws {
      guard let number = Self.environment["MODEL_CHILD"].flatMap(Int32.init),
        let schema = Self.environment["MODEL_CHILD_SCHEMA"],
        let result = Self.environment["MODEL_CHILD_RESULT"]
      else { throw XCTSkip("only another test runs this") }
      let container = try PersistentContainer(
        .trade, incrementalStore: try TestStores.postgresStore(schema: schema))
      let end = Date(timeIntervalSinceNow: Self.seconds)
      var moves: Int32 = 0
      while Date() < end {
        if try move(container.makeContext(), number * 1_000_000 + moves) { moves += 1 }
      }
      try "\(moves)".write(toFile: result, atomically: true, encoding: .utf8)
    }

    /// Moves an amount, and returns false if another process has changed an account in the
    /// meantime.
    private func move(_ context: ManagedObjectContext, _ number: Int32) throws -> Bool {
      let names = (0..<Self.accounts).shuffled().prefix(2).map { "\($0)" }
      let accounts = try context.fetch(Article.where { $0.title.in(names) })
      guard accounts.count == 2 else { return false }
      let order = Order(in: context, number: number)
      for (account, amount) in zip(accounts, [-7, 7] as [Int64]) {
        account.stock += amount
        let line = Line(in: context, amount: Double(amount), order: order)
        line.article = account
      }
      do {
        try context.save()
        return true
      } catch let error as StoreError where error.reason == .conflict || error.reason == .busy {
        return false
      }
    }
  }
#endif
