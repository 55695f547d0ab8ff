import ModelRuntime
import XCTest

/// A required to-many relationship may be empty, as in Core Data. Only a minimum count
/// requires objects.
final class EmptyToManyTests: XCTestCase {
  private func context(minCount: Int) throws -> ManagedObjectContext {
    let model = ManagedObjectModel(
      name: "Books",
      entities: [
        EntityDescription(
          name: "Book",
          properties: [
            .attribute("name", .string, isOptional: true),
            .toMany(
              "next", "Book", inverse: "previous", isOptional: false, minCount: minCount),
            .toMany("previous", "Book", inverse: "next", isOptional: false),
          ])
      ])
    return try PersistentContainer(CompiledModel(model), configuration: .inMemory).makeContext()
  }

  func testTheFirstObjectIsSaved() throws {
    let context = try context(minCount: 0)
    try context.insert(entityName: "Book", ["name": "A"])
    XCTAssertNoThrow(try context.save())
  }

  func testALeastNumberDemandsObjects() throws {
    let context = try context(minCount: 1)
    try context.insert(entityName: "Book", ["name": "A"])
    XCTAssertThrowsError(try context.save())
  }
}
