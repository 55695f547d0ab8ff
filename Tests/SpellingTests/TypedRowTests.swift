import Foundation
import ModelRuntime
import XCTest

/// Tests of rows whose columns have static types.
final class TypedRowTests: LibraryTestCase {
  private func both(_ body: (ManagedObjectContext) throws -> Void) throws {
    for context in [context, changed] { try body(XCTUnwrap(context)) }
  }

  func testGroups() throws {
    let rows = Book.all
      .selecting { ($0.genre, $0.objectCount, $0.price.sum, $0.rating.average, $0.pages.max) }
      .grouped { $0.genre }
      .having { $0.objectCount > 9 }
      .sorted(byColumn: 1, ascending: false).sorted(byColumn: 0)
    try both { context in
      let found = try context.rows(rows)
      let groups = Dictionary(grouping: try context.fetch(Book.all), by: \.genre)
        .filter { $0.value.count > 9 }
      XCTAssertEqual(found.count, groups.count)
      XCTAssertFalse(found.isEmpty)
      XCTAssertEqual(found.map(\.1), groups.values.map(\.count).sorted(by: >))
      for (genre, count, price, rating, pages) in found {
        let books = try XCTUnwrap(groups[XCTUnwrap(genre)])
        let ratings = books.compactMap(\.rating)
        XCTAssertEqual(count, books.count)
        XCTAssertEqual(price, books.map(\.price).reduce(0, +))
        XCTAssertEqual(
          try XCTUnwrap(rating), ratings.reduce(0, +) / Double(ratings.count), accuracy: 1e-12)
        XCTAssertEqual(pages, books.map(\.pages).max())
      }
    }
  }

  func testAnotherConditionOfGroupsIsOneMore() throws {
    let rows = Book.all.selecting { ($0.genre, $0.objectCount) }.grouped { $0.genre }
    try both { context in
      XCTAssertFalse(try context.rows(rows.having { $0.objectCount > 0 }).isEmpty)
      let none = rows.having { $0.pages.max < 0 }.having { $0.objectCount > 0 }
      XCTAssertTrue(try context.rows(none).isEmpty)
    }
  }

  func testValuesOfEachObject() throws {
    let request = Book.where { $0.isLent }.sorted { $0.isbn }
    let rows = request.selecting { ($0.title, $0.author.name, $0.pages * 2) }.limit(5).offset(2)
    try both { context in
      let books = try context.fetch(request).dropFirst(2).prefix(5)
      let found = try context.rows(rows)
      XCTAssertEqual(found.map(\.0), books.map(\.title))
      XCTAssertEqual(found.map(\.1), books.map { $0.author?.name })
      XCTAssertEqual(found.map(\.2), books.map { $0.pages * 2 })
    }
  }

  func testOneColumnWithoutRepetitions() throws {
    try both { context in
      let levels: [Level?] = try context.rows(Book.all.selecting { $0.level }.distinct())
      XCTAssertEqual(Set(levels), Set(try context.fetch(Book.all).map(\.level)))
      XCTAssertEqual(levels.count, Set(levels).count)
    }
  }

  func testAColumnThatDiffersWithinAGroupIsRefused() throws {
    let rows = Book.all.selecting { ($0.genre, $0.title) }.grouped { $0.genre }
    XCTAssertThrowsError(try context.rows(rows)) { error in
      XCTAssertTrue("\(error)".contains("'title' differs within a group"), "\(error)")
    }
  }

  func testGroupsByComputedValues() throws {
    let rows = Book.all
      .selecting { ($0.published.year, $0.isLent, $0.objectCount, ($0.price * $0.pages).sum) }
      .grouped { ($0.published.year, $0.isLent) }
      .sorted { [$0.published.year.descending, $0.isLent.ascending] }
    let calendar = Calendar(identifier: .iso8601)
    try both { context in
      let groups = Dictionary(grouping: try context.fetch(Book.all)) { book in
        calendar.component(.year, from: book.published) * 2 - (book.isLent ? 1 : 0)
      }
      let keys: [Int] = groups.keys.sorted().reversed()
      let found = try context.rows(rows)
      XCTAssertEqual(found.map { ($0.0 ?? 0) * 2 - ($0.1 == true ? 1 : 0) }, keys)
      XCTAssertEqual(found.map(\.2), keys.map { groups[$0]?.count })
      for (key, row) in zip(keys, found) {
        let books = try XCTUnwrap(groups[key])
        XCTAssertEqual(row.3, books.map { $0.price * Decimal($0.pages) }.reduce(0, +))
      }
    }
  }

  func testGroupsByObjectsAndPathsThroughThem() throws {
    let rows = Book.all.selecting { ($0.author, $0.author.name, $0.pages.max) }
      .grouped { $0.author }
    let names = Book.all.selecting { ($0.author.name, $0.genre, $0.objectCount) }
      .grouped { ($0.author.name, $0.genre) }.having { $0.objectCount > 1 }
    try both { context in
      let books = try context.fetch(Book.all)
      let groups = Dictionary(grouping: books) { $0.author?.objectID }
      let found = try context.rows(rows)
      XCTAssertEqual(found.count, groups.count)
      for (author, name, pages) in found {
        XCTAssertEqual(pages, groups[author]?.map(\.pages).max())
        XCTAssertEqual(name, groups[author]?.first?.author?.name)
      }
      let pairs = Dictionary(grouping: books) { [$0.author?.name ?? "", $0.genre.rawValue] }
        .filter { $0.value.count > 1 }
      let others = try context.rows(names)
      XCTAssertEqual(others.count, pairs.count)
      for (name, genre, count) in others {
        XCTAssertEqual(count, pairs[[name ?? "", genre?.rawValue ?? ""]]?.count)
      }
    }
  }

  func testListsAndOrdersOfGroups() throws {
    let lists = Book.all.sorted { $0.isbn }.selecting { ($0.title, $0.keywords) }
    let sums = Book.all.selecting { ($0.genre, $0.price.sum) }.grouped { $0.genre }
      .sorted { $0.price.sum.descending }.limit(2)
    try both { context in
      let books = try context.fetch(Book.all.sorted { $0.isbn })
      XCTAssertEqual(try context.rows(lists).map { $0.1 ?? [] }, books.map(\.keywords))
      let totals = Dictionary(grouping: books, by: \.genre).values
        .map { $0.map(\.price).reduce(0, +) }
      XCTAssertEqual(
        try context.rows(sums).map { $0.1 ?? 0 }, Array(totals.sorted(by: >).prefix(2)))
    }
  }

  func testRowsOfAContextAtOnce() throws {
    try both { context in
      let books = try context.fetch(Book.all.sorted { $0.isbn })
      let rows = try context.rows(Book.all.sorted { $0.isbn }) { ($0.title, $0.author?.name) }
      XCTAssertEqual(rows.map(\.0), books.map(\.title))
      XCTAssertEqual(rows.map(\.1), books.map { $0.author?.name })
      let totals = try context.rows(Book.all) { ($0.objectCount, $0.price.sum) }
      XCTAssertEqual(totals.map(\.0), [books.count])
      XCTAssertEqual(totals.map(\.1), [books.map(\.price).reduce(0, +)])
    }
  }

  func testAGroupIsNoSum() throws {
    let rows = Book.all.selecting { $0.objectCount }.grouped { $0.price.sum }
    try both { context in
      XCTAssertThrowsError(try context.rows(rows)) { error in
        XCTAssertTrue("\(error)".contains("group by a property"), "\(error)")
      }
    }
  }
}
