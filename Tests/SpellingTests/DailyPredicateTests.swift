import Foundation
import ModelRuntime
import XCTest

/// Tests of `#Predicate` for search fields, lists and filters, as applications with
/// SwiftData write it.
final class DailyPredicateTests: LibraryTestCase {
  private func check<Object: ManagedObject>(
    _ name: String, _ predicate: Predicate<Object>, any: Bool = false, line: UInt = #line,
    _ accepts: (Object) -> Bool
  ) throws {
    try check(name, FetchRequest<Object>(predicate), any: any, line: line, accepts)
  }

  func testTexts() throws {
    let (search, limit) = ("SEA", Int32?.none)
    try check(
      "search",
      #Predicate<Book> { search.isEmpty ? true : $0.title.localizedStandardContains(search) }
    ) { $0.title.localizedStandardContains(search) }
    try check(
      "of author", #Predicate<Book> { $0.author?.name.localizedStandardContains("anna") ?? false }
    ) { $0.author?.name == "Anna" }
    try check("long", #Predicate<Book> { $0.title.count > 5 }) { $0.title.count > 5 }
    try check("no notes", #Predicate<Book> { $0.notes?.isEmpty ?? true }) {
      $0.notes?.isEmpty ?? true
    }
    try check("own", #Predicate<Book> { $0.title == ($0.author?.name ?? "") }, any: true) {
      $0.title == $0.author?.name
    }
    try check("no limit", #Predicate<Book> { limit == nil || $0.pages < limit! }, any: true) {
      _ in true
    }
    try check(
      "several", #Predicate<Book> { book in ["sea", "Intro"].contains { $0 == book.title } }
    ) { ["sea", "Intro"].contains($0.title) }
  }

  func testValues() throws {
    let (from, to, novel) = (day(1_000), day(5_000), Genre.novel)
    let (genres, ids) = ([Genre.novel, .poetry], Set([LibraryData.isbn(3), LibraryData.isbn(5)]))
    try check("dates", #Predicate<Book> { $0.published > from && $0.published <= to }) {
      $0.published > from && $0.published <= to
    }
    try check("closed", #Predicate<Book> { (from...to).contains($0.published) }) {
      (from...to).contains($0.published)
    }
    try check("genre", #Predicate<Book> { $0.genre == novel }) { $0.genre == .novel }
    try check("genres", #Predicate<Book> { genres.contains($0.genre) }) {
      genres.contains($0.genre)
    }
    try check("rated", #Predicate<Book> { $0.rating != nil }) { $0.rating != nil }
    try check("twice", #Predicate<Book> { $0.price * 2 > 50 }) { $0.price * 2 > 50 }
    try check("choice", #Predicate<Book> { ($0.isLent ? $0.price : 0) > 20 }) {
      $0.isLent && $0.price > 20
    }
    try check("half", #Predicate<Book> { $0.pages / 2 > 100 }) { $0.pages / 2 > 100 }
    try check("level", #Predicate<Book> { $0.level?.rawValue ?? 0 > 4 }) {
      $0.level?.rawValue ?? 0 > 4
    }
    try check("set", #Predicate<Book> { ids.contains($0.isbn) }) { ids.contains($0.isbn) }
    try check("neither", #Predicate<Book> { !($0.isLent || $0.pages > 300) }) {
      !($0.isLent || $0.pages > 300)
    }
    try check("cover", #Predicate<Book> { $0.cover != nil }) { $0.cover != nil }
    try check("mixed", #Predicate<Book> { $0.rating ?? 0.0 >= 2.5 && $0.pages < 300 }) {
      $0.rating ?? 0 >= 2.5 && $0.pages < 300
    }
  }

  func testObjects() throws {
    try check("forced", #Predicate<Book> { $0.author != nil && $0.author!.name == "Anna" }) {
      $0.author?.name == "Anna"
    }
    try check(
      "if let",
      #Predicate<Book> {
        if let author = $0.author { author.name == "Anna" } else { false }
      }
    ) { $0.author?.name == "Anna" }
    try check("no mentor", #Predicate<Book> { $0.author?.mentor == nil }) {
      $0.author?.mentor == nil
    }
    try check(
      "places", #Predicate<Author> { $0.home?.city == "Berlin" || $0.home?.country == "FR" }
    ) { $0.home?.city == "Berlin" || $0.home?.country == "FR" }
  }

  func testMany() throws {
    let few: ClosedRange<Int> = 1...2
    try check("tagged", #Predicate<Book> { $0.tags.filter { $0.name.count > 3 }.isEmpty }) {
      $0.tags.filter { $0.name.count > 3 }.isEmpty
    }
    try check("kim", #Predicate<Book> { $0.loans.contains { $0.member?.name == "Kim" } }) {
      $0.loans.contains { $0.member?.name == "Kim" }
    }
    try check(
      "siblings", #Predicate<Book> { $0.author?.books.contains { $0.pages > 400 } == true }
    ) { $0.author?.books.contains { $0.pages > 400 } == true }
    try check("long", #Predicate<Book> { $0.chapters.allSatisfy { $0.length > 10 } }) {
      $0.chapters.allSatisfy { $0.length > 10 }
    }
    try check("many", #Predicate<Author> { $0.books.filter { $0.pages > 200 }.count >= 2 }) {
      $0.books.filter { $0.pages > 200 }.count >= 2
    }
    try check("few", #Predicate<Book> { few.contains($0.chapters.count) }) {
      few.contains($0.chapters.count)
    }
    try check(
      "keywords", #Predicate<Book> { $0.keywords.contains("k1") && $0.keywords.count == 2 }
    ) { $0.keywords.contains("k1") && $0.keywords.count == 2 }
    try check(
      "keyword", #Predicate<Book> { $0.keywords.contains { $0.starts(with: "k2") } }
    ) { $0.keywords.contains { $0.hasPrefix("k2") } }
  }
}
