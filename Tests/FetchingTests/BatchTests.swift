import ModelRuntime
import XCTest

final class BatchTests: CatalogTestCase {
  private func fill(_ count: Int64) throws {
    try save((0..<count).map { ("n\($0 % 10)", $0) })
  }

  private var numbers: FetchRequest<Item> {
    var request = FetchRequest<Item>()
    request.sortKeys = [SortKey(["whole"], isAscending: false)]
    return request
  }

  func testBatchesAreTheFetch() throws {
    try fill(150)
    let fresh = try container.makeContext()
    let batches = try fresh.batches(of: numbers, size: 16)
    XCTAssertEqual(fresh.registeredObjectCount, 0)
    XCTAssertEqual(batches[20].whole, 129)
    XCTAssertEqual(fresh.registeredObjectCount, 16)
    XCTAssertEqual(batches.map(\.whole), (0..<150).reversed())
  }

  func testARowThatIsGoneIsAnInaccessibleObject() throws {
    try fill(3)
    let fresh = try container.makeContext()
    let batches = try fresh.batches(of: numbers)
    let other = try container.makeContext()
    for item in try other.fetch(Item.all) { other.delete(item) }
    try other.save()
    XCTAssertTrue(batches[1].isInaccessible)
  }

  func testAStreamIsTheFetch() async throws {
    try fill(600)
    let fresh = try container.makeContext()
    var found: [Int64?] = []
    for try await item in fresh.stream(numbers) { found.append(item.whole) }
    XCTAssertEqual(found, (0..<600).reversed())
  }

  func testAStreamHasUnsavedObjects() async throws {
    try save([("a", 1)])
    Item(in: context).whole = 2
    var found: [Int64?] = []
    for try await item in context.stream(numbers) { found.append(item.whole) }
    XCTAssertEqual(found, [2, 1])
  }

  func testFetchingDuringAStreamLeavesItAlone() async throws {
    try fill(250)
    let fresh = try container.makeContext()
    var count = 0
    for try await item in fresh.stream(numbers) {
      _ = try fresh.fetchIDs(numbers)
      if count % 100 == 0 { item.name = "changed" }
      count += 1
    }
    XCTAssertEqual(count, 250)
  }

  func testAStreamLeavesOutWhatIsDeletedMeanwhile() async throws {
    try fill(300)
    let all = try context.fetch(numbers)
    var found: [Int64?] = []
    for try await item in context.stream(numbers) {
      found.append(item.whole)
      guard found.count == 1 else { continue }
      for other in all where other !== item && other.whole != 0 { context.delete(other) }
    }
    XCTAssertEqual(found, [299, 0])
  }

  /// Programs reset a context from time to time, to save memory.
  func testAStreamGoesOnOverAReset() async throws {
    try fill(300)
    let fresh = try container.makeContext()
    var count = 0
    for try await item in fresh.stream(numbers) {
      item.name = "changed"
      count += 1
      guard count % 100 == 0 else { continue }
      try fresh.save()
      fresh.reset()
    }
    XCTAssertEqual(count, 300)
    XCTAssertEqual(try container.makeContext().count(Item.where { $0.name == "changed" }), 300)
  }

  func testBatchesGoOnOverAReset() throws {
    try fill(3)
    let fresh = try container.makeContext()
    let batches = try fresh.batches(of: numbers)
    XCTAssertEqual(batches[0].whole, 2)
    fresh.reset()
    batches[1].name = "changed"
    XCTAssertEqual(fresh.updatedObjects.count, 1)
    try fresh.save()
    XCTAssertEqual(try container.makeContext().count(Item.where { $0.name == "changed" }), 1)
  }

  func testIDsAreThoseOfTheObjects() throws {
    try save([("a", 1), ("b", 2)])
    let person = Person(in: context)
    try context.save()
    let fresh = try container.makeContext()
    XCTAssertEqual(try fresh.fetchIDs(Owner.all), [person.objectID])
    XCTAssertEqual(try fresh.fetchIDs(Item.all), try fresh.fetch(Item.all).map(\.objectID))
  }

  func testStreamsAndBatchesBringObjectsUpToDate() async throws {
    let held = try save([("a", 1)])
    let other = try container.makeContext()
    try XCTUnwrap(try other.first(Item.all)).name = "b"
    try other.save()
    let request = Item.where { $0.name == "b" }
    XCTAssertEqual(try context.batches(of: request).map(\.name), ["b"])
    try XCTUnwrap(try other.first(Item.all)).name = "c"
    try other.save()
    var found: [String?] = []
    for try await item in context.stream(Item.where { $0.name == "c" }) { found.append(item.name) }
    XCTAssertEqual(found, ["c"])
    withExtendedLifetime(held) {}
  }
}
