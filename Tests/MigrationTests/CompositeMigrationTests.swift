import ModelSchema
import TestSupport
import XCTest

@testable import ModelRuntime
@testable import ModelStorage

/// Composites that become required, or whose elements become required. A composite without
/// any value is nil, and stays nil if it is optional.
final class CompositeMigrationTests: MigrationTestCase {
  private static let city = AttributeDescription(name: "city", type: .string, isOptional: true)
  private static let zip = AttributeDescription(name: "zip", type: .string)
  private static let optionalZip = AttributeDescription(
    name: "zip", type: .string, isOptional: true)
  private static let defaultZip = AttributeDescription(
    name: "zip", type: .string, defaultValue: .constant(.string("0")))

  /// Three people: without a home, with only a city, and with city and zip.
  private static let people = """
    INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZZIP, ZCITY) VALUES \
    (1, 1, 1, NULL, NULL), (2, 1, 1, NULL, 'Rome'), (3, 1, 1, '9', 'Bern')
    """
  private static let note = PropertyDescription.attribute("note", .string, isOptional: true)

  private func home(isOptional: Bool) -> PropertyDescription {
    .attribute("home", .composite("Address"), isOptional: isOptional)
  }

  private func model(
    _ version: Int, _ elements: [AttributeDescription], _ properties: PropertyDescription...
  ) -> ManagedObjectModel {
    ManagedObjectModel(
      name: "Shop", version: version,
      composites: [CompositeDescription(name: "Address", elements: elements)],
      entities: [entity("Person", properties)])
  }

  func testACompositeWithoutAnyValueStaysSo() throws {
    let before = [Self.optionalZip, Self.city]
    let after = [Self.defaultZip, Self.city]
    let rows = [
      (
        name: "nothing of it changes", old: after, wasOptional: true, new: after, isOptional: true,
        expected: ["1||", "2||Rome", "3|9|Bern"]
      ),
      (
        name: "an element becomes required", old: before, wasOptional: true, new: after,
        isOptional: true, expected: ["1||", "2|0|Rome", "3|9|Bern"]
      ),
      (
        name: "an element of a required one becomes required", old: before, wasOptional: false,
        new: after, isOptional: false, expected: ["1|0|", "2|0|Rome", "3|9|Bern"]
      ),
      (
        name: "it becomes required itself", old: after, wasOptional: true, new: after,
        isOptional: false, expected: ["1|0|", "2|0|Rome", "3|9|Bern"]
      ),
      (
        name: "an element is new", old: [Self.city], wasOptional: true, new: after,
        isOptional: true, expected: ["1||", "2|0|Rome", "3|0|Bern"]
      ),
    ]
    for row in rows {
      try? FileManager.default.removeItem(at: url)
      let hasZip = row.old.count > 1
      try make(
        model(1, row.old, home(isOptional: row.wasOptional)),
        hasZip
          ? Self.people
          : """
          INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZCITY) VALUES (1, 1, 1, NULL), \
          (2, 1, 1, 'Rome'), (3, 1, 1, 'Bern')
          """)
      try open(model(2, row.new, home(isOptional: row.isOptional), Self.note))
      XCTAssertEqual(
        try stored("SELECT Z_PK, ZZIP, ZCITY FROM ZPERSON ORDER BY 1"), row.expected,
        row.name)
    }
  }

  func testANewCompositeHasItsDefaultsWhereItIsRequired() throws {
    for (isOptional, expected) in [(true, "1||"), (false, "1|0|")] {
      try? FileManager.default.removeItem(at: url)
      let elements = [Self.defaultZip, Self.city]
      try make(
        model(1, elements, Self.note),
        "INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1)")
      try open(model(2, elements, Self.note, home(isOptional: isOptional)))
      XCTAssertEqual(
        try stored("SELECT Z_PK, ZZIP, ZCITY FROM ZPERSON"), [expected],
        "optional: \(isOptional)")
    }
  }

  func testANewElementThatIsRequiredNeedsADefault() throws {
    try make(
      model(1, [Self.city], home(isOptional: true)),
      "INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZCITY) VALUES (1, 1, 1, 'Rome')")
    XCTAssertThrowsError(try open(model(2, [Self.zip, Self.city], home(isOptional: true)))) {
      let diagnostics = ($0 as? MigrationError)?.diagnostics ?? []
      XCTAssertEqual(diagnostics.map(\.kind), [.missingValue], "\($0)")
      XCTAssertEqual(diagnostics.map(\.propertyName), ["home.zip"], "\($0)")
    }
    XCTAssertEqual(try stored("SELECT ZCITY FROM ZPERSON"), ["Rome"])
  }

  private static let town = PropertyDescription.attribute("town", .string, isOptional: true)

  /// Makes a store of people with an attribute `town`, and returns version 2, in which the
  /// town is part of a composite `home`.
  private func moved(
    _ elements: [AttributeDescription], isOptional: Bool = true, _ path: String = "home.city"
  ) throws -> ManagedObjectModel {
    try make(
      model(1, elements, Self.town),
      "INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZTOWN) VALUES (1, 1, 1, 'Rome'), (2, 1, 1, NULL)")
    var new = model(2, elements, home(isOptional: isOptional))
    new.migrations = [
      MigrationDescription(
        fromVersion: 1,
        steps: [
          .map(
            from: "Person", to: "Person",
            [.init(path, .keyPath(["town"], of: .variable("old")))]),
          .drop(keyPath: "Person.town", reason: "kept as home.city"),
        ])
    ]
    return new
  }

  func testABlockAssignsElements() throws {
    let rows = [
      (isOptional: true, expected: ["1|0|Rome", "2||"]),
      (isOptional: false, expected: ["1|0|Rome", "2|0|"]),
    ]
    for row in rows {
      try? FileManager.default.removeItem(at: url)
      try open(try moved([Self.defaultZip, Self.city], isOptional: row.isOptional))
      XCTAssertEqual(
        try stored("SELECT Z_PK, ZZIP, ZCITY FROM ZPERSON ORDER BY 1"), row.expected,
        "optional: \(row.isOptional)")
    }
  }

  func testABlockAssignsAnElementOfAnotherType() throws {
    let types: [(old: AttributeType, new: AttributeType)] = [
      (.int32, .string), (.string, .enumeration("Zip", raw: .string)),
    ]
    for (before, after) in types {
      try? FileManager.default.removeItem(at: url)
      let zips = [before, after].map {
        AttributeDescription(name: "zip", type: $0, isOptional: true)
      }
      try make(
        model(1, [zips[0], Self.city], home(isOptional: true)),
        "INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZZIP, ZCITY) VALUES "
          + "(1, 1, 1, 9, 'Bern'), (2, 1, 1, NULL, 'Rome')")
      var new = model(2, [zips[1], Self.city], home(isOptional: true), Self.note)
      new.enumerations = [
        EnumerationDescription(
          name: "Zip", rawType: .string, cases: [.init(name: "nine", rawValue: .string("nine"))])
      ]
      let zip = ObjectExpression.keyPath(["home", "zip"], of: .variable("old"))
      let nine = ObjectExpression.conditional(
        .compare(zip, .notEqual, .constant(.null)), then: .constant(.string("nine")),
        else: .constant(.null))
      new.migrations = [
        MigrationDescription(
          fromVersion: 1, steps: [.map(from: "Person", to: "Person", [.init("home.zip", nine)])])
      ]
      try open(new)
      XCTAssertEqual(
        try stored("SELECT ZZIP, ZCITY FROM ZPERSON ORDER BY Z_PK"),
        ["nine|Bern", "|Rome"], "\(before) to \(after)")
    }
  }

  func testABlockGivesARequiredElementItsValue() throws {
    let city = AttributeDescription(name: "city", type: .string)
    let new = try moved([city], isOptional: false)
    XCTAssertThrowsError(try open(new)) { error in
      let words = "'Person.home.city' is required and must have a value: 1 does not: Person p2"
      XCTAssertTrue("\(error)".contains(words), "\(error)")
    }
    try execute("UPDATE ZPERSON SET ZTOWN = 'Bern' WHERE Z_PK = 2", in: url)
    try open(new)
    XCTAssertEqual(try stored("SELECT ZCITY FROM ZPERSON ORDER BY Z_PK"), ["Rome", "Bern"])
  }

  func testElementsBesideAnAssignedOneNeedTheirValues() throws {
    XCTAssertThrowsError(try open(try moved([Self.zip, Self.city]))) {
      let diagnostics = ($0 as? MigrationError)?.diagnostics ?? []
      XCTAssertEqual(diagnostics.map(\.propertyName), ["home.zip"], "\($0)")
    }
  }

  func testWhatABlockAssignsMustBeThere() throws {
    XCTAssertThrowsError(try open(try moved([Self.city], "home.town"))) {
      let words =
        "'map Person -> Person' assigns 'home.town', which is no stored property of 'Person'"
      XCTAssertTrue("\($0)".contains(words), "\($0)")
    }
    XCTAssertEqual(try stored("SELECT ZTOWN FROM ZPERSON ORDER BY Z_PK"), ["Rome", ""])
  }

  func testANewObjectHasElements() throws {
    let person = [Self.town, home(isOptional: true)]
    try make(
      model(1, [Self.defaultZip, Self.city], Self.town),
      "INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZTOWN) VALUES (1, 1, 1, 'Rome')")
    var new = model(2, [Self.defaultZip, Self.city], Self.town, home(isOptional: true))
    new.entities.append(entity("Place", person))
    let town = ObjectExpression.keyPath(["town"], of: .variable("old"))
    new.migrations = [
      MigrationDescription(
        fromVersion: 1,
        steps: [
          .insert(entity: "Place", fromDistinct: "Person.town", [.init("home.city", town)])
        ])
    ]
    try open(new)
    XCTAssertEqual(try stored("SELECT ZTOWN, ZZIP, ZCITY FROM ZPLACE"), ["|0|Rome"])
  }

  func testAnElementThatBecomesACaseMustBeOne() throws {
    let kind = AttributeDescription(
      name: "city", type: .enumeration("City", raw: .string), isOptional: true)
    var new = model(2, [Self.optionalZip, kind], home(isOptional: true))
    new.enumerations = [
      EnumerationDescription(
        name: "City", rawType: .string, cases: [.init(name: "rome", rawValue: .string("Rome"))])
    ]
    try make(model(1, [Self.optionalZip, Self.city], home(isOptional: true)), Self.people)
    XCTAssertThrowsError(try open(new)) { error in
      let failures = (error as? MigrationError)?.failures ?? []
      XCTAssertEqual(failures.map { $0.objectIDs.map(\.key) }, [[3]], "\(error)")
    }
    try execute("DELETE FROM ZPERSON WHERE Z_PK = 3", in: url)
    try open(new)
    XCTAssertEqual(try stored("SELECT ZCITY FROM ZPERSON ORDER BY Z_PK"), ["", "Rome"])
  }

  func testAnElementThatIsRequiredNowMustHaveAValue() throws {
    let rows = [
      (isOptional: true, properties: ["home.zip"], objects: [[Int64(2)]]),
      (isOptional: false, properties: ["home", "home.zip"], objects: [[1], [2]]),
    ]
    for row in rows {
      try? FileManager.default.removeItem(at: url)
      try make(
        model(1, [Self.optionalZip, Self.city], home(isOptional: row.isOptional)), Self.people)
      XCTAssertThrowsError(
        try open(model(2, [Self.zip, Self.city], home(isOptional: row.isOptional)))
      ) { error in
        let failures = (error as? MigrationError)?.failures ?? []
        XCTAssertEqual(
          failures.map(\.condition),
          row.properties.map { .hasValue(entity: "Person", property: $0) }, "\(error)")
        XCTAssertEqual(failures.map { $0.objectIDs.map(\.key) }, row.objects, "\(error)")
      }
      try execute("UPDATE ZPERSON SET ZZIP = '1' WHERE Z_PK = 2", in: url)
      guard row.isOptional else { continue }
      try open(model(2, [Self.zip, Self.city], home(isOptional: true)))
      XCTAssertEqual(
        try stored("SELECT Z_PK, ZZIP FROM ZPERSON ORDER BY 1"), ["1|", "2|1", "3|9"])
    }
  }
}
