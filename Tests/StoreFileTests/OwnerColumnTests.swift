import Foundation
import ModelRuntime
import ModelSchema
import TestSupport
import XCTest

/// Tests of to-many relationships without an inverse, which are stored in a column of the
/// destination's table.
final class OwnerColumnTests: XCTestCase {
  private let folder = try? TemporaryFolder()

  private func url() throws -> URL { try XCTUnwrap(folder).file("Owners.sqlite") }

  private func model(_ version: Int, _ added: PropertyDescription...) -> ManagedObjectModel {
    ManagedObjectModel(
      name: "Owners", version: version,
      entities: [
        EntityDescription(
          name: "Fan",
          properties: [
            .attribute(AttributeDescription(name: "name", type: .string, isOptional: true)),
            .relationship(
              RelationshipDescription(name: "likes", destinationName: "Thing", isToMany: true)),
          ] + added),
        EntityDescription(
          name: "Thing",
          properties: [
            .attribute(AttributeDescription(name: "name", type: .string, isOptional: true))
          ]),
      ])
  }

  private func open(_ model: ManagedObjectModel) throws -> ManagedObjectContext {
    try PersistentContainer(
      CompiledModel(model), configuration: StoreConfiguration(url: try url())
    ).makeContext()
  }

  private func likes(_ context: ManagedObjectContext) throws -> [String: Int] {
    var counts: [String: Int] = [:]
    for fan in try context.fetch(entityName: "Fan") {
      let name = try XCTUnwrap(try fan.value(forKey: "name") as? String)
      let members = try XCTUnwrap(try fan.value(forKey: "likes") as? any Sequence)
      var count = 0
      for case _ as ManagedObject in members { count += 1 }
      counts[name] = count
    }
    return counts
  }

  func testANewStoreHasAColumnAndAMemberOneOwner() throws {
    let context = try open(model(1))
    let thing = try context.insert(entityName: "Thing", ["name": "x"])
    for name in ["a", "b"] {
      let fan = try context.insert(entityName: "Fan", ["name": name])
      try fan.setValue([thing], forKey: "likes")
      try context.save()
    }
    XCTAssertEqual(try rows("SELECT Z_PK, Z1LIKES FROM ZTHING", in: url()), ["1|2"])
    XCTAssertEqual(try likes(open(model(1))), ["a": 0, "b": 1])
    let newer = model(
      2, .attribute(AttributeDescription(name: "age", type: .int32, isOptional: true)))
    XCTAssertEqual(try likes(open(newer)), ["a": 0, "b": 1])
  }
}
