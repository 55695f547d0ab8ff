import Foundation
import ModelRuntime
import XCTest

/// Fetches with Foundation's `Predicate` and sort descriptors.
final class FoundationDoorTests: CatalogTestCase {
  private func names(_ predicate: Foundation.Predicate<Item>) throws -> [String?] {
    try context.fetch(FetchRequest(predicate)).map(\.name)
  }

  private func fill() throws {
    let items = try save([("ab", 1), ("b", 5), (nil, nil)])
    let owner = Person(in: context)
    owner.name = "Owner"
    items[0].owner = owner
    let part = Part(in: context)
    part.weight = 3
    items[1].parts = [part]
    try context.save()
  }

  func testComparisonsAndLogic() throws {
    try fill()
    XCTAssertEqual(try names(#Predicate { $0.name == "ab" || $0.whole == 5 }), ["ab", "b"])
    XCTAssertEqual(try names(#Predicate { !($0.name == "ab") }), ["b", nil])
  }

  func testOptionalChaining() throws {
    try fill()
    XCTAssertEqual(try names(#Predicate { $0.owner?.name == "Owner" }), ["ab"])
    XCTAssertEqual(try names(#Predicate { ($0.whole ?? 5) > 4 }), ["b", nil])
  }

  func testCollections() throws {
    try fill()
    XCTAssertEqual(try names(#Predicate { $0.parts.contains { $0.weight == 3 } }), ["b"])
    let sought: [String?] = ["b", "z"]
    XCTAssertEqual(try names(#Predicate { sought.contains($0.name) }), ["b"])
  }

  func testLengthsOfTexts() throws {
    for name in ["", "a", "bc", "é"] {
      _ = Pet(in: context, name: name, low: 0, high: 0, size: 0)
    }
    try context.save()
    func names(_ predicate: Foundation.Predicate<Pet>) throws -> [String] {
      try context.fetch(FetchRequest(predicate)).map(\.name)
    }
    XCTAssertEqual(try names(#Predicate { $0.name.isEmpty }), [""])
    XCTAssertEqual(try names(#Predicate { !$0.name.isEmpty }), ["a", "bc", "é"])
    XCTAssertEqual(try names(#Predicate { $0.name.count == 1 }), ["a", "é"])
  }

  func testTypesOfObjects() throws {
    try fill()
    let company = Company(in: context)
    try context.fetch(Item.where { $0.name == "b" })[0].owner = company
    try context.save()
    let people: Foundation.Predicate<Item> = #Predicate { $0.owner is Person }
    XCTAssertEqual(try names(people), ["ab"])
    let adults: Foundation.Predicate<Item> = #Predicate { ($0.owner as? Person)?.name == "Owner" }
    XCTAssertEqual(try names(adults), ["ab"])
  }

  func testNumbersOfLists() throws {
    try fill()
    try context.fetch(Item.where { $0.name == "ab" })[0].reals = [3, 0.5]
    try context.save()
    XCTAssertEqual(try names(#Predicate { $0.reals.min() == 0.5 }), ["ab"])
    XCTAssertEqual(try names(#Predicate { $0.reals.max() == 3 }), ["ab"])
  }

  func testQuotients() throws {
    try fill()
    try context.fetch(Item.where { $0.name == "ab" })[0].real = 3
    try context.save()
    XCTAssertEqual(try names(#Predicate { ($0.real ?? 1) / 2 == 1.5 }), ["ab"])
    XCTAssertEqual(try names(#Predicate { ($0.whole ?? 9) / 2 == 2 }), ["b"])
  }

  func testTruthValuesThatMayBeNil() throws {
    try fill()
    try context.fetch(Item.where { $0.name == "ab" })[0].code = ""
    try context.fetch(Item.where { $0.name == "b" })[0].code = "x"
    try context.save()
    XCTAssertEqual(try names(#Predicate { $0.name?.isEmpty == $0.code?.isEmpty }), ["b", nil])
  }

  /// What a predicate captured, which Swift reads when the request is made.
  private struct Filter: Codable, Sendable {
    struct Inner: Codable, Sendable { var text = "b" }
    var least: Int64 = 2
    var limit: Int64?
    var names = ["ab", "z"]
    var range: ClosedRange<Int64> = 1...4
    var inner = Inner()
    var street: Place? = Place(street: "s")
  }

  func testMembersOfCapturedValues() throws {
    try fill()
    try context.fetch(Item.where { $0.name == "b" })[0].place = Place(street: "s")
    try context.save()
    let filter = Filter()
    XCTAssertEqual(try names(#Predicate { ($0.whole ?? 0) >= filter.least }), ["b"])
    XCTAssertEqual(try names(#Predicate { ($0.name ?? "") == filter.inner.text }), ["b"])
    XCTAssertEqual(try names(#Predicate { filter.names.contains($0.name ?? "") }), ["ab"])
    XCTAssertEqual(try names(#Predicate { filter.range.contains($0.whole ?? 0) }), ["ab"])
    XCTAssertEqual(try names(#Predicate { $0.whole == filter.limit }), [nil])
    XCTAssertEqual(try names(#Predicate { ($0.whole ?? 7) > (filter.limit ?? 4) }), ["b", nil])
    XCTAssertEqual(try names(#Predicate { $0.place == filter.street }), ["b"])
    let inner: Filter.Inner? = filter.inner
    XCTAssertEqual(try names(#Predicate { ($0.name ?? "") == inner!.text }), ["b"])
  }

  func testValuesInPlaceOfNil() throws {
    try fill()
    let items = try context.fetch(Item.all)
    items[0].level = .high
    items[0].day = Date(timeIntervalSinceReferenceDate: 5)
    items[1].isOpen = true
    items[2].code = "c"
    try context.save()
    let day = Date(timeIntervalSinceReferenceDate: 9)
    XCTAssertEqual(try names(#Predicate { ($0.name ?? $0.code ?? "") == "c" }), [nil])
    XCTAssertEqual(try names(#Predicate { ($0.owner?.name ?? "none") == "none" }), ["b", nil])
    XCTAssertEqual(try names(#Predicate { ($0.day ?? day) < day }), ["ab"])
    XCTAssertEqual(try names(#Predicate { $0.isOpen ?? false }), ["b"])
    XCTAssertEqual(try names(#Predicate { !($0.isOpen ?? true) }), [])
    XCTAssertEqual(try names(#Predicate { $0.name?.isEmpty ?? true }), [nil])
    XCTAssertEqual(try names(#Predicate { $0.owner?.items.isEmpty ?? true }), ["b", nil])
    XCTAssertEqual(try names(#Predicate { ($0.level?.rawValue ?? 0) == 7 }), ["ab"])
    XCTAssertEqual(try names(#Predicate { ($0.place?.zip ?? 3) == 3 }), ["ab", "b", nil])
  }

  func testWhatHasNoCounterpartIsRefused() {
    let sizes = ["ab": 1]
    let cases: [(Foundation.Predicate<Item>, String)] = [
      (#Predicate { sizes[$0.name ?? ""] == 1 }, "the value of a dictionary's key"),
      (#Predicate { sizes[$0.name ?? "", default: 0] == 1 }, "the value of a dictionary's key"),
      (#Predicate { $0.words[0..<1].contains("a") }, "a part of a collection"),
    ]
    for (predicate, words) in cases {
      XCTAssertThrowsError(try FetchRequest(predicate), words) { error in
        XCTAssertEqual((error as? StoreError)?.reason, .untranslatable)
        XCTAssertTrue("\(error)".contains(words), "\(error)")
      }
    }
  }

  func testSortDescriptors() throws {
    try fill()
    let sorted = try Item.all.sorted(by: [SortDescriptor(\.whole, order: .reverse)])
    XCTAssertEqual(try context.fetch(sorted).map(\.whole), [5, 1, nil])
  }
}
