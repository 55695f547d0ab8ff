import Foundation
import ModelRuntime
import XCTest

/// Tests of `#Predicate` as users of SwiftData write it.
final class UserPredicateTests: LibraryTestCase {
  private func check<Object: ManagedObject>(
    _ name: String, _ predicate: Predicate<Object>, line: UInt = #line,
    _ accepts: (Object) -> Bool
  ) throws {
    try check(name, FetchRequest<Object>(predicate), line: line, accepts)
  }

  func testTexts() throws {
    let (text, titles) = ("sea", ["sea", "Intro"])
    try check("or empty", #Predicate<Book> { text.isEmpty || $0.title.contains(text) }) {
      $0.title.contains(text)
    }
    try check("starts", #Predicate<Book> { $0.title.starts(with: "The") }) {
      $0.title.hasPrefix("The")
    }
    try check("listed", #Predicate<Book> { titles.contains($0.title) }) {
      titles.contains($0.title)
    }
    try check("no notes", #Predicate<Book> { $0.notes == nil || $0.notes == "" }) {
      $0.notes == nil || $0.notes == ""
    }
    try check("unwrapped", #Predicate<Book> { $0.notes != nil && $0.notes!.count > 3 }) {
      $0.notes?.count ?? 0 > 3
    }
    try check(
      "if let",
      #Predicate<Book> {
        if let notes = $0.notes { return notes.contains("sea") } else { return false }
      }
    ) { $0.notes?.contains("sea") == true }
    try check("flat", #Predicate<Book> { $0.notes.flatMap { $0.count > 3 } == true }) {
      $0.notes?.count ?? 0 > 3
    }
    try check("raw", #Predicate<Book> { $0.genre.rawValue == "novel" }) { $0.genre == .novel }
    try check("joined", #Predicate<Book> { $0.title.contains("ea") == !$0.isLent }) {
      $0.title.contains("ea") == !$0.isLent
    }
  }

  func testNumbersAndDates() throws {
    let (least, range, isbn) = (Decimal(20), day(1_000)..<day(5_000), LibraryData.isbn(3))
    let limits = 100...200
    try check("price", #Predicate<Book> { $0.price > least }) { $0.price > least }
    try check("rest", #Predicate<Book> { $0.pages % 2 == 0 }) { $0.pages % 2 == 0 }
    try check("calculated", #Predicate<Book> { ($0.pages + 1) * 2 > 100 }) {
      ($0.pages + 1) * 2 > 100
    }
    try check("minus", #Predicate<Book> { -$0.pages < -100 }) { -$0.pages < -100 }
    try check("range", #Predicate<Book> { range.contains($0.published) }) {
      range.contains($0.published)
    }
    try check("written", #Predicate<Book> { ($0.pages > 50) && (100...200).contains($0.pages) }) {
      limits.contains(Int($0.pages))
    }
    try check("isbn", #Predicate<Book> { $0.isbn == isbn }) { $0.isbn == isbn }
    try check("rating", #Predicate<Book> { $0.rating ?? 0 > 3 }) { $0.rating ?? 0 > 3 }
    try check("choice", #Predicate<Book> { $0.pages > 100 ? $0.isLent : !$0.isLent }) {
      $0.pages > 100 ? $0.isLent : !$0.isLent
    }
    try check("flag", #Predicate<Book> { $0.isLent }) { $0.isLent }
  }

  func testMany() throws {
    let names: Set<String> = ["rare", "new"]
    try check("any", #Predicate<Book> { $0.tags.contains { $0.name == "rare" } }) {
      $0.tags.contains { $0.name == "rare" }
    }
    try check("of set", #Predicate<Book> { $0.tags.contains { names.contains($0.name) } }) {
      $0.tags.contains { names.contains($0.name) }
    }
    try check("filtered", #Predicate<Book> { $0.loans.filter { $0.returned == nil }.count > 1 }) {
      $0.loans.filter { $0.returned == nil }.count > 1
    }
    try check("all", #Predicate<Book> { $0.loans.allSatisfy { $0.returned != nil } }) {
      $0.loans.allSatisfy { $0.returned != nil }
    }
    try check("empty", #Predicate<Book> { !$0.loans.isEmpty }) { !$0.loans.isEmpty }
    try check("count", #Predicate<Book> { $0.chapters.count == 2 }) { $0.chapters.count == 2 }
    try check("first", #Predicate<Book> { $0.chapters.first?.title == "Intro" }) {
      $0.chapters.first?.title == "Intro"
    }
    try check("keyword", #Predicate<Book> { $0.keywords.contains("k1") }) {
      $0.keywords.contains("k1")
    }
    try check("most", #Predicate<Book> { $0.keywords.max() == "k3" }) {
      $0.keywords.max() == "k3"
    }
    try check(
      "nested",
      #Predicate<Author> { $0.books.contains { $0.tags.contains { $0.name == "old" } } }
    ) { $0.books.contains { $0.tags.contains { $0.name == "old" } } }
    try check("colleagues", #Predicate<Book> { ($0.author?.books.count ?? 0) > 6 }) {
      $0.author?.books.count ?? 0 > 6
    }
    try check(
      "outer",
      #Predicate<Book> { book in book.chapters.contains { $0.title == book.title } || book.isLent }
    ) { book in book.chapters.contains { $0.title == book.title } || book.isLent }
  }

  func testObjects() throws {
    let anna = try first(Author.self) { $0.name == "Anna" }
    let id = anna.objectID
    let city: String? = "Berlin"
    try check("name", #Predicate<Book> { $0.author?.name == "Anna" }) { $0.author?.name == "Anna" }
    try check("home", #Predicate<Book> { $0.author?.home?.city == city }) {
      $0.author?.home?.city == city
    }
    try check("id", #Predicate<Book> { $0.author?.objectID == id }) { $0.author?.objectID == id }
    try check("persistent", #Predicate<Author> { $0.objectID == id }) { $0.objectID == id }
    try check(
      "students",
      #Predicate<Book> { $0.author?.mentor?.students.contains { $0.name == "Doris" } ?? false }
    ) { $0.author?.mentor?.students.contains { $0.name == "Doris" } ?? false }
    try check("none", #Predicate<Book> { $0.author == nil }) { $0.author == nil }
  }
}
