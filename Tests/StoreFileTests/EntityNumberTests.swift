import Foundation
import ModelRuntime
import ModelSchema
import TestSupport
import XCTest

/// Tests of the entity numbers beside the keys of references to entities with subentities.
/// Core Data uses them to find the entity of the destination.
final class EntityNumberTests: XCTestCase {
  private let folder = try? TemporaryFolder()

  private func url() throws -> URL { try XCTUnwrap(folder).file("Numbers.sqlite") }

  private func open() throws -> PersistentContainer {
    let model = ManagedObjectModel(
      name: "Numbers",
      entities: [
        EntityDescription(
          name: "Album",
          properties: [
            .relationship(RelationshipDescription(name: "cover", destinationName: "Image"))
          ]),
        EntityDescription(name: "Image"),
        EntityDescription(name: "LocalImage", parentName: "Image"),
      ])
    return try PersistentContainer(
      CompiledModel(model), configuration: StoreConfiguration(url: url()))
  }

  func testANumberThatIsNotTheRowsIsFound() throws {
    let container = try open()
    let context = try container.makeContext()
    let album = try context.insert(entityName: "Album", [:])
    try album.setValue(try context.insert(entityName: "LocalImage", [:]), forKey: "cover")
    try context.save()
    XCTAssertEqual(try rows("SELECT Z2_COVER FROM ZALBUM", in: url()), ["3"])
    XCTAssertEqual(try container.integrityCheck(), [])
    for number in ["NULL", "2"] {
      try execute("UPDATE ZALBUM SET Z2_COVER = \(number)", in: url())
      XCTAssertEqual(
        try container.integrityCheck().map(\.description),
        [
          "Album p1: 'cover' leads to Image p1, and Z2_COVER has another number than its Z_ENT; "
            + "clear the relationship, save, and set it again"
        ], number)
    }
  }
  func testTheNumberOfAnOldNameIsThatOfTheOneEntityWithoutANumber() throws {
    let context = try open().makeContext()
    try context.insert(entityName: "LocalImage", [:])
    try context.save()
    // Change the store as a lightweight migration of Core Data does for a renamed entity.
    try execute(
      """
      UPDATE Z_PRIMARYKEY SET Z_ENT = 7, Z_NAME = 'Picture' WHERE Z_NAME = 'LocalImage';
      UPDATE ZIMAGE SET Z_ENT = 7
      """, in: url())
    let other = try open().makeContext()
    XCTAssertEqual(try other.fetch(entityName: "LocalImage").count, 1)
    try other.insert(entityName: "LocalImage", [:])
    try other.save()
    XCTAssertEqual(try rows("SELECT Z_ENT FROM ZIMAGE", in: url()), ["7", "7"])
  }
}
