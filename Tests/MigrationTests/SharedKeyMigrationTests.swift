import ModelSchema
import TestSupport
import XCTest

@testable import ModelRuntime
@testable import ModelStorage

/// Keys in XML and binary stores, which are unique over all entity hierarchies.
final class SharedKeyMigrationTests: MigrationTestCase {
  func testObjectsOutOfDistinctValuesHaveKeysOfTheirOwn() throws {
    let entities = [
      entity("Box", [.attribute("name", .string)]), entity("Item", [.attribute("kind", .string)]),
    ]
    func insert(_ entity: String) -> MigrationDescription.Step {
      .insert(
        entity: entity, fromDistinct: "Item.kind",
        [.init("name", .keyPath(["kind"], of: .variable("old")))])
    }
    let old = ManagedObjectModel(name: "Shop", version: 1, entities: entities)
    let made = ["Kind", "Sort"].map { entity($0, [.attribute("name", .string)]) }
    let new = ManagedObjectModel(
      name: "Shop", version: 2, entities: entities + made,
      migrations: [MigrationDescription(fromVersion: 1, steps: [insert("Kind"), insert("Sort")])])
    for type in [StoreType.xml, .binary] {
      let file = folder.file("Shop.\(type.name.lowercased())")
      var configuration = StoreConfiguration(url: file, type: type)
      configuration.migration.olderVersions = [old]
      let before = try PersistentContainer(
        CompiledModel(versions: ModelVersions(current: old)), configuration: configuration)
      try before.performAndWait { context in
        try context.insert(entityName: "Box", ["name": "b"])
        for kind in ["x", "y"] { try context.insert(entityName: "Item", ["kind": kind]) }
        try context.save()
      }
      let after = try PersistentContainer(
        CompiledModel(versions: ModelVersions(current: new)), configuration: configuration)
      let keys = try after.performAndWait { context in
        try ["Box", "Item", "Kind", "Sort"].flatMap { name in
          try context.fetch(entityName: name).map(\.objectID.key)
        }
      }
      XCTAssertEqual(keys.count, 7, "\(type.name): \(keys)")
      XCTAssertEqual(Set(keys).count, keys.count, "\(type.name): \(keys)")
    }
  }

  func testAnEmptyStoreCountsItsKeysFromTheStart() throws {
    func shop(_ version: Int, _ more: [PropertyDescription]) -> ManagedObjectModel {
      model(version, entity("Box", []), entity("Item", [.attribute("name", .string)] + more))
    }
    let new = shop(2, [.attribute("size", .int32, isOptional: true)])
    for type in [StoreType.xml, .binary] {
      var configuration = StoreConfiguration(url: folder.file("Shop.\(type.name)"), type: type)
      configuration.migration.olderVersions = [shop(1, [])]
      for version in [shop(1, []), new] {
        let container = try PersistentContainer(
          CompiledModel(versions: ModelVersions(current: version)), configuration: configuration)
        guard version.version == 2 else { continue }
        try container.performAndWait { context in
          let item = try context.insert(entityName: "Item", ["name": "a"])
          try context.save()
          XCTAssertEqual(item.objectID.key, 1, type.name)
        }
      }
    }
  }
}
