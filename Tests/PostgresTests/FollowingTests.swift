#if PostgreSQL
  import Foundation
  @testable import ModelPostgres
  import ModelRuntime
  import StoreSupport
  import XCTest

  /// Notifications of a program about the saves of other programs.
  final class FollowingTests: PostgresTestCase {
    /// The server's processes whose last statement begins with a text.
    private func processes(_ statement: String) throws -> [String] {
      try sql("SELECT pid FROM pg_stat_activity WHERE query LIKE '\(statement)%'")
    }

    /// Unread notifications fill a queue of the server, and then no program can save.
    func testNobodyListensWhenNobodyFollows() throws {
      let container = try open()
      let statement = "LISTEN \"model_store_\(schema)"
      var streams = (0..<2).map { _ in container.externalChanges(everyMilliseconds: 20) }
      XCTAssertEqual(try processes(statement).count, 1)
      streams.removeLast()
      usleep(200_000)
      XCTAssertEqual(try processes(statement).count, 1)
      streams.removeLast()
      let end = Date(timeIntervalSinceNow: 10)
      while try !processes(statement).isEmpty, Date() < end { usleep(10_000) }
      XCTAssertEqual(try processes(statement), [])
      // Notifications in the meantime have been missed.
      XCTAssertTrue(try container.checkForExternalChanges())
    }

    /// A replica refuses LISTEN until it becomes a primary server. A table represents its
    /// progress here.
    func testWhatACopyOfAServerGetsIsCounted() throws {
      let store = try XCTUnwrap(TestStores.postgresStore(schema: schema) as? PostgresStore)
      _ = try PersistentContainer(.trade, incrementalStore: store)
      try sql("CREATE TABLE progress (place text); INSERT INTO progress VALUES ('0/1')")
      let query = "SELECT place FROM progress"
      let listener = PostgresListener(progress: query)
      let first = try listener.foreignCount(store.pool)
      let known = try processes(query)
      XCTAssertEqual(known.count, 1)
      XCTAssertEqual(try listener.foreignCount(store.pool), first)
      try sql("UPDATE progress SET place = '0/2'")
      XCTAssertEqual(try listener.foreignCount(store.pool), first + 1)
      XCTAssertEqual(try processes(query), known)
      try sql("DELETE FROM progress")
      XCTAssertEqual(try listener.foreignCount(store.pool), first + 2)
      try sql("NOTIFY \(PostgresNames.quoted(store.pool.channelName)), 'another'")
      let end = Date(timeIntervalSinceNow: 10)
      while try listener.foreignCount(store.pool) == first + 2, Date() < end { usleep(10_000) }
      XCTAssertEqual(try listener.foreignCount(store.pool), first + 3)
    }
  }
#endif
