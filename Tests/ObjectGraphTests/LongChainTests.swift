import Foundation
import ModelRuntime
import ModelSchema
import TestSupport
import XCTest

/// Delete rules on a chain of thousands of objects.
final class LongChainTests: XCTestCase {
  private static let length = 20_000

  private static let model: ManagedObjectModel = {
    func link(_ name: String, _ inverse: String, _ rule: DeleteRule) -> PropertyDescription {
      .relationship(
        RelationshipDescription(
          name: name, destinationName: "Node", inverseName: inverse, deleteRule: rule))
    }
    return ManagedObjectModel(
      name: "Chain",
      entities: [
        EntityDescription(
          name: "Node",
          properties: [
            .attribute(AttributeDescription(name: "number", type: .int64)),
            link("next", "previous", .cascade), link("previous", "next", .nullify),
          ])
      ])
  }()

  private func chain(_ url: URL) throws -> PersistentContainer {
    let container = try PersistentContainer(
      CompiledModel(Self.model), configuration: StoreConfiguration(url: url))
    let context = try container.makeContext()
    var last: ManagedObject?
    for number in 0..<Self.length {
      let node = try context.insert(entityName: "Node", ["number": number])
      try last?.setValue(node, forKey: "next")
      last = node
    }
    try context.save()
    return container
  }

  private func first(_ context: ManagedObjectContext) throws -> ManagedObject {
    try XCTUnwrap(
      try context.fetch(
        entityName: "Node", FetchRequest(ObjectPredicate(format: "number == 0"))
      ).first)
  }

  func testADeleteFollowsTheWholeChain() throws {
    let folder = try TemporaryFolder()
    let container = try chain(folder.file("Chain.sqlite"))
    let context = try container.makeContext()
    context.delete(try first(context))
    XCTAssertEqual(context.deletedObjects.count, Self.length)
    try context.save()
    XCTAssertEqual(try container.makeContext().count(entityName: "Node"), 0)
  }

  /// Two relationships lead from one object to the other, and both are restored.
  func testADeleteThatLosesIsTakenBackOverEveryWay() throws {
    func link(_ name: String, _ other: String, _ inverse: String, _ rule: DeleteRule)
      -> PropertyDescription
    {
      .relationship(
        RelationshipDescription(
          name: name, destinationName: other, inverseName: inverse, deleteRule: rule))
    }
    let number = PropertyDescription.attribute(AttributeDescription(name: "number", type: .int64))
    let model = ManagedObjectModel(
      name: "Ways",
      entities: [
        EntityDescription(
          name: "House",
          properties: [
            number, link("front", "Door", "frontOf", .cascade),
            link("back", "Door", "backOf", .cascade),
          ]),
        EntityDescription(
          name: "Door",
          properties: [
            link("frontOf", "House", "front", .nullify), link("backOf", "House", "back", .nullify),
          ]),
      ])
    let container = try PersistentContainer(CompiledModel(model), configuration: .inMemory)
    let context = try container.makeContext()
    context.automaticallyMergesChanges = false
    context.mergePolicy = .rollback
    let house = try context.insert(entityName: "House", ["number": 0])
    let door = try context.insert(entityName: "Door")
    for name in ["front", "back"] { try house.setValue(door, forKey: name) }
    try context.save()
    context.delete(house)
    let other = try container.makeContext()
    try other.fetch(entityName: "House")[0].setValue(1, forKey: "number")
    try other.save()
    try context.save()
    for (object, names) in [(house, ["front", "back"]), (door, ["frontOf", "backOf"])] {
      for name in names {
        let found = try object.value(forKey: name) as? ManagedObject
        XCTAssertTrue(found === (object === house ? door : house), name)
      }
    }
    XCTAssertEqual(try container.integrityCheck(), [])
  }

  /// The other context's change of the first object wins, so all objects that were deleted
  /// with it are restored.
  func testADeleteThatLosesIsTakenBackAlongTheWholeChain() throws {
    let folder = try TemporaryFolder()
    let container = try chain(folder.file("Chain.sqlite"))
    let context = try container.makeContext()
    context.automaticallyMergesChanges = false
    context.mergePolicy = .rollback
    context.delete(try first(context))
    let other = try container.makeContext()
    try first(other).setValue(-1, forKey: "number")
    try other.save()
    try context.save()
    XCTAssertEqual(try container.makeContext().count(entityName: "Node"), Self.length)
    XCTAssertEqual(try container.integrityCheck(), [])
  }
}
