import Foundation
import ModelRuntime
import XCTest

/// Tests of more conditions, as users of Core Data, SwiftData and GRDB write them.
final class MoreSpellingTests: LibraryTestCase {
  func testAggregatesOfToMany() throws {
    try check("m01", Book.where { $0.chapters.sum { $0.length } > 60 }) {
      $0.chapters.map(\.length).reduce(0, +) > 60
    }
    try check("m02", Book.where { $0.chapters.max(\.length) > 40 }) {
      ($0.chapters.map(\.length).max() ?? 0) > 40
    }
    try check("m03", Book.where { $0.chapters.average(\.length) >= 20.5 }) { book in
      let lengths = book.chapters.map { Double($0.length) }
      return !lengths.isEmpty && lengths.reduce(0, +) / Double(lengths.count) >= 20.5
    }
    try check("m04", Book.where { $0.chapters.min(\.length) < 5 }) {
      ($0.chapters.map(\.length).min() ?? 5) < 5
    }
    try check("m05", Author.where { $0.books.sum(\.price) > 150 }) {
      $0.books.map(\.price).reduce(0, +) > 150
    }
    try check("m06", Author.where { $0.books.min(\.published) < day(300) }) {
      ($0.books.map(\.published).min() ?? day(300)) < day(300)
    }
    try check("m07", Author.where { $0.books.max(\.rating) == nil }) {
      $0.books.compactMap(\.rating).isEmpty
    }
    try check("m08", Book.where { $0.loans.count { $0.returned == nil } == 0 }) {
      $0.loans.allSatisfy { $0.returned != nil }
    }
    try check("m09", Book.where { $0.loans.count(where: { $0.member.name == "Kim" }) >= 1 }) {
      $0.loans.contains { $0.member?.name == "Kim" }
    }
    try check("m10", Book.where { $0.tags.count == $0.loans.count }) {
      $0.tags.count == $0.loans.count
    }
  }

  func testMembersOfToMany() throws {
    try check("m11", Book.where { !$0.tags.isEmpty }) { !$0.tags.isEmpty }
    try check("m12", Book.where { $0.tags.allSatisfy { $0.name != "rare" } }) {
      $0.tags.allSatisfy { $0.name != "rare" }
    }
    try check("m13", Book.where { $0.tags.contains(where: { $0.name == "old" }) }) {
      $0.tags.contains { $0.name == "old" }
    }
    let rare = try first(Tag.self) { $0.name == "rare" }
    try check("m14", Book.where { $0.tags.contains(rare) }) {
      $0.tags.contains { $0.name == "rare" }
    }
    try check("m15", Book.where { $0.author.books.contains { $0.price > 45 } }) {
      $0.author?.books.contains { $0.price > 45 } == true
    }
    try check("m16", Book.where { $0.chapters.first.title == "Intro" }) {
      $0.chapters.first?.title == "Intro"
    }
    try check("m17", Book.where { $0.chapters.last.length > 30 }) {
      ($0.chapters.last?.length ?? 0) > 30
    }
    try check("m18", Book.where { $0.chapters[1].length > 30 }) {
      $0.chapters.count > 1 && $0.chapters[1].length > 30
    }
    try check("m19", Book.where { $0.tags.name.contains("new") }) {
      $0.tags.contains { $0.name == "new" }
    }
    try check("m20", Book.where { $0.keywords.count > 1 || $0.keywords.isEmpty }) {
      $0.keywords.count != 1
    }
  }

  func testText() throws {
    try check("m21", Book.where { $0.title.count > 9 && $0.title.count < 13 }) {
      (10..<13).contains($0.title.count)
    }
    try check("m22", Book.where { ($0.notes ?? "").isEmpty }) { ($0.notes ?? "").isEmpty }
    try check("m23", Book.where { $0.title.beginsWith("The") || $0.title.endsWith("7") }) {
      $0.title.hasPrefix("The") || $0.title.hasSuffix("7")
    }
    try check("m24", Book.where { $0.title.starts(with: "Sea") }) { $0.title.hasPrefix("Sea") }
    try check("m25", Book.where { $0.title.hasPrefix($0.author.name) }) { book in
      book.author.map { book.title.hasPrefix($0.name) } ?? false
    }
    try check("m26", Book.where { $0.title.contains($0.publisher.name, .caseInsensitive) }) {
      book in
      book.publisher.map { book.title.lowercased().contains($0.name.lowercased()) } ?? false
    }
    try check("m27", Book.where { $0.title.localizedStandardContains("uber DIE") }) {
      $0.title.hasPrefix("Über")
    }
    try check(
      "m28", Book.where { $0.title.lowercased() == "sea" || $0.title.uppercased() == "INTRO" }
    ) { $0.title == "sea" || $0.title == "Intro" }
    try check("m29", Book.where { $0.title.like("*ea*") }) { $0.title.contains("ea") }
    try check("m30", Book.where { $0.genre.rawValue.hasPrefix("n") || $0.level.rawValue == 9 }) {
      $0.genre == .novel || $0.level == .high
    }
    try check("m31", Book.where { $0.title > "S" }) { $0.title > "S" }
  }

  func testNumbersAndRanges() throws {
    try check("m32", Book.where { (100...).contains($0.pages) }) { $0.pages >= 100 }
    try check("m33", Book.where { (100..<200).contains($0.pages) }) {
      (100..<200).contains($0.pages)
    }
    try check("m34", Book.where { $0.pages.in(100...200) || $0.pages.between(..<50) }) {
      (100...200).contains($0.pages) || $0.pages < 50
    }
    try check("m35", Book.where { $0.rating > 3 && $0.weight * 2 < 4 }) {
      ($0.rating ?? 0) > 3 && $0.weight < 2
    }
    let pages: Int = 74
    let points: Int = 5_000_000_000
    try check("m36", Book.where { $0.pages == pages || pages * 2 == $0.pages }) {
      $0.pages == 74 || $0.pages == 148
    }
    try check("m37", Member.where { $0.points >= points }) { $0.points >= 5_000_000_000 }
    try check("m38", Book.where { abs($0.pages - 100) < 50 }) { abs($0.pages - 100) < 50 }
    try check("m39", Book.where { $0.pages % 2 == 0 && -$0.pages < -100 }) {
      $0.pages % 2 == 0 && $0.pages > 100
    }
    try check("m40", Book.where { ($0.isLent.then(0, else: $0.pages)) > 100 }) {
      !$0.isLent && $0.pages > 100
    }
    try check("m41", Book.where { $0.price > Decimal(string: "12.50")! }) {
      $0.price > Decimal(string: "12.50")!
    }
    try check("m42", Book.where { ($0.price + 1) / 2 >= 16 }) { ($0.price + 1) / 2 >= 16 }
    try check("m43", Book.where { $0.rating == $0.pages || $0.pages > $0.price }) {
      $0.rating == Double($0.pages) || Decimal(Int($0.pages)) > $0.price
    }
  }

  func testDates() throws {
    try check("m44", Loan.where { $0.returned.timeIntervalSince($0.due) > 86400 }) { loan in
      (loan.returned.map { $0.timeIntervalSince(loan.due) } ?? 0) > 86400
    }
    try check("m45", Loan.where { $0.due.addingTimeInterval(86400 * 3) < $0.returned }) { loan in
      loan.returned.map { loan.due.addingTimeInterval(86400 * 3) < $0 } ?? false
    }
    try check("m46", Loan.where { $0.due + 86400 * 3 < $0.returned }) { loan in
      loan.returned.map { loan.due + 86400 * 3 < $0 } ?? false
    }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    try check("m47", Book.where { $0.published.year == 2004 || $0.published.month == 3 }) {
      calendar.component(.year, from: $0.published) == 2004
        || calendar.component(.month, from: $0.published) == 3
    }
    try check("m48", Book.where { $0.published.weekday == 1 }) {
      calendar.component(.weekday, from: $0.published) == 1
    }
    let tokyo = try XCTUnwrap(TimeZone(identifier: "Asia/Tokyo"))
    calendar.timeZone = tokyo
    try check(
      "m49", Book.where { $0.published.day(in: tokyo) < 10 && $0.published.hour(in: tokyo) > 9 }
    ) {
      calendar.component(.day, from: $0.published) < 10
        && calendar.component(.hour, from: $0.published) > 9
    }
    try check("m50", Book.where { $0.published.between(day(3000)...) }) {
      $0.published >= day(3000)
    }
  }

  func testObjectsAndComposites() throws {
    let book = try first(Book.self) { $0.isbn == LibraryData.isbn(7) }
    let author = try XCTUnwrap(book.author)
    let (id, authorID) = (book.objectID, author.objectID)
    try check("m51", Book.where { $0 == book }) { $0.objectID == id }
    try check("m52", Book.where { $0.objectID == id || $0.author.objectID == authorID }) {
      $0.objectID == id || $0.author?.objectID == authorID
    }
    try check("m53", Book.where { $0.author != author }) { $0.author?.objectID != authorID }
    try check("m54", Loan.where { $0.book == book || $0.book.author == author }) {
      $0.book?.objectID == id || $0.book?.author?.objectID == authorID
    }
    try check("m55", Author.where { $0.home == nil }) { $0.home == nil }
    let paris = Place(city: "Paris", country: "FR", latitude: 48.85, longitude: 2.35)
    try check("m56", Author.where { $0.home == paris }) { $0.home == paris }
    try check("m57", Author.where { $0.home != paris && $0.home != nil }) {
      $0.home != paris && $0.home != nil
    }
    try check("m58", Book.where { [id].contains($0.objectID) || $0.author!.name == "Rosa" }) {
      $0.objectID == id || $0.author?.name == "Rosa"
    }
    try check("m59", Author.where { $0.home.city.in(["Paris", "Berlin"]) }) {
      ["Paris", "Berlin"].contains($0.home?.city)
    }
    let name: String? = nil
    try check("m60", Book.where { $0.notes == name && $0.author.name ?? "x" == "Anna" }) {
      $0.notes == nil && $0.author?.name == "Anna"
    }
  }

  func testOrders() throws {
    let lent = try context.fetch(
      Book.all.sorted { [$0.isLent.descending, $0.pages.ascending] })
    XCTAssertEqual(
      lent.map(\.pages),
      lent.filter(\.isLent).map(\.pages).sorted() + lent.filter { !$0.isLent }.map(\.pages).sorted()
    )
    let homes = try context.fetch(Author.all.sorted { $0.home.city.ascending }).map {
      $0.home?.city ?? ""
    }
    XCTAssertEqual(homes, homes.sorted())
    let sizes = try context.fetch(Book.all.sorted { $0.chapters.sum(\.length).descending })
      .map { $0.chapters.map(\.length).reduce(0, +) }
    XCTAssertEqual(sizes, sizes.sorted(by: >))
  }
}
