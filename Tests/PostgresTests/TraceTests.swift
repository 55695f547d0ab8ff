#if PostgreSQL
  import Foundation
  import ModelPostgres
  import ModelRuntime
  import StoreSupport
  import XCTest

  /// Tests that traces report the statements that the server receives.
  final class TraceTests: PostgresTestCase {
    private final class Log: @unchecked Sendable {
      // because the list is only used under `lock`.
      private let lock = NSLock()
      private var list: [StatementTrace] = []

      func add(_ trace: StatementTrace) { lock.withLock { list.append(trace) } }

      func take() -> [StatementTrace] {
        lock.withLock {
          defer { list = [] }
          return list
        }
      }
    }

    /// Returns a context of a store whose URL contains a password. The trace adds its
    /// statements to the log.
    private func context(
      _ log: Log, profile: String = "full", showsValues: Bool = false
    ) throws -> ManagedObjectContext {
      PostgresStore.register()
      let server = (TestStores.server ?? "").replacing("model@", with: "model:geheim@")
      let address = server + "&schema=" + schema + "&profile=" + profile
      var configuration = StoreConfiguration(url: try XCTUnwrap(URL(string: address)))
      configuration.trace = SQLTrace(showsValues: showsValues) { log.add($0) }
      return try PersistentContainer(.trade, configuration: configuration).makeContext()
    }

    func testStatementsOfTheServerAreReported() throws {
      for profile in ["full", "portable"] {
        try super.setUpWithError()
        let log = Log()
        let context = try context(log, profile: profile)
        let opening = log.take()
        XCTAssertTrue(opening.contains { $0.sql.hasPrefix("CREATE TABLE") }, profile)
        for title in ["one", "two", "secret"] { _ = Article(in: context, title: title) }
        try context.save()
        let saving = log.take()
        let insert = try XCTUnwrap(saving.first { $0.sql.hasPrefix("INSERT INTO \"article\"") })
        XCTAssertNil(insert.expandedSQL)
        XCTAssertGreaterThan(insert.duration, .zero)
        context.reset()
        XCTAssertEqual(try context.fetch(Article.all).count, 3)
        let fetching = log.take()
        XCTAssertEqual(fetching.map(\.rowCount), [3], "\(fetching)")
        let all = opening + saving + fetching
        XCTAssertFalse("\(all)".contains("secret"), "\(all)")
        XCTAssertFalse("\(all)".contains("geheim"), "\(all)")
        // The database in memory that the store also uses has Core Data's names.
        XCTAssertEqual(all.filter { $0.sql.contains("Z_") || $0.sql.contains("TEMP") }, [])
      }
    }

    func testValuesAreShownWhereTheyAreAskedFor() throws {
      let log = Log()
      let context = try context(log, showsValues: true)
      _ = Article(in: context, title: "it's", stock: 7)
      try context.save()
      _ = log.take()
      let found = try context.fetch(
        Article.where { $0.title == "it's" && $0.stock.in([7, 8]) && $0.stock < 9 })
      XCTAssertEqual(found.count, 1)
      let statement = try XCTUnwrap(log.take().last)
      let text = try XCTUnwrap(statement.expandedSQL)
      XCTAssertTrue(text.contains("'it''s'"), text)
      XCTAssertFalse(text.contains("$"), text)
      // The server can run the expanded statement.
      XCTAssertEqual(try sql(text).count, 1)
      XCTAssertFalse(statement.sql.contains("it's"), statement.sql)
    }

    /// A save finds the objects whose derived values depend on a change without reading all
    /// objects that have derived values.
    func testASaveReadsWhatItConcerns() throws {
      let filling = try open().makeContext()
      for number in 0..<500 {
        _ = Line(in: filling, amount: 1, order: Order(in: filling, number: Int32(number)))
      }
      try filling.save()
      let log = Log()
      let context = try context(log)
      let order = try XCTUnwrap(context.first(Order.where { $0.number == 7 }))
      _ = log.take()
      _ = Line(in: context, amount: 2, order: order)
      try context.save()
      let statements = log.take()
      XCTAssertLessThan(statements.reduce(0) { $0 + $1.rowCount }, 50, "\(statements)")
      XCTAssertEqual(try sql(#"SELECT sum FROM "order" WHERE number = 7"#), ["3"])
      order.lines[0].amount = 5
      try context.save()
      XCTAssertLessThan(log.take().reduce(0) { $0 + $1.rowCount }, 50)
      XCTAssertEqual(try sql(#"SELECT sum FROM "order" WHERE number = 7"#), ["7"])
    }

    func testAPageReadsNoRowsButItsOwn() throws {
      let log = Log()
      let context = try context(log)
      for number in 0..<40 {
        _ = Article(in: context, title: "\(number)", stock: Int64(number / 4))
      }
      try context.save()
      let request = Article.where { $0.stock != 7 }.sorted { $0.stock.descending }
      let all = try context.fetch(request).map(\.objectID)
      var found: [ObjectID] = []
      var cursor: FetchCursor?
      repeat {
        _ = log.take()
        let page = try context.page(of: request, after: cursor, size: 7)
        XCTAssertEqual(log.take().map(\.rowCount), [page.objects.count])
        found += page.objects.map(\.objectID)
        cursor = page.next
      } while cursor != nil
      XCTAssertEqual(found, all)
    }

    func testRowsThatAreCopiedAndStatementsThatFailAreReported() throws {
      let log = Log()
      let context = try context(log)
      for number in 0..<200 { _ = Order(in: context, number: Int32(number)) }
      try context.save()
      let copy = log.take().first { $0.sql.hasPrefix("COPY \"order\"") }
      XCTAssertEqual(copy?.rowCount, 0)
      context.reset()
      XCTAssertEqual(try context.fetch(Order.all).count, 200)
      XCTAssertEqual(log.take().map(\.rowCount), [200])
      try sql("DROP TABLE table_user")
      XCTAssertThrowsError(try context.count(User.where { $0.group.count > 1 }))
      XCTAssertTrue(log.take().contains { $0.sql.contains("table_user") })
    }
  }
#endif
