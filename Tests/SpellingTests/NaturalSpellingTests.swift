import Foundation
import ModelRuntime
import XCTest

/// Tests of 58 conditions as someone would write them without having read the
/// documentation.
final class NaturalSpellingTests: LibraryTestCase {
  func testPathsAndValues() throws {
    try check("n01", Book.where { $0.author.home.city == "Berlin" }) {
      $0.author?.home?.city == "Berlin"
    }
    try check("n02", Book.where { $0.author.mentor.mentor.name.hasPrefix("A") }) {
      $0.author?.mentor?.mentor?.name.hasPrefix("A") == true
    }
    try check("n03", Book.where { $0.genre == .poetry || $0.genre == .travel }) {
      $0.genre == .poetry || $0.genre == .travel
    }
    try check("n04", Book.where { $0.genre.in([.poetry, .travel]) && $0.pages > 100 }) {
      [.poetry, .travel].contains($0.genre) && $0.pages > 100
    }
    try check("n05", Book.where { $0.level == nil }) { $0.level == nil }
    try check("n06", Book.where { $0.level >= .middle }) { ($0.level?.rawValue ?? -1) >= 5 }
    try check("n07", Book.where { $0.published >= day(3000) && $0.published < day(5000) }) {
      $0.published >= day(3000) && $0.published < day(5000)
    }
    try check("n08", Book.where { $0.published.between(day(3000)...day(5000)) }) {
      (day(3000)...day(5000)).contains($0.published)
    }
    try check("n09", Book.where { $0.published.between(day(3000)..<day(5000)) }) {
      (day(3000)..<day(5000)).contains($0.published)
    }
  }

  func testText() throws {
    try check("n10", Book.where { $0.title.contains("SEA", .caseInsensitive) }) {
      $0.title.lowercased().contains("sea")
    }
    try check(
      "n11", Book.where { $0.title.contains("STRASSE", [.caseInsensitive, .diacriticInsensitive]) }
    ) { $0.title.contains("Strasse") }
    try check(
      "n12",
      Book.where { $0.author.name.equals("Emile Zola", .caseInsensitive, .diacriticInsensitive) }
    ) { $0.author?.name == "Émile Zola" }
    try check("n21", Book.where { $0.title == $0.notes }) { $0.title == $0.notes }
    try check("n22", Book.where { $0.notes.isEmpty }) { $0.notes?.isEmpty == true }
    try check("n23", Book.where { $0.notes == nil || $0.notes == "" }) {
      $0.notes == nil || $0.notes == ""
    }
    try check("n40", Book.where { $0.title.length > 9 }) { $0.title.count > 9 }
    try check(
      "n41",
      Book.where { $0.author.name == $0.publisher.name || $0.title.lowercased.hasPrefix("sea") }
    ) {
      $0.author?.name == $0.publisher?.name || $0.title.lowercased().hasPrefix("sea")
    }
  }

  func testToMany() throws {
    try check("n13", Book.where { $0.tags.any { $0.name == "rare" } }) {
      $0.tags.contains { $0.name == "rare" }
    }
    try check("n14", Book.where { $0.tags.count >= 2 && $0.loans.count == 0 }) {
      $0.tags.count >= 2 && $0.loans.count == 0
    }
    try check("n15", Book.where { $0.loans.count { $0.returned == nil } > 1 }) {
      $0.loans.filter { $0.returned == nil }.count > 1
    }
    try check("n16", Book.where { $0.chapters.sum(\.length) > 60 }) {
      $0.chapters.map(\.length).reduce(0, +) > 60
    }
    try check("n17", Book.where { $0.chapters.length.max > 40 }) {
      ($0.chapters.map(\.length).max() ?? 0) > 40
    }
    try check(
      "n18", Author.where { $0.books.any { $0.tags.any { $0.name == "rare" } && $0.price > 45 } }
    ) { $0.books.contains { $0.tags.contains { $0.name == "rare" } && $0.price > 45 } }
    try check("n19", Author.where { a in a.books.any { b in b.author.name == a.name } }) {
      !$0.books.isEmpty
    }
    try check("n20", Book.where { $0.keywords.contains("k1") }) { $0.keywords.contains("k1") }
    try check("n37", Author.where { $0.books.isEmpty }) { $0.books.isEmpty }
    try check(
      "n38", Author.where { $0.books.all { $0.price < 45 } && $0.books.count > 0 }, any: true
    ) { $0.books.allSatisfy { $0.price < 45 } && $0.books.count > 0 }
    try check("n39", Member.where { $0.loans.book.author.name == "Rosa" }, any: true) {
      $0.loans.contains { $0.book?.author?.name == "Rosa" }
    }
    try check("n46", Book.where { $0.tags.contains { $0.name == "rare" } }) {
      $0.tags.contains { $0.name == "rare" }
    }
    try check("n54", Book.where { $0.author.books.count > 6 }) {
      ($0.author?.books.count ?? 0) > 6
    }
    try check("n55", Book.where { $0.chapters.first.length > 20 }) {
      ($0.chapters.first?.length ?? 0) > 20
    }
  }

  func testNumbers() throws {
    try check("n24", Book.where { $0.pages * 2 + 10 > 900 }) { $0.pages * 2 + 10 > 900 }
    try check("n25", Book.where { $0.price * 2 > 60 && $0.rating * 2 > 5 }) {
      $0.price * 2 > 60 && ($0.rating ?? 0) * 2 > 5
    }
    try check("n26", Book.where { ($0.rating ?? 0) < 3 }) { ($0.rating ?? 0) < 3 }
    try check("n48", Book.where { 100 < $0.pages && $0.pages <= 200 }) {
      100 < $0.pages && $0.pages <= 200
    }
    try check("n56", Book.where { $0.rating == 2.5 && $0.price == 12.5 }) {
      $0.rating == 2.5 && $0.price == 12.5
    }
    try check("n57", Book.where { $0.pages > Int.random(in: 3...3) }) { $0.pages > 3 }
    let x = 200
    try check("n58", Book.where { $0.pages > x }) { $0.pages > 200 }
  }

  func testObjectsAndFlags() throws {
    let authors = Array(try context.fetch(Author.all).prefix(2))
    let ids = Set(authors.map(\.objectID))
    try check("n27", Book.where { $0.author.in(authors) }) {
      $0.author.map { ids.contains($0.objectID) } ?? false
    }
    let author: Author? = authors[1]
    try check("n28", Book.where { $0.author == author }) {
      $0.author?.objectID == author?.objectID
    }
    try check("n28 nil", Book.where { $0.author == Author?.none }) { $0.author == nil }
    try check("n29", Book.where { $0.publisher == nil && !$0.isLent }) {
      $0.publisher == nil && !$0.isLent
    }
    try check("n30", Book.where { $0.isLent == true }) { $0.isLent }
    try check(
      "n31",
      Book.where { $0.isbn == UUID(uuidString: "00000000-0000-0000-0000-000000000007")! }
    ) { $0.isbn == LibraryData.isbn(7) }
    try check("n43", Book.where { $0.cover != nil && $0.weight <= 1.2 }) {
      $0.cover != nil && $0.weight <= 1.2
    }
    try check("n47", Book.where { $0.author?.name == "Doris" }) { $0.author?.name == "Doris" }
    try check("n50", Book.where { [Genre.novel, .poetry].contains($0.genre) }) {
      [Genre.novel, .poetry].contains($0.genre)
    }
  }

  func testDatesAndPlaces() throws {
    try check("n33", Loan.where { $0.due < $0.returned }) { loan in
      loan.returned.map { loan.due < $0 } ?? false
    }
    try check("n34", Loan.where { $0.returned == nil && $0.due < .now }) { $0.returned == nil }
    try check("n35", Loan.where { $0.returned - $0.due > 86400 * 7 }) { loan in
      (loan.returned.map { $0.timeIntervalSince(loan.due) } ?? 0) > 86400 * 7
    }
    try check(
      "n42",
      Author.where {
        .distance(from: ($0.home.latitude, $0.home.longitude), to: (44, 4)) < 200_000
      }
    ) { $0.home?.city == "Nîmes" }
  }

  func testConditionsOfSwift() throws {
    for text: String? in [nil, "sea"] {
      try check(
        "n36", Book.where { text == nil ? Condition(true) : $0.title.contains(text!) },
        any: text == nil
      ) { text == nil || $0.title.contains(text!) }
    }
    let flag = Bool.random()
    try check("n49", Book.where { b in if flag { return b.isLent } else { return b.pages > 3 } }) {
      flag ? $0.isLent : $0.pages > 3
    }
    try check(
      "n45",
      Book.where {
        ($0.genre == .novel && $0.pages > 100 && $0.price > 5 && $0.rating > 2 && $0.isLent)
          || ($0.genre == .poetry && $0.pages < 300 && $0.price < 30 && $0.rating < 4 && !$0.isLent)
          || ($0.title.hasPrefix("The") && $0.author.name != "Doris"
            && $0.publisher.name != "Acme" && $0.tags.count > 0 && $0.published > day(100))
      }
    ) { book in
      let rating = book.rating ?? -1
      if book.genre == .novel && book.pages > 100 && book.price > 5 && rating > 2 && book.isLent {
        return true
      }
      if book.genre == .poetry && book.pages < 300 && book.price < 30 && rating >= 0 && rating < 4
        && !book.isLent
      {
        return true
      }
      return book.title.hasPrefix("The") && book.author?.name != "Doris"
        && book.publisher?.name != "Acme" && book.tags.count > 0 && book.published > day(100)
    }
  }

  func testOrdersAndSums() throws {
    let byAuthor = try context.fetch(
      Book.all.sorted {
        [$0.author.name.ascending(.caseInsensitive), $0.published.descending]
      }.limit(10).offset(5))
    XCTAssertEqual(byAuthor.count, 10, "n32")
    let titles = try context.fetch(Book.all.sorted { $0.title.ascending }).map(\.title)
    XCTAssertEqual(titles, titles.sorted(), "n51")
    let counts = try context.fetch(
      Book.all.sorted { [$0.chapters.count.descending, $0.title.ascending] }
    ).map(\.chapters.count)
    XCTAssertEqual(counts, counts.sorted(by: >), "n52")
    let first = try context.first(
      Book.where { $0.title.matches("^[A-Z].*7$") }.sorted { [$0.title.descending] })
    XCTAssertEqual(first?.title, "The Winter 7", "n53")
    let sum: Decimal = try context.sum(Book.all, \.price)
    XCTAssertEqual(sum, try context.fetch(Book.all).map(\.price).reduce(0, +), "n44")
  }
}
