import Foundation
import ModelRuntime
import XCTest

final class PagingTests: CatalogTestCase {
  private func pages(
    of request: FetchRequest<Item>, size: Int, between: (Int) throws -> Void = { _ in }
  ) throws -> [[Int64]] {
    var pages: [[Int64]] = []
    var cursor: FetchCursor?
    repeat {
      let page = try context.page(of: request, after: cursor, size: size)
      if !page.objects.isEmpty { pages.append(page.objects.map(\.objectID.key)) }
      cursor = page.next
      try between(pages.count)
    } while cursor != nil
    return pages
  }

  private let orders: [[SortKey]] = [
    [], [SortKey(["whole"])], [SortKey(["whole"], isAscending: false)],
    [SortKey(["name"], options: [.caseInsensitive]), SortKey(["whole"], isAscending: false)],
    [SortKey(["owner"]), SortKey(["name"], isAscending: false)],
  ]

  private func fill() throws {
    try save([
      ("b", 2), (nil, 2), ("B", nil), ("a", 1), ("b", 2), (nil, nil), ("c", -1), ("A", 1),
    ])
    try context.fetch(Item.all)[3].owner = Person(in: context)
    try context.save()
  }

  func testPagesTogetherAreTheFetch() throws {
    try fill()
    for order in orders {
      var request = FetchRequest<Item>()
      request.sortKeys = order
      let all = try context.fetch(request).map(\.objectID.key)
      for size in [1, 2, 3, 8, 20] {
        XCTAssertEqual(try pages(of: request, size: size).flatMap(\.self), all, "\(order) \(size)")
      }
    }
  }

  func testPagesAreInTheOrderOfNumbers() throws {
    let prices: [Decimal?] = [
      3, Decimal(string: "0.1"), nil, Decimal(string: "0.100000000000001"), -2, 3,
      Decimal(string: "1e30"), Decimal(string: "-0.3"), 0,
    ]
    for (number, price) in prices.enumerated() {
      let item = Item(in: context)
      item.price = price
      item.real = price.map { NSDecimalNumber(decimal: $0).doubleValue }
      item.whole = Int64(number % 3)
    }
    try context.save()
    for format in ["price", "real", "price * 3", "price + real", "price + whole", "real - 1"] {
      for isAscending in [true, false] {
        var request = FetchRequest<Item>()
        let value = try ObjectExpression(format: format)
        request.sortKeys = [SortKey(value, isAscending: isAscending)]
        let all = try context.fetch(request).map(\.objectID.key)
        for size in [1, 2, 4] {
          XCTAssertEqual(
            try pages(of: request, size: size).flatMap(\.self), all, "\(format) \(size)")
        }
      }
    }
  }

  func testPagesOfUnsavedChangesTogetherAreTheFetch() throws {
    try fill()
    Item(in: context).name = "ab"
    try context.fetch(Item.all)[0].whole = 0
    for order in orders {
      var request = FetchRequest<Item>()
      request.sortKeys = order
      let all = try context.fetch(request).map(\.objectID.key)
      XCTAssertEqual(try pages(of: request, size: 2).flatMap(\.self), all, "\(order)")
    }
  }

  func testInsertsBeforeACursorRepeatNothing() throws {
    let items = try save((10..<20).map { (nil, $0) })
    var request = FetchRequest<Item>()
    request.sortKeys = [SortKey(["whole"])]
    let found = try pages(of: request, size: 3) { _ in try save([(nil, 0)]) }
    XCTAssertEqual(found.flatMap(\.self), items.map(\.objectID.key))
  }

  func testACursorOfAnotherOrderIsRefused() throws {
    try save([("a", 1), ("b", 2)])
    let page = try context.page(of: Item.all, size: 1)
    var request = FetchRequest<Item>()
    request.sortKeys = [SortKey(["name"])]
    XCTAssertThrowsError(try context.page(of: request, after: page.next, size: 1))
  }
}
