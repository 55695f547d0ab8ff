import Foundation
import ModelRuntime
import XCTest

/// Integers, doubles and decimals are compared and computed by the same rules everywhere.
final class NumberTests: CatalogTestCase {
  private func fill() throws {
    let rows: [(whole: Int64?, real: Double?, price: String?, isOpen: Bool)] = [
      (7, 1, "-1", false), (7, -1, "7", true), (.max, 0.1, "0.1", false),
      (9_007_199_254_740_993, 9_007_199_254_740_992, "1", true),
      (9_223_372_036_854_770_000, 9.22337203685477e18, "9223372036854770000", false),
      (nil, nil, nil, true), (1, 1e-7, "0.0000001", false), (3, 12.5, "12.50", true),
    ]
    for row in rows {
      let item = Item(in: context)
      item.whole = row.whole
      item.real = row.real
      item.price = row.price.flatMap { Decimal(string: $0) }
      item.isOpen = row.isOpen
    }
    try context.save()
  }

  private func check(_ formats: [String]) throws {
    for format in formats {
      let predicate = try ObjectPredicate(format: format)
      let expected = try context.fetch(Item.all).filtered(by: predicate)
      let found = try context.fetch(FetchRequest<Item>(predicate))
      XCTAssertEqual(found.map(\.objectID.key), expected.map(\.objectID.key), format)
      XCTAssertTrue((1..<8).contains(found.count), "\(format): \(found.count)")
    }
  }

  func testADecimalOrADoubleMinusAWholeNumberRoundsTheSameWay() throws {
    try fill()
    try check([
      "TERNARY(isOpen == TRUE, real, price) - 9007199254740993 IN {-9007199254740992.0, 0}",
      "TERNARY(isOpen == TRUE, -1.0, CAST('-1', 'Decimal')) - whole IN {-9007199254740992}",
    ])
  }

  func testAWholeNumberOrADecimalKeepsItsOwnDivision() throws {
    try fill()
    try check([
      "TERNARY(isOpen == TRUE, whole, price) / 2 == 3",
      "TERNARY(isOpen == TRUE, whole, CAST('7', 'Decimal')) / 2 == 3.5",
      "TERNARY(isOpen == TRUE, price, 7) / 2 == 3",
      "TERNARY(isOpen == TRUE, price, 7) / 2 == 3.5",
      "sum:(whole, price) - 9007199254740993 == 1",
      "TERNARY(price == 7, price, CAST('0.1000000000000000055', 'Decimal')) / 2 == 3.5",
    ])
  }

  func testLargeWholeDecimalsCompareExactly() throws {
    try fill()
    try check([
      "price == whole", "price == real", "price < real", "price == 9223372036854770000",
      "price == CAST('9223372036854770000', 'Decimal')",
      "whole IN {CAST('9223372036854770000', 'Decimal'), CAST('9007199254740993', 'Decimal')}",
      "real == CAST('9007199254740992', 'Decimal')", "price == 0.1", "real == price",
    ])
  }

  func testTheTextOfADecimalOrADoubleIsItsOwn() throws {
    try fill()
    try check([
      "TERNARY(isOpen == TRUE, real, price) BEGINSWITH '0.0'",
      "CAST(TERNARY(isOpen == TRUE, price, real), 'NSString') == '1e-07'",
      "CAST(TERNARY(isOpen == TRUE, real, price), 'Decimal') == CAST('0.0000001', 'Decimal')",
      "TERNARY(isOpen == TRUE, real, price) IN {CAST('12.5', 'Decimal'), 0.1}",
    ])
  }

  func testComputedColumnsHoldDecimalsAndDoubles() throws {
    try fill()
    var request = Item.all
    request.sortKeys = [SortKey(["mixed"])]
    let rows = RowRequest(
      request,
      columns: [
        FetchTemplate.Selection(
          try ObjectExpression(format: "TERNARY(isOpen == TRUE, real, price)"), name: "mixed")
      ])
    let stored = try context.rows(rows).map { $0.values[0] }
    let decimals = ["-1", "0.0000001", "0.1"].map { ConstantValue.decimal(Decimal(string: $0)!) }
    XCTAssertEqual(Array(stored[1...4]), [decimals[0], .double(-1), decimals[1], decimals[2]])
    Item(in: context).price = Decimal(string: "0.05")
    XCTAssertEqual(
      try context.rows(rows).map { $0.values[0] }.filter { !stored.contains($0) },
      [.decimal(Decimal(string: "0.05")!)])
  }
}
