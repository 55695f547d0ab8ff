import Foundation
import TestSupport
import XCTest

@testable import ModelPredicates
@testable import ModelSchema

final class PredicateCheckingTests: XCTestCase {
  static let model: ManagedObjectModel = {
    func attribute(_ name: String, _ type: AttributeType) -> PropertyDescription {
      .attribute(AttributeDescription(name: name, type: type))
    }
    let status = EnumerationDescription(
      name: "Status", rawType: .string,
      cases: [
        .init(name: "open", rawValue: .string("O")), .init(name: "closed", rawValue: .string("C")),
      ])
    let place = CompositeDescription(
      name: "Place",
      elements: [
        AttributeDescription(name: "city", type: .string),
        AttributeDescription(name: "zip", type: .string),
      ])
    let bank = EntityDescription(
      name: "Bank",
      properties: [
        attribute("name", .string), attribute("city", .string), attribute("zip", .int32),
        attribute("closeDate", .date), attribute("uuid", .uuid), attribute("site", .url),
        attribute("status", .enumeration("Status", raw: .string)),
        attribute("place", .composite("Place")), attribute("labels", .list(.string)),
        attribute("logo", .codable("Logo")), attribute("free", .undefined),
        attribute("photo", .data),
        .relationship(
          RelationshipDescription(name: "tags", destinationName: "Tag", isToMany: true)),
        .relationship(RelationshipDescription(name: "owner", destinationName: "Bank")),
      ])
    let saving = EntityDescription(
      name: "SavingsBank", parentName: "Bank", properties: [attribute("rate", .double)])
    let tag = EntityDescription(
      name: "Tag",
      properties: [
        attribute("name", .string), attribute("weight", .int64),
        .relationship(
          RelationshipDescription(name: "banks", destinationName: "Bank", isToMany: true)),
      ])
    return ManagedObjectModel(
      name: "Test", enumerations: [status], composites: [place], entities: [bank, saving, tag])
  }()

  private func errors(
    _ format: String, _ arguments: [(any PredicateArgument)?] = [], entity: String = "Bank",
    variables: [String: ValueType] = [:]
  ) throws -> [ObjectPredicateError] {
    let entity = try XCTUnwrap(Self.model.entity(named: entity))
    return try ObjectPredicate(format: format, arguments: arguments).errors(
      for: entity, in: Self.model, variables: variables)
  }

  func testWhatFitsTheModelHasNoProblems() throws {
    let id = ObjectID(store: UUID(), entityName: "SavingsBank", key: 1)
    let rows: [(format: String, arguments: [(any PredicateArgument)?])] = [
      ("name CONTAINS[c] 'x' AND city == nil AND zip ENDSWITH '3'", []),
      ("zip == 5 OR zip BETWEEN {1, 2.5} OR zip IN {1, 2}", []),
      ("closeDate > %@ AND closeDate < now()", [Date()]), ("uuid == %@", [UUID()]),
      ("ANY tags.name == 'x' AND ALL tags.weight > 2 AND NONE tags.banks.name == 'x'", []),
      (
        "tags.@count > 0 AND tags.@max.weight > 2 AND tags.@distinctUnionOfObjects.name[SIZE] == 1",
        []
      ),
      ("SUBQUERY(tags, $t, $t.weight > zip AND $t.name == name).@count > 0", []),
      ("place.zip BEGINSWITH '9' AND ANY tags.banks.place.city == 'x'", []),
      ("'x' IN labels AND labels CONTAINS 'y' AND labels == {'a'}", []),
      ("owner == %@ AND owner IN %@ AND SELF == %@", [id, [id], id]),
      ("owner.owner.name == 'x' AND owner == nil", []), ("status == 'O'", []),
      ("free == 5 AND free == 'x'", []), ("$a == name AND name IN $b AND zip BETWEEN $c", []),
      ("site == 'https://x' AND site ENDSWITH '/'", []), ("name.length > 3", []),
      ("photo.length > 3", []), ("zip + 1 > 2 AND sqrt(zip) > 2 AND sum({zip, 1}) > 1", []),
      ("CAST(closeDate, 'NSNumber') > 5 AND CAST(zip, 'NSString') == '5'", []),
      ("TERNARY(zip > 5, name, city) == 'x'", []), ("objectID == %@", [id]),
      ("entity == 'Bank'", []), ("name MATCHES '[a-z]+'", []), ("tags[FIRST].name == 'x'", []),
      ("name == city AND 'name' != name", []), ("%K == %@", ["name", "Bob"]),
    ]
    for row in rows {
      XCTAssertEqual(
        try errors(row.format, row.arguments).map(\.message), [], row.format)
    }
  }

  func testWhatDoesNotFitIsAProblem() throws {
    let tag = ObjectID(store: UUID(), entityName: "Tag", key: 1)
    let rows: [(format: String, arguments: [(any PredicateArgument)?], message: String)] = [
      ("nmae == 'x'", [], "'Bank' has no key 'nmae'; did you mean 'name'?"),
      ("name == Bob", [], "'Bank' has no key 'Bob'; a text is written in quotes, 'Bob'"),
      (
        "name == cty", [],
        "'Bank' has no key 'cty'; did you mean 'city'? a text is written in quotes, 'cty'"
      ),
      ("rate > 1", [], "'Bank' has no key 'rate'; it is a key of the subentity 'SavingsBank'"),
      (
        "%@ == %@", ["name", "Bob"],
        """
        '"name"' is a text, and this place takes a key; 'name' is a key of 'Bank': \
        use '%K' for keys, '%@' for values
        """
      ),
      (
        "zip == '5'", [],
        """
        'zip == "5"' compares a number with a text; write the number without quotes
        """
      ),
      (
        "name < 5", [], "'name < 5' compares a text with a number; write the text in quotes"
      ),
      ("name == zip", [], "'name == zip' compares a text with a number; CAST the number to"),
      ("closeDate > '2012'", [], "'closeDate > \"2012\"' compares a date with a text; give a Date"),
      ("uuid == 'x'", [], "'uuid == \"x\"' compares a UUID with a text; give a UUID"),
      ("zip IN {'a'}", [], "'zip IN {\"a\"}' compares a number with a text"),
      ("zip BETWEEN {1}", [], "'{1}' is a list of 1, and this place takes two bounds"),
      ("zip BETWEEN 5", [], "'5' is a number, and this place takes two bounds"),
      ("owner < owner", [], "'owner < owner' compares an object of 'Bank' with an object"),
      ("owner == %@", [tag], "'owner == CAST("),
      ("tags.name == 'x'", [], "'tags.name' leads to any number of values; write ANY or ALL"),
      ("name == tags.name", [], "'tags.name' leads to any number of values"),
      ("tags == nil", [], "'tags' leads to any number of values"),
      ("ANY name == 'x'", [], "'name' is one value, not a collection; leave the quantifier out"),
      ("ANY tags.weight == 'x'", [], "'ANY tags.weight == \"x\"' compares a number with a text"),
      ("tags.nme == 1", [], "'Tag' has no key 'nme'; did you mean 'name'?"),
      ("name.zip == 1", [], "'a text' has no key 'zip'"),
      ("place == 'x'", [], "'place' is the composite 'Place', and this place takes one value;"),
      ("place.zap == 'x'", [], "'Place' has no key 'zap'; did you mean 'zip'?"),
      ("logo == 'x'", [], "'logo' is a value of type 'Logo', and this place takes what a store"),
      ("photo CONTAINS 'x'", [], "'photo' is data, and this place takes texts and numbers"),
      ("closeDate LIKE '2*'", [], "'closeDate' is a date, and this place takes texts and numbers"),
      ("name MATCHES '('", [], "'(' is not a regular expression"),
      ("tags.@cuont > 1", [], "there is no collection operator '@cuont'; did you mean '@count'?"),
      ("name.@count > 1", [], "'the operand of @count' is a text, and this place takes a coll"),
      ("tags.@sum.name > 1", [], "'the operand of @sum' is a text, and this place takes numbers"),
      ("summ(zip) > 1", [], "there is no function 'summ'"),
      ("sqrt:(zip, 1) > 1", [], "'sqrt:' takes 1 argument, not 2"),
      ("name + 1 > 1", [], "'name' is a text, and this place takes a number"),
      ("tags.weight + 1 > 1", [], "'tags.weight' leads to any number of values; combine"),
      ("uppercase(zip) == 'X'", [], "'zip' is a number, and this place takes a text"),
      ("SUBQUERY(name, $x, TRUEPREDICATE).@count > 1", [], "'name' is one value, not a collection"),
      ("SUBQUERY(tags, $x, $x.zip > 1).@count > 1", [], "'Tag' has no key 'zip'"),
      (
        "status == 'open'", [], "'\"open\"' is a text, and this place takes a case of 'Status'; the"
      ),
      ("status IN {'O', 'X'}", [], "'\"X\"' is a text, and this place takes a case of 'Status'"),
    ]
    for row in rows {
      let messages = try errors(row.format, row.arguments).map(\.message)
      XCTAssertEqual(messages.count, 1, "\(row.format): \(messages)")
      XCTAssertTrue(messages.first?.hasPrefix(row.message) ?? false, "\(row.format): \(messages)")
    }
  }

  func testTheCaretStandsInTheCanonicalText() throws {
    XCTAssertEqual(
      try errors("zip = 1 && (name==Bob or nmae='x')").map(\.description),
      [
        """
        1:23: error: 'Bank' has no key 'Bob'; a text is written in quotes, 'Bob'
        zip == 1 AND (name == Bob OR nmae == "x")
                              ^~~
        """,
        """
        1:30: error: 'Bank' has no key 'nmae'; did you mean 'name'?
        zip == 1 AND (name == Bob OR nmae == "x")
                                     ^~~~
        """,
      ])
  }

  func testVariablesCanHaveTypes() throws {
    let types: [String: ValueType] = [
      "n": .attribute(.int64, typeAlias: nil), "t": .optional(.object("Tag")),
      "l": .list(.attribute(.string, typeAlias: nil)),
    ]
    XCTAssertEqual(try errors("name == $n", variables: types).count, 1)
    XCTAssertEqual(try errors("zip == $n", variables: types), [])
    XCTAssertEqual(try errors("$t.weight == $n AND name IN $l", variables: types), [])
    XCTAssertEqual(try errors("$t.zip == $n", variables: types).count, 1)
    XCTAssertEqual(try errors("zip IN $l", variables: types).count, 1)
  }

  func testTheFirstProblemIsThrown() throws {
    let entity = try XCTUnwrap(Self.model.entity(named: "Bank"))
    let predicate = try ObjectPredicate("nmae == 1")
    XCTAssertThrowsError(try predicate.checked(for: entity, in: Self.model)) {
      XCTAssertEqual(
        ($0 as? ObjectPredicateError)?.reason, .unknownKey("nmae", of: "Bank"))
    }
    XCTAssertEqual(
      try ObjectPredicate("name == 'x'").checked(for: entity, in: Self.model).format,
      "name == \"x\"")
  }

  func testExpressionsHaveTypes() throws {
    let entity = try XCTUnwrap(Self.model.entity(named: "Bank"))
    let rows: [(format: String, type: ExpressionType)] = [
      ("name", .text), ("zip + 1", .number), ("tags", .toMany(.object("Tag"))),
      ("tags.name", .toMany(.text)), ("tags.banks.owner", .toMany(.object("Bank"))),
      ("tags.@max.name", .text), ("labels", .list(.text)),
      ("place", .attribute(.composite("Place"))),
      ("CAST(zip, 'NSDate')", .date), ("{1, nil}", .list(.number)), ("$x", .unknown),
      ("owner[0]", .unknown), ("nmae", .unknown),
    ]
    for row in rows {
      let type = try ObjectExpression(format: row.format).staticType(for: entity, in: Self.model)
      XCTAssertEqual(type, row.type, row.format)
    }
  }

  func testRulesOfAttributesAreOnTheirValues() throws {
    let predicate = try ObjectPredicate("SELF BETWEEN {1, 5} AND SELF.length > 2")
    XCTAssertEqual(
      predicate.errors(forValuesOf: .string, in: Self.model).map(\.message),
      ["'SELF BETWEEN {1, 5}' compares a text with a number; write the text in quotes"])
  }

  /// Empty braces have no type of their own, and get the type of the list that they are
  /// merged with.
  func testAnEmptyListIsOfTheOthersType() throws {
    XCTAssertEqual(
      try errors("max(TERNARY(zip == 1, {}, {now()})) LIKE 'x'").map(\.reason),
      [
        .wrongType(
          "max:(TERNARY(zip == 1, {}, {now()}))", found: "a date", expected: "texts and numbers")
      ])
    XCTAssertEqual(try errors("zip IN {} OR max({}) == 5 OR {} == labels"), [])
  }

  func testValuesOfOneListAreOfOneType() throws {
    XCTAssertEqual(
      try errors("closeDate IN {now(), 5}").map(\.message),
      [
        "'{now(), 5}' compares a date with a number; both values have to be of one type"
      ])
    XCTAssertEqual(
      try errors("max(zip, 'a', nil) == 5").map(\.message),
      ["'max:(zip, \"a\", nil)' compares a number with a text; all values have to be of one type"])
    XCTAssertEqual(
      try errors("max({{}, {1}}) == 5").first?.message,
      "'{{}, {1}}' is a collection, and this place takes values, not lists")
    XCTAssertEqual(try errors("zip IN {1, 2.5, nil} OR name IN {nil, 'a'}"), [])
  }

  /// The checker numbers expressions as the printer does. Otherwise carets would be in
  /// wrong places.
  func testVisitsAreThePrintersPlaces() {
    let seed = TestRun.seed
    var generator = PredicateGenerator(random: RandomSource(seed: seed))
    for number in 0..<2_000 {
      let predicate = generator.predicate(1 + number % 5)
      var checker = PredicateChecker(Self.model, .object("Bank"), [:])
      checker.check(predicate)
      var printer = FormatPrinter(recordsRanges: true)
      printer.print(predicate, in: .or)
      XCTAssertEqual(checker.visits, printer.ranges.count, "seed \(seed): \(predicate)")
    }
  }
}
