import ModelSchema
import TestSupport
import XCTest

@testable import ModelRuntime

/// Relationships that a mapping model fills by a collection operator.
final class MappedCollectionTests: MigrationTestCase {
  private static let name = PropertyDescription.attribute("name", .string)

  private func shops(_ version: Int, isNew: Bool) -> ManagedObjectModel {
    model(
      version,
      entity(
        "City",
        [
          Self.name, .toOne("country", "Country", inverse: "cities"),
          .toMany("shops", "Shop", inverse: "city"),
        ] + (isNew ? [.toMany("rivals", "Shop", inverse: "rivalOf")] : [])),
      entity(
        "Country",
        [Self.name, .toMany("cities", "City", inverse: "country")]
          + (isNew ? [.toMany("shops", "Shop", inverse: "country")] : [])),
      entity(
        "Shop",
        [Self.name, .toOne("city", "City", inverse: "shops")]
          + (isNew
            ? [
              .toOne("country", "Country", inverse: "shops"),
              .toMany("rivalOf", "City", inverse: "rivals"),
            ] : [])))
  }

  private let data = """
    INSERT INTO ZCOUNTRY (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 2, 1, 'A'), (2, 2, 1, 'B'), \
    (3, 2, 1, 'C'); \
    INSERT INTO ZCITY (Z_PK, Z_ENT, Z_OPT, ZNAME, ZCOUNTRY) VALUES (1, 1, 1, 'a', 1), \
    (2, 1, 1, 'b', 1), (3, 1, 1, 'c', 2), (4, 1, 1, 'd', NULL); \
    INSERT INTO ZSHOP (Z_PK, Z_ENT, Z_OPT, ZNAME, ZCITY) VALUES (1, 3, 1, 'p', 1), \
    (2, 3, 1, 'q', 1), (3, 3, 1, 'r', 2), (4, 3, 1, 's', 3), (5, 3, 1, 't', 4); \
    UPDATE Z_PRIMARYKEY SET Z_MAX = 9
    """

  private func manager(_ objects: String) -> String {
    "FUNCTION($manager, 'destinationInstancesForEntityMappingNamed:sourceInstances:', "
      + "'ShopToShop', \(objects))"
  }

  private func migrate(_ entity: String, _ property: String, _ format: String) throws {
    tearDown()
    try setUpWithError()
    try make(shops(1, isNew: false), data)
    let mappings = try ["Country", "City", "Shop"].map { name in
      var mapping = MappingModel.Entity(
        name: "\(name)To\(name)", kind: .transform, sourceName: name, destinationName: name)
      if name == entity { try mapping.map(property, format: format) }
      return mapping
    }
    try open(shops(2, isNew: true)) {
      $0.code.add(MappingModel(entities: mappings), from: 1, to: 2)
    }
  }

  func testACountryGetsTheShopsOfItsCities() throws {
    for format in [
      manager("$source.cities.@distinctUnionOfSets.shops"),
      manager("$source.cities.@unionOfArrays.shops"), manager("$source.cities.shops"),
      manager("$source.cities.@distinctUnionOfObjects.shops"),
      "$source.cities.@distinctUnionOfSets.shops", "$source.cities.shops",
      manager("SUBQUERY($source.cities, $c, $c.name != 'x').@distinctUnionOfSets.shops"),
      manager("distinct($source.cities.shops)"),
    ] {
      do {
        try migrate("Country", "shops", format)
        XCTAssertEqual(
          try stored("SELECT ZNAME, ZCOUNTRY FROM ZSHOP ORDER BY Z_PK"),
          ["p|1", "q|1", "r|1", "s|2", "t|"], format)
      } catch {
        XCTFail("\(format): \(error)")
      }
    }
  }

  /// A to-one path before the collection joins tables, which the SELECT of the set has to
  /// include.
  func testACityGetsTheShopsOfItsCountry() throws {
    for format in [
      manager("$source.country.cities.@distinctUnionOfSets.shops"),
      manager("$source.country.cities.shops"), "$source.country.cities.@distinctUnionOfSets.shops",
      "$source.country.cities.shops",
    ] {
      do {
        try migrate("City", "rivals", format)
        let pairs = try stored(
          "SELECT name FROM pragma_table_list WHERE name LIKE 'Z\\__RIVALS' ESCAPE '\\' "
            + "OR name LIKE 'Z\\__RIVALOF' ESCAPE '\\'")
        let table = try XCTUnwrap(pairs.first)
        XCTAssertEqual(
          try stored("SELECT count(*) FROM \(table)"), ["7"], format)
      } catch {
        XCTFail("\(format): \(error)")
      }
    }
  }

  func testWhatCannotBeCarriedOutIsRefusedBeforeAnythingIsWritten() throws {
    XCTAssertThrowsError(try migrate("Country", "shops", manager("$source.name"))) { error in
      XCTAssertEqual((error as? MigrationError)?.reason, .invalidMapping, "\(error)")
    }
    XCTAssertEqual(try stored("SELECT count(*) FROM ZSHOP"), ["5"])
  }
}
