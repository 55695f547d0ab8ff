import Foundation
import ModelRuntime

/// The data of a small library, the same in every run.
enum LibraryData {
  private static let titles = [
    "The Sea", "Seaside 7", "A long title 17", "Über die Strasse", "Intro", "The Winter 7",
    "Doris Day", "sea",
  ]
  private static let notes: [String?] = [nil, "", "sea", "worn, but rare"]
  private static let keywords: [[String]] = [[], ["k1"], ["k2", "k3"], ["k1", "k2"]]
  private static let levels: [Level?] = [nil, .low, .middle, .high]
  private static let ratings: [Double?] = [nil, 1, 2.5, 4.5, 5]
  private static let places: [Place?] = [
    Place(city: "Berlin", country: "DE", latitude: 52.5, longitude: 13.4),
    Place(city: "Nîmes", country: "FR", latitude: 43.84, longitude: 4.36), nil,
    Place(city: "Paris", country: "FR", latitude: 48.85, longitude: 2.35), nil,
  ]

  static func insert(into context: ManagedObjectContext) {
    let authors = makeAuthors(context)
    let publishers = ["Acme", "Anna", "Sea"].map { Publisher(in: context, name: $0) }
    publishers[0].site = URL(string: "https://acme.example/books")
    let tags = ["rare", "old", "new"].map { Tag(in: context, name: $0) }
    let members = ["Kim", "Lee", "Mo"].enumerated().map { number, name in
      let member = Member(in: context, name: name, joined: day(Double(number)))
      member.points = Int64(number) * 5_000_000_000
      return member
    }
    for number in 0..<40 {
      let book = makeBook(number, in: context)
      book.author = number % 7 == 6 ? nil : authors[number % (authors.count - 1)]
      book.publisher = number % 4 == 3 ? nil : publishers[number % 3]
      book.tags = ObjectSet(
        tags.enumerated().filter { (number >> $0.offset) & 1 == 1 }.map(\.element))
      addChapters(number, to: book, in: context)
      addLoans(number, to: book, by: members, in: context)
    }
  }

  private static func makeAuthors(_ context: ManagedObjectContext) -> [Author] {
    let names = ["Doris", "Émile Zola", "Anna", "Rosa", "sea", "Nobody"]
    let authors = names.enumerated().map { number, name in
      let author = Author(in: context, name: name)
      author.home = number < places.count ? places[number] : nil
      author.born = number % 2 == 0 ? day(-20_000 + Double(number) * 700) : nil
      return author
    }
    authors[0].mentor = authors[2]
    authors[1].mentor = authors[0]
    authors[3].mentor = authors[1]
    return authors
  }

  static func makeBook(_ number: Int, in context: ManagedObjectContext) -> Book {
    let amounts = ["5.25", "12.5", "20.36", "31.1", "44.99", "50"]
    let book = Book(
      in: context, title: titles[number % titles.count], isbn: isbn(number),
      price: Decimal(string: amounts[number % amounts.count]) ?? 0,
      published: day(Double(number) * 250 + Double(number % 3) / 4))
    book.genre = [.novel, .poetry, .science, .travel][(number / 2) % 4]
    book.level = levels[(number / 3) % levels.count]
    book.pages = Int32(number * 37 % 480)
    book.rating = ratings[(number / 2) % ratings.count]
    book.weight = Float(number % 5) * 0.5
    book.isLent = number % 3 == 0
    book.notes = notes[(number / 5) % notes.count]
    book.keywords = keywords[(number / 4) % keywords.count]
    book.cover = number % 6 == 0 ? Data([1, UInt8(number)]) : nil
    return book
  }

  static func isbn(_ number: Int) -> UUID {
    UUID(
      uuidString: "00000000-0000-0000-0000-\(String(repeating: "0", count: 10))"
        + (number < 10 ? "0\(number)" : "\(number)")) ?? UUID()
  }

  private static func addChapters(_ number: Int, to book: Book, in context: ManagedObjectContext) {
    for place in 0..<(number % 4) {
      let chapter = Chapter(
        in: context, title: place == 0 && number % 2 == 1 ? "Intro" : "C\(place)")
      chapter.length = Int32((number * 7 + place * 13) % 50)
      book.chapters.append(chapter)
    }
  }

  private static func addLoans(
    _ number: Int, to book: Book, by members: [Member], in context: ManagedObjectContext
  ) {
    for place in 0..<(number % 5) {
      let loan = Loan(in: context, due: day(Double(number * 10)))
      loan.returned =
        (number + place) % 2 == 0 ? nil : day(Double(number * 10 + (number * 3 + place) % 20 - 5))
      loan.book = book
      loan.member = place == 3 ? nil : members[(number + place) % members.count]
    }
  }

  /// Changes about a third of a library, adds objects to it and deletes some.
  static func change(_ context: ManagedObjectContext) throws {
    let authors = try context.fetch(Author.all)
    let tags = try context.fetch(Tag.all)
    let books = try context.fetch(Book.all)
    for (number, book) in books.enumerated() where number % 3 == 1 {
      let other = makeBook(number + 57, in: context)
      (book.title, book.pages, book.rating) = (other.title, other.pages, other.rating)
      (book.notes, book.keywords, book.level) = (other.notes, other.keywords, other.level)
      (book.genre, book.published, book.price) = (other.genre, other.published, other.price)
      book.author = authors[(number / 2) % authors.count]
      book.tags = ObjectSet(tags.prefix(number % 4))
      other.author = number % 2 == 0 ? nil : authors[number % authors.count]
      other.tags = ObjectSet(tags.suffix(number % 3))
      if number % 2 == 0 { addChapters(number + 2, to: book, in: context) }
      for chapter in book.chapters { chapter.length += 7 }
      for loan in book.loans where number % 4 == 1 {
        loan.returned = loan.due.addingTimeInterval(900_000)
      }
    }
    for book in books.suffix(3) { context.delete(book) }
    authors.first?.home = nil
    authors.last?.home = places[1]
  }
}
