import GardenModel
import ModelRuntime
import XCTest

/// A target that takes its model from the package's `Models`, by its name.
final class GardenTests: XCTestCase {
  func testTheModelOfATargetByItsName() throws {
    let container = try PersistentContainer(.garden, configuration: .inMemory)
    try container.performAndWait { context in
      let bed = Bed(in: context, name: "roses")
      XCTAssertNil(bed.greatestHeight)
      bed.plants.insert(Plant(in: context, name: "Iceberg", height: 1.2))
      bed.plants.insert(Plant(in: context, name: "Polka", height: 2.5))
      try context.save()
      let tall = try context.fetch(Plant.where { $0.height > 2 })
      XCTAssertEqual(tall.map(\.bed?.greatestHeight), [2.5])
    }
  }
}
