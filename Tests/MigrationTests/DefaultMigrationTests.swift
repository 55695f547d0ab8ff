import ModelSchema
import TestSupport
import XCTest

@testable import ModelRuntime
@testable import ModelStorage

/// Defaults that older rows get, in the same form as in new rows, and exact decimals, which
/// have a format of their own.
final class DefaultMigrationTests: MigrationTestCase {
  private let title = PropertyDescription.attribute("name", .string)
  private let note = PropertyDescription.attribute("note", .string, isOptional: true)
  private let twoItems =
    "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 'a'), (2, 1, 1, 'b')"

  private func balance(
    isExact: Bool = true, isOptional: Bool = false, _ value: ConstantValue? = nil
  ) -> PropertyDescription {
    .attribute(
      "balance", .decimal, isOptional: isOptional, defaultValue: value.map(DefaultValue.constant),
      isExact: isExact)
  }

  func testADefaultMayHaveAMarkBehindAQuote() throws {
    // The quote and the accent are one character in Swift, but SQL sees a quote.
    let text = "it'\u{301}s"
    try make(model(1, entity("Item", [title])), twoItems)
    let new = PropertyDescription.attribute(
      "words", .string, defaultValue: .constant(.string(text)))
    try open(model(2, entity("Item", [title, new])))
    XCTAssertEqual(try stored("SELECT ZWORDS FROM ZITEM"), [text, text])
  }

  func testListsAreTheArraysThatNewRowsStore() throws {
    let date = Date(timeIntervalSinceReferenceDate: 1.5)
    let id = UUID(uuidString: "5D0A4E3C-1C1E-4D5E-9B3B-0A1B2C3D4E5F") ?? UUID()
    let rows: [(type: AttributeType, values: [ConstantValue], json: String)] = [
      (.string, [], "[]"),
      (.string, [.string("it's /\""), .string("ü")], #"["it's /\"","ü"]"#),
      (.int32, [.integer(1), .integer(-2)], "[1,-2]"),
      (.boolean, [.boolean(true)], "[true]"),
      (.double, [.double(0.5)], "[0.5]"),
      (.decimal, [.decimal(12.5)], "[12.5]"),
      (.date, [.date(date)], "[1.5]"),
      (.data, [.data(Data([0, 255]))], #"["AP8="]"#),
      (.uuid, [.uuid(id)], "[\"\(id.uuidString)\"]"),
    ]
    for row in rows {
      let words = PropertyDescription.attribute(
        "words", .list(row.type), defaultValue: .constant(.list(row.values)))
      try? FileManager.default.removeItem(at: url)
      try make(model(1, entity("Item", [title])), twoItems)
      try open(model(2, entity("Item", [title, words])))
      XCTAssertEqual(
        try stored("SELECT ZWORDS FROM ZITEM"), [row.json, row.json], "\(row.type.name)")
    }
  }

  func testAListThatBecomesRequiredIsFilled() throws {
    try make(
      model(1, entity("Item", [.attribute("words", .list(.string), isOptional: true)])),
      """
      INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZWORDS) VALUES (1, 1, 1, NULL), (2, 1, 1, '["a"]')
      """)
    try open(
      model(
        2,
        entity(
          "Item", [.attribute("words", .list(.string), defaultValue: .constant(.list([])))])))
    XCTAssertEqual(try stored("SELECT ZWORDS FROM ZITEM ORDER BY Z_PK"), ["[]", #"["a"]"#])
  }

  func testMissingIdentifiersAreMadeWhereTheyBecomeRequired() throws {
    try make(
      model(1, entity("Item", [.attribute("id", .uuid, isOptional: true)])),
      "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZID) VALUES (1, 1, 1, NULL), (2, 1, 1, NULL), "
        + "(3, 1, 1, x'000102030405060708090A0B0C0D0E0F')")
    try open(model(2, entity("Item", [.attribute("id", .uuid, defaultValue: .uuid)])))
    XCTAssertEqual(
      try stored("SELECT count(DISTINCT ZID), sum(length(ZID)) FROM ZITEM"), ["3|48"])
    XCTAssertEqual(
      try stored("SELECT hex(ZID) FROM ZITEM WHERE Z_PK = 3"),
      ["000102030405060708090A0B0C0D0E0F"])
  }

  func testMissingIdentifiersOfCompositesAreMadeWhereTheyAreThere() throws {
    func version(_ number: Int, _ id: AttributeDescription) -> ManagedObjectModel {
      ManagedObjectModel(
        name: "Shop", version: number,
        composites: [
          CompositeDescription(
            name: "Tag",
            elements: [id, AttributeDescription(name: "text", type: .string, isOptional: true)])
        ], entities: [entity("Item", [.attribute("tag", .composite("Tag"), isOptional: true)])])
    }
    try make(
      version(1, AttributeDescription(name: "id", type: .uuid, isOptional: true)),
      "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZTEXT) VALUES (1, 1, 1, NULL), (2, 1, 1, 'a')")
    try open(version(2, AttributeDescription(name: "id", type: .uuid, defaultValue: .uuid)))
    XCTAssertEqual(
      try stored("SELECT Z_PK, length(ZID) FROM ZITEM ORDER BY 1"), ["1|", "2|16"])
  }

  // MARK: Exact decimals

  func testExactDefaultsAreExact() throws {
    for (value, text) in [(0, "O"), (12.5, "P502.125"), (-12.5, "N497.874~")] as [(Decimal, String)]
    {
      try? FileManager.default.removeItem(at: url)
      try make(model(1, entity("Item", [title])), twoItems)
      try open(model(2, entity("Item", [title, balance(.decimal(value))])))
      XCTAssertEqual(try stored("SELECT ZBALANCE FROM ZITEM"), [text, text], "\(value)")
    }
    try? FileManager.default.removeItem(at: url)
    try make(model(1, entity("Item", [title, balance(isOptional: true)])), twoItems)
    try open(model(2, entity("Item", [title, balance(.integer(0))])))
    XCTAssertEqual(try stored("SELECT ZBALANCE FROM ZITEM"), ["O", "O"])
  }

  func testExactDecimalsAreConvertedWithAllTheirDigits() throws {
    let digits = "12345678901234567890.5"
    let text = "P520.123456789012345678905"
    typealias Row = (
      from: PropertyDescription, to: PropertyDescription, stored: String, new: String
    )
    let rows: [Row] = [
      (balance(), balance(isExact: false), "'P502.125'", "12.5|real"),
      (balance(), .attribute("balance", .double), "'N497.874~'", "-12.5|real"),
      (balance(), .attribute("balance", .int32), "'P502.12'", "12|integer"),
      (balance(), .attribute("balance", .string), "'\(text)'", "\(digits)|text"),
      (balance(isExact: false), balance(), "12.5", "P502.125|text"),
      (.attribute("balance", .int64), balance(), "0", "O|text"),
      (.attribute("balance", .string), balance(), "'\(digits)'", "\(text)|text"),
    ]
    for row in rows {
      try? FileManager.default.removeItem(at: url)
      try make(
        model(1, entity("Item", [row.from])),
        "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZBALANCE) VALUES (1, 1, 1, \(row.stored))")
      try open(model(2, entity("Item", [row.to, note]))) { $0.convertsTypes = true }
      XCTAssertEqual(
        try stored("SELECT ZBALANCE, typeof(ZBALANCE) FROM ZITEM"), [row.new],
        "\(row.stored) as \(row.to)")
    }
  }

  func testMissingValuesOfAnotherTypeGetTheDefault() throws {
    let size = AttributeDescription(
      name: "size", type: .int64, defaultValue: .constant(.integer(7)))
    try make(
      model(1, entity("Item", [.attribute("size", .string, isOptional: true)])),
      "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZSIZE) VALUES (1, 1, 1, '5'), (2, 1, 1, NULL)")
    try open(model(2, entity("Item", [.attribute(size), note]))) { $0.convertsTypes = true }
    XCTAssertEqual(try stored("SELECT Z_PK, ZSIZE FROM ZITEM ORDER BY 1"), ["1|5", "2|7"])
  }

  func testFilesReadAsAWholeChangeTheirFormOfDecimals() throws {
    for (type, isExact) in [
      (StoreType.xml, true), (.xml, false), (.binary, true), (.binary, false),
    ] {
      let name = "\(type.name) \(isExact)"
      var configuration = StoreConfiguration(url: folder.file(name), type: type)
      func context(_ model: ManagedObjectModel) throws -> ManagedObjectContext {
        try PersistentContainer(
          CompiledModel(versions: ModelVersions(current: model)), configuration: configuration
        ).makeContext()
      }
      let before = try context(model(1, entity("Item", [balance(isExact: isExact)])))
      try before.insert(entityName: "Item", ["balance": Decimal(12.5)])
      try before.save()
      // The second time, the file has been migrated already, so nothing needs conversion.
      for convertsTypes in [true, false] {
        configuration.migration.convertsTypes = convertsTypes
        let after = try context(model(2, entity("Item", [balance(isExact: !isExact)])))
        let values = try after.fetch(entityName: "Item").map { try $0.value(forKey: "balance") }
        XCTAssertEqual(values as? [Decimal], [12.5], name)
      }
    }
  }

  func testExactDecimalsThatAreNoWholeNumbersAreRefused() throws {
    try make(
      model(1, entity("Item", [balance()])),
      "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZBALANCE) VALUES (1, 1, 1, 'P502.125')")
    XCTAssertThrowsError(
      try open(model(2, entity("Item", [.attribute("balance", .int32)]))) {
        $0.convertsTypes = true
      }
    ) { XCTAssertTrue("\($0)".contains("readable as Int32: 1 does not"), "\($0)") }
  }

  func testDerivedValuesAreExact() throws {
    try make(
      model(1, entity("Item", [balance()])),
      "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZBALANCE) VALUES (1, 1, 1, 'P502.125')")
    let copy = PropertyDescription.attribute(
      "copy", .decimal, isOptional: true, derivation: .keyPath(["balance"], of: .evaluatedObject),
      isExact: true)
    try open(model(2, entity("Item", [balance(), copy])))
    XCTAssertEqual(try stored("SELECT ZCOPY FROM ZITEM"), ["P502.125"])
  }

  /// A policy that sets balances to a decimal or an integer.
  private struct Settling: EntityMigrationPolicy {
    func createDestinationInstances(
      for source: MigrationObject, session: MigrationSession
    ) throws {
      var object = session.destination(for: source)
      object["balance"] = source.string("name") == "a" ? .decimal(12.5) : .integer(0)
      try session.insert(object, for: source)
    }
  }

  func testPoliciesSetExactDecimals() throws {
    try make(model(1, entity("Item", [title])), twoItems)
    try open(model(2, entity("Item", [title, balance(.decimal(1))]))) {
      $0.code.add(Settling(), for: "Item", from: 1, to: 2)
    }
    XCTAssertEqual(try stored("SELECT ZBALANCE FROM ZITEM ORDER BY Z_PK"), ["P502.125", "O"])
  }
}
