import Foundation
import ModelRuntime
import TestSupport
import XCTest

/// Tests of the store of Apple's sample application for recipes.
final class RecipesStoreTests: XCTestCase {
  private var folder: TemporaryFolder!
  private var url: URL { folder.file("Recipes.sqlite") }

  override func setUpWithError() throws {
    guard let original = SharedFiles.url("stores/Recipes.sqlite") else {
      throw XCTSkip("the real stores are not here")
    }
    folder = try TemporaryFolder()
    try FileManager.default.copyItem(at: original, to: url)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o644], ofItemAtPath: url.path(percentEncoded: false))
  }

  private func open() throws -> PersistentContainer {
    try PersistentContainer(.recipes, configuration: StoreConfiguration(url: url))
  }

  func testRecipesAreReadWithEverythingAroundThem() throws {
    let context = try open().makeContext()
    let recipes = try context.fetch(Recipe.all.sorted { [$0.name.ascending] })
    XCTAssertEqual(
      recipes.map(\.name),
      [
        "Chocolate Cake", "Crèpes Suzette", "Gaufres de Liège", "Ginger snaps", "Macarons",
        "Tarte aux Fraises", "Three Berry Cobbler",
      ])
    let cake = try XCTUnwrap(recipes.first)
    XCTAssertEqual(cake.prepTime, "1 hour")
    XCTAssertEqual(cake.image?.image?.count, 8149)
    XCTAssertEqual(cake.image?.recipe, cake)
    XCTAssertEqual(cake.thumbnailImage?.prefix(3), Data([0xFF, 0xD8, 0xFF]))
    XCTAssertEqual(cake.type?.recipes.contains(cake), true)
    XCTAssertTrue(cake.ingredients.contains { $0.name == "Salt" })
  }

  func testAChangedStoreIsStillItsOwners() throws {
    let metadata = try rows("SELECT Z_VERSION, Z_UUID, hex(Z_PLIST) FROM Z_METADATA", in: url)
    let schema = try rows("SELECT name, sql FROM sqlite_schema ORDER BY name", in: url)
    let versions = try rows("SELECT Z_PK, Z_OPT FROM ZRECIPE ORDER BY 1", in: url)
    try change()
    XCTAssertEqual(
      try rows("SELECT Z_VERSION, Z_UUID, hex(Z_PLIST) FROM Z_METADATA", in: url), metadata)
    XCTAssertEqual(try rows("SELECT name, sql FROM sqlite_schema ORDER BY name", in: url), schema)
    // The second new ingredient reserves a block of eight keys.
    XCTAssertEqual(
      try rows("SELECT * FROM Z_PRIMARYKEY", in: url),
      ["1|Image|0|10", "2|Ingredient|0|42", "3|Recipe|0|11", "4|RecipeType|0|5"])
    XCTAssertEqual(
      try rows(
        "SELECT Z_PK, Z_ENT, Z_OPT, ZNAME, ZIMAGE FROM ZRECIPE WHERE Z_PK IN (3, 11)", in: url),
      ["3|3|9|Macarons de Paris|5", "11|3|1|Soup|10"])
    XCTAssertEqual(
      try rows("SELECT Z_ENT, Z_OPT, ZRECIPE, ZNAME FROM ZINGREDIENT WHERE Z_PK > 33", in: url)
        .sorted(), ["2|1|11|Salt", "2|1|11|Water"])
    let untouched = try rows(
      "SELECT Z_PK, Z_OPT FROM ZRECIPE WHERE Z_PK NOT IN (3, 11) ORDER BY 1", in: url)
    XCTAssertEqual(untouched, versions.filter { !["1|5", "3|8"].contains($0) })
    XCTAssertEqual(try rows("SELECT count(*) FROM ZINGREDIENT WHERE ZRECIPE = 1", in: url), ["0"])
    XCTAssertEqual(try rows("PRAGMA integrity_check", in: url), ["ok"])
    let container = try open()
    XCTAssertEqual(try container.integrityCheck(), [])
    let context = try container.makeContext()
    XCTAssertEqual(try context.first(Recipe.where { $0.name == "Soup" })?.ingredients.count, 2)
  }

  func testTriggersOfDerivedAttributesDoTheirWork() throws {
    try execute(
      """
      CREATE TRIGGER Z_DA_ZINGREDIENT_Ingredient_count_INSERT AFTER INSERT ON ZINGREDIENT
      FOR EACH ROW WHEN NEW.ZRECIPE IS NOT NULL BEGIN
      UPDATE ZRECIPE SET ZPREPTIME = (SELECT count(*) FROM ZINGREDIENT WHERE ZRECIPE = ZRECIPE.Z_PK)
      WHERE Z_PK = NEW.ZRECIPE;
      SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue('ZRECIPE', 3, NEW.ZRECIPE, 'prepTime', 1);
      SELECT NSCoreDataDATriggerInsertUpdatedAffectedObjectValue('ZRECIPE', 3, NEW.ZRECIPE);
      END
      """, in: url)
    try change()
    XCTAssertEqual(
      try rows("SELECT ZPREPTIME IS NOT NULL FROM ZRECIPE WHERE ZNAME = 'Soup'", in: url), ["1"])
    XCTAssertEqual(try open().integrityCheck(), [])
  }

  /// Renames a recipe, deletes one, and adds one with its parts.
  private func change() throws {
    let context = try open().makeContext()
    let macarons = try XCTUnwrap(try context.first(Recipe.where { $0.name == "Macarons" }))
    macarons.name = "Macarons de Paris"
    context.delete(try XCTUnwrap(try context.first(Recipe.where { $0.name == "Chocolate Cake" })))
    let soup = Recipe(in: context, name: "Soup")
    soup.type = macarons.type
    soup.image = Image(in: context, image: Data([1, 2, 3]))
    for (place, name) in ["Water", "Salt"].enumerated() {
      let ingredient = Ingredient(in: context, name: name)
      ingredient.displayOrder = Int32(place)
      ingredient.recipe = soup
    }
    try context.save()
  }
}
