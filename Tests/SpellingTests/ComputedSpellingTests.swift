import Foundation
import ModelRuntime
import XCTest

/// Tests of computed values in conditions, orders and sums, compared with closures that
/// filter an array.
final class ComputedSpellingTests: LibraryTestCase {
  func testMoneyIsExactInArithmetic() throws {
    try check("c01", Book.where { $0.price * 3 == Decimal(string: "15.75")! }) {
      $0.price * 3 == Decimal(string: "15.75")!
    }
    try check("c02", Book.where { $0.price * $0.chapters.count > 40 }) {
      $0.price * Decimal($0.chapters.count) > 40
    }
    try check("c03", Book.where { $0.pages * $0.price >= 5000 }) {
      Decimal($0.pages) * $0.price >= 5000
    }
    try check("c04", Book.where { $0.price / 3 + $0.price - 1 < 10 }) {
      $0.price / 3 + $0.price - 1 < 10
    }
    try check("c05", Book.where { abs($0.price - 20) < Decimal(string: "0.37")! }) {
      abs($0.price - 20) < Decimal(string: "0.37")!
    }
    try check("c06", Book.where { -$0.price < -30 }) { -$0.price < -30 }
  }

  func testNumbersOfTwoTypes() throws {
    try check("c07", Book.where { ($0.rating ?? 0) * $0.pages > 300 }) {
      ($0.rating ?? 0) * Double($0.pages) > 300
    }
    try check("c08", Book.where { $0.chapters.count + $0.pages > 200 }) {
      $0.chapters.count + Int($0.pages) > 200
    }
    try check("c09", Book.where { $0.pages % $0.title.count == 0 }) {
      Int($0.pages) % $0.title.unicodeScalars.count == 0
    }
    let number: Int? = 37
    let none: Int? = nil
    try check("c10", Book.where { $0.pages == number }) { $0.pages == 37 }
    try check("c11", Book.where { $0.pages != none && $0.pages != number }) { $0.pages != 37 }
  }

  func testClosuresThatUnwrapWhatIsThere() throws {
    for text in [nil, "sea", "The Sea"] as [String?] {
      try check("c12", Book.where { text == nil || $0.title == text! }, any: true) {
        text == nil || $0.title == text!
      }
      try check("c13", Book.where { text != nil && $0.title == text! }, any: true) {
        text != nil && $0.title == text!
      }
      try check(
        "c14", Book.where { $0.isLent && (text == nil || $0.title.hasPrefix(text!)) }, any: true
      ) {
        $0.isLent && (text == nil || $0.title.hasPrefix(text!))
      }
    }
  }

  func testValuesOfManyThatAreComputed() throws {
    try check("c41", Author.where { $0.books.map { $0.pages + 1 }.any { $0 > 100 } }) {
      $0.books.contains { $0.pages + 1 > 100 }
    }
    try check(
      "c42", Author.where { $0.books.map { $0.pages * 2 }.any { $0 > 200 && $0 < 500 } }
    ) {
      $0.books.contains { $0.pages * 2 > 200 && $0.pages * 2 < 500 }
    }
    try check(
      "c43", Author.where { $0.books.map { $0.title.uppercased() }.contains("THE SEA") }
    ) {
      $0.books.contains { $0.title.uppercased() == "THE SEA" }
    }
    try check(
      "c44", Author.where { $0.books.map { $0.price * 2 }.allSatisfy { $0 > 20 } }
    ) {
      $0.books.allSatisfy { $0.price * 2 > 20 }
    }
    try check("c45", Author.where { $0.books.title.any { $0.count > 13 } }) {
      $0.books.contains { $0.title.unicodeScalars.count > 13 }
    }
    try check("c46", Author.where { $0.books.title.any { $0.lowercased == "sea" } }) {
      $0.books.contains { $0.title.lowercased() == "sea" }
    }
    try check("c47", Book.where { $0.keywords.any { $0.count == 2 } }) {
      $0.keywords.contains { $0.unicodeScalars.count == 2 }
    }
    try check("c48", Publisher.where { $0.books.author.name.count < 4 }, any: true) {
      $0.books.contains { ($0.author?.name.unicodeScalars.count ?? 4) < 4 }
    }
    try check("c49", Author.where { $0.books.sum { $0.price * $0.pages } > 100 }) {
      $0.books.reduce(0) { $0 + $1.price * Decimal($1.pages) } > 100
    }
  }

  func testManyStandOnEitherSide() throws {
    let number = 400
    try check("c49", Author.where { $0.books.pages.any { number < $0 } }) {
      $0.books.contains { $0.pages > 400 }
    }
    try check("c50", Book.where { $0.author == $0.loans.book.author }, any: true) { book in
      book.loans.contains { $0.book?.author == book.author }
    }
  }

  func testLists() throws {
    try check("c15", Book.where { $0.keywords == ["k2", "k3"] }) { $0.keywords == ["k2", "k3"] }
    try check("c16", Book.where { $0.keywords != ["k1"] }) { $0.keywords != ["k1"] }
    try check("c17", Book.where { $0.keywords == [] }) { $0.keywords.isEmpty }
    try check("c18", Book.where { $0.keywords != nil }, any: true) { _ in true }
    try check("c19", Author.where { $0.books.keywords.contains("k3") }, any: true) {
      $0.books.contains { $0.keywords.contains("k3") }
    }
    try check("c20", Author.where { $0.books.keywords.any { $0.hasPrefix("k2") } }, any: true) {
      $0.books.contains { $0.keywords.contains { $0.hasPrefix("k2") } }
    }
  }

  func testTheRest() throws {
    let notes: [String?] = ["sea", nil]
    try check("c21", Book.where { notes.contains($0.notes) }) { notes.contains($0.notes) }
    try check("c22", Publisher.where { $0.site.absoluteString.hasSuffix("books") }) {
      $0.site?.absoluteString.hasSuffix("books") == true
    }
    try check("c23", Book.where { $0.published.hour(in: "Asia/Tokyo") > 9 }) { book in
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = TimeZone(identifier: "Asia/Tokyo")!
      return calendar.component(.hour, from: book.published) > 9
    }
    XCTAssertThrowsError(
      try context.fetch(Book.where { $0.published.hour(in: "Mars/Base") > 9 }))
    try check("c24", Book.where { $0.isbn.uuidString.hasSuffix("7") }) {
      $0.isbn.uuidString.hasSuffix("7")
    }
    try check("c25", Loan.where { ($0.returned ?? .now) > $0.due }) {
      ($0.returned ?? .now) > $0.due
    }
    try check("c26", Loan.where { $0.due.timeIntervalSinceNow < -700_000_000 }, any: true) {
      $0.due.timeIntervalSinceNow < -700_000_000
    }
  }

  func testSequencesOfSequences() throws {
    try check("c27", Book.where { $0.tags.map(\.name).contains { $0 > "n" && $0 < "p" } }) {
      $0.tags.map(\.name).contains { $0 > "n" && $0 < "p" }
    }
    try check("c28", Book.where { $0.tags.map(\.name).allSatisfy { $0 != "rare" } }) {
      $0.tags.map(\.name).allSatisfy { $0 != "rare" }
    }
    try check("c33", Book.where { $0.tags.name.any { $0 > "n" && $0 < "p" } }) {
      $0.tags.map(\.name).contains { $0 > "n" && $0 < "p" }
    }
    try check("c34", Book.where { $0.keywords.any { $0 > "k1" && $0 < "k3" } }) {
      $0.keywords.contains { $0 > "k1" && $0 < "k3" }
    }
    try check("c29", Book.where { $0.loans.compactMap(\.returned).max() > day(200) }) {
      ($0.loans.compactMap(\.returned).max() ?? day(0)) > day(200)
    }
    try check("c30", Author.where { $0.books.flatMap(\.tags).contains { $0.name == "rare" } }) {
      $0.books.flatMap(\.tags).contains { $0.name == "rare" }
    }
    try check("c31", Author.where { a in a.books.flatMap(\.loans).count > a.students.count * 9 }) {
      a in a.books.flatMap(\.loans).count > a.students.count * 9
    }
    try check("c32", Book.where { b in b.author.books.filter { $0 != b }.sum(\.price) > 99 }) {
      b in
      (b.author?.books.filter { $0 != b }.map(\.price).reduce(0, +) ?? 0) > 99
    }
  }

  private func checkOrder<Value: Comparable>(
    _ request: FetchRequest<Book>, line: UInt = #line, _ value: (Book) -> Value
  ) throws {
    for context in [context, changed] {
      let books = try XCTUnwrap(context).fetch(Book.all)
      let expected = books.enumerated().sorted {
        let (one, other) = (value($0.element), value($1.element))
        return one == other
          ? $0.element.objectID.key < $1.element.objectID.key : one < other
      }
      let found = try XCTUnwrap(context).fetch(request)
      XCTAssertEqual(
        found.map(\.objectID), expected.map(\.element.objectID), "\(request)", line: line)
      XCTAssertEqual(
        try books.sorted { $0.objectID.key < $1.objectID.key }.sorted(by: request.sortKeys),
        found, line: line)
      var (paged, cursor) = ([Book](), FetchCursor?.none)
      repeat {
        let page = try XCTUnwrap(context).page(of: request, after: cursor, size: 7)
        paged += page.objects
        cursor = page.next
      } while cursor != nil
      XCTAssertEqual(paged, found, line: line)
    }
  }

  func testOrdersByComputedValues() throws {
    try checkOrder(Book.all.sorted { ($0.price * $0.pages).ascending }) {
      $0.price * Decimal($0.pages)
    }
    try checkOrder(Book.all.sorted { ($0.notes ?? "~").ascending }) { $0.notes ?? "~" }
    try checkOrder(Book.all.sorted { $0.published.year.ascending }) {
      Calendar(identifier: .iso8601).component(.year, from: $0.published)
    }
    try checkOrder(Book.all.sorted { (-$0.pages).ascending }) { -$0.pages }
    try checkOrder(Book.all.sorted { ($0.author.name ?? "").ascending }) {
      $0.author?.name ?? ""
    }
    try checkOrder(Book.all.sorted { $0.author?.home?.city.ascending }) {
      $0.author?.home?.city ?? ""
    }
    try checkOrder(Book.all.sorted { (($0.rating ?? 0) * 2 + 1).ascending }) {
      ($0.rating ?? 0) * 2 + 1
    }
    try checkOrder(Book.all.sorted { $0.isLent.then("a", else: $0.title).ascending }) {
      $0.isLent ? "a" : $0.title
    }
    XCTAssertThrowsError(try changed.fetch(Book.all.sorted { $0.published.hour(in: "x") }))
  }

  func testAListInAComputedOrderFollowsItsObjects() throws {
    let request = Book.all.sorted { ($0.pages * 2 + $0.author.books.count).descending }
    let results = FetchedResultsController(request, in: changed)
    try results.performFetch()
    for book in try changed.fetch(Book.all).prefix(9) {
      book.pages += 301
      if book.pages % 2 == 0 { book.author = nil }
      try changed.save()
      XCTAssertEqual(Array(results.objects), try changed.fetch(request))
    }
  }

  func testSumsOfComputedValues() throws {
    for context in [context, changed].compactMap(\.self) {
      let books = try context.fetch(Book.all)
      XCTAssertEqual(
        try context.sum(Book.all) { $0.price * $0.pages },
        books.map { $0.price * Decimal($0.pages) }.reduce(0, +))
      XCTAssertEqual(
        try context.maximum(Book.all) { $0.price / 3 }, books.map { $0.price / 3 }.max())
      XCTAssertEqual(
        try context.sum(Book.all) { $0.pages * $0.chapters.count },
        books.map { Int($0.pages) * $0.chapters.count }.reduce(0, +))
    }
  }
}
