import ModelSchema
import XCTest

/// The differences between two versions, in words.
final class ModelDifferenceTests: XCTestCase {
  private func model(_ entities: [EntityDescription]) -> ManagedObjectModel {
    ManagedObjectModel(name: "Shop", version: 1, entities: entities)
  }

  private func entity(
    _ name: String, _ properties: [PropertyDescription] = [], parent: String? = nil
  ) -> EntityDescription {
    EntityDescription(name: name, parentName: parent, properties: properties)
  }

  func testRelationshipsAndParents() {
    func box(_ items: PropertyDescription) -> [EntityDescription] {
      [
        entity("Box", [items]),
        entity("Item", [.toOne("box", "Box", inverse: "items"), .toOne("old", "Box")]),
        entity("Toy", [.toOne("box", "Box", inverse: "items")]),
      ]
    }
    let items = PropertyDescription.toMany("items", "Item", inverse: "box")
    let cases: [(old: [EntityDescription], new: [EntityDescription], text: String)] = [
      (box(items), box(items), ""),
      (
        box(items), box(.toMany("items", "Toy", inverse: "box")),
        "~ entity Box\n    ~ items: leads to Toy, was to Item\n"
      ),
      (
        box(items), box(.toMany("items", "Item", inverse: "old")),
        "~ entity Box\n    ~ items: its inverse is old, was box\n"
      ),
      (
        box(.toMany("items", "Item")), box(items),
        "~ entity Box\n    ~ items: its inverse is box, was none\n"
      ),
      (
        box(items), box(.toMany("items", "Item", inverse: "box", deleteRule: .cascade)),
        "~ entity Box\n    ~ items: its delete rule is cascade, was nullify\n"
      ),
      (
        [entity("Base"), entity("Item")], [entity("Base"), entity("Item", parent: "Base")],
        "~ entity Item: inherits from Base, was from nothing\n"
      ),
      (
        [entity("Base"), entity("Item", parent: "Base")], [entity("Base"), entity("Item")],
        "~ entity Item: inherits from nothing, was from Base\n"
      ),
    ]
    for (old, new, text) in cases {
      let difference = ModelDifference(from: model(old), to: model(new))
      XCTAssertEqual(difference.text, text)
      XCTAssertEqual(difference.isEmpty, text.isEmpty)
    }
  }

  func testPropertiesComeAndGo() {
    let scan = PropertyDescription.attribute("scan", .data, isOptional: true)
    let external = PropertyDescription.attribute(
      "scan", .data, isOptional: true, allowsExternalStorage: true)
    let cases: [(old: [PropertyDescription], new: [PropertyDescription], text: String)] = [
      ([], [scan], "+ scan"), ([scan], [], "- scan"),
      ([scan], [external], "~ scan: keeps large values in files now"),
      ([external], [scan], "~ scan: no longer keeps large values in files"),
    ]
    for (old, new, text) in cases {
      let difference = ModelDifference(
        from: model([entity("Item", old)]), to: model([entity("Item", new)]))
      XCTAssertEqual(difference.text, "~ entity Item\n    \(text)\n")
    }
  }

  func testTwoVersionsOfOneNumberAreNoFolder() throws {
    let item = model([entity("Item")])
    var unnumbered = item
    unnumbered.version = nil
    let cases: [(ModelVersions, String)] = [
      (ModelVersions(current: item, released: [item]), "there are two versions 1 of 'Shop'"),
      (ModelVersions(current: unnumbered), "the model 'Shop' has no version number"),
    ]
    for (versions, words) in cases {
      XCTAssertThrowsError(try versions.files(), words) { error in
        XCTAssertTrue("\(error)".contains(words), "\(error)")
      }
    }
    let versions = ModelVersions(current: item)
    XCTAssertEqual(versions.version(1), item)
    XCTAssertNil(versions.version(2))
  }

  func testListedValues() {
    let cases: [([ConstantValue], String)] = [
      ([], ""), ([.integer(3)], "3"), ([.string("a"), .integer(3)], "'a' or 3"),
      ([.string("a"), .string("b"), .integer(3)], "'a', 'b' or 3"),
    ]
    for (values, text) in cases { XCTAssertEqual(values.listed, text) }
  }
}
