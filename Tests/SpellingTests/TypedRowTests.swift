import Foundation
import ModelRuntime
import XCTest

/// Rows whose columns have types.
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
}
