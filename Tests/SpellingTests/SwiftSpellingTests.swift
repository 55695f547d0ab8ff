import Foundation
import ModelRuntime
import XCTest

/// Tests of conditions written like closures that filter an array, and as other libraries
/// spell them.
final class SwiftSpellingTests: LibraryTestCase {
  func testTexts() throws {
    let names: Set<String> = ["sea", "Intro"]
    try check("s01", Book.where { $0.title.lowercased() == "the sea" }) {
      $0.title.lowercased() == "the sea"
    }
    try check("s02", Book.where { $0.title.uppercased().hasPrefix("THE") }) {
      $0.title.uppercased().hasPrefix("THE")
    }
    try check("s03", Book.where { $0.notes?.lowercased().contains("rare") == true }) {
      $0.notes?.lowercased().contains("rare") == true
    }
    try check("s04", Book.where { ($0.notes ?? $0.title).count > 4 }) {
      ($0.notes ?? $0.title).unicodeScalars.count > 4
    }
    try check("s05", Book.where { $0.notes?.isEmpty ?? true }) { $0.notes?.isEmpty ?? true }
    try check("s06", Book.where { $0.title.contains($0.author.name) }) {
      $0.author != nil && $0.title.contains($0.author?.name ?? "")
    }
    try check("s07", Book.where { $0.title <= $0.author.name }) {
      $0.author != nil && $0.title <= $0.author?.name ?? ""
    }
    try check("s08", Book.where { !names.contains($0.title) }) { !names.contains($0.title) }
    try check("s09", Book.where { $0.title.localizedCaseInsensitiveContains("SEA") }) {
      $0.title.lowercased().contains("sea")
    }
    try check("s10", Book.where { ("A"..."M").contains($0.title) }) {
      ("A"..."M").contains($0.title)
    }
    try check("s11", Book.where { $0.title.count % 2 == 0 }) {
      $0.title.unicodeScalars.count % 2 == 0
    }
  }

  func testNumbers() throws {
    let number: Int? = 150
    try check("s12", Book.where { 100 < $0.pages && $0.pages <= 300 }) {
      100 < $0.pages && $0.pages <= 300
    }
    try check("s13", Book.where { $0.pages.isMultiple(of: 2) }) { $0.pages.isMultiple(of: 2) }
    try check("s14", Book.where { $0.pages.isMultiple(of: 0) || $0.pages % 3 == 0 }) {
      $0.pages % 3 == 0
    }
    try check("s15", Book.where { -$0.pages < -100 }) { -$0.pages < -100 }
    try check("s16", Book.where { $0.rating! > 4 }) { ($0.rating ?? 0) > 4 }
    try check("s17", Book.where { $0.rating.map { $0 > 2 } ?? false }) {
      $0.rating.map { $0 > 2 } ?? false
    }
    try check("s18", Book.where { Condition(number == nil) || $0.pages > number! }) {
      $0.pages > 150
    }
    try check("s19", Book.where { ($0.pages - 10) / 2 > 40 }) { ($0.pages - 10) / 2 > 40 }
    try check("s20", Member.where { $0.points > 5_000_000_000 }) { $0.points > 5_000_000_000 }
    try check("s21", Book.where { $0.pages > $0.chapters.count * 50 }, any: true) {
      Int($0.pages) > $0.chapters.count * 50
    }
  }

  func testDates() throws {
    let noon = day(1000)
    try check("s22", Book.where { (day(100)..<day(2000)).contains($0.published) }) {
      (day(100)..<day(2000)).contains($0.published)
    }
    try check("s23", Book.where { $0.published.timeIntervalSinceReferenceDate > 86_400_000 }) {
      $0.published.timeIntervalSinceReferenceDate > 86_400_000
    }
    try check("s24", Book.where { $0.published.timeIntervalSince1970 < 1_100_000_000 }) {
      $0.published.timeIntervalSince1970 < 1_100_000_000
    }
    try check("s25", Book.where { $0.published.distance(to: noon) > 0 }) {
      $0.published.distance(to: noon) > 0
    }
    try check("s26", Book.where { $0.published + 86_400 > noon }) { $0.published + 86_400 > noon }
    try check("s27", Loan.where { ($0.returned ?? $0.due) > day(100) }, any: true) {
      ($0.returned ?? $0.due) > day(100)
    }
    try check("s28", Loan.where { $0.returned > $0.due }, any: true) {
      ($0.returned ?? .distantPast) > $0.due
    }
  }

  func testObjects() throws {
    let book = try first(Book.self) { $0.isbn == LibraryData.isbn(7) }
    let some = try context.fetch(Book.all.sorted { $0.title }.limit(3))
    let author = try first(Author.self) { $0.name == "Doris" }
    try check("s29", Book.where { $0.author == nil || $0.author.mentor != nil }) {
      $0.author == nil || $0.author?.mentor != nil
    }
    try check("s30", Book.where { $0.author!.name == "Doris" }) { $0.author?.name == "Doris" }
    try check("s31", Book.where { $0 != book }) { $0.objectID != book.objectID }
    try check("s32", Book.where { some.contains($0) }) {
      some.map(\.objectID).contains($0.objectID)
    }
    try check("s33", Book.where { ![author].contains($0.author) }) {
      $0.author?.objectID != author.objectID
    }
    try check("s34", Author.where { ($0.mentor.mentor?.name ?? "none") == "none" }) {
      ($0.mentor?.mentor?.name ?? "none") == "none"
    }
    try check("s35", Book.where { $0.author.home.latitude > 50 }) {
      ($0.author?.home?.latitude ?? 0) > 50
    }
    try check("s36", Book.where { ($0.level?.rawValue ?? 0) > 3 }) {
      ($0.level?.rawValue ?? 0) > 3
    }
  }

  func testMembers() throws {
    let names: Set<String> = ["rare", "new"]
    try check("s37", Book.where { $0.tags.map(\.name).contains("rare") }) {
      $0.tags.map(\.name).contains("rare")
    }
    try check("s38", Book.where { $0.tags.contains { names.contains($0.name) } }) {
      $0.tags.contains { names.contains($0.name) }
    }
    try check("s39", Book.where { $0.chapters.map(\.length).max() > 40 }) {
      ($0.chapters.map(\.length).max() ?? 0) > 40
    }
    try check("s40", Book.where { $0.chapters.map { $0.length }.sum() > 60 }) {
      $0.chapters.map(\.length).reduce(0, +) > 60
    }
    try check("s41", Author.where { $0.books.contains { $0.tags.contains { $0.name == "rare" } } })
    {
      $0.books.contains { $0.tags.contains { $0.name == "rare" } }
    }
    try check("s42", Author.where { (3..<7).contains($0.books.count) }, any: true) {
      (3..<7).contains($0.books.count)
    }
    try check(
      "s43", Book.where { $0.loans.contains { $0.member.points > 0 && $0.returned == nil } }
    ) {
      $0.loans.contains { ($0.member?.points ?? 0) > 0 && $0.returned == nil }
    }
    try check("s44", Book.where { $0.isLent == $0.loans.isEmpty }, any: true) {
      $0.isLent == $0.loans.isEmpty
    }
  }

  func testLists() throws {
    try check("s45", Book.where { $0.keywords.first == "k1" }) { $0.keywords.first == "k1" }
    try check("s46", Book.where { $0.keywords.last == "k2" || $0.keywords[1] == "k3" }) {
      $0.keywords.last == "k2" || $0.keywords.count > 1 && $0.keywords[1] == "k3"
    }
    try check("s47", Book.where { $0.keywords.contains { $0 > "k1" && $0 < "k3" } }) {
      $0.keywords.contains { $0 > "k1" && $0 < "k3" }
    }
    try check("s48", Book.where { $0.keywords.allSatisfy { $0.hasSuffix("1") } }) {
      $0.keywords.allSatisfy { $0.hasSuffix("1") }
    }
    try check("s49", Book.where { $0.keywords.filter { $0 != "k1" }.count == 1 }) {
      $0.keywords.filter { $0 != "k1" }.count == 1
    }
    try check("s50", Book.where { $0.keywords.count == $0.tags.count }, any: true) {
      $0.keywords.count == $0.tags.count
    }
  }

  func testOrders() throws {
    let request = Book.all.sorted { [$0.price.descending, $0.title.ascending, $0.isbn.ascending] }
    let books = try context.fetch(Book.all).sorted {
      ($1.price, $0.title, $0.isbn.uuidString) < ($0.price, $1.title, $1.isbn.uuidString)
    }
    XCTAssertEqual(try context.fetch(request).map(\.isbn), books.map(\.isbn))
    XCTAssertEqual(try context.fetch(request.reversed()).map(\.isbn), books.reversed().map(\.isbn))
  }
}
