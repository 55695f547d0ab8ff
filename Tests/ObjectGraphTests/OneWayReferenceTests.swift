import ModelRuntime
import ModelSchema
import TestSupport
import XCTest

/// Tests of a relationship without an inverse in a model that has no other one.
final class OneWayReferenceTests: XCTestCase {
  private static let model = ManagedObjectModel(
    name: "OneWay",
    entities: [
      EntityDescription(
        name: "Letter",
        properties: [
          .relationship(
            RelationshipDescription(
              name: "stamp", destinationName: "Stamp", inverseName: nil, deleteRule: .nullify))
        ]),
      EntityDescription(
        name: "Stamp",
        properties: [.attribute(AttributeDescription(name: "price", type: .int64))]),
    ])

  func testAReferenceToADeletedUnsavedObjectIsCleared() throws {
    let folder = try TemporaryFolder()
    let container = try PersistentContainer(
      CompiledModel(Self.model),
      configuration: StoreConfiguration(url: folder.file("OneWay.sqlite")))
    let context = try container.makeContext()
    let stamp = try context.insert(entityName: "Stamp", ["price": 85])
    let letter = try context.insert(entityName: "Letter", [:])
    try letter.setValue(stamp, forKey: "stamp")
    context.delete(stamp)
    XCTAssertNil(try letter.value(forKey: "stamp"))
    try context.save()
    XCTAssertEqual(try container.integrityCheck(), [])
  }
}
