import Foundation
import XCTest

@testable import ModelSchema

/// The descriptions of older versions in generated code have the same version hashes as the
/// full models.
final class StoredPartTests: XCTestCase {
  private let model = ManagedObjectModel(
    name: "Shop",
    entities: [
      EntityDescription(
        name: "Item",
        properties: [
          .relationship(
            RelationshipDescription(
              name: "part", destinationName: "Part",
              userInfo: ["xcode.inverseName": "whole", "other": "x"]))
        ], userInfo: ["other": "x"]),
      EntityDescription(name: "Part"),
    ])

  func testItHasTheHashesOfTheModel() {
    let known = model.keeping(versionHashes: ["Part": Data(repeating: 7, count: 32)])
    for model in [model, known] {
      XCTAssertEqual(model.storedPart.versionHashes, model.versionHashes)
    }
    XCTAssertNotEqual(known.versionHashes, model.versionHashes)
    XCTAssertEqual(model.storedPart.entities[0].userInfo, [:])
  }
}
