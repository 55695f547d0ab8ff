import Foundation
import ModelRuntime
import XCTest

/// Tests of typed conditions for search fields, lists and reports, as applications write
/// them.
final class DailySpellingTests: LibraryTestCase {
  private let from = day(1_000)
  private let to = day(5_000)

  func testSearchFields() throws {
    let (text, nothing, genre) = ("sea", "", Genre?.some(.novel))
    try check("or empty", Book.where { Condition(text.isEmpty) || $0.title.contains(text) }) {
      $0.title.contains(text)
    }
    try check(
      "empty", Book.where { Condition(nothing.isEmpty) || $0.title.contains(nothing) }, any: true
    ) {
      _ in true
    }
    try check("flag", Book.where { Condition(text.count > 2) && $0.isLent }) { $0.isLent }
    try check("behind", Book.where { $0.isLent && Condition(!text.isEmpty) }) { $0.isLent }
    try check("of choice", Book.where { genre == nil || $0.genre == genre }) {
      $0.genre == .novel
    }
    try check("lowercased", Book.where { $0.title.lowercased() == text.lowercased() }) {
      $0.title.lowercased() == text
    }
    try check("not listed", Book.where { !["sea", "Intro"].contains($0.title) }) {
      !["sea", "Intro"].contains($0.title)
    }
    try check("short", Book.where { $0.title.isEmpty == false && $0.title.count < 6 }) {
      $0.title.count < 6
    }
    try check("site", Book.where { $0.publisher?.site?.absoluteString.contains("acme") == true }) {
      $0.publisher?.site?.absoluteString.contains("acme") == true
    }
  }

  func testNumbersAndDates() throws {
    let ids: Set<UUID> = [LibraryData.isbn(3), LibraryData.isbn(5)]
    try check("pattern", Book.where { (100..<200) ~= $0.pages }) { (100..<200) ~= $0.pages }
    try check("half-open", Book.where { $0.published >= from && $0.published < to }) {
      $0.published >= from && $0.published < to
    }
    try check("twice", Book.where { $0.price * 2 <= 50.50 }) { $0.price * 2 <= 50.50 }
    try check("float", Book.where { $0.weight + 0.5 > 1 }) { $0.weight + 0.5 > 1 }
    try check("long", Member.where { $0.points >= 5_000_000_000 }) { $0.points >= 5_000_000_000 }
    try check("length", Book.where { $0.title.count * 20 > $0.pages }) {
      $0.title.count * 20 > $0.pages
    }
    try check("choice", Book.where { $0.isLent.then($0.price, else: 0) > 20 }) {
      $0.isLent && $0.price > 20
    }
    try check("mapped", Book.where { $0.rating.map { $0 > 3 } ?? false }) { $0.rating ?? 0 > 3 }
    try check("set", Book.where { ids.contains($0.isbn) }) { ids.contains($0.isbn) }
    try check("cover", Book.where { $0.cover != nil }) { $0.cover != nil }
    try check("levels", Book.where { [Level.low, .high].contains($0.level) }) {
      $0.level == .low || $0.level == .high
    }
    try check("raw", Book.where { $0.genre.rawValue.hasPrefix("n") }) { $0.genre == .novel }
  }

  func testObjects() throws {
    let berlin = Place(city: "Berlin", country: "DE", latitude: 52.5, longitude: 13.4)
    let anna = try first(Author.self) { $0.name == "Anna" }
    try check("born", Book.where { $0.author?.born == nil }) { $0.author?.born == nil }
    try check("two paths", Book.where { $0.author?.name == $0.title }, any: true) {
      $0.author?.name == $0.title
    }
    try check("nobody's", Loan.where { $0.member == nil && $0.returned == nil }) {
      $0.member == nil && $0.returned == nil
    }
    try check("far", Loan.where { $0.book?.author?.name == "Anna" }) {
      $0.book?.author?.name == "Anna"
    }
    try check("home", Author.where { $0.home == berlin }, any: true) { $0.home == berlin }
    try check("north", Author.where { ($0.home?.latitude ?? 0) > 48.5 }) {
      ($0.home?.latitude ?? 0) > 48.5
    }
    try check("taught", Author.where { $0.mentor == anna }) { $0.mentor?.name == "Anna" }
    try check("identity", Author.where { $0 == anna }) { $0.name == "Anna" }
    try check("others", Author.where { $0 != anna }) { $0.name != "Anna" }
  }

  func testMany() throws {
    try check("counted", Author.where { $0.books.count { $0.pages > 200 } >= 2 }) {
      $0.books.filter { $0.pages > 200 }.count >= 2
    }
    try check("filtered", Author.where { $0.books.filter { $0.pages > 200 }.count >= 2 }) {
      $0.books.filter { $0.pages > 200 }.count >= 2
    }
    try check("none", Author.where { !$0.books.contains { $0.pages > 300 } }) {
      !$0.books.contains { $0.pages > 300 }
    }
    try check("mean", Author.where { $0.books.average { $0.pages } ?? 0 > 200 }) {
      Double($0.books.map(\.pages).reduce(0, +)) / Double(max($0.books.count, 1)) > 200
    }
    try check(
      "overdue", Book.where { $0.loans.contains { $0.returned == nil && $0.due < day(200) } }
    ) { $0.loans.contains { $0.returned == nil && $0.due < day(200) } }
    try check("bare", Book.where { $0.tags.isEmpty || $0.chapters.isEmpty }) {
      $0.tags.isEmpty || $0.chapters.isEmpty
    }
    try check("last", Book.where { $0.chapters.last?.length ?? 0 > 20 }) {
      $0.chapters.last?.length ?? 0 > 20
    }
    try check("range", Book.where { (1...2).contains($0.chapters.count) }) {
      (1...2).contains($0.chapters.count)
    }
    try check("keyword", Book.where { $0.keywords.contains("k1") && $0.keywords.count == 2 }) {
      $0.keywords.contains("k1") && $0.keywords.count == 2
    }
  }
}
