import Foundation
import ModelRuntime
import XCTest

/// Rows of computed values, from the store and with unsaved changes.
final class RowTests: CatalogTestCase {
  private func request(
    _ columns: [(String, String)], group: [[String]] = [], having: String? = nil,
    sort: [SortKey] = []
  ) throws -> RowRequest<Item> {
    var request = FetchRequest<Item>(try ObjectPredicate("small == nil OR small != 99"))
    request.sortKeys = sort
    var rows = RowRequest(
      request,
      columns: try columns.map {
        FetchTemplate.Selection(try ObjectExpression(format: $0.1), name: $0.0)
      })
    rows.groupKeyPaths = group
    rows.having = try having.map { try ObjectPredicate(format: $0) }
    return rows
  }

  /// Returns the rows of a request, after checking that the store and memory agree.
  private func rows(_ request: RowRequest<Item>) throws -> [[ConstantValue]] {
    let stored = try context.rows(request).map(\.values)
    let unrelated = Item(in: context)
    unrelated.small = 99
    let overlaid = try context.rows(request).map(\.values)
    XCTAssertEqual(stored, overlaid)
    context.delete(unrelated)
    try context.save()
    return stored
  }

  private func fill() throws {
    try save([("a", 1), ("b", 2), ("a", 5), (nil, 7), ("b", nil), ("c", nil), (nil, 1)])
  }

  func testAttributesAreColumns() throws {
    try fill()
    let found = try rows(
      request(
        [("name", "name"), ("double", "whole * 2")], sort: [SortKey(["whole"]), SortKey(["name"])]))
    XCTAssertEqual(found.count, 7)
    XCTAssertEqual(found[0], [.string("b"), .null])
    XCTAssertEqual(found[6], [.null, .integer(14)])
  }

  func testGroupsCountDifferentValues() throws {
    try fill()
    let items = try context.fetch(Item.all)
    for (item, price) in zip(items, [1, 2, 1, nil, 2.5, 3, 3] as [Decimal?]) {
      item.price = price
      item.whole = 4
      item.real = item.price == nil ? nil : 2
    }
    let owner = Person(in: context)
    items[0].owner = owner
    items[2].owner = owner
    items[0].tags = [Tag(in: context, label: "x"), Tag(in: context, label: "x")]
    try context.save()
    let found = try rows(
      request(
        [
          ("name", "name"), ("prices", "count:(distinct:(price))"),
          ("owners", "count:(distinct:(owner))"), ("sum", "sum:(distinct:(whole))"),
          ("mixed", "count:(distinct:(TERNARY(whole == 4, price, real)))"),
          ("labels", "max:(count:(distinct:(tags.label)))"), ("none", "count:(distinct:(nil))"),
          ("deviation", "stddev:(distinct:(price))"),
        ], group: [["name"]], sort: [SortKey(["prices"]), SortKey(["name"])]))
    XCTAssertEqual(
      found.map { $0[0] }, [nil, "a", "c", "b"].map { $0.map(ConstantValue.string) ?? .null })
    XCTAssertEqual(found.map { $0[1] }, [1, 1, 1, 2].map(ConstantValue.integer))
    XCTAssertEqual(found.map { $0[2] }, [0, 1, 0, 0].map(ConstantValue.integer))
    XCTAssertEqual(found[3][3], .integer(4))
    XCTAssertEqual(found.map { $0[5] }, [0, 1, 0, 0].map(ConstantValue.integer))
    let typed = Item.all.selecting { ($0.name, $0.price.distinctCount) }.grouped { $0.name }
      .having { $0.price.distinctCount > 1 }
    var names: [String?] = []
    for (name, _) in try context.rows(typed) { names.append(name) }
    XCTAssertEqual(names, ["b"])
  }

  func testGroupsHaveCountsAndSums() throws {
    try fill()
    let found = try rows(
      request(
        [
          ("name", "name"), ("count", "count:(SELF)"), ("sum", "sum:(whole)"),
          ("least", "min:(whole)"),
        ],
        group: [["name"]]))
    XCTAssertEqual(
      found,
      [
        [.null, .integer(2), .integer(8), .integer(1)],
        [.string("a"), .integer(2), .integer(6), .integer(1)],
        [.string("b"), .integer(2), .integer(2), .integer(2)],
        [.string("c"), .integer(1), .integer(0), .null],
      ])
  }

  func testGroupsAreFilteredAndSortedByNamesOfColumns() throws {
    try fill()
    var request = try request(
      [("name", "name"), ("sum", "sum:(whole)")], group: [["name"]],
      having: "count:(SELF) > 1 AND sum > 2", sort: [SortKey(["sum"], isAscending: false)])
    XCTAssertEqual(
      try rows(request), [[.null, .integer(8)], [.string("a"), .integer(6)]])
    request.request.offset = 1
    XCTAssertEqual(try rows(request), [[.string("a"), .integer(6)]])
  }

  func testTheSumOfNothingIsComparedAsZero() throws {
    try fill()
    let sums = try request(
      [("name", "name"), ("sum", "sum:(whole)")], group: [["name"]], having: "sum < 3",
      sort: [SortKey(["sum"])])
    XCTAssertEqual(
      try rows(sums), [[.string("c"), .integer(0)], [.string("b"), .integer(2)]])
  }

  func testNothingGroupedIsOneRow() throws {
    let request = try request([
      ("count", "count:(SELF)"), ("sum", "sum:(whole)"), ("top", "max:(whole)"),
    ])
    XCTAssertEqual(try rows(request), [[.integer(0), .integer(0), .null]])
    try fill()
    XCTAssertEqual(try rows(request), [[.integer(7), .integer(16), .integer(7)]])
  }

  func testDistinctRowsComeOnce() throws {
    try fill()
    var request = try request([("name", "name")])
    request.isDistinct = true
    XCTAssertEqual(
      try rows(request), [[.null], [.string("a")], [.string("b")], [.string("c")]])
  }

  func testDistinctRowsAreOrderedByTheirColumns() throws {
    try fill()
    for (name, isColumn) in [("name", true), ("letter", true), ("whole", false)] {
      var request = try request([("letter", "name")], sort: [SortKey([name], isAscending: false)])
      request.isDistinct = true
      guard !isColumn else {
        XCTAssertEqual(
          try rows(request), [[.string("c")], [.string("b")], [.string("a")], [.null]], name)
        continue
      }
      XCTAssertThrowsError(try rows(request), name) {
        XCTAssertEqual(($0 as? StoreError)?.reason, .untranslatable)
        XCTAssertTrue("\($0)".contains("'whole'"), "\($0)")
      }
    }
  }

  func testUnsavedChangesCount() throws {
    try fill()
    let request = try request([("sum", "sum:(whole)")])
    try context.fetch(Item.all)[0].whole = 100
    XCTAssertEqual(try context.rows(request)[0].value(0), 115)
  }

  func testADecimalAndAWholeNumberThatAreTheSameAreOneGroup() throws {
    for (whole, price, isOpen) in [(3, "1", false), (1, "3", true), (1, "2.5", true)] {
      let item = Item(in: context)
      (item.whole, item.price, item.isOpen) = (Int64(whole), Decimal(string: price), isOpen)
    }
    try context.save()
    var request = try request([("count", "count:(SELF)")])
    request.groups = [try ObjectExpression(format: "TERNARY(isOpen == TRUE, price, whole)")]
    request.request.sortKeys = [SortKey(["count"])]
    XCTAssertEqual(try rows(request), [[.integer(1)], [.integer(2)]])
  }

  func testAURLAndItsTextAreOneGroup() throws {
    for (link, isOpen) in [("x:1", true), ("x:1", false), ("x:2", false)] {
      let item = Item(in: context)
      (item.link, item.isOpen) = (URL(string: link), isOpen)
    }
    try context.save()
    let column = "TERNARY(isOpen == TRUE, link, lowercase:(link))"
    var groups = try request([("count", "count:(SELF)")])
    groups.groups = [try ObjectExpression(format: column)]
    groups.request.sortKeys = [SortKey(["count"])]
    XCTAssertEqual(try rows(groups), [[.integer(1)], [.integer(2)]])
    var distinct = try request([("text", column)])
    distinct.isDistinct = true
    XCTAssertEqual(try context.rows(distinct).count, 2)
    Item(in: context).small = 99
    XCTAssertEqual(try context.rows(distinct).count, 2)
  }

  func testDistinctDecimalsAndOtherNumbersAreInTheirOrder() throws {
    for (whole, price, isOpen) in [(3, "1", false), (1, "-1", true), (1, "12.5", true)] {
      let item = Item(in: context)
      (item.whole, item.price, item.isOpen) = (Int64(whole), Decimal(string: price), isOpen)
    }
    try context.save()
    var request = try request([("number", "TERNARY(isOpen == TRUE, price, whole)")])
    request.isDistinct = true
    XCTAssertEqual(
      try rows(request), [[.decimal(-1)], [.integer(3)], [.decimal(Decimal(string: "12.5")!)]])
  }

  func testADecimalAndABooleanThatAreTheSameComeOnce() throws {
    for (price, isOpen) in [("0", true), ("0", false), ("1.5", false)] {
      let item = Item(in: context)
      (item.price, item.isOpen) = (Decimal(string: price), isOpen)
    }
    try context.save()
    var request = try request([("number", "TERNARY(isOpen == TRUE, FALSE, price)")])
    request.isDistinct = true
    XCTAssertEqual(try context.rows(request).count, 2)
    let unrelated = Item(in: context)
    unrelated.small = 99
    XCTAssertEqual(try context.rows(request).count, 2)
  }

  func testADateAndAWholeNumberAreAddedAsDoubles() throws {
    let item = Item(in: context)
    (item.day, item.whole) = (Date(timeIntervalSinceReferenceDate: 0), 9_007_199_254_740_993)
    try context.save()
    XCTAssertEqual(
      try rows(request([("later", "day + whole")])),
      [[.date(Date(timeIntervalSinceReferenceDate: 9_007_199_254_740_992))]])
    let sum = try ObjectPredicate(
      format: "day + whole == CAST(9007199254740992, 'NSDate')")
    XCTAssertEqual(try context.count(FetchRequest<Item>(sum)), 1)
    XCTAssertTrue(try sum.evaluate(with: item))
  }

  func testTheDeviationOfDecimalsIsThatOfDoubles() throws {
    let prices = ["107.9", "707.32", "301.96"]
    for price in prices { Item(in: context).price = Decimal(string: price) }
    try context.save()
    let numbers = prices.map { Double($0)! }
    let mean = numbers.reduce(0, +) / 3
    let variance = numbers.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / 3
    guard case .double(let deviation) = try rows(request([("d", "stddev:(price)")]))[0][0] else {
      return XCTFail("no Double")
    }
    XCTAssertEqual(deviation, variance.squareRoot(), accuracy: 1e-9)
  }

  func testValuesAreTyped() throws {
    let item = Item(in: context)
    item.price = Decimal(string: "0.1")
    item.day = Date(timeIntervalSinceReferenceDate: 5)
    item.level = .high
    item.isOpen = true
    try context.save()
    let row = try context.rows(
      request([("p", "price"), ("d", "day"), ("l", "level"), ("o", "isOpen"), ("n", "name")]))[0]
    XCTAssertEqual(try row.value(0, as: Decimal.self), Decimal(string: "0.1"))
    XCTAssertEqual(try row.value(1, as: Date?.self), item.day)
    XCTAssertEqual(try row.value(2, as: Level.self), .high)
    XCTAssertEqual(try row.value(3, as: Bool.self), true)
    XCTAssertNil(try row.value(4, as: String?.self))
    XCTAssertThrowsError(try row.value(4, as: String.self))
    let sums = try context.rows(request([("p", "sum:(price)")]))
    XCTAssertEqual(try sums[0].value(0, as: Decimal?.self), Decimal(string: "0.1"))
  }

  func testRowsThatAreNoneAreRefused() throws {
    try fill()
    let cases: [(RowRequest<Item>, String)] = [
      (try request([]), "rows need a column"),
      (try request([("name", "name")], having: "name != nil"), "'having' is a condition on groups"),
    ]
    for (request, words) in cases {
      XCTAssertThrowsError(try context.rows(request), words) { error in
        XCTAssertEqual((error as? StoreError)?.reason, .untranslatable)
        XCTAssertTrue("\(error)".contains(words), "\(error)")
      }
    }
    let row = try XCTUnwrap(try context.rows(request([("name", "name")])).first)
    XCTAssertThrowsError(try row.value(1, as: String.self)) { error in
      XCTAssertEqual("\(error)", "the row has no column 1")
    }
  }

  func testTheKeyPathsAmongGroups() throws {
    var rows = try request([("count", "objectCount")], group: [["name"], ["owner", "name"]])
    XCTAssertEqual(rows.groupKeyPaths, [["name"], ["owner", "name"]])
    rows.groups.append(.function("length:", [.keyPath("name")]))
    XCTAssertEqual(rows.groupKeyPaths, [["name"], ["owner", "name"]])
  }
}
