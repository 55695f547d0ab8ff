import Foundation
import ModelRuntime
import XCTest

/// Tests of the arguments for `%@` and `%K` in format strings, and of conditions on
/// attributes with lists.
final class ArgumentTests: LibraryTestCase {
  private func check<Object: ManagedObject>(
    _ format: String, _ arguments: [(any PredicateArgument)?], any: Bool = false,
    line: UInt = #line, _ accepts: (Object) -> Bool
  ) throws {
    try check(
      format, FetchRequest<Object>(format: format, arguments: arguments), any: any, line: line,
      accepts)
  }

  func testGeneratedTypes() throws {
    try check("genre == %@", [Genre.poetry]) { (book: Book) in book.genre == .poetry }
    try check("genre IN %@ OR level == %@", [[Genre.poetry, .novel], Level.high]) { (book: Book) in
      [.poetry, .novel].contains(book.genre) || book.level == .high
    }
    try check("%K CONTAINS %@", [Book.Key.title, "sea"]) { (book: Book) in
      book.title.contains("sea")
    }
    let book = try first(Book.self) { $0.isbn == LibraryData.isbn(7) }
    let chapters = Set(book.chapters.map(\.objectID))
    try check("SELF IN %@", [book.chapters]) { (chapter: Chapter) in
      chapters.contains(chapter.objectID)
    }
    let names = Set(book.tags.map(\.objectID))
    XCTAssertEqual(
      try context.count(Tag.self, matching: "SELF IN %@", book.tags), names.count)
  }

  func testFoundationTypes() throws {
    let number = NSNumber(value: 111)
    let values: [Any] = [number, 222, Int32(74)]
    try check("pages == %@", [number]) { (book: Book) in book.pages == 111 }
    try check("pages IN %@", [values]) { (book: Book) in [111, 222, 74].contains(book.pages) }
    try check("pages IN %@", [values[1...].compactMap { $0 as? Int }[...]]) { (book: Book) in
      book.pages == 222
    }
    try check("pages IN %@", [NSArray(array: [number])]) { (book: Book) in book.pages == 111 }
    try check("pages IN %@", [NSSet(array: [number])]) { (book: Book) in book.pages == 111 }
    try check("pages IN %@", [NSOrderedSet(array: [number])]) { (book: Book) in
      book.pages == 111
    }
    try check("title == %@", [NSString(string: "sea")]) { (book: Book) in book.title == "sea" }
    try check("price > %@", [NSDecimalNumber(string: "20.36")]) { (book: Book) in
      book.price > Decimal(string: "20.36") ?? 0
    }
    try check(
      "published > %@", [NSDate(timeIntervalSinceReferenceDate: 3000 * 86_400)]
    ) { (book: Book) in book.published > day(3000) }
    try check("level == %@ OR isLent == %@", [NSNull(), NSNumber(value: true)]) { (book: Book) in
      book.level == nil || book.isLent
    }
    struct Unknown {}
    let unknown: [Any] = [Unknown()]
    XCTAssertThrowsError(try context.fetch(Book.self, matching: "title IN %@", unknown)) { error in
      XCTAssertTrue("\(error)".contains("'Unknown'"), "\(error)")
    }
  }

  func testEscapesOfPatterns() throws {
    try check(#"title MATCHES '.*\d+'"#, []) { (book: Book) in book.title.last?.isNumber == true }
    try check(#"title LIKE 'A\?b' OR title LIKE 's\e?'"#, []) { (book: Book) in
      book.title == "sea"
    }
  }

  func testLists() throws {
    try check("ANY keywords == 'k1'", []) { (book: Book) in book.keywords.contains("k1") }
    try check("keywords CONTAINS[c] 'K1'", []) { (book: Book) in book.keywords.contains("k1") }
    try check("'k2' IN keywords AND keywords.@count == 2", []) { (book: Book) in
      book.keywords.contains("k2") && book.keywords.count == 2
    }
    try check("keywords[0] == 'k1'", []) { (book: Book) in book.keywords.first == "k1" }
    try check("ALL keywords BEGINSWITH 'k2'", []) { (book: Book) in
      book.keywords.allSatisfy { $0.hasPrefix("k2") }
    }
    try check("SUBQUERY(keywords, $k, $k > 'k1').@count == 2", []) { (book: Book) in
      book.keywords.filter { $0 > "k1" }.count == 2
    }
    try check("ANY books.keywords == 'k3'", []) { (author: Author) in
      author.books.contains { $0.keywords.contains("k3") }
    }
  }

  func testTextsOfListsWithEscapes() throws {
    let words = ["a\"b", "c\\d", "\n", "\0", "", "é", "]", ","]
    let book = LibraryData.makeBook(90, in: context)
    book.keywords = words
    try context.save()
    for word in words {
      let found = try context.fetch(Book.where { $0.keywords.contains(word) })
      XCTAssertEqual(found, [book], word.debugDescription)
      XCTAssertEqual(
        try [book].filtered(by: ObjectPredicate(format: "ANY keywords == %@", arguments: [word])),
        [book])
    }
    XCTAssertEqual(try context.count(Book.where { $0.keywords.count == words.count }), 1)
  }

  func testDatesAndCasts() throws {
    try check("published - CAST(0, 'NSDate') > 86400 * 3000", []) { (book: Book) in
      book.published > day(3000)
    }
    try check("year(published) == 2004 AND month:(published, 'Europe/Berlin') < 7", []) {
      (book: Book) in
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
      let month = calendar.component(.month, from: book.published)
      calendar.timeZone = .gmt
      return calendar.component(.year, from: book.published) == 2004 && month < 7
    }
    for format in ["year:(title) == 1", "hour:(published, 'Nowhere/Land') == 1", "due + due > 1"] {
      XCTAssertThrowsError(try context.fetch(Book.self, matching: format), format)
    }
    try check("home == nil", []) { (author: Author) in author.home == nil }
    try check("author.home != nil", []) { (book: Book) in book.author?.home != nil }
  }

  func testEmptyTextsAreNowhere() throws {
    for format in [
      "title CONTAINS ''", "title BEGINSWITH ''", "title ENDSWITH[cd] ''", "'' IN title",
    ] {
      XCTAssertEqual(try context.count(Book.self, matching: format), 0, format)
      XCTAssertEqual(try changed.count(Book.self, matching: format), 0, format)
    }
    XCTAssertEqual(
      try context.count(Book.where { $0.title.hasPrefix("") || $0.title.contains("") }), 0)
    XCTAssertEqual(try context.fetch(Book.all.limit(0)).count, 40)
    XCTAssertEqual(try changed.fetch(Book.all.limit(0)).count, try changed.count(Book.all))
  }

  func testInnerConditionsSpeakOfEveryOuterElement() throws {
    let request = Author.where { author in
      author.books.any { book in
        author.students.any { student in
          student.name == book.title || student.books.any { $0.title == book.title }
        }
      }
    }
    try check("nested", request) { author in
      author.books.contains { book in
        author.students.contains { student in
          student.name == book.title || student.books.contains { $0.title == book.title }
        }
      }
    }
  }
}
