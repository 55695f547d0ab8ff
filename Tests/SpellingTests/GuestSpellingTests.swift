import Foundation
import ModelRuntime
import XCTest

/// Tests of conditions as users of arrays, GRDB, SwiftData or Core Data write them at
/// first.
final class GuestSpellingTests: LibraryTestCase {
  func testNumbersAndBits() throws {
    try check("g01", Book.where { $0.pages & 1 == 1 }) { $0.pages & 1 == 1 }
    try check("g02", Book.where { $0.pages & 12 != 0 && $0.pages ^ 3 > 100 }) {
      $0.pages & 12 != 0 && $0.pages ^ 3 > 100
    }
    try check("g03", Book.where { ($0.pages | 8) % 16 == 9 }) { ($0.pages | 8) % 16 == 9 }
    try check("g04", Book.where { abs($0.pages - 100) <= 40 }) { abs($0.pages - 100) <= 40 }
    try check("g05", Book.where { (100...200).contains($0.pages) }) {
      (100...200).contains($0.pages)
    }
    try check("g06", Book.where { $0.rating > $0.weight }) { book in
      book.rating.map { $0 > Double(book.weight) } ?? false
    }
    try check("g07", Member.where { $0.points / 2 > 2_400_000_000 }) {
      $0.points / 2 > 2_400_000_000
    }
    try check("g08", Book.where { -$0.pages < -100 }) { -$0.pages < -100 }
    try check("g09", Book.where { $0.level?.rawValue > 4 }) { ($0.level?.rawValue ?? 0) > 4 }
    try check("g10", Book.where { $0.level == .some(.low) }) { $0.level == .low }
    try check("g11", Book.where { (1...2).contains($0.tags.count) }) {
      (1...2).contains($0.tags.count)
    }
  }

  func testNilAndAnswersOfSwift() throws {
    try check("g12", Book.where { $0.notes ?? "" != "" }) { $0.notes ?? "" != "" }
    try check("g13", Book.where { $0.author?.home?.city == "Berlin" }) {
      $0.author?.home?.city == "Berlin"
    }
    try check("g14", Book.where { !($0.author?.name.hasPrefix("A") ?? false) }) {
      !($0.author?.name.hasPrefix("A") ?? false)
    }
    try check("g15", Book.where { $0.author?.name ?? "nobody" < "M" }) {
      $0.author?.name ?? "nobody" < "M"
    }
    for lent in [true, false] {
      try check("g16", Book.where { lent ? $0.isLent : Condition(true) }, any: true) {
        lent ? $0.isLent : true
      }
    }
    for text in ["", "sea"] {
      try check("g38", Book.where { Condition(text.isEmpty) || $0.title.contains(text) }, any: true)
      {
        text.isEmpty || $0.title.contains(text)
      }
      try check(
        "g39", Book.where { (Condition(text.isEmpty) || $0.title == text) && $0.pages > 50 },
        any: true
      ) {
        (text.isEmpty || $0.title == text) && $0.pages > 50
      }
    }
    try check("g17", Book.where { _ in Condition(false) }, any: true) { _ in false }
    try check("g18", Book.where { $0.isLent != $0.title.hasPrefix("T") }) {
      $0.isLent != $0.title.hasPrefix("T")
    }
    try check("g19", Book.where { $0.cover?.count > 1 }) { ($0.cover?.count ?? 0) > 1 }
    try check(
      "g20",
      Book.where { book in
        guard let notes = book.notes else { return Condition(false) }
        return notes == "sea"
      }
    ) { $0.notes == "sea" }
  }

  func testSeveralObjects() throws {
    let authors = try context.fetch(Author.all.sorted { $0.name }).prefix(2)
    try check("g21", Book.where { authors.contains($0.author) }) {
      $0.author.map { author in authors.contains { $0.objectID == author.objectID } } ?? false
    }
    try check(
      "g22", Book.where { $0.author == authors[0] || $0.author?.mentor == authors[0] }
    ) {
      $0.author?.objectID == authors[0].objectID
        || $0.author?.mentor?.objectID == authors[0].objectID
    }
    try check("g23", Book.where { $0.loans.filter { $0.returned == nil }.count > 1 }) {
      $0.loans.filter { $0.returned == nil }.count > 1
    }
    try check("g24", Book.where { $0.loans.map(\.due).max() > day(150) }) {
      ($0.loans.map(\.due).max() ?? day(0)) > day(150)
    }
    try check("g25", Author.where { $0.books.allSatisfy { $0.tags.contains { $0.name == "old" } } })
    {
      $0.books.allSatisfy { $0.tags.contains { $0.name == "old" } }
    }
    try check(
      "g26",
      Author.where {
        $0.books.contains { $0.pages > 100 } && !$0.books.contains { $0.pages > 460 }
      }
    ) {
      $0.books.contains { $0.pages > 100 } && !$0.books.contains { $0.pages > 460 }
    }
    let tags = try context.fetch(Tag.where { $0.name != "new" })
    let names = Set(tags.map(\.name))
    try check("g27", Book.where { $0.tags.isSuperset(of: tags) }) {
      names.isSubset(of: $0.tags.map(\.name))
    }
    try check("g28", Book.where { $0.tags.isDisjoint(with: tags) }) {
      names.isDisjoint(with: $0.tags.map(\.name))
    }
    try check("g29", Book.where { $0.tags.isSubset(of: tags) }) {
      names.isSuperset(of: $0.tags.map(\.name))
    }
    try check(
      "g30",
      Book.where { book in tags.map { book.tags.contains($0) }.reduce(Condition(true)) { $0 && $1 }
      }
    ) {
      names.isSubset(of: $0.tags.map(\.name))
    }
  }

  func testDatesAndTexts() throws {
    try check("g31", Loan.where { $0.returned - $0.due > 86_400 }) {
      guard let returned = $0.returned else { return false }
      return returned.timeIntervalSince($0.due) > 86_400
    }
    try check("g32", Loan.where { $0.returned != nil && $0.returned! > $0.due }) {
      $0.returned != nil && $0.returned! > $0.due
    }
    try check("g33", Book.where { (day(300)...).contains($0.published) }) {
      (day(300)...).contains($0.published)
    }
    try check("g34", Book.where { $0.published < .now && $0.published > .distantPast }, any: true) {
      $0.published < .now && $0.published > .distantPast
    }
    try check("g35", Book.where { $0.title.uppercased().hasSuffix("SEA") }) {
      $0.title.uppercased().hasSuffix("SEA")
    }
    try check("g36", Book.where { Set(["sea", "Intro"]).contains($0.title) }) {
      ["sea", "Intro"].contains($0.title)
    }
    let words = ["e", "s"]
    try check(
      "g37", words.reduce(Book.all) { books, word in books.where { $0.title.contains(word) } }
    ) { book in
      words.allSatisfy { book.title.contains($0) }
    }
  }

  func testConstantsAndConditionsAreColumns() throws {
    for context in [context, changed].compactMap({ $0 }) {
      let rows = try context.rows(
        Book.all.sorted { $0.isbn }.selecting { ($0.title, 5, "x", 2.5, true, Decimal(1) / 4) })
      XCTAssertEqual(rows.map(\.0), try context.fetch(Book.all.sorted { $0.isbn }).map(\.title))
      for (_, number, text, fraction, flag, money) in rows {
        XCTAssertEqual(number, 5)
        XCTAssertEqual(text, "x")
        XCTAssertEqual(fraction, 2.5)
        XCTAssertEqual(flag, true)
        XCTAssertEqual(money, Decimal(1) / 4)
      }
      let answers = try context.rows(Book.all.sorted { $0.isbn }) { ($0.pages > 100, $0.isLent) }
      let books = try context.fetch(Book.all.sorted { $0.isbn })
      XCTAssertEqual(answers.map(\.0), books.map { $0.pages > 100 })
      XCTAssertEqual(answers.map(\.1), books.map(\.isLent))
      let groups = try context.rows(
        Book.all.selecting { ($0.genre, "books", $0.objectCount, $0.price.average) }
          .grouped { $0.genre })
      for (genre, text, count, mean) in groups {
        let books = try context.fetch(Book.where { $0.genre == genre })
        XCTAssertEqual(text, "books")
        XCTAssertEqual(count, books.count)
        XCTAssertEqual(mean, books.map(\.price).reduce(0, +) / Decimal(books.count))
      }
    }
  }
}
