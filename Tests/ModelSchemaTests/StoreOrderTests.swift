import ModelSchema
import XCTest

/// The order in which stores number entities.
final class StoreOrderTests: XCTestCase {
  private func order(_ entities: [(name: String, parent: String?)]) -> [String] {
    ManagedObjectModel(
      name: "Shop",
      entities: entities.map { EntityDescription(name: $0.name, parentName: $0.parent) }
    ).entitiesInStoreOrder.map(\.name)
  }

  func testSubentitiesFollowTheirParent() {
    XCTAssertEqual(
      order([("Toy", "item"), ("Shop", nil), ("Book", "item"), ("item", nil), ("Atlas", "Book")]),
      ["item", "Book", "Atlas", "Toy", "Shop"])
  }

  /// A damaged model can contain an entity without a name.
  func testAnEntityWithoutNameIsNotTheParentOfRoots() {
    XCTAssertEqual(order([("Shop", nil), ("", nil)]), ["", "Shop"])
    XCTAssertEqual(order([("Shop", nil), ("", "")]), ["Shop"])
  }
}
