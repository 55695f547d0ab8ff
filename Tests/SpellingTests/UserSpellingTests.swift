import Foundation
import ModelRuntime
import XCTest

/// Tests of conditions as daily users of Core Data, SwiftData or GRDB write them.
final class UserSpellingTests: LibraryTestCase {
  private let from = day(1_000)
  private let to = day(5_000)

  func testTexts() throws {
    try check("lowercased", Book.where { $0.title.lowercased().contains("sea") }) {
      $0.title.lowercased().contains("sea")
    }
    try check("localized", Book.where { $0.title.localizedStandardContains("SEA") }) {
      $0.title.lowercased().contains("sea")
    }
    try check("insensitive", Book.where { $0.title.caseInsensitiveCompare("SEA") == .orderedSame })
    {
      $0.title.lowercased() == "sea"
    }
    try check("joined", Book.where { $0.title + "!" == "sea!" }) { $0.title == "sea" }
    try check("in text", Book.where { "Intro, sea".contains($0.title) }) {
      "Intro, sea".contains($0.title)
    }
    try check("before", Book.where { $0.title < "M" }) { $0.title < "M" }
    try check("unwrapped", Book.where { $0.notes != nil && !$0.notes!.isEmpty }) {
      $0.notes != nil && $0.notes?.isEmpty == false
    }
    try check("optional empty", Book.where { $0.notes?.isEmpty == true }) {
      $0.notes?.isEmpty == true
    }
    try check("optional empty or", Book.where { $0.notes?.isEmpty ?? true }) {
      $0.notes?.isEmpty ?? true
    }
    try check("starts", Book.where { $0.title.starts(with: "The") }) {
      $0.title.starts(with: "The")
    }
  }

  func testNumbers() throws {
    try check("rest", Book.where { $0.pages % 2 == 0 }) { $0.pages % 2 == 0 }
    try check("multiple", Book.where { $0.pages.isMultiple(of: 2) }) { $0.pages % 2 == 0 }
    try check("minus", Book.where { -$0.pages < -100 }) { -$0.pages < -100 }
    try check("abs", Book.where { abs($0.pages - 100) < 50 }) { abs($0.pages - 100) < 50 }
    try check("max", Book.where { max($0.pages, 100) == 100 }) { max($0.pages, 100) == 100 }
    try check("half", Book.where { $0.price / 2 < 10 }) { $0.price / 2 < 10 }
    try check("per page", Book.where { $0.pages > 0 && Decimal(100) * $0.price > $0.pages * 10 }) {
      $0.pages > 0 && 100 * $0.price > Decimal($0.pages * 10)
    }
    try check("rating", Book.where { $0.rating ?? 0 > 3 }) { $0.rating ?? 0 > 3 }
    try check("unwrapped", Book.where { $0.rating! >= 4.5 }) { ($0.rating ?? 0) >= 4.5 }
    try check("level", Book.where { $0.level?.rawValue ?? 0 > 4 }) { $0.level?.rawValue ?? 0 > 4 }
    try check("switch", Book.where { $0.isLent == false && !($0.pages == 0) }) {
      !$0.isLent && $0.pages != 0
    }
    try check("weight", Book.where { $0.weight >= 1 && $0.weight <= 1.5 }) {
      $0.weight >= 1 && $0.weight <= 1.5
    }
  }

  func testDates() throws {
    try check("range", Book.where { (from..<to).contains($0.published) }) {
      (from..<to).contains($0.published)
    }
    try check("since", Book.where { $0.published.timeIntervalSince(from) > 86_400 }) {
      $0.published.timeIntervalSince(from) > 86_400
    }
    try check("of another", Book.where { to.timeIntervalSince($0.published) > 86_400 }) {
      to.timeIntervalSince($0.published) > 86_400
    }
    try check("later", Book.where { $0.published.addingTimeInterval(86_400) < to }) {
      $0.published.addingTimeInterval(86_400) < to
    }
    try check("plus", Book.where { $0.published + 86_400 < to }) { $0.published + 86_400 < to }
    try check("late", Loan.where { $0.returned ?? to > $0.due }) { $0.returned ?? to > $0.due }
    try check("days late", Loan.where { ($0.returned! - $0.due) > 86_400 }) {
      $0.returned.map { $0.timeIntervalSinceReferenceDate } ?? 0
        > $0.due.timeIntervalSinceReferenceDate + 86_400
    }
  }

  func testMany() throws {
    try check("two", Book.where { $0.tags.contains { $0.name == "rare" } && $0.tags.count >= 2 }) {
      $0.tags.contains { $0.name == "rare" } && $0.tags.count >= 2
    }
    try check("where", Author.where { $0.books.count(where: { $0.isLent }) > 2 }) {
      $0.books.filter(\.isLent).count > 2
    }
    try check("satisfy", Book.where { $0.loans.allSatisfy { $0.returned != nil } }) {
      $0.loans.allSatisfy { $0.returned != nil }
    }
    try check("summed", Author.where { $0.books.sum { $0.price } > 200 }) {
      $0.books.map(\.price).reduce(0, +) > 200
    }
    try check("greatest", Author.where { $0.books.max { $0.pages } ?? 0 > 400 }) {
      $0.books.map(\.pages).max() ?? 0 > 400
    }
    try check("mapped", Author.where { $0.books.map { $0.pages }.max() ?? 0 > 400 }) {
      $0.books.map(\.pages).max() ?? 0 > 400
    }
    try check("mapped key", Author.where { $0.books.map(\.pages).max() ?? 0 > 400 }) {
      $0.books.map(\.pages).max() ?? 0 > 400
    }
    try check("mapped sum", Book.where { $0.chapters.map(\.length).sum > 40 }) {
      $0.chapters.map(\.length).reduce(0, +) > 40
    }
    try check("first", Book.where { $0.chapters.first?.title == "Intro" }) {
      $0.chapters.first?.title == "Intro"
    }
    try check("by place", Book.where { $0.chapters[1].length > 20 }) {
      $0.chapters.count > 1 && $0.chapters[1].length > 20
    }
    try check("not empty", Book.where { !$0.loans.isEmpty }) { !$0.loans.isEmpty }
    try check("disjoint", Book.where { $0.keywords.contains("k1") || $0.keywords.isEmpty }) {
      $0.keywords.contains("k1") || $0.keywords.isEmpty
    }
    try check("colleagues", Book.where { $0.author?.books.count ?? 0 > 6 }) {
      $0.author?.books.count ?? 0 > 6
    }
    try check("names", Book.where { $0.tags.map(\.name).contains("rare") }) {
      $0.tags.map(\.name).contains("rare")
    }
  }

  func testObjects() throws {
    let anna = try first(Author.self) { $0.name == "Anna" }
    let none: Author? = nil
    let some = [anna.objectID]
    let rare = try first(Tag.self) { $0.name == "rare" }
    try check("object", Book.where { $0.author == anna }) { $0.author?.name == "Anna" }
    try check("none", Book.where { $0.author == none }) { $0.author == nil }
    try check("id", Book.where { $0.author?.objectID == anna.objectID }) {
      $0.author?.name == "Anna"
    }
    try check("ids", Author.where { some.contains($0.objectID) }) { $0.name == "Anna" }
    try check("listed", Book.where { [anna].contains($0.author) }) { $0.author?.name == "Anna" }
    try check("many", Book.where { $0.tags.contains(rare) }) {
      $0.tags.contains { $0.name == "rare" }
    }
    try check("genres", Book.where { [.novel, .poetry].contains($0.genre) }) {
      [.novel, .poetry].contains($0.genre)
    }
    try check("other genre", Book.where { $0.genre != .novel }) { $0.genre != .novel }
    try check("city", Author.where { $0.home?.city == "Berlin" }) { $0.home?.city == "Berlin" }
    try check("no home", Author.where { $0.home == nil }, any: true) { $0.home == nil }
    try check("mentor", Book.where { $0.author?.mentor?.name == "Anna" }) {
      $0.author?.mentor?.name == "Anna"
    }
    try check("key path", Book.where(\.isLent)) { $0.isLent }
  }
}
