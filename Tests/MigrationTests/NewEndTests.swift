import ModelSchema
import TestSupport
import XCTest

@testable import ModelRuntime

/// New ends of relationships that were there before: their links and places are
/// those of the other end.
final class NewEndTests: MigrationTestCase {
  private static let boxes = "INSERT INTO ZBOX (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1), (2, 1, 1)"

  func testANewEndThatWouldLeadToSeveralObjectsIsRefused() throws {
    let rows = [
      (
        name: "the inverse of a to-one",
        old: [entity("Box", []), entity("Item", [.toOne("box", "Box")])],
        data: "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZBOX) VALUES (1, 2, 1, 1), (2, 2, 1, 1)",
        mend: "UPDATE ZITEM SET ZBOX = 2 WHERE Z_PK = 2",
        new: [
          entity("Box", [.toOne("item", "Item", inverse: "box")]),
          entity("Item", [.toOne("box", "Box", inverse: "item")]),
        ], relationship: "Item.box", query: "SELECT Z_PK, ZITEM FROM ZBOX",
        expected: ["1|1", "2|2"]
      ),
      (
        name: "another inverse of a to-many",
        old: [
          entity("Box", [.toMany("items", "Item", inverse: "boxes")]),
          entity("Item", [.toMany("boxes", "Box", inverse: "items")]),
        ],
        data: "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT) VALUES (1, 2, 1); "
          + "INSERT INTO Z_1ITEMS VALUES (1, 1), (2, 1)",
        mend: "DELETE FROM Z_1ITEMS WHERE Z_1BOXES = 1",
        new: [
          entity("Box", [.toMany("items", "Item", inverse: "box")]),
          entity("Item", [.toOne("box", "Box", inverse: "items")]),
        ], relationship: "Box.items", query: "SELECT Z_PK, ZBOX FROM ZITEM",
        expected: ["1|2"]
      ),
    ]
    for row in rows {
      try? FileManager.default.removeItem(at: url)
      let new = ManagedObjectModel(name: "Shop", version: 2, entities: row.new)
      try make(
        ManagedObjectModel(name: "Shop", version: 1, entities: row.old), Self.boxes, row.data)
      XCTAssertThrowsError(try open(new), row.name) { error in
        XCTAssertEqual(
          (error as? MigrationError)?.failures.map(\.condition.description),
          [
            "'\(row.relationship)' must not lead to one object from several, whose new end leads "
              + "to one"
          ], "\(row.name): \(error)")
        XCTAssertEqual(
          (error as? MigrationError)?.failures.flatMap(\.objectIDs).map(\.key), [1], row.name)
      }
      try execute(row.mend, in: url)
      XCTAssertNoThrow(try open(new), row.name)
      XCTAssertEqual(try stored(row.query), row.expected, row.name)
    }
  }
}
