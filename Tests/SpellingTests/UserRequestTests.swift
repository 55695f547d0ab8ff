import Foundation
import ModelRuntime
import XCTest

/// Tests of requests, rows and sums as daily users write them.
final class UserRequestTests: LibraryTestCase {
  func testOrders() throws {
    let all = try context.fetch(Book.all)
    func titles(_ request: FetchRequest<Book>) throws -> [String] {
      try context.fetch(request).map(\.title)
    }
    let sorted = all.map(\.title).sorted()
    XCTAssertEqual(try titles(Book.all.sorted { $0.title }), sorted)
    XCTAssertEqual(try titles(Book.all.sorted(by: \.title)), sorted)
    XCTAssertEqual(try titles(Book.all.sorted { $0.title.descending }), sorted.reversed())
    XCTAssertEqual(
      try titles(Book.all.sorted { ($0.title, $0.pages.descending) }), sorted)
    XCTAssertEqual(try titles(Book.all.sorted(by: SortDescriptor(\.title))), sorted)
    XCTAssertEqual(
      try titles(Book.all.sorted(by: [SortDescriptor(\.title), SortDescriptor(\.pages)])), sorted)
    XCTAssertEqual(
      try context.fetch(Book.all.sorted { [$0.author?.name.ascending, $0.title.ascending] }).count,
      40)
    XCTAssertEqual(try context.fetch(Book.all.sorted { $0.chapters.count.descending }).count, 40)
    XCTAssertEqual(try context.fetch(Book.all.sorted { $0.title.lowercased().ascending }).count, 40)
    XCTAssertEqual(
      try context.fetch(Book.where { $0.isLent }.where { $0.pages > 100 }).count,
      all.filter { $0.isLent && $0.pages > 100 }.count)
    XCTAssertEqual(try titles(Book.all.sorted { $0.title }.limit(3)), Array(sorted.prefix(3)))
    XCTAssertEqual(
      try titles(Book.all.sorted { $0.title }.limit(3).offset(2)), Array(sorted[2..<5]))
  }

  func testResults() throws {
    let all = try context.fetch(Book.all)
    let lent = Book.where { $0.isLent }
    XCTAssertEqual(try context.count(lent), all.filter(\.isLent).count)
    XCTAssertEqual(try context.exists(lent), true)
    XCTAssertNotNil(try context.first(lent))
    XCTAssertEqual(
      try context.sum(lent) { $0.price }, all.filter(\.isLent).map(\.price).reduce(0, +))
    XCTAssertEqual(try context.sum(lent, \.price), all.filter(\.isLent).map(\.price).reduce(0, +))
    XCTAssertEqual(try context.maximum(lent) { $0.pages }, all.filter(\.isLent).map(\.pages).max())
    XCTAssertEqual(try context.average(lent) { $0.pages } ?? 0, 240, accuracy: 200)
    XCTAssertEqual(try context.rows(Book.all) { $0.title }.count, 40)
  }

  func testRows() throws {
    let all = try context.fetch(Book.all)
    let perGenre = Book.all.selecting { ($0.genre, $0.objectCount, $0.price.sum) }
      .grouped { $0.genre }
    for (genre, count, sum) in try context.rows(perGenre) {
      let books = all.filter { $0.genre == genre }
      XCTAssertEqual(count, books.count)
      XCTAssertEqual(sum, books.map(\.price).reduce(0, +))
    }
    let perAuthor = Book.all.selecting { ($0.author?.name, $0.objectCount) }.grouped(by: \.author)
      .having { $0.objectCount > 6 }
    let names = Dictionary(grouping: all, by: \.author?.name).filter { $0.value.count > 6 }.keys
    XCTAssertEqual(Set(try context.rows(perAuthor).map(\.0)), Set(names))
    let titles = try context.rows(Book.all.selecting { $0.title }.distinct().sorted { $0.title })
    XCTAssertEqual(titles.count, 8)
    let years = try context.rows(
      Book.all.selecting { ($0.published.year, $0.pages.average) }.grouped { $0.published.year }
        .sorted { $0.published.year.descending }.limit(3))
    XCTAssertEqual(years.count, 3)
  }
}
