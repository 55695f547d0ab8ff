import ModelSchema
import XCTest

/// The SQL views of a store for people who read it with `sqlite3`.
final class ReadableViewTests: MigrationTestCase {
  func testAViewHasTheKeyAndThePropertiesUnderTheirNames() throws {
    try make(
      model(1, entity("Item", [.attribute("fullName", .string)])), views: true,
      "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZFULLNAME) VALUES (7, 1, 1, 'a')")
    XCTAssertEqual(try stored("SELECT id, fullName FROM Item"), ["7|a"])
  }

  func testAnAttributeCalledIdKeepsItsNameInTheView() throws {
    try make(
      model(1, entity("Item", [.attribute("id", .int64), .attribute("name", .string)])),
      views: true,
      "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZID, ZNAME) VALUES (7, 1, 1, 42, 'a')")
    XCTAssertEqual(
      try stored("SELECT name FROM pragma_table_info('Item')"), ["Z_PK", "id", "name"])
    XCTAssertEqual(try stored("SELECT Z_PK, id, name FROM Item"), ["7|42|a"])
  }
}
