import Foundation
import ModelRuntime
import XCTest

/// Tests of conditions with the operators and functions that Swift has for plain values.
final class FreeSpellingTests: LibraryTestCase {
  func testTextsAreJoined() throws {
    try check(
      "f01", Book.where { $0.title + " by " + $0.author.name == "The Sea by Doris" }, any: true
    ) {
      $0.author != nil && $0.title + " by " + ($0.author?.name ?? "") == "The Sea by Doris"
    }
    try check("f02", Book.where { ($0.title + $0.title).hasSuffix("aThe Sea") }, any: true) {
      ($0.title + $0.title).hasSuffix("aThe Sea")
    }
    try check("f03", Book.where { ($0.title + ($0.notes ?? "")).count > 10 }) {
      ($0.title + ($0.notes ?? "")).unicodeScalars.count > 10
    }
    try check("f04", Book.where { "x" + $0.title < "xM" }) { "x" + $0.title < "xM" }
    try check("f05", Book.where { $0.title + $0.notes == nil }) { $0.notes == nil }
    try check("f06", FetchRequest<Book>(try ObjectPredicate("title + '!' ENDSWITH 'a!'"))) {
      $0.title.hasSuffix("a")
    }
    XCTAssertThrowsError(try context.fetch(FetchRequest<Book>(format: "title + pages == 'x'")))
  }

  func testNumbersAreRounded() throws {
    let rules: [FloatingPointRoundingRule] = [
      .toNearestOrAwayFromZero, .toNearestOrEven, .up, .down, .towardZero, .awayFromZero,
    ]
    for rule in rules {
      try check("f07 \(rule)", Book.where { ($0.rating * 2.5 - 6).rounded(rule) == -1 }, any: true)
      {
        $0.rating.map { ($0 * 2.5 - 6).rounded(rule) } == -1
      }
    }
    try check("f08", Book.where { $0.rating.rounded() > 3 }) { ($0.rating ?? 0).rounded() > 3 }
    try check("f09", Book.where { $0.pages.double / 200 > 0.9 }) { Double($0.pages) / 200 > 0.9 }
    try check("f10", Book.where { $0.weight.rounded(.up) == 1 }, any: true) {
      $0.weight.rounded(.up) == 1
    }
  }

  func testTheLesserAndTheGreater() throws {
    try check("f11", Book.where { min($0.pages, 100) == 100 }) { min($0.pages, 100) == 100 }
    try check("f12", Book.where { max(150, $0.pages) > 150 }) { max(150, $0.pages) > 150 }
    try check("f13", Loan.where { max($0.due, $0.returned) > day(100) }, any: true) {
      max($0.due, $0.returned ?? $0.due) > day(100)
    }
    try check("f14", Book.where { min($0.title, $0.author.name) == $0.title }) {
      $0.author.map(\.name).map { name in name } ?? $0.title >= $0.title
    }
  }

  func testCompositesInLists() throws {
    let homes = try context.fetch(Author.all).compactMap(\.home)
    let places = Array(homes.prefix(2))
    let none: [Place] = []
    try check("f15", Author.where { places.contains($0.home) }) { author in
      author.home.map { home in
        places.contains {
          $0.city == home.city && $0.country == home.country && $0.latitude == home.latitude
            && $0.longitude == home.longitude
        }
      } ?? false
    }
    try check("f16", Book.where { places.contains($0.author.home) }, any: true) { book in
      book.author?.home.map { home in
        places.contains { $0.city == home.city && $0.latitude == home.latitude }
      } ?? false
    }
    try check("f17", Author.where { none.contains($0.home) }, any: true) { _ in false }
    try check("f18", Author.where { !$0.home.in(places) }, any: true) { author in
      !(author.home.map { home in
        places.contains { $0.city == home.city && $0.latitude == home.latitude }
      } ?? false)
    }
  }

  func testOptionalsAreMapped() throws {
    try check(
      "f19", Book.where { $0.author.flatMap { $0.email } == "doris@example.org" }, any: true
    ) {
      $0.author.flatMap { $0.email } == "doris@example.org"
    }
    try check("f20", Book.where { $0.author.flatMap { $0.mentor }?.name == "Doris" }, any: true) {
      $0.author.flatMap { $0.mentor }?.name == "Doris"
    }
    try check("f21", Book.where { $0.author.flatMap(\.mentor).map(\.name) == "Doris" }, any: true) {
      $0.author.flatMap(\.mentor).map(\.name) == "Doris"
    }
    try check("f22", Book.where { $0.notes.flatMap { $0.isEmpty } ?? true }) {
      $0.notes.flatMap { $0.isEmpty } ?? true
    }
  }

  func testTextsAreComparedAsFoundationDoes() throws {
    try check("f23", Book.where { $0.title.caseInsensitiveCompare("THE SEA") == .orderedSame }) {
      $0.title.lowercased() == "the sea"
    }
    try check("f24", Book.where { $0.title.caseInsensitiveCompare("m") == .orderedAscending }) {
      $0.title.lowercased() < "m"
    }
    try check("f25", Book.where { $0.title.compare("M") != .orderedDescending }) { $0.title <= "M" }
    try check(
      "f26", Book.where { $0.notes.localizedCaseInsensitiveCompare("RARE") == .orderedSame },
      any: true
    ) {
      $0.notes?.lowercased() == "rare"
    }
  }

  func testTruthValuesAreJoined() throws {
    try check("f27", Book.where { $0.isLent || $0.keywords.isEmpty }) {
      $0.isLent || $0.keywords.isEmpty
    }
    try check("f28", Book.where { $0.isLent && !$0.tags.isEmpty || $0.pages > 300 }) {
      $0.isLent && !$0.tags.isEmpty || $0.pages > 300
    }
    try check("f29", Book.where { $0.isLent || $0.isLent }) { $0.isLent }
    let all = false
    try check("f30", Book.where { !Condition(all) && !$0.isLent }) { !$0.isLent }
    try check("f31", Book.where { Condition(all) || $0.isLent }) { all || $0.isLent }
    try check("f32", Book.where { $0.isLent == true || $0.isLent != $0.tags.isEmpty }) {
      $0.isLent == true || $0.isLent != $0.tags.isEmpty
    }
  }

  func testKeysOfAnOrderInParentheses() throws {
    let request = Book.all.sorted { ($0.price.descending, $0.title, $0.isbn.ascending) }
    XCTAssertEqual(
      request.sortKeys,
      Book.all.sorted { [$0.price.descending, $0.title.ascending, $0.isbn.ascending] }.sortKeys)
    XCTAssertEqual(Book.all.sorted { $0.title }.sortKeys, [SortKey(["title"], isAscending: true)])
    XCTAssertEqual(
      Book.all.sorted { ($0.author?.name, $0.rating) }.sortKeys.map(\.keyPath),
      [["author", "name"], ["rating"]])
  }
}
