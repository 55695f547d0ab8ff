import Foundation
import ModelRuntime
import XCTest

/// Tests of 80 forms of `#Predicate` that users of SwiftData write. Foundation evaluates
/// each one too.
final class FoundationSpellingTests: LibraryTestCase {
  private func check<Object: ManagedObject>(
    _ name: String, _ predicate: Foundation.Predicate<Object>, any: Bool = false,
    line: UInt = #line
  ) throws {
    let request: FetchRequest<Object>
    do { request = try FetchRequest(predicate) } catch {
      return XCTFail("\(name): \(error)", line: line)
    }
    var failure: (any Error)?
    try check(name, request, any: any, line: line) { object in
      do { return try predicate.evaluate(object) } catch {
        failure = error
        return false
      }
    }
    if let failure { XCTFail("\(name): Foundation throws \(failure)", line: line) }
  }

  func testComparisons() throws {
    try check("p01", #Predicate<Book> { $0.title == "sea" })
    try check("p02", #Predicate<Book> { $0.title != "sea" })
    try check("p03", #Predicate<Book> { $0.pages > 100 })
    try check("p04", #Predicate<Book> { $0.pages >= 100 && $0.pages < 200 })
    try check("p05", #Predicate<Book> { $0.isLent })
    try check("p06", #Predicate<Book> { !$0.isLent })
    try check("p07", #Predicate<Book> { $0.isLent == false })
    try check("p08", #Predicate<Book> { $0.rating == nil })
    try check("p09", #Predicate<Book> { $0.rating != nil || $0.title < "M" })
    try check("p10", #Predicate<Book> { $0.cover != nil })
    let isbn = LibraryData.isbn(9)
    try check("p11", #Predicate<Book> { $0.isbn == isbn })
    try check("p12", #Predicate<Book> { $0.weight <= 1.2 })
    let site = URL(string: "https://acme.example/books")
    try check("p13", #Predicate<Publisher> { $0.site == site })
    let (now, name, showsAll) = (Date.now, "Doris" as String?, false)
    try check("p14", #Predicate<Loan> { $0.returned == nil && $0.due < now })
    try check("p15", #Predicate<Book> { $0.author?.name == name })
    try check("p16", #Predicate<Book> { showsAll || !$0.isLent })
    try check("p17", #Predicate<Book> { _ in true }, any: true)
    try check("p18", #Predicate<Book> { _ in false }, any: true)
  }

  func testText() throws {
    try check("p19", #Predicate<Book> { $0.title.contains("ea") })
    try check("p20", #Predicate<Book> { $0.title.starts(with: "The") })
    try check("p21", #Predicate<Book> { $0.notes?.isEmpty == true })
    try check("p22", #Predicate<Book> { $0.notes?.contains("rare") == true })
    try check("p23", #Predicate<Book> { $0.notes?.contains("rare") ?? false })
    try check("p24", #Predicate<Book> { !$0.title.isEmpty && $0.title.count > 9 })
    try check("p25", #Predicate<Book> { ($0.notes ?? "").isEmpty })
    try check("p26", #Predicate<Book> { $0.notes == nil || $0.notes == "" })
    try check("p27", #Predicate<Book> { $0.title.contains(/^[A-Z].*7$/) })
    try check("p28", #Predicate<Book> { $0.notes.flatMap { $0.count } == 3 })
    try check("p29", #Predicate<Book> { ($0.notes?.count ?? 0) > 3 })
    try check(
      "p30",
      #Predicate<Book> { book in book.author.flatMap { book.title.starts(with: $0.name) } ?? false }
    )
  }

  func testToOne() throws {
    try check("p31", #Predicate<Book> { $0.author?.name == "Doris" })
    try check("p32", #Predicate<Book> { $0.author?.mentor?.name == "Anna" })
    try check("p33", #Predicate<Book> { $0.author?.mentor?.mentor?.name.starts(with: "A") == true })
    try check("p34", #Predicate<Book> { $0.author != nil })
    try check("p35", #Predicate<Book> { $0.publisher == nil })
    try check(
      "p36",
      #Predicate<Book> {
        if let author = $0.author {
          return author.name == "Doris"
        } else {
          return false
        }
      })
    try check("p37", #Predicate<Book> { $0.author.flatMap { $0.mentor } != nil })
    try check("p38", #Predicate<Book> { $0.author != nil && $0.author!.name == "Doris" })
    try check("p39", #Predicate<Book> { ($0.author?.books.count ?? 0) > 6 })
    try check("p40", #Predicate<Book> { $0.author?.books.isEmpty == false })
    let id = try first(Author.self) { $0.name == "Rosa" }.objectID
    try check("p41", #Predicate<Book> { $0.author?.objectID == id })
    try check("p42", #Predicate<Author> { $0.objectID == id })
    let ids = [id]
    try check("p43", #Predicate<Author> { ids.contains($0.objectID) })
    let book = try first(Book.self) { $0.isbn == LibraryData.isbn(4) }.objectID
    try check("p44", #Predicate<Loan> { $0.book?.objectID == book })
    try check("p45", #Predicate<Author> { $0.home?.city == "Paris" })
    try check("p46", #Predicate<Author> { $0.home != nil })
    try check("p47", #Predicate<Author> { ($0.home?.latitude ?? 0) > 50 })
    try check("p48", #Predicate<Book> { $0.author?.home?.city == "Berlin" })
    let paris = Place(city: "Paris", country: "FR", latitude: 48.85, longitude: 2.35)
    try check("p49", #Predicate<Author> { $0.home == paris })
  }

  func testToMany() throws {
    try check("p50", #Predicate<Book> { $0.tags.count == 2 })
    try check("p51", #Predicate<Book> { $0.tags.isEmpty })
    try check("p52", #Predicate<Book> { !$0.chapters.isEmpty })
    try check("p53", #Predicate<Book> { $0.tags.contains { $0.name == "rare" } })
    try check("p54", #Predicate<Book> { $0.tags.allSatisfy { $0.name != "rare" } })
    try check("p55", #Predicate<Book> { $0.tags.filter { $0.name == "rare" }.count > 0 })
    try check("p56", #Predicate<Book> { $0.tags.filter { $0.name == "rare" }.isEmpty })
    try check("p57", #Predicate<Book> { $0.loans.filter { $0.returned == nil }.count > 1 })
    try check("p58", #Predicate<Book> { $0.tags.count == $0.loans.count })
    try check(
      "p59",
      #Predicate<Author> {
        $0.books.contains { $0.tags.contains { $0.name == "rare" } && $0.price > 45 }
      })
    try check(
      "p60", #Predicate<Author> { author in author.books.contains { $0.title == author.name } })
    try check("p61", #Predicate<Book> { $0.chapters.contains { $0.length > 40 } })
    try check(
      "p62",
      #Predicate<Book> { $0.loans.contains { $0.returned == nil && $0.member?.name == "Kim" } })
    try check("p63", #Predicate<Book> { ($0.chapters.first?.length ?? 0) > 20 })
    try check("p64", #Predicate<Book> { $0.chapters.last?.title == "C2" })
    try check("p65", #Predicate<Book> { $0.chapters.count > 1 && $0.chapters[1].length > 30 })
    try check("p66", #Predicate<Book> { $0.keywords.contains("k1") })
    try check("p67", #Predicate<Book> { $0.keywords.isEmpty || $0.keywords.count > 1 })
    try check("p68", #Predicate<Book> { $0.keywords.max() == "k2" })
  }

  func testMembersByTheirIDs() throws {
    // Foundation accepts only captured values that are `Codable`, and objects are not.
    let rare = try first(Tag.self) { $0.name == "rare" }.objectID
    try check("p69", #Predicate<Book> { $0.tags.contains { $0.objectID == rare } })
    let rosa: ObjectID? = try first(Author.self) { $0.name == "Rosa" }.objectID
    try check("p70", #Predicate<Book> { $0.author?.objectID != rosa })
  }

  func testRangesAndLists() throws {
    let (start, end) = (day(3000), day(5000))
    try check("p71", #Predicate<Book> { (100...200).contains($0.pages) })
    try check("p72", #Predicate<Book> { (100..<200).contains($0.pages) })
    try check("p73", #Predicate<Book> { $0.published >= start && $0.published < end })
    try check("p74", #Predicate<Book> { (start..<end).contains($0.published) })
    let closed = start...end
    let halfOpen = start..<end
    try check("p75", #Predicate<Book> { closed.contains($0.published) })
    try check("p76", #Predicate<Book> { halfOpen.contains($0.published) })
    let from = start...
    let through = ...end
    let upTo = ..<end
    try check("p77", #Predicate<Book> { from.contains($0.published) })
    try check("p78", #Predicate<Book> { through.contains($0.published) })
    try check("p79", #Predicate<Book> { upTo.contains($0.published) })
    let genres: [Genre] = [.novel, .poetry]
    let names: Set<String> = ["sea", "Intro"]
    try check("p80", #Predicate<Book> { genres.contains($0.genre) })
    try check("p81", #Predicate<Book> { names.contains($0.title) })
    let genre = Genre.travel
    try check("p82", #Predicate<Book> { $0.genre == genre })
    try check("p83", #Predicate<Book> { $0.genre.rawValue == "novel" })
    try check("p84", #Predicate<Book> { $0.level?.rawValue == 5 })
    try check("p85", #Predicate<Book> { $0.level == nil || $0.genre != genre })
  }

  func testArithmeticAndChoice() throws {
    try check("p86", #Predicate<Book> { ($0.rating ?? 0) > 3 })
    try check("p87", #Predicate<Book> { $0.pages * 2 + 10 > 900 })
    try check("p88", #Predicate<Book> { $0.pages / 2 == 37 })
    try check("p89", #Predicate<Book> { $0.pages % 2 == 0 })
    try check("p90", #Predicate<Book> { -$0.pages < -100 })
    let limit: Decimal = 60
    try check("p91", #Predicate<Book> { $0.price > 20 && $0.price * 2 > limit })
    try check("p92", #Predicate<Book> { ($0.isLent ? 0 : $0.pages) > 100 })
    try check("p93", #Predicate<Book> { $0.isLent ? $0.pages > 10 : $0.pages > 100 })
    try check(
      "p94",
      #Predicate<Book> {
        if $0.isLent {
          return $0.pages > 10
        } else if $0.title == "sea" {
          return true
        } else {
          return false
        }
      })
    try check(
      "p95",
      #Predicate<Book> {
        if let rating = $0.rating { return rating > 3 } else { return false }
      })
    try check("p96", #Predicate<Loan> { $0.returned != nil && $0.returned! < $0.due })
  }

  func testOrders() throws {
    let byAuthor = try context.fetch(
      Book.all.sorted(by: [
        SortDescriptor(\Book.author?.name), SortDescriptor(\Book.pages, order: .reverse),
      ]))
    let names = byAuthor.map { $0.author?.name ?? "" }
    XCTAssertEqual(names, names.sorted())
    let byGenre = try context.fetch(
      Book.all.sorted(by: [SortDescriptor(\Book.genre.rawValue), SortDescriptor(\Book.title)]))
    XCTAssertEqual(byGenre.map(\.genre.rawValue), byGenre.map(\.genre.rawValue).sorted())
    let byCity = try context.fetch(Author.all.sorted(by: [SortDescriptor(\Author.home?.city)]))
    XCTAssertEqual(byCity.map { $0.home?.city ?? "" }, byCity.map { $0.home?.city ?? "" }.sorted())
  }
}
