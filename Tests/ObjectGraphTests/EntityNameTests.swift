import ModelRuntime
import ModelSchema
import XCTest

/// The tables of entities with similar names.
final class EntityNameTests: XCTestCase {
  func testNamesThatDifferInCaseAloneHaveTablesOfTheirOwn() throws {
    let model = ManagedObjectModel(
      name: "Cases", version: 1,
      entities: ["Item", "ITEM"].map {
        EntityDescription(name: $0, properties: [.attribute("name", .string)])
      })
    let container = try PersistentContainer(CompiledModel(model), configuration: .inMemory)
    let context = try container.makeContext()
    _ = try context.insert(entityName: "Item", ["name": "small"])
    _ = try context.insert(entityName: "ITEM", ["name": "large"])
    try context.save()
    let fresh = try container.makeContext()
    for (entity, name) in [("Item", "small"), ("ITEM", "large")] {
      let found = try fresh.fetch(entityName: entity)
      XCTAssertEqual(try found.map { try $0.value(forKey: "name") as? String }, [name])
    }
  }
}
