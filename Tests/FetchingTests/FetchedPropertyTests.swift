import ModelRuntime
import XCTest

/// Fetched properties whose condition uses the object that they belong to.
final class FetchedPropertyTests: CatalogTestCase {
  private func pets() throws -> Pet {
    let rows = [("a", 1, 3, 2), ("b", 1, 3, 3), ("c", 2, 2, 1), ("d", 5, 9, 4)]
    let pets = rows.map { name, low, high, size in
      Pet(in: context, name: name, low: Int32(low), high: Int32(high), size: Int32(size))
    }
    pets[0].friend = pets[3]
    try context.save()
    return pets[0]
  }

  func testTheSourceStandsWhereverAValueDoes() throws {
    let pet = try pets()
    let rows: [(name: String, found: [Pet], names: [String])] = [
      ("a path", try pet.same, ["a"]),
      ("a range", try pet.between, ["a", "b", "c"]),
      ("a list", try pet.listed, ["b", "c"]),
      ("arithmetic", try pet.greater, ["b"]),
      ("one of two values", try pet.chosen, ["b"]),
      ("a longer path", try pet.friendly, ["d"]),
    ]
    for row in rows { XCTAssertEqual(row.found.map(\.name), row.names, row.name) }
  }

  func testOneObjectIsTheFirstOrNone() throws {
    let pet = try pets()
    let greatest: Pet? = try pet.greatest
    XCTAssertEqual(greatest?.name, "d")
    XCTAssertNil(try greatest?.greatest)
  }

  func testUnsavedChangesOfTheSourceCount() throws {
    let pet = try pets()
    pet.high = 2
    XCTAssertEqual(try pet.between.map(\.name), ["a", "c"])
    pet.low = 4
    XCTAssertEqual(try pet.listed.map(\.name), ["a", "d"])
  }
}
