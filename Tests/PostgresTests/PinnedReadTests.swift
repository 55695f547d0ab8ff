#if PostgreSQL
  import ModelPostgres
  import ModelRuntime
  import StoreSupport
  import TestSupport
  import XCTest

  /// Tests of contexts that are pinned to one state of a store in PostgreSQL.
  final class PinnedReadTests: PostgresTestCase {
    private var container: PersistentContainer!
    private var pinned: ManagedObjectContext!
    private var other: ManagedObjectContext!

    /// Opens a store with an order of two lines, and pins a context that has read nothing.
    private func start(_ profile: PostgresProfile = .full) throws {
      try setUpWithError()
      container = try PersistentContainer(
        .trade, incrementalStore: try TestStores.postgresStore(schema: schema, profile: profile))
      (pinned, other) = (try container.makeContext(), try container.makeContext())
      let order = Order(in: other, number: 1)
      for amount in [1.0, 2] { _ = Line(in: other, amount: amount, order: order) }
      try other.save()
      try pinned.pinReads()
      XCTAssertTrue(pinned.isReadingPinned)
    }

    override func tearDown() { (pinned, other, container) = (nil, nil, nil) }

    private func amounts(_ context: ManagedObjectContext) throws -> [Double] {
      try XCTUnwrap(context.first(Order.all)).lines.map(\.amount)
    }

    /// Changes a line, removes the other, and appends two.
    private func changeLines() throws {
      let order = try XCTUnwrap(other.first(Order.all))
      let lines = order.lines
      lines[0].amount = 5
      other.delete(lines[1])
      for amount in [6.0, 7] { _ = Line(in: other, amount: amount, order: order) }
      try other.save()
    }

    func testEveryReadIsOfTheSameState() throws {
      for profile: PostgresProfile in [.full, .portable] {
        try start(profile)
        let order = try XCTUnwrap(pinned.first(Order.all))
        try changeLines()
        XCTAssertEqual(order.lines.map(\.amount), [1, 2], "\(profile)")
        XCTAssertEqual(try pinned.count(Line.all), 2, "\(profile)")
        XCTAssertEqual(try pinned.fetch(Line.where { $0.amount > 4 }), [], "\(profile)")
        XCTAssertEqual(try pinned.makeChild().count(Line.all), 2, "\(profile)")
        XCTAssertEqual(order.sum, 3, "\(profile)")
        pinned.unpinReads()
        XCTAssertFalse(pinned.isReadingPinned)
        XCTAssertEqual(try pinned.count(Line.all), 3, "\(profile)")
        pinned.refreshAllObjects()
        XCTAssertEqual(try amounts(pinned), [5, 6, 7], "\(profile)")
      }
    }

    func testThePinnedStateAdvances() throws {
      let advances: [(name: String, body: (ManagedObjectContext) throws -> Void)] = [
        ("again", { try $0.pinReads() }), ("reset", { $0.reset() }),
        ("merge", { try $0.mergeExternalChanges() }),
        (
          "save",
          { context in
            _ = Article(in: context, title: "a")
            try context.save()
          }
        ),
      ]
      for (name, advance) in advances {
        try start()
        try changeLines()
        XCTAssertEqual(try pinned.count(Line.all), 2, name)
        try advance(pinned)
        XCTAssertTrue(pinned.isReadingPinned, name)
        XCTAssertEqual(try pinned.count(Line.all), 3, name)
        try changeLines()
        XCTAssertEqual(try pinned.count(Line.all), 3, name)
      }
    }

    func testASaveFindsConflictsWithLaterSaves() throws {
      try start()
      let order = try XCTUnwrap(pinned.first(Order.all))
      try XCTUnwrap(other.first(Order.all)).total = 8
      try other.save()
      order.total = 9
      XCTAssertEqual(reason { try pinned.save() }, .conflict)
      XCTAssertTrue(pinned.isReadingPinned)
      try pinned.save(mergePolicy: .objectWins)
      XCTAssertEqual(try container.makeContext().first(Order.all)?.total, 9)
    }

    /// The state exists only in a transaction, so that no other connection can show it.
    func testAStateThatTheServerHasEndedIsNotReplaced() throws {
      try start()
      try sql(
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
        """)
      for _ in 0..<2 { XCTAssertEqual(reason { _ = try pinned.count(Line.all) }, .ioFailure) }
      try pinned.pinReads()
      XCTAssertEqual(try pinned.count(Line.all), 2)
    }
  }
#endif
