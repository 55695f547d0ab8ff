import Foundation
import ModelLanguage
import ModelRuntime
import TestSupport
import XCTest

@testable import ModelSchema

/// Tests that composite attributes are stored in the same way as by Core Data.
final class CompositeStoreTests: XCTestCase {
  private let folder = try? TemporaryFolder()

  private func url() throws -> URL { try XCTUnwrap(folder).file("Composites.sqlite") }

  // MARK: As in a store of Core Data's

  private struct Schema: Decodable {
    let hashes: [String: String]
    let schema: [String]
  }

  /// Returns the model of a store that SwiftData made, with its hashes and schema.
  private func cocktails() throws -> (model: ManagedObjectModel, store: Schema) {
    guard let folder = SharedFiles.url("findings/apple/composites") else {
      throw XCTSkip("the model of a store with composites is not here")
    }
    let text = try Data(contentsOf: folder.appending(path: "contents"))
    let files = DataModelFiles(path: "Cocktails.xcdatamodel", contents: ["contents": Array(text)])
    let model = try XCTUnwrap(readDataModel(files).current?.reading.model)
    let store = try Data(contentsOf: folder.appending(path: "store.json"))
    return (model, try JSONDecoder().decode(Schema.self, from: store))
  }

  func testHashesAreCoreDatas() throws {
    let (model, store) = try cocktails()
    let hashes = model.versionHashes.mapValues { hash in
      hash.map { String(format: "%02x", $0) }.joined()
    }
    XCTAssertEqual(hashes, store.hashes)
    XCTAssertEqual(model.unconfirmedHashFeatures.filter { $0.contains("composite") }, [])
  }

  func testTablesAreCoreDatas() throws {
    let (model, store) = try cocktails()
    var configuration = StoreConfiguration(url: try url())
    configuration.addsForeignKeys = false
    _ = try PersistentContainer(CompiledModel(model), configuration: configuration)
    let made = try rows(
      "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name LIKE 'Z%' "
        + "AND name NOT LIKE 'Z\\_%' ESCAPE '\\' ORDER BY name", in: url())
    let wanted = store.schema.filter { $0.hasPrefix("CREATE TABLE Z") && !$0.contains("TABLE Z_") }
    let plain = { (sql: String) in
      sql.replacing("( ", with: "(").replacing(" )", with: ")")
    }
    XCTAssertEqual(made.map(plain).sorted(), wanted.map(plain).sorted())
  }

  /// Each property uses its own one of several columns with the same name, whatever the
  /// order of the declarations.
  func testEqualNamesAreToldApart() throws {
    let (model, store) = try cocktails()
    for sql in store.schema where !sql.contains("TABLE A") && !sql.contains(" ON A") {
      try execute(sql, in: try url())
    }
    try execute(
      """
      INSERT INTO Z_METADATA VALUES (1, '\(UUID().uuidString)', NULL);
      INSERT INTO Z_PRIMARYKEY VALUES (1, 'Cocktail', 0, 1), (2, 'Garnish', 0, 0), \
      (3, 'Ingredient', 0, 0), (4, 'IngredientBase', 0, 0);
      INSERT INTO ZCOCKTAIL (Z_PK, Z_ENT, Z_OPT, ZCOCKTAILNAME, ZID, ZID1) VALUES (1, 1, 1, 'Ti', \
      x'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', x'BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB')
      """, in: try url())
    let container = try PersistentContainer(
      CompiledModel(model), configuration: StoreConfiguration(url: try url()))
    try container.performAndWait { context in
      let cocktail = try XCTUnwrap(context.fetch(entityName: "Cocktail").first)
      XCTAssertEqual("\(try XCTUnwrap(cocktail.value(forKey: "id")))".prefix(4), "BBBB")
      let author = try XCTUnwrap(cocktail.value(forKey: "author") as? [String: Any])
      XCTAssertEqual("\(try XCTUnwrap(author["id"]))".prefix(4), "AAAA")
    }
  }

  /// Without the composites, the entity's `id` would be read from the column of
  /// `author.id`, and written to it.
  func testAModelThatDoesNotExplainColumnsDoesNotWrite() throws {
    try testEqualNamesAreToldApart()
    var (model, _) = try cocktails()
    for index in model.entities.indices {
      model.entities[index].properties.removeAll { property in
        if case .composite? = property.attribute?.type { true } else { false }
      }
    }
    model.composites = []
    XCTAssertThrowsError(
      try PersistentContainer(
        CompiledModel(model), configuration: StoreConfiguration(url: try url()))
    ) { error in
      XCTAssertEqual((error as? StoreError)?.reason, .modelMismatch, "\(error)")
      XCTAssertTrue("\(error)".contains("ZCOCKTAIL.ZALASKA"), "\(error)")
    }
    var configuration = StoreConfiguration(url: try url())
    configuration.isReadOnly = true
    XCTAssertNoThrow(try PersistentContainer(CompiledModel(model), configuration: configuration))
  }

  // MARK: As version 0.1 made them

  private func people() -> ManagedObjectModel {
    var home = AttributeDescription(name: "home", type: .composite("Address"))
    home.isOptional = true
    return ManagedObjectModel(
      name: "People", version: 1,
      composites: [
        CompositeDescription(
          name: "Address",
          elements: [
            AttributeDescription(name: "zip", type: .string, isOptional: true),
            AttributeDescription(name: "city", type: .string, isOptional: true),
          ])
      ],
      entities: [
        EntityDescription(
          name: "Person",
          properties: [
            .attribute(home),
            .attribute(AttributeDescription(name: "zip", type: .string, isOptional: true)),
          ])
      ])
  }

  private func values(_ container: PersistentContainer) throws -> [String] {
    try container.performAndWait { context in
      let person = try XCTUnwrap(context.fetch(entityName: "Person").first)
      let home = try XCTUnwrap(person.value(forKey: "home") as? [String: Any])
      let all: [Any?] = [try person.value(forKey: "zip"), home["zip"], home["city"]]
      return try all.map {
        "\(try XCTUnwrap($0))"
      }
    }
  }

  func testStoresWithFormerColumnsAreMigrated() throws {
    let model = people()
    try PersistentContainer(CompiledModel(model), configuration: StoreConfiguration(url: url()))
      .performAndWait { context in
        let person = try context.insert(entityName: "Person", ["zip": "9000"])
        try person.setValue(["zip": "8001", "city": "Bern"], forKey: "home")
        try context.save()
      }
    XCTAssertEqual(
      try rows("SELECT ZZIP, ZZIP1, ZCITY FROM ZPERSON", in: url()), ["8001|9000|Bern"])
    // Rename the columns as version 0.1 would have named them.
    try execute(
      """
      ALTER TABLE ZPERSON RENAME COLUMN ZZIP TO ZHOME_ZIP;
      ALTER TABLE ZPERSON RENAME COLUMN ZCITY TO ZHOME_CITY;
      ALTER TABLE ZPERSON RENAME COLUMN ZZIP1 TO ZZIP
      """, in: try url())
    try setFormerHashes(of: model)
    let former = try rows("SELECT * FROM ZPERSON", in: url())
    var reading = StoreConfiguration(url: try url())
    reading.isReadOnly = true
    XCTAssertEqual(
      try values(PersistentContainer(CompiledModel(model), configuration: reading)),
      ["9000", "8001", "Bern"])
    XCTAssertEqual(try rows("SELECT * FROM ZPERSON", in: url()), former)
    let container = try PersistentContainer(
      CompiledModel(model), configuration: StoreConfiguration(url: url()))
    XCTAssertEqual(try values(container), ["9000", "8001", "Bern"])
    XCTAssertEqual(
      try rows("SELECT ZZIP, ZZIP1, ZCITY FROM ZPERSON", in: url()), ["8001|9000|Bern"])
    XCTAssertEqual(try StoreInspection(url: url()).versionHashes(), model.versionHashes)
    XCTAssertEqual(try container.integrityCheck(), [])
  }

  private func setFormerHashes(of model: ManagedObjectModel) throws {
    let text = try XCTUnwrap(rows("SELECT hex(Z_PLIST) FROM Z_METADATA", in: url()).first)
    var list = try XCTUnwrap(
      PropertyListSerialization.propertyList(
        from: try XCTUnwrap(Data(hex: text)), format: nil) as? [String: Any])
    list["NSStoreModelVersionHashes"] = model.formerVersionHashes
    let data = try PropertyListSerialization.data(
      fromPropertyList: list, format: .binary, options: 0)
    let digits = data.map { String(format: "%02x", $0) }.joined()
    try execute("UPDATE Z_METADATA SET Z_PLIST = x'\(digits)'", in: try url())
  }
}
