import Foundation
import ModelRuntime
import XCTest

/// Foundation's predicates and sort descriptors.
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

  func testSortDescriptors() throws {
    try fill()
    let sorted = try Item.all.sorted(by: [SortDescriptor(\.whole, order: .reverse)])
    XCTAssertEqual(try context.fetch(sorted).map(\.whole), [5, 1, nil])
  }
}
