import Foundation
import ModelRuntime
import TestSupport
import XCTest

/// Queries in SQL that a program writes itself.
final class RawSQLTests: CatalogTestCase {
  private func refusal(_ sql: SQLText, line: UInt = #line) -> StoreError? {
    do {
      _ = try context.rows(sql: sql)
      XCTFail("is taken", line: line)
      return nil
    } catch {
      return error as? StoreError
    }
  }

  func testValuesAreBound() throws {
    try save([("a", 1), ("'; DROP TABLE ZITEM; --", 2), ("100%", 3), (nil, 4)])
    for name in ["a", "'; DROP TABLE ZITEM; --", "100%", "?", "\\", "\""] {
      let rows = try context.rows(
        sql:
          "select \(column: \Item.whole) as number from \(table: Item.self) where ZNAME = \(name)")
      XCTAssertEqual(rows.count, try context.count(Item.where { $0.name == name }), name)
    }
    XCTAssertEqual(try context.count(Item.all), 4)
    let nothing: String? = nil
    let rows = try context.rows(sql: "select ZWHOLE from ZITEM where ZNAME is \(nothing)")
    XCTAssertEqual(try rows.map { try $0["ZWHOLE", as: Int64.self] }, [4])
  }

  func testWhatIsNoNumberOfSQLIsRefused() {
    XCTAssertEqual(refusal("select \(UInt64.max)")?.reason, .invalidSQL)
    XCTAssertEqual(refusal("select \(Double.nan)")?.reason, .invalidSQL)
    XCTAssertEqual(refusal("select \(Decimal.nan)")?.reason, .invalidSQL)
    XCTAssertEqual(refusal("select \([Double.nan])")?.reason, .invalidSQL)
  }

  func testWholeDecimalsAreValues() throws {
    for text in ["7", "-70", "9223372036854775807", "0.5"] {
      let number = try XCTUnwrap(Decimal(string: text))
      let rows = try context.rows(sql: "select \(number) = \(number) as v")
      XCTAssertEqual(try rows.map { try $0["v", as: Int64.self] }, [1], text)
    }
    let large = try XCTUnwrap(Decimal(string: "9223372036854775808"))
    XCTAssertEqual(refusal("select \(large)")?.reason, .invalidSQL)
  }

  func testListsAndParts() throws {
    try save([("a", 1), ("b", 2), ("c", 3)])
    func numbers(_ condition: SQLText) throws -> [Int] {
      try context.rows(sql: "select ZWHOLE from ZITEM where \(condition) order by 1", as: Int.self)
    }
    XCTAssertEqual(try numbers("ZNAME in \(["a", "c"])"), [1, 3])
    XCTAssertEqual(try numbers("ZNAME in (\(["a", "c"])) and ZWHOLE > \(1)"), [3])
    XCTAssertEqual(try numbers("ZNAME in \([String]())"), [])
    XCTAssertEqual(try numbers("ZNAME not in ( \(Set<String>()))"), [1, 2, 3])
    XCTAssertEqual(try numbers("ZNAME = \("a")" + " or ZWHOLE = \(3)"), [1, 3])
    let items = try context.fetch(Item.all.sorted { $0.whole })
    XCTAssertEqual(try numbers("Z_PK in \(items.dropFirst().map(\.objectID))"), [2, 3])
    XCTAssertEqual(try numbers("Z_PK = \(items[1])"), [2])
  }

  func testTypes() throws {
    let item = Item(in: context)
    (item.name, item.small, item.real, item.isOpen) = ("n", 7, 0.5, true)
    (item.price, item.day) = (Decimal(string: "12.5"), Date(timeIntervalSinceReferenceDate: 0.25))
    (item.token, item.link, item.bytes) = (UUID(), URL(string: "https://a.b"), Data([1, 2]))
    (item.level, item.tone) = (.high, .dark)
    try context.save()
    let row = try XCTUnwrap(try context.rows(sql: "select * from \(table: Item.self)").first)
    XCTAssertEqual(try row["ZNAME"], "n")
    XCTAssertEqual(try row["zname", as: String?.self], "n")
    XCTAssertEqual(try row["ZCODE", as: String?.self], nil)
    XCTAssertEqual(try row["ZSMALL", as: Int16.self], 7)
    XCTAssertEqual(try row["ZSMALL", as: Double.self], 7)
    XCTAssertEqual(try row["ZREAL", as: Double.self], 0.5)
    XCTAssertEqual(try row["ZISOPEN", as: Bool.self], true)
    XCTAssertEqual(try row["ZPRICE", as: Decimal.self], item.price)
    XCTAssertEqual(try row["ZDAY", as: Date.self], item.day)
    XCTAssertEqual(try row["ZTOKEN", as: UUID.self], item.token)
    XCTAssertEqual(try row["ZLINK", as: URL.self], item.link)
    XCTAssertEqual(try row["ZBYTES", as: Data.self], item.bytes)
    XCTAssertEqual(try row["ZLEVEL", as: Level.self], .high)
    XCTAssertEqual(try row["ZTONE", as: Tone?.self], .dark)
    XCTAssertThrowsError(try row["ZNAME", as: Int.self]) {
      XCTAssertEqual("\($0)", "column 'ZNAME' of a row holds a text, no Int")
    }
    XCTAssertThrowsError(try row["ZCODE", as: String.self]) {
      XCTAssertEqual("\($0)", "column 'ZCODE' of a row holds NULL, no String")
    }
    XCTAssertThrowsError(try row["ZNAMES", as: String.self]) {
      XCTAssertEqual("\($0)", "the row has no column 'ZNAMES'; did you mean 'ZNAME'?")
    }
    let values: [any PredicateArgument] = [
      item.name, item.small, item.real, item.isOpen, item.price, item.day, item.token, item.link,
      item.bytes, item.level, item.tone,
    ]
    let columns = [
      "name", "small", "real", "isOpen", "price", "day", "token", "link", "bytes", "level", "tone",
    ]
    for (column, value) in zip(columns, values) {
      let constant = value.predicateExpression
      let found = try context.rows(
        sql: "select count(*) from ZITEM where \(column: column, of: Item.self) = \(constant)",
        as: Int.self)
      XCTAssertEqual(found, [1], column)
    }
    let double = Decimal(string: "24.9")
    XCTAssertEqual(
      try context.rows(sql: "select 1 from ZITEM where ZPRICE * 2 > \(double)").count, 1)
  }

  func testTypedColumns() throws {
    try save([("a", 1), ("a", 2), (nil, 3)])
    let rows = try context.rows(
      sql: """
        select \(column: \Item.name) as name, count(*) as items, avg(\(column: Item.Key.whole, of: Item.self))
        from \(table: "Item") group by 1 having items >= \(1) order by name
        """, as: String?.self, Int.self, Double.self)
    XCTAssertEqual(rows.map(\.0), [nil, "a"])
    XCTAssertEqual(rows.map(\.1), [1, 2])
    XCTAssertEqual(rows.map(\.2), [3, 1.5])
    XCTAssertThrowsError(try context.rows(sql: "select 1, 2", as: Int.self))
  }

  func testNamesOfTheStore() throws {
    let person = Person(in: context)
    (person.name, person.age) = ("p", 3)
    Company(in: context).name = "c"
    let item = Item(in: context)
    item.place = Place(street: "s", zip: 9, height: nil)
    item.owner = person
    try context.save()
    XCTAssertEqual(
      try context.rows(
        sql: "select \(column: \Person.name) from \(table: Person.self)", as: String.self), ["p"])
    XCTAssertEqual(
      try context.rows(sql: "select ZNAME from \(table: Owner.self) order by 1", as: String.self),
      ["c", "p"])
    XCTAssertEqual(
      try context.rows(
        sql: """
          select i.\(column: "place.zip", of: Item.self) from \(table: Item.self) as i
          join \(table: Person.self) as p on i.\(column: \Item.owner) = p.\(column: "objectID", of: "Owner")
          """, as: Int.self), [9])
    let unknown: [(SQLText, String)] = [
      (
        "select \(column: "nam", of: Item.self)",
        "'Item' has no property 'nam'; did you mean 'name'?"
      ),
      ("select 1 from \(table: "Itm")", "the model has no entity 'Itm'; did you mean 'Item'?"),
      ("select \(column: \Item.tags)", "'Item.tags' leads to many, and has a table"),
      ("select \(column: \Item.place)", "'Item.place' is not one column"),
    ]
    for (sql, message) in unknown { XCTAssertEqual(refusal(sql)?.description, message) }
  }

  func testNothingIsWritten() throws {
    try save([("a", 1)])
    let statements: [SQLText] = [
      "delete from ZITEM", "update ZITEM set ZNAME = 'x'", "insert into ZITEM (Z_PK) values (77)",
      "replace into ZITEM (Z_PK) values (77)", "drop table ZITEM", "create table t (a)",
      "create temp table t (a)", "pragma journal_mode = delete", "pragma query_only = 1",
      "pragma user_version", "attach ':memory:' as other", "begin", "commit", "rollback",
      "savepoint s", "vacuum", "reindex", "analyze", "with x as (select 1) delete from ZITEM",
      "delete from ZITEM returning Z_PK",
    ]
    for sql in statements {
      let error = refusal(sql)
      XCTAssertEqual(error?.reason, .invalidSQL, "\(sql)")
      XCTAssertTrue(
        error?.message.contains("does more than read") == true, "\(sql): \(error as Any)")
    }
    XCTAssertEqual(try context.count(Item.all), 1)
    // Later queries still run, and the refused statement does not block a save.
    try save([("b", 2)])
    XCTAssertEqual(try context.rows(sql: "select count(*) from ZITEM", as: Int.self), [2])
  }

  func testOneStatement() throws {
    XCTAssertEqual(try context.rows(sql: " select 1 ; -- one\n ; /* */ ", as: Int.self), [1])
    XCTAssertEqual(try context.rows(sql: "-- first\nselect 1", as: Int.self), [1])
    let error = refusal("select 1; delete from ZITEM")
    XCTAssertEqual(error?.message, "there is more than one statement")
    XCTAssertEqual(error?.location?.column, 10)
    XCTAssertEqual(refusal("select 1; nonsense")?.message, "there is more than one statement")
    XCTAssertEqual(refusal(" -- nothing")?.message, "there is no statement")
    XCTAssertEqual(refusal("")?.message, "there is no statement")
    XCTAssertEqual(refusal("select ?")?.reason, .invalidSQL)
    XCTAssertEqual(refusal("select 1\0; drop table ZITEM")?.reason, .invalidSQL)
    XCTAssertEqual(refusal("select \(ObjectExpression.keyPath("name"))")?.reason, .invalidSQL)
  }

  func testErrorsHaveTheirPlace() throws {
    let error = refusal("select ZNAME\nfrom ZITEM where ZNAMES = \("a")")
    XCTAssertEqual(
      error?.description,
      """
      2:18: error: no such column: ZNAMES
      from ZITEM where ZNAMES = ?
                       ^~~~~~
      """)
    XCTAssertEqual(refusal("selec 1")?.location?.column, 1)
    XCTAssertEqual(refusal("select nofunction(1)")?.reason, .invalidSQL)
  }

  func testWhatIsUnsavedIsNotSeen() throws {
    let items = try save([("a", 1), ("b", 2), ("c", 3)])
    items[0].name = "z"
    context.delete(items[1])
    _ = Item(in: context)
    XCTAssertEqual(
      try context.rows(sql: "select ZNAME from ZITEM order by 1", as: String.self), ["a", "b", "c"])
    let found = try context.fetch(Item.self, sql: "select Z_PK from ZITEM order by ZWHOLE desc")
    XCTAssertEqual(found, [items[2], items[0]])
    XCTAssertEqual(found.last?.name, "z")
  }

  func testReadsAreThoseOfTheContext() throws {
    let folder = try TemporaryFolder()
    let container = try PersistentContainer(
      .catalog, configuration: StoreConfiguration(url: folder.file("Catalog.sqlite")))
    let context = try container.makeContext()
    _ = Item(in: context)
    try context.save()
    let other = try container.makeContext()
    try other.pinReads()
    XCTAssertEqual(try other.rows(sql: "select count(*) from ZITEM", as: Int.self), [1])
    _ = Item(in: context)
    try context.save()
    XCTAssertEqual(try other.rows(sql: "select count(*) from ZITEM", as: Int.self), [1])
    XCTAssertEqual(try context.rows(sql: "select count(*) from ZITEM", as: Int.self), [2])
    XCTAssertEqual(
      try context.makeChild().rows(sql: "select count(*) from ZITEM", as: Int.self), [2])
  }

  func testTimeLimit() throws {
    var configuration = StoreConfiguration.inMemory
    configuration.statementTimeLimit = 0.2
    let context = try PersistentContainer(.catalog, configuration: configuration).makeContext()
    XCTAssertThrowsError(
      try context.rows(
        sql:
          "with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n")
    ) { XCTAssertEqual(($0 as? StoreError)?.reason, .timeLimit) }
    XCTAssertEqual(try context.rows(sql: "select 1", as: Int.self), [1])
  }
}
