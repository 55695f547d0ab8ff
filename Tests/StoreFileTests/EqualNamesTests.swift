import Foundation
import ModelRuntime
import ModelSchema
import TestSupport
import XCTest

/// Tests of many-to-many relationships with the same name at both ends. The entity numbers
/// in the column names tell which keys a column contains.
final class EqualNamesTests: XCTestCase {
  private let folder = try? TemporaryFolder()

  private func url() throws -> URL { try XCTUnwrap(folder).file("Equal.sqlite") }

  private func open() throws -> ManagedObjectContext {
    func entity(_ name: String, to destination: String) -> EntityDescription {
      EntityDescription(
        name: name,
        properties: [
          .attribute(AttributeDescription(name: "name", type: .string)),
          .relationship(
            RelationshipDescription(
              name: "items", destinationName: destination, inverseName: "items", isToMany: true,
              maxCount: Int.max)),
        ])
    }
    let model = ManagedObjectModel(
      name: "Equal", entities: [entity("Box", to: "Thing"), entity("Thing", to: "Box")])
    return try PersistentContainer(
      CompiledModel(model), configuration: StoreConfiguration(url: url())
    ).makeContext()
  }

  /// Makes three boxes and three things, and puts the last two things into the first box.
  private func fill() throws {
    let context = try open()
    let boxes = try (1...3).map { try context.insert(entityName: "Box", ["name": "b\($0)"]) }
    let things = try (1...3).map { try context.insert(entityName: "Thing", ["name": "t\($0)"]) }
    try boxes[0].setValue(Set(things.dropFirst()), forKey: "items")
    try context.save()
  }

  private func items(_ entity: String, _ name: String) throws -> [String] {
    let context = try open()
    let object = try XCTUnwrap(
      try context.fetch(entityName: entity).first {
        try $0.value(forKey: "name") as? String == name
      })
    let items = try XCTUnwrap(try object.value(forKey: "items") as? ObjectSet<ManagedObject>)
    return try items.objects.map { try XCTUnwrap(try $0.value(forKey: "name") as? String) }.sorted()
  }

  func testLinksAreTheSameWhenTheStoreIsOpenedAgain() throws {
    try fill()
    XCTAssertEqual(
      try rows("SELECT Z_1ITEMS, Z_2ITEMS FROM Z_1ITEMS ORDER BY 2", in: url()), ["1|2", "1|3"])
    XCTAssertEqual(try items("Box", "b1"), ["t2", "t3"])
    XCTAssertEqual(try items("Thing", "t1"), [])
    XCTAssertEqual(try items("Thing", "t3"), ["b1"])
  }

  /// Core Data writes the name of this table without quotes.
  func testTheTableOfARelationshipWithItselfIsCoreDatas() throws {
    let person = EntityDescription(
      name: "Person",
      properties: [
        .relationship(
          RelationshipDescription(
            name: "friends", destinationName: "Person", inverseName: "friends", isToMany: true,
            maxCount: Int.max))
      ])
    _ = try PersistentContainer(
      CompiledModel(ManagedObjectModel(name: "People", entities: [person])),
      configuration: StoreConfiguration(url: url()))
    XCTAssertEqual(
      try rows(
        "SELECT sql FROM sqlite_schema WHERE tbl_name = 'Z_1FRIENDS' AND sql > ''", in: url()),
      [
        "CREATE TABLE Z_1FRIENDS (Z_1FRIENDS INTEGER, REFLEXIVE INTEGER, "
          + "PRIMARY KEY (Z_1FRIENDS, REFLEXIVE))",
        "CREATE INDEX Z_1FRIENDS_REFLEXIVE_INDEX ON Z_1FRIENDS (REFLEXIVE, Z_1FRIENDS)",
      ])
  }

  func testNumbersOfAnOlderVersionTellByTheirOrder() throws {
    try fill()
    try execute(
      """
      ALTER TABLE Z_1ITEMS RENAME COLUMN Z_1ITEMS TO Z_4ITEMS;
      ALTER TABLE Z_1ITEMS RENAME COLUMN Z_2ITEMS TO Z_9ITEMS;
      ALTER TABLE Z_1ITEMS RENAME TO Z_4ITEMS
      """, in: url())
    XCTAssertEqual(try items("Box", "b1"), ["t2", "t3"])
    XCTAssertEqual(try items("Thing", "t3"), ["b1"])
  }
}
