import Foundation
import ModelSchema
import TestSupport
import XCTest

@testable import ModelRuntime
@testable import ModelStorage

/// Changes that an inferred migration refuses: every unsupported change of MG-03, with its
/// message, and without a change of the store.
final class RefusedMigrationTests: MigrationTestCase {
  private static let name = PropertyDescription.attribute("name", .string)
  private static let twoItems =
    "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 3, '7'), (2, 1, 1, 'b')"

  /// Asserts that opening fails with a reason and a message, and that the file does not
  /// change.
  private func assertRefused(
    _ reason: MigrationError.Reason, _ words: String, _ new: ManagedObjectModel,
    released: [ManagedObjectModel] = [], line: UInt = #line,
    _ change: (inout MigrationOptions) -> Void = { _ in }
  ) throws {
    try execute("PRAGMA wal_checkpoint(TRUNCATE)", in: url)
    let before = try Data(contentsOf: url)
    XCTAssertThrowsError(try open(new, released: released, change), line: line) { error in
      XCTAssertEqual((error as? MigrationError)?.reason, reason, "\(error)", line: line)
      XCTAssertTrue("\(error)".contains(words), "\(error)", line: line)
    }
    XCTAssertEqual(try Data(contentsOf: url), before, "the store was changed", line: line)
  }

  func testATypeChangeIsRefusedAndConvertedOnRequest() throws {
    try make(model(1, entity("Item", [Self.name])), Self.twoItems)
    let new = model(2, entity("Item", [.attribute("name", .int32)]))
    try assertRefused(.noMapping, "'Item.name' is Int32 now and was String", new)
    try assertRefused(.dataBreaksRule, "readable as Int32: 1 does not: Item p2", new) {
      $0.convertsTypes = true
    }
    try execute("UPDATE ZITEM SET ZNAME = '-12' WHERE Z_PK = 2", in: url)
    try open(new) { $0.convertsTypes = true }
    XCTAssertEqual(
      try stored("SELECT ZNAME, typeof(ZNAME) FROM ZITEM"), ["7|integer", "-12|integer"])
    try assertSchema(new, "converted")
  }

  func testTheVersionOfTheStoreIsNamed() throws {
    let first = model(1, entity("Item", [Self.name]))
    try make(first, Self.twoItems)
    let block = MigrationDescription(
      fromVersion: 1,
      steps: [.map(from: "Item", to: "Item", [.init("name", .constant(.string("b")))])])
    let second = ManagedObjectModel(
      name: first.name, version: 2, entities: first.entities, migrations: [block])
    try assertRefused(
      .dataBreaksRule, "version 1, as version 2 has them, break rules of version 3",
      model(3, entity("Item", [.attribute("name", .int32)])), released: [first, second]
    ) { $0.convertsTypes = true }
  }

  func testValuesAreConvertedWhereTheyKeepTheirMeaning() throws {
    let cases: [(AttributeType, String, AttributeType, String)] = [
      (.int16, "7", .int64, "7|integer"), (.int32, "7", .double, "7.0|real"),
      (.int16, "-3", .string, "-3|text"), (.boolean, "1", .string, "true|text"),
      (.double, "2.0", .int16, "2|integer"), (.string, "'2.5'", .double, "2.5|real"),
      (.string, "'yes'", .boolean, "1|integer"), (.date, "0", .string, "2001-01-01T00:00:00Z|text"),
      (.int32, "1", .boolean, "1|integer"), (.float, "1.5", .double, "1.5|real"),
      (
        .uuid, "x'00112233445566778899AABBCCDDEEFF'", .string,
        "00112233-4455-6677-8899-AABBCCDDEEFF|text"
      ),
      (.int32, "16777216", .float, "16777216.0|real"),
      (.double, "0.1", .float, "0.100000001490116|real"),
      (.string, "'-2.5'", .float, "-2.5|real"),
      (.string, "'1e3'", .int32, "1000|integer"), (.string, "'1.5e1'", .int16, "15|integer"),
      (.string, "'9007199254740993.0'", .int64, "9007199254740993|integer"),
      (.string, "'9007199254740993.0'", .decimal, "9007199254740993|integer"),
      (.string, "'0.1'", .decimal, "0.1|real"),
    ]
    for (old, literal, new, expected) in cases {
      tearDown()
      try setUpWithError()
      try make(
        model(1, entity("Item", [.attribute("x", old)])),
        "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZX) VALUES (1, 1, 1, \(literal))")
      try open(model(2, entity("Item", [.attribute("x", new)]))) { $0.convertsTypes = true }
      XCTAssertEqual(
        try stored("SELECT ZX, typeof(ZX) FROM ZITEM"), [expected], "\(old) to \(new)")
    }
  }

  func testDigitsThatNoNumberHoldsAreKeptOrRefused() throws {
    func model(_ version: Int, isExact: Bool) -> ManagedObjectModel {
      var price = AttributeDescription(name: "price", type: .decimal)
      price.isExact = isExact
      return MigrationTests.model(version, entity("Item", [.attribute(price)]))
    }
    try make(
      model(1, isExact: true),
      "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZPRICE) VALUES "
        + "(1, 1, 1, 'P503.1255'), (2, 1, 1, 'P517.1234567890123456789')")
    let new = model(2, isExact: false)
    try assertRefused(
      .dataBreaksRule,
      "'Item.price' must not have more digits than a decimal keeps that is not @exact: 1 does not: "
        + "Item p2", new
    ) { $0.convertsTypes = true }
    try execute("DELETE FROM ZITEM WHERE Z_PK = 2", in: url)
    try open(new) { $0.convertsTypes = true }
    XCTAssertEqual(try stored("SELECT ZPRICE, typeof(ZPRICE) FROM ZITEM"), ["125.5|real"])
  }

  func testNumbersThatNoDecimalHoldsAreRefused() throws {
    let cases: [(AttributeType, String)] = [(.string, "'1e200'"), (.double, "1e200")]
    for (old, literal) in cases {
      tearDown()
      try setUpWithError()
      try make(
        model(1, entity("Item", [.attribute("x", old)])),
        "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZX) VALUES (1, 1, 1, \(literal)), (2, 1, 1, 1)")
      try assertRefused(
        .dataBreaksRule, "readable as Decimal: 1 does not: Item p1",
        model(2, entity("Item", [.attribute("x", .decimal, isExact: true)]))
      ) { $0.convertsTypes = true }
    }
  }

  func testUniqueValuesThatConversionMakesEqualAreNamed() throws {
    try make(
      model(1, entity("Item", [.attribute("x", .string, isUnique: true)])),
      "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZX) VALUES (1, 1, 1, '1'), (2, 1, 1, '01')")
    try assertRefused(
      .dataBreaksRule, "'Item.x' must be unique: 2 do not: Item p1, Item p2",
      model(2, entity("Item", [.attribute("x", .int32, isUnique: true)]))
    ) { $0.convertsTypes = true }
  }

  func testATextBecomesTheUUIDThatItNames() throws {
    try make(
      model(1, entity("Item", [.attribute("x", .string)])),
      "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZX) VALUES "
        + "(1, 1, 1, '00112233-4455-6677-8899-aabbccddeeff')")
    try open(model(2, entity("Item", [.attribute("x", .uuid)]))) { $0.convertsTypes = true }
    XCTAssertEqual(try stored("SELECT hex(ZX) FROM ZITEM"), ["00112233445566778899AABBCCDDEEFF"])
  }

  func testValuesThatWouldLoseTheirMeaningAreNamed() throws {
    let cases: [(AttributeType, String, AttributeType)] = [
      (.int32, "70000", .int16), (.double, "2.5", .int32), (.string, "'x'", .double),
      (.string, "'12x'", .int32), (.string, "'maybe'", .boolean), (.int32, "2", .boolean),
      (.string, "'3e400'", .double), (.int64, "9007199254740993", .double),
      (.string, "'no uuid'", .uuid), (.string, "'70000'", .int16),
      (.int32, "16777217", .float), (.double, "16777217.0", .float), (.double, "1e39", .float),
      (.double, "1e-60", .float), (.string, "'-1e39'", .float), (.string, "'1.5'", .int32),
      (.string, "'9223372036854775808'", .int64),
      (.string, "'12345678901234567.89'", .decimal),
    ]
    for (old, literal, new) in cases {
      tearDown()
      try setUpWithError()
      try make(
        model(1, entity("Item", [.attribute("x", old)])),
        "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZX) VALUES (1, 1, 1, \(literal))")
      try assertRefused(
        .dataBreaksRule, "1 does not: Item p1", model(2, entity("Item", [.attribute("x", new)]))
      ) { $0.convertsTypes = true }
    }
  }

  func testANewRequiredAttributeWithoutADefaultIsRefused() throws {
    try make(model(1, entity("Item", [Self.name])), Self.twoItems)
    try assertRefused(
      .noMapping, "'Item.size' is new and required, and old rows have no value for it; give it a",
      model(2, entity("Item", [Self.name, .attribute("size", .int32)])))
  }

  func testOptionalBecomesRequiredOnlyWhereNoRowLacksAValue() throws {
    try make(
      model(1, entity("Item", [.attribute("name", .string, isOptional: true)])), Self.twoItems,
      "UPDATE ZITEM SET ZNAME = NULL WHERE Z_PK = 2")
    try assertRefused(
      .dataBreaksRule,
      "'Item.name' is required now and must have a value everywhere: 1 does not: "
        + "Item p2", model(2, entity("Item", [Self.name])))
  }

  func testToManyBecomesToOneOnlyWhereNoneHasMore() throws {
    try make(
      model(
        1, entity("Box", [.toMany("items", "Item", inverse: "boxes")]),
        entity("Item", [.toMany("boxes", "Box", inverse: "items")])),
      "INSERT INTO ZBOX (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1), (2, 1, 1)",
      "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT) VALUES (1, 2, 1)",
      "INSERT INTO Z_1ITEMS VALUES (1, 1), (2, 1)")
    try assertRefused(
      .dataBreaksRule, "'Item.boxes' leads to one object now and must not lead to more: 1 does not",
      model(
        2, entity("Box", [.toMany("items", "Item", inverse: "boxes")]),
        entity("Item", [.toOne("boxes", "Box", inverse: "items")])))
  }

  func testHierarchiesAreNotMerged() throws {
    try make(
      model(1, entity("Box", [Self.name]), entity("Item", [Self.name])),
      "INSERT INTO ZBOX (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1)",
      "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT) VALUES (1, 2, 1)")
    try assertRefused(
      .noMapping, "'Box' and 'Item' had no common parent and share 'Thing' now",
      model(
        2, entity("Thing", [Self.name]), entity("Box", [], parent: "Thing"),
        entity("Item", [], parent: "Thing")))
  }

  func testEntitiesAreNotSplit() throws {
    try make(model(1, entity("Item", [Self.name])), Self.twoItems)
    let new = model(
      2, entity("Box", [Self.name], renamed: "Item"), entity("Toy", [Self.name], renamed: "Item"))
    try open(new)
    XCTAssertEqual(
      try stored("SELECT count(*) FROM ZBOX UNION ALL SELECT count(*) FROM ZTOY"), ["2", "0"],
      "the first takes the rows, the second is new")
  }

  func testEntitiesAreNotMerged() throws {
    try make(
      model(1, entity("Box", [Self.name]), entity("Toy", [Self.name])),
      "INSERT INTO ZBOX (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 'box')",
      "INSERT INTO ZTOY (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 2, 1, 'toy')")
    var new = model(2, entity("Thing", [Self.name]))
    new.migrations = [
      MigrationDescription(
        fromVersion: 1,
        steps: [.map(from: "Box", to: "Thing", []), .map(from: "Toy", to: "Thing", [])])
    ]
    try assertRefused(
      .noMapping, "'Box' and 'Toy' are both mapped to 'Thing'; a mapping model joins entities", new)
  }

  func testANewUniquenessConstraintThatDataBreakIsRefused() throws {
    try make(
      model(1, entity("Item", [Self.name])), Self.twoItems,
      "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (3, 1, 1, 'b')")
    let new = model(2, entity("Item", [.attribute("name", .string, isUnique: true)]))
    try assertRefused(
      .dataBreaksRule, "'Item.name' must be unique: 2 do not: Item p2, Item p3", new)
    try execute("DELETE FROM ZITEM WHERE Z_PK = 3", in: url)
    try open(new)
    try assertSchema(new, "unique now")
  }

  func testADefaultThatSeveralRowsOfAUniqueAttributeGetIsRefused() throws {
    try make(
      model(1, entity("Item", [.attribute("x", .string, isOptional: true, isUnique: true)])),
      "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1), (2, 1, 1)")
    let new = model(
      2, entity("Item", [.attribute("x", .string, defaultValue: "none", isUnique: true)]))
    try assertRefused(.dataBreaksRule, "'Item.x' must be unique: 2 do not: Item p1, Item p2", new)
    try execute("DELETE FROM ZITEM WHERE Z_PK = 2", in: url)
    try open(new)
    XCTAssertEqual(try stored("SELECT Z_PK, ZX FROM ZITEM"), ["1|none"])
    try assertSchema(new, "a default of a unique attribute")
  }

  func testAConstraintOfANewParentThatDataBreakIsRefused() throws {
    let code = PropertyDescription.attribute("code", .string, isUnique: true)
    try make(
      model(
        1, entity("Base", []), entity("A", [code], parent: "Base"),
        entity("B", [code], parent: "Base")),
      "INSERT INTO ZBASE (Z_PK, Z_ENT, Z_OPT, ZCODE) VALUES (1, 2, 1, '1')",
      "INSERT INTO ZBASE (Z_PK, Z_ENT, Z_OPT, ZCODE1) VALUES (2, 3, 1, '1')")
    let new = model(
      2, entity("Base", []), entity("Mid", [code], parent: "Base"), entity("A", [], parent: "Mid"),
      entity("B", [], parent: "Mid"))
    try assertRefused(.dataBreaksRule, "'Mid.code' must be unique: 2 do not", new)
    try execute("DELETE FROM ZBASE WHERE Z_PK = 2", in: url)
    try open(new)
    try assertSchema(new, "a unique value of a new parent")
  }

  func testAnEntityBecomesAbstractOnlyWhereItHasNoObjects() throws {
    try make(model(1, entity("Item", [Self.name])), Self.twoItems)
    let new = model(
      2, entity("Item", [Self.name], isAbstract: true), entity("Toy", [], parent: "Item"))
    try assertRefused(
      .dataBreaksRule, "'Item' is abstract now and must have no objects: 2", new)
    try execute("DELETE FROM ZITEM", in: url)
    try open(new)
    try assertSchema(new, "abstract now")
  }

  func testACaseIsRemovedOnlyWhereNoRowHasItsValue() throws {
    func item(_ version: Int, _ raw: AttributeType, _ values: [ConstantValue]) -> ManagedObjectModel
    {
      var model = model(
        version,
        entity(
          "Item",
          [
            .attribute("name", .enumeration("Kind", raw: raw)),
            .attribute("added\(version)", .string, isOptional: true),
          ]))
      model.enumerations = [
        EnumerationDescription(
          name: "Kind", rawType: raw,
          cases: values.enumerated().map { .init(name: "case\($0.offset)", rawValue: $0.element) })
      ]
      return model
    }
    let cases: [(AttributeType, gone: ConstantValue, kept: ConstantValue, literal: String)] = [
      (.string, .string("b"), .string("7"), "'b'"), (.int16, .integer(3), .integer(7), "3"),
    ]
    for (raw, gone, kept, literal) in cases {
      tearDown()
      try setUpWithError()
      try make(
        item(1, raw, [gone, kept]),
        "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 7), (2, 1, 1, \(literal))")
      let new = item(2, raw, [kept])
      try assertRefused(
        .dataBreaksRule,
        "'Item.name' must not be \(literal), which no case stands for now: 1 does not: Item p2", new
      )
      try execute("DELETE FROM ZITEM WHERE Z_PK = 2", in: url)
      try open(new)
      XCTAssertEqual(try stored("SELECT ZNAME FROM ZITEM"), ["7"])
    }
  }

  func testWhatBecomesACaseMustBeOne() throws {
    func kind(_ raw: AttributeType, _ value: ConstantValue) -> ManagedObjectModel {
      var model = model(
        2,
        entity(
          "Item",
          [
            .attribute("name", .enumeration("Kind", raw: raw)),
            .attribute("added", .string, isOptional: true),
          ]))
      model.enumerations = [
        EnumerationDescription(
          name: "Kind", rawType: raw, cases: [.init(name: "seven", rawValue: value)])
      ]
      return model
    }
    let cases: [(AttributeType, ManagedObjectModel, literal: String, values: String)] = [
      (.string, kind(.string, .string("7")), "'b'", "'7'"),
      (.int32, kind(.int16, .integer(7)), "3", "7"),
      (.string, kind(.int16, .integer(7)), "'8'", "7"),
    ]
    for (old, new, literal, values) in cases {
      tearDown()
      try setUpWithError()
      try make(
        model(1, entity("Item", [.attribute("name", old)])),
        "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 7), (2, 1, 1, \(literal))")
      try assertRefused(
        .dataBreaksRule,
        "every value of 'Item.name' must be that of a case of Kind: \(values): 1 does not: Item p2",
        new
      ) { $0.convertsTypes = true }
      try execute("DELETE FROM ZITEM WHERE Z_PK = 2", in: url)
      try open(new) { $0.convertsTypes = true }
      XCTAssertEqual(try stored("SELECT ZNAME FROM ZITEM"), ["7"], "\(old)")
    }
  }

  func testARequiredRelationshipToWhatIsRemovedIsRefused() throws {
    let owner = entity("Owner", [.toOne("thing", "Thing", inverse: "owners", isOptional: false)])
    let thing = entity(
      "Thing", [.toMany("owners", "Owner", inverse: "thing")], isAbstract: true)
    let item = entity("Item", [], parent: "Thing")
    try make(
      model(1, owner, thing, entity("Box", [], parent: "Thing"), item),
      "INSERT INTO ZTHING (Z_PK, Z_ENT, Z_OPT) VALUES (1, 3, 1), (2, 4, 1)",
      "INSERT INTO ZOWNER (Z_PK, Z_ENT, Z_OPT, ZTHING) VALUES (1, 1, 1, 1), (2, 1, 1, 2)")
    let new = model(2, owner, thing, item)
    try assertRefused(
      .dataBreaksRule,
      "'Owner.thing' is required and must not lead to 'Box', whose objects go: 1 does not: Owner p1",
      new)
    try execute("DELETE FROM ZOWNER WHERE Z_PK = 1", in: url)
    try open(new)
    XCTAssertEqual(try stored("SELECT Z_PK, ZTHING FROM ZOWNER"), ["2|2"])
  }

  func testARelationshipThatBecomesAnAttributeIsRefused() throws {
    try make(
      model(
        1, entity("Box", [.toMany("items", "Item", inverse: "box")]),
        entity("Item", [.toOne("box", "Box", inverse: "items")])),
      "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT) VALUES (1, 2, 1)")
    try assertRefused(
      .noMapping, "was an attribute and is a relationship now, or the other way round",
      model(2, entity("Item", [.attribute("box", .string, isOptional: true)])))
  }

  func testANewRequiredRelationshipIsRefused() throws {
    try make(model(1, entity("Item", [Self.name])), Self.twoItems)
    try assertRefused(
      .noMapping, "'Item.box'",
      model(
        2, entity("Box", [.toMany("items", "Item", inverse: "box")]),
        entity("Item", [Self.name, .toOne("box", "Box", inverse: "items", isOptional: false)])))
  }

  func testAKindThatChangesIsRefused() throws {
    try make(
      model(1, entity("Item", [.attribute("box", .string, isOptional: true)])),
      "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1)")
    try assertRefused(
      .noMapping, "was an attribute and is a relationship now",
      model(
        2, entity("Box", [.toMany("items", "Item", inverse: "box")]),
        entity("Item", [.toOne("box", "Box", inverse: "items")])))
  }

  // MARK: Versions

  func testAStoreFromTheFutureIsNamedWithWhatItHas() throws {
    try make(model(3, entity("Item", [Self.name]), entity("Reminder", [])))
    try assertRefused(
      .newerStore,
      "was written by Shop version 3; this program knows versions 1 and 2: the store has what the "
        + "program lacks: entity Reminder", model(2, entity("Item", [Self.name])),
      released: [model(1, entity("Item", []))])
  }

  func testAnotherModelsStoreIsNamed() throws {
    try make(model(1, entity("Item", [Self.name])))
    var other = model(2, entity("Member", [Self.name]))
    other.name = "Club"
    try assertRefused(
      .otherModel, "is a store of 'Shop', and this program's model is 'Club'", other)
  }

  /// The name of the model does not matter if the version hashes match.
  func testAModelMayBeCalledOtherwise() throws {
    let first = model(1, entity("Item", [Self.name]))
    try make(first, Self.twoItems)
    var released = first
    var current = model(
      2, entity("Item", [Self.name, .attribute("size", .int32, isOptional: true)]))
    (released.name, current.name) = ("Club", "Club")
    try open(current, released: [released])
    XCTAssertEqual(try stored("SELECT ZNAME, ZSIZE FROM ZITEM"), ["7|", "b|"])
  }

  func testAReleasedVersionThatWasEditedIsNoticed() throws {
    try make(model(1, entity("Item", [Self.name])))
    try assertRefused(
      .editedVersion,
      "edited after it was released: the program's version 1 has what the store's "
        + "lacks: Item.size",
      model(2, entity("Item", [Self.name]), entity("Box", [])),
      released: [model(1, entity("Item", [Self.name, .attribute("size", .int16)]))])
  }

  func testWithoutAutomaticMigrationAnOlderStoreIsAnError() throws {
    try make(model(1, entity("Item", [])))
    let new = model(2, entity("Item", [.attribute("name", .string, isOptional: true)]))
    try assertRefused(.notAutomatic, "the program has what the store lacks: Item.name", new) {
      $0.isAutomatic = false
    }
    var configuration = StoreConfiguration(url: url)
    configuration.isReadOnly = true
    XCTAssertThrowsError(
      try PersistentStore(CompiledModel(layoutOf: new), configuration: configuration)
    ) { XCTAssertEqual(($0 as? MigrationError)?.reason, .readOnly) }
  }

  func testACancelledMigrationLeavesTheStore() throws {
    try make(model(1, entity("Item", [Self.name])), Self.twoItems)
    let progress = MigrationProgress()
    progress.cancel()
    try assertRefused(
      .cancelled, "the store is as it was",
      model(2, entity("Item", [Self.name]), entity("Box", []))
    ) { $0.progress = progress }
  }
}
