#if PostgreSQL
  import Foundation
  @testable import ModelPostgres
  import ModelRuntime
  import ModelSchema
  import StoreSupport
  import TestSupport
  import XCTest

  /// Tests of a model that uses every kind of property, and names that SQL reserves.
  final class TradeTests: PostgresTestCase {
    private func order(
      _ context: ManagedObjectContext, _ number: Int32, _ user: Party?, lines: Int = 0
    ) -> Order {
      let order = Order(in: context, number: number)
      order.user = user
      for index in 0..<lines { _ = Line(in: context, amount: Double(index + 1), order: order) }
      return order
    }

    func testValuesComeBackAsTheyWere() throws {
      let context = try open().makeContext()
      let company = Company(in: context, name: "Çä'\";--\\\u{1F600}\u{7}\n")
      company.seal = Data((0...255).map { UInt8($0) })
      company.xmax = ""
      let order = order(context, .max, company)
      order.total = try XCTUnwrap(Decimal(string: "-12345678901234567890.000000000001"))
      order.rough = Decimal(string: "0.1")
      order.day = Date(timeIntervalSinceReferenceDate: -1e10 + 0.25)
      order.site = URL(string: "https://x.y/?a=%20")
      order.mood = .loud
      order.where1 = Spot(xmin: -0.0, label: "{\"x\",NULL}")
      order.words = ["", "a,b", "\"", "NULL", "\\"]
      try context.save()
      let other = try open().makeContext()
      let stored = try XCTUnwrap(other.first(Order.all))
      XCTAssertEqual(stored.total, order.total)
      XCTAssertEqual(stored.rough, order.rough)
      XCTAssertEqual(stored.day, order.day)
      XCTAssertEqual(stored.site, order.site)
      XCTAssertEqual(stored.mood, .loud)
      XCTAssertEqual(stored.where1, order.where1)
      XCTAssertEqual(stored.words, order.words)
      let owner = try XCTUnwrap(stored.user as? Company)
      XCTAssertEqual(owner.name, company.name)
      XCTAssertEqual(owner.seal, company.seal)
      XCTAssertEqual(owner.id, company.id)
      XCTAssertEqual([owner.xmax, owner.plain], ["", company.plain])
      XCTAssertEqual(owner.orderCount, 1)
      // Reading and saving an object does not mark it as changed.
      XCTAssertFalse(other.hasChanges)
    }

    func testExtremesOfNumbersAndDates() throws {
      let context = try open().makeContext()
      let article = Article(in: context, title: "t", stock: .min)
      let order = order(context, .min, nil)
      let line = Line(in: context, amount: .greatestFiniteMagnitude, order: order)
      line.article = article
      order.day = .distantFuture
      try context.save()
      line.amount = -.infinity
      order.day = .distantPast
      article.stock = .max
      try context.save()
      let other = try open().makeContext()
      let stored = try XCTUnwrap(other.first(Line.all))
      XCTAssertEqual(stored.amount, -.infinity)
      XCTAssertEqual(stored.order.day, .distantPast)
      XCTAssertEqual(stored.article?.stock, .max)
    }

    func testUniqueValuesOfSubentitiesAreExchanged() throws {
      let context = try open().makeContext()
      let users = ["a", "b"].map { name in
        let user = User(in: context, name: name)
        user.mail = name + "@x"
        return user
      }
      try context.save()
      (users[0].mail, users[1].mail) = (users[1].mail, users[0].mail)
      (users[0].name, users[1].name) = (users[1].name, users[0].name)
      try context.save()
      let other = try open().makeContext()
      XCTAssertEqual(
        try other.fetch(User.all.sorted { $0.name.ascending }).map(\.mail), ["a@x", "b@x"])
      // The uniqueness constraint belongs to the parent entity, so a company cannot have a
      // user's name.
      let company = Company(in: other, name: "a")
      XCTAssertEqual(reason { try other.save() }, .notUnique)
      company.name = "c"
      let new = User(in: other, name: "d")
      new.mail = "b@x"
      XCTAssertEqual(reason { try other.save() }, .notUnique)
      new.mail = nil
      try other.save()
    }

    func testUniqueValuesThatADeletedObjectFreesAreTaken() throws {
      let context = try open().makeContext()
      let first = order(context, 1, nil, lines: 2)
      try context.save()
      context.delete(first)
      let second = order(context, 1, nil)
      try context.save()
      let other = try open().makeContext()
      XCTAssertEqual(try other.fetch(Order.all).map(\.objectID), [second.objectID])
      XCTAssertEqual(try open().makeContext().count(Line.all), 0)
    }

    func testDeleteRules() throws {
      let context = try open().makeContext()
      let boss = User(in: context, name: "boss")
      let user = User(in: context, name: "user")
      user.boss = boss
      let table = Table(in: context, select: "1; DROP TABLE \"order\"")
      table.user = [boss, user]
      let article = Article(in: context, title: "t")
      let order = order(context, 1, boss, lines: 1)
      order.lines[0].article = article
      try context.save()
      let other = try open().makeContext()
      let denied = try XCTUnwrap(other.first(Article.all))
      other.delete(denied)
      XCTAssertEqual(reason { try other.save() }, .deniedDelete)
      other.rollback()
      try other.delete(XCTUnwrap(other.first(User.where { $0.name == "boss" })))
      try other.save()
      let last = try open().makeContext()
      XCTAssertEqual(try last.count(Order.all) + last.count(Line.all), 0)
      let left = try XCTUnwrap(last.first(User.all))
      XCTAssertNil(left.boss)
      XCTAssertEqual(try last.first(Table.all)?.user.map(\.name), ["user"])
    }

    func testOrdersOfManyToManyAndOfReflexiveLists() throws {
      let context = try open().makeContext()
      let users = ["c", "a", "b"].map { User(in: context, name: $0) }
      let tables = ["x", "y"].map { Table(in: context, select: $0) }
      tables[0].user = [users[2], users[0]]
      tables[1].user = [users[0], users[1], users[2]]
      users[0].team = [users[2], users[1]]
      try context.save()
      users[0].team.move(from: 1, to: 0)
      tables[1].user.remove(users[1])
      try context.save()
      let other = try open().makeContext()
      let found = try other.fetch(Table.all.sorted { $0.select.ascending })
      XCTAssertEqual(found.map { $0.user.map(\.name) }, [["b", "c"], ["c", "b"]])
      XCTAssertEqual(
        try other.first(User.where { $0.name == "c" })?.team.map(\.name), ["a", "b"])
      XCTAssertEqual(try other.count(Table.where { $0.user.count == 2 }), 2)
      XCTAssertEqual(try other.count(User.where { $0.boss.name == "c" }), 2)
      XCTAssertEqual(
        try other.count(Order.where { $0.user.name == "nobody" || $0.where1.xmin > 1 }), 0)
    }

    func testUndoBringsBackWhatWasSaved() throws {
      let context = try open().makeContext()
      context.undoHistory = UndoHistory()
      let user = User(in: context, name: "u")
      let first = order(context, 1, user, lines: 2)
      try context.save()
      context.delete(first)
      try context.save()
      XCTAssertEqual(try open().makeContext().count(Line.all), 0)
      context.undo()
      try context.save()
      let other = try open().makeContext()
      XCTAssertEqual(try other.first(Order.all)?.lines.map(\.amount), [1, 2])
      XCTAssertEqual(try other.first(User.all)?.orderCount, 1)
    }

    func testConflictsUnderEveryPolicy() throws {
      for (policy, name, stock) in [
        (StandardMergePolicy.storeWins, "theirs", 7), (.objectWins, "mine", 7),
        (.overwrite, "mine", 5), (.rollback, "theirs", 7),
      ] as [(StandardMergePolicy, String, Int64)] {
        let (one, two) = (try open().makeContext(), try open().makeContext())
        let article = Article(in: one, title: "base", stock: 5)
        try one.save()
        let theirs = try XCTUnwrap(two.first(Article.where { $0.title == "base" }))
        (theirs.title, theirs.stock) = ("theirs", 7)
        try two.save()
        article.title = "mine"
        XCTAssertEqual(reason { try one.save() }, .conflict)
        try one.save(mergePolicy: policy)
        let other = try open().makeContext()
        let stored = try XCTUnwrap(other.first(Article.all))
        XCTAssertEqual(stored.title, name, "\(policy)")
        XCTAssertEqual(stored.stock, stock, "\(policy)")
        one.delete(article)
        try one.save()
      }
    }

    func testWhatSomebodyDeletedMeanwhile() throws {
      let (one, two) = (try open().makeContext(), try open().makeContext())
      let user = User(in: one, name: "u")
      let article = Article(in: one, title: "a")
      try one.save()
      try two.delete(XCTUnwrap(two.first(User.all)))
      try two.delete(XCTUnwrap(two.first(Article.all)))
      try two.save()
      // Refer to the deleted article, then change it.
      let order = order(one, 1, user, lines: 1)
      order.lines[0].article = article
      XCTAssertEqual(reason { try one.save() }, .conflict)
      article.stock = 3
      XCTAssertEqual(reason { try one.save() }, .conflict)
      try one.save(mergePolicy: .storeWins)
      let other = try open().makeContext()
      let stored = try XCTUnwrap(other.first(Order.all))
      XCTAssertNil(stored.user)
      XCTAssertNil(stored.lines.first?.article)
    }

    /// A cascade deletes the members that an object has now, not the members that it had
    /// when it was read.
    func testMembersThatOthersMovedAreSeenByTheNextFetch() throws {
      let (one, two) = (try open().makeContext(), try open().makeContext())
      let users = [User(in: one, name: "a"), User(in: one, name: "b")]
      _ = order(one, 1, users[0])
      try one.save()
      XCTAssertEqual(users[0].orders.count, 1)
      let theirs = try two.fetch(User.all.sorted { $0.name.ascending })
      theirs[0].orders[0].user = theirs[1]
      try two.save()
      _ = try one.fetch(User.all)
      XCTAssertEqual(users.map(\.orders.count), [0, 1])
      one.delete(users[0])
      try one.save()
      let fresh = try open().makeContext()
      XCTAssertEqual(try fresh.first(Order.all)?.user?.name, "b")
    }

    /// A commit is recognized even if another program changes the row before the store asks
    /// the server for it.
    func testACommitIsKnownWhoeverChangedTheRowSince() throws {
      let store = try XCTUnwrap(TestStores.postgresStore(schema: schema) as? PostgresStore)
      let context = try PersistentContainer(.trade, incrementalStore: store).makeContext()
      let article = Article(in: context, title: "a")
      try context.save()
      let entity = try XCTUnwrap(StoreSchema(layoutOf: context.model).entity(named: "Article"))
      let place = try XCTUnwrap(entity.columns.firstIndex { $0.keyPath == "stock" })
      var changes = StoreChanges()
      changes.updates = [
        StoreChanges.Row(
          entity: entity, key: article.objectID.key, baseVersion: 1, version: 2, columns: [place],
          values: [.integer(1)])
      ]
      let witness = try store.pool.withConnection { connection in
        try connection.transaction {
          try PostgresWriter(store.layout, connection, .full).write(changes)
          return try PostgresWitness(changes, store.layout, store.pool, connection, .full)
        }
      }
      try sql("UPDATE article SET stock = 7, version = 3")
      XCTAssertTrue(try witness.isCommitted(store.pool))
    }

    func testErrorsTellNoValues() throws {
      let context = try open().makeContext()
      try sql("ALTER TABLE article ADD CHECK (stock <> 4711)")
      let article = Article(in: context, title: "secret", stock: 4711)
      XCTAssertThrowsError(try context.save()) {
        XCTAssertEqual(($0 as? StoreError)?.reason, .database)
        XCTAssertFalse("\($0)".contains("4711"), "\($0)")
        XCTAssertTrue("\($0)".contains("article_stock_check"), "\($0)")
      }
      article.stock = 1
      try context.save()
    }

    /// The number of statements does not grow with the number of objects. It grows with the
    /// number of full parameter arrays and of blocks of keys.
    func testAGraphIsSavedInFewStatements() throws {
      try sql("ALTER ROLE model SET log_statement = 'all'")
      defer { _ = try? sql("ALTER ROLE model RESET log_statement") }
      let context = try open().makeContext()
      let before = try statements()
      for number in 0..<10_000 { _ = order(context, Int32(number), nil, lines: 3) }
      let keys = try statements() - before
      try context.save()
      let count = try statements() - before
      print("10,000 orders with 30,000 lines: \(count) statements, \(keys) of them for keys")
      XCTAssertLessThan(count, 40)
      let other = try open().makeContext()
      XCTAssertEqual(try other.count(Line.where { $0.order.number >= 0 }), 30_000)
      let some = try other.first(Order.where { $0.number == 4711 })
      XCTAssertEqual(some?.lines.map(\.amount), [1, 2, 3])
    }

    /// Reserves several blocks of keys at a time while other stores reserve blocks too.
    func testKeysAreGivenOnce() throws {
      let stores = try (0..<4).map { _ in try TestStores.postgresStore(schema: schema) }
      let contexts = try stores.map {
        try PersistentContainer(.trade, incrementalStore: $0).makeContext()
      }
      let layout = StoreSchema(layoutOf: contexts[0].model)
      let root = try XCTUnwrap(layout.entity(named: "Article"))
      let lock = NSLock()
      // because it is only used under the lock.
      nonisolated(unsafe) var ranges: [ClosedRange<Int64>] = []
      DispatchQueue.concurrentPerform(iterations: 40) { number in
        guard let range = try? stores[number % 4].reserveKeys(4096, of: root) else { return }
        lock.withLock { ranges.append(range) }
      }
      XCTAssertEqual(ranges.count, 40)
      ranges.sort { $0.lowerBound < $1.lowerBound }
      for (range, next) in zip(ranges, ranges.dropFirst()) {
        XCTAssertLessThan(range.upperBound, next.lowerBound)
      }
      XCTAssertTrue(ranges.contains { $0.count == 4096 }, "\(ranges)")
    }

    /// The server computes rows, groups and sums. If there are unsaved changes, they are
    /// computed in memory, with the same result.
    func testRowsAreComputedByTheServer() throws {
      try sql("ALTER ROLE model SET log_statement = 'all'")
      defer { _ = try? sql("ALTER ROLE model RESET log_statement") }
      let context = try open().makeContext()
      for number in 1...4 { _ = order(context, Int32(number), nil, lines: number) }
      try context.save()
      let perOrder = Line.all
        .selecting { ($0.order.number, $0.objectCount, $0.amount.sum, $0.amount.max) }
        .grouped { $0.order.number }
        .having { $0.objectCount > 1 }
        .sorted { $0.objectCount.descending }
      func check(_ context: ManagedObjectContext, line: UInt = #line) throws {
        let rows = try context.rows(perOrder)
        XCTAssertEqual(rows.map { $0.0 ?? 0 }, [4, 3, 2], line: line)
        XCTAssertEqual(rows.map { $0.2 ?? 0 }, [10, 6, 3], line: line)
        XCTAssertEqual(rows.map { $0.3 ?? 0 }, [4, 3, 2], line: line)
        XCTAssertEqual(try context.sum(Order.all) { $0.number }, 10, line: line)
        XCTAssertEqual(try context.average(Line.all) { $0.amount }, 2, line: line)
        XCTAssertEqual(try context.sum(Line.where { $0.amount < 0 }) { $0.amount }, 0, line: line)
      }
      let other = try open().makeContext()
      let before = try noted("GROUP BY r.v0 HAVING")
      try check(other)
      XCTAssertEqual(try noted("GROUP BY r.v0 HAVING"), before + 1)
      _ = Article(in: other, title: "unsaved")
      try check(other)
      XCTAssertEqual(try noted("GROUP BY r.v0 HAVING"), before + 1)
    }

    /// A function of the value that a group is grouped by applies to this value, not to the
    /// members of the group.
    func testFunctionsOfAGroupsOwnValueAreOfThat() throws {
      let context = try open().makeContext()
      for number in 1...3 { _ = order(context, Int32(-number), nil, lines: number) }
      try context.save()
      let request = Line.all.selecting { ($0.objectCount, $0.order.number.magnitude) }
        .grouped { $0.order.number }
      let rows = try open().makeContext().rows(request)
      let numbers: [Int32?] = rows.map(\.1)
      XCTAssertEqual(numbers.compactMap(\.self).sorted(), [1, 2, 3])
    }

    /// Objects that refer to a deleted object are found by an indexed reference, without
    /// reading all rows.
    func testReferencesInTheWayAreFoundByTheServer() throws {
      try sql("ALTER ROLE model SET log_statement = 'all'")
      defer { _ = try? sql("ALTER ROLE model RESET log_statement") }
      let (one, two) = (try open().makeContext(), try open().makeContext())
      let user = User(in: one, name: "u")
      try one.save()
      _ = order(two, 1, try two.first(User.all))
      try two.save()
      one.delete(user)
      let before = try noted(#"t0."user_id" = $1"#)
      XCTAssertEqual(reason { try one.save() }, .conflict)
      XCTAssertGreaterThan(try noted(#"t0."user_id" = $1"#), before)
      try one.save(mergePolicy: .overwrite)
      XCTAssertEqual(try open().makeContext().count(Order.all), 0)
    }

    /// A server, or a connection pooler, can reuse a server process for different programs.
    func testSavesOfOthersAreKnownByTheirNames() throws {
      let store = try XCTUnwrap(TestStores.postgresStore(schema: schema) as? PostgresStore)
      let context = try PersistentContainer(.trade, incrementalStore: store).makeContext()
      let first = try XCTUnwrap(store.foreignChangeCount())
      _ = Article(in: context, title: "own")
      try context.save()
      XCTAssertEqual(try store.foreignChangeCount(), first)
      try store.pool.withConnection {
        try $0.execute("NOTIFY \(PostgresNames.quoted(store.pool.channelName)), 'another'")
      }
      // A notification can take a moment to arrive.
      let end = Date(timeIntervalSinceNow: 10)
      while try store.foreignChangeCount() == first, Date() < end { usleep(10_000) }
      XCTAssertEqual(try store.foreignChangeCount(), first + 1)
    }

    /// The server accepts at most one gigabyte per message, whatever the number of rows.
    func testGreatRowsGoInPieces() throws {
      let context = try open().makeContext()
      try sql(
        """
        CREATE TABLE pieces (kind text);
        CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN INSERT INTO pieces VALUES (TG_OP); RETURN NULL; END $$;
        CREATE TRIGGER note AFTER INSERT OR UPDATE ON party FOR EACH STATEMENT
          EXECUTE FUNCTION note()
        """)
      let companies = (0..<6).map { Company(in: context, name: "c\($0)") }
      for company in companies { company.seal = Data(repeating: 1, count: 5 << 20) }
      try context.save()
      for company in companies { company.seal = Data(repeating: 2, count: 5 << 20) }
      try context.save()
      XCTAssertEqual(
        try sql("SELECT kind, count(*) FROM pieces GROUP BY 1 ORDER BY 1"),
        ["INSERT|2", "UPDATE|2"])
      let stored = try open().makeContext().fetch(Company.all)
      XCTAssertEqual(stored.compactMap(\.seal?.count), Array(repeating: 5 << 20, count: 6))
    }

    /// A value that the server cannot store is reported with its object and property,
    /// before a statement is sent.
    func testValuesThatTheServerDoesNotKeepAreNamed() throws {
      let context = try open().makeContext()
      let order = order(context, 1, nil)
      order.site = URL(string: "a:b")
      try context.save()
      let cases: [(name: String, change: () -> Void)] = [
        ("day", { order.day = Date(timeIntervalSinceReferenceDate: -250_000_000_000) }),
        ("day", { order.day = Date(timeIntervalSinceReferenceDate: 1e14) }),
        ("words", { order.words = ["\\", "\u{0}"] }),
        ("where1.label", { order.where1 = Spot(xmin: nil, label: "a\u{0}") }),
      ]
      for (name, change) in cases {
        change()
        XCTAssertThrowsError(try context.save(), name) {
          let error = $0 as? StoreError
          XCTAssertEqual(error?.reason, .wrongType, name)
          XCTAssertEqual(error?.propertyNames, [name])
          XCTAssertEqual(error?.objectIDs, [order.objectID])
          XCTAssertFalse("\($0)".contains("unavailable"), "\($0)")
        }
        context.rollback()
      }
      // A backslash before an escape makes it plain text. The date is the last one that the
      // server can store.
      order.words = [#"\u0000"#, #"\\u0000"#]
      order.day = Date(timeIntervalSince1970: 9_224_318_015_999)
      try context.save()
      let stored = try XCTUnwrap(open().makeContext().first(Order.all))
      XCTAssertEqual(stored.words, order.words)
      XCTAssertEqual(stored.day, order.day)
    }

    /// Returns the number of statements in the server's log.
    private func statements() throws -> Int { try noted("") }

    private func noted(_ text: String) throws -> Int {
      let folder = TestStores.server?.components(separatedBy: "host=").last ?? ""
      let log = try String(contentsOfFile: folder + "/log", encoding: .utf8)
      return log.split(separator: "\n").count {
        ($0.contains("LOG:  execute ") || $0.contains("LOG:  statement: "))
          && (text.isEmpty || $0.contains(text))
      }
    }

    func testTablesAreNamedForOtherPrograms() throws {
      let context = try open().makeContext()
      _ = order(context, 5, User(in: context, name: "u"), lines: 1)
      try context.save()
      XCTAssertEqual(
        try sql(
          """
          SELECT o.number, p.name, p.entity, count(*) FROM "order" o JOIN party p ON p.id = o.user_id
          JOIN line l ON l.order_id = o.id GROUP BY 1, 2, 3
          """), ["5|u|User|1"])
      XCTAssertEqual(
        try sql(
          """
          SELECT string_agg(column_name, ' ' ORDER BY ordinal_position)
          FROM information_schema.columns
          WHERE table_schema = '\(schema)' AND table_name IN ('article', 'party')
          GROUP BY table_name ORDER BY table_name
          """),
        [
          #"id version the "title"; DROP stock"#,
          """
          id version entity name ctid_2 xmax_2 order_count plain id_2 seal mail boss_id boss_place
          """,
        ])
    }
  }
#endif
