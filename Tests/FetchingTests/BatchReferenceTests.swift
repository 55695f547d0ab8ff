import ModelRuntime
import XCTest

/// The inverse relationships of relationships that batch operations set.
final class BatchReferenceTests: CatalogTestCase {
  private func items(_ count: Int) throws -> [Item] {
    try save((0..<count).map { ("\($0)", Int64($0)) })
  }

  func testOneToOneStealsAndReleases() throws {
    let items = try items(4)
    items[0].twin = items[1]
    items[2].twin = items[3]
    try context.save()
    // Item 2 gets item 1, which was the twin of item 0, and loses item 3.
    try context.batchUpdate(
      Item.where { $0.name == "2" }.setting { [$0.twin.set(to: items[1])] })
    XCTAssertEqual(items.map { $0.twin?.name }, [nil, nil, "1", nil])
    XCTAssertEqual(items.map { $0.other?.name }, [nil, "2", nil, nil])
    try context.batchUpdate(Item.all.setting { [$0.twin.set(to: nil)] })
    XCTAssertEqual(items.map { $0.other?.name }, [nil, nil, nil, nil])
  }

  func testSeveralCannotHaveTheSamePartner() throws {
    let items = try items(3)
    XCTAssertThrowsError(
      try context.batchUpdate(Item.all.setting { [$0.twin.set(to: items[0])] })
    ) { XCTAssertEqual(($0 as? StoreError)?.reason, .notUnique) }
    XCTAssertEqual(items.map { $0.twin?.name }, [nil, nil, nil])
  }

  func testNewRowsTakePartners() throws {
    let items = try items(2)
    items[0].twin = items[1]
    try context.save()
    try context.batchInsert(["new"], into: Item.self) {
      $0.name = $1
      $0.twin = items[1]
    }
    XCTAssertNil(items[0].twin)
    XCTAssertEqual(items[1].other?.name, "new")
  }

  func testMembersOfOrderedRelationshipsGoToTheEnd() throws {
    let items = try items(2)
    let parts = (1...3).map { number in
      let part = Part(in: context)
      part.label = "\(number)"
      return part
    }
    items[0].parts = [parts[1], parts[0]]
    items[1].parts = [parts[2]]
    try context.save()
    try context.batchUpdate(Part.all.setting { [$0.item.set(to: items[0])] })
    XCTAssertEqual(items[0].parts.map(\.label), ["2", "1", "3"])
    try context.batchInsert(["4", "5"], into: Part.self) { ($0.label, $0.item) = ($1, items[0]) }
    XCTAssertEqual(items[0].parts.map(\.label), ["2", "1", "3", "4", "5"])
    let fresh = try container.makeContext()
    let same = try XCTUnwrap(fresh.first(Item.where { $0.name == "0" }))
    XCTAssertEqual(same.parts.map(\.label), ["2", "1", "3", "4", "5"])
  }

  func testPartnersAreReleased() throws {
    let items = try items(2)
    items[0].twin = items[1]
    try context.save()
    try context.batchDelete(Item.where { $0.name == "0" })
    XCTAssertNil(items[1].other)
  }

  func testManyRowsTakeFewStatements() throws {
    try context.batchInsert(0..<20_000, into: Item.self) { $0.whole = Int64($1) }
    let report = try context.batchUpdate(
      Item.where { $0.whole < 10_000 }.setting { [$0.whole.set(to: $0.whole + 100_000)] })
    XCTAssertEqual(report.updated, 10_000)
    XCTAssertEqual(context.registeredObjectCount, 0)
    XCTAssertEqual(try context.batchDelete(Item.where { $0.whole >= 100_000 }).deleted, 10_000)
    XCTAssertEqual(try context.count(Item.all), 10_000)
  }
}
