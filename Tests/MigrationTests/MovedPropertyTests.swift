import ModelSchema
import TestSupport
import XCTest

@testable import ModelRuntime
@testable import ModelStorage

/// Properties that move to another entity of the same hierarchy.
final class MovedPropertyTests: MigrationTestCase {
  func testWhatMovesDownIsNoValueOfItsSiblings() throws {
    let code = PropertyDescription.attribute("code", .string, isOptional: true)
    try make(
      model(
        1, entity("Owner", [.toMany("things", "Thing", inverse: "owner")]),
        entity("Thing", [code, .toOne("owner", "Owner", inverse: "things")], isAbstract: true),
        entity("Box", [], parent: "Thing"), entity("Item", [], parent: "Thing")),
      "INSERT INTO ZOWNER (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1)",
      "INSERT INTO ZTHING (Z_PK, Z_ENT, Z_OPT, ZCODE, ZOWNER) VALUES "
        + "(1, 3, 1, 'a', 1), (2, 4, 1, 'b', 1)")
    let new = model(
      2, entity("Owner", [.toMany("boxes", "Box", inverse: "owner")]),
      entity("Thing", [], isAbstract: true),
      entity("Box", [code, .toOne("owner", "Owner", inverse: "boxes")], parent: "Thing"),
      entity("Item", [], parent: "Thing"))
    try open(new)
    XCTAssertEqual(
      try stored("SELECT Z_PK, ZCODE, ZOWNER FROM ZTHING ORDER BY 1"), ["1|a|1", "2||"])
    try assertSchema(new, "moved down")
  }
}
