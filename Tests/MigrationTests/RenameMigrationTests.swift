import ModelSchema
import XCTest

/// Stores of every version of a model whose names change several times.
final class RenameMigrationTests: MigrationTestCase {
  private func text(_ name: String, _ identifier: String? = nil) -> PropertyDescription {
    .attribute(name, .string, isOptional: true, renamingIdentifier: identifier)
  }

  /// Makes a store of each version with a row whose values are the names of its properties,
  /// and asserts the values in the last version.
  private func assertValues(
    _ versions: [ManagedObjectModel], _ expected: [String], _ title: String, line: UInt = #line
  ) throws {
    for (index, version) in versions.dropLast().enumerated() {
      if index > 0 { tearDown() }
      if index > 0 { try setUpWithError() }
      let old = version.entities[0]
      let names = old.properties.map(\.name)
      try make(
        version,
        "INSERT INTO Z\(old.name.uppercased()) (Z_PK, Z_ENT, Z_OPT, "
          + names.map { "Z\($0.uppercased())" }.joined(separator: ", ") + ") VALUES (1, 1, 1, "
          + names.map { "'\($0)'" }.joined(separator: ", ") + ")")
      try open(versions[versions.count - 1], released: versions.dropLast())
      let new = versions[versions.count - 1].entities[0]
      let columns = new.properties.map { "Z\($0.name.uppercased())" }.joined(separator: ", ")
      XCTAssertEqual(
        try stored("SELECT \(columns) FROM Z\(new.name.uppercased())"), [expected[index]],
        "\(title), from version \(index + 1)", line: line)
    }
  }

  func testARenameThatIsKept() throws {
    let renamed = (2...4).map { model($0, entity("E", [text("b", "a")])) }
    try assertValues([model(1, entity("E", [text("a")]))] + renamed, ["a", "b", "b"], "kept")
  }

  func testAChainOfRenames() throws {
    try assertValues(
      [
        model(1, entity("E", [text("a")])), model(2, entity("E", [text("b", "a")])),
        model(3, entity("E", [text("c", "b")])), model(4, entity("E", [text("d", "c")])),
      ], ["a", "b", "c"], "chain")
  }

  /// The elements of composites have columns of their own, which keep their values through
  /// any number of renames.
  func testRenamedElementsOfComposites() throws {
    func version(_ number: Int, _ elements: [AttributeDescription]) -> ManagedObjectModel {
      var model = model(number, entity("E", [.attribute("place", .composite("Place"))]))
      model.composites = [CompositeDescription(name: "Place", elements: elements)]
      return model
    }
    func element(_ name: String, _ identifier: String? = nil) -> AttributeDescription {
      AttributeDescription(
        name: name, type: .string, isOptional: true, renamingIdentifier: identifier)
    }
    let versions = [
      version(1, [element("city"), element("zip")]),
      version(2, [element("town", "city"), element("zip")]),
      version(3, [element("village", "town"), element("zip", "code"), element("city")]),
    ]
    try make(
      versions[0],
      "INSERT INTO ZE (Z_PK, Z_ENT, Z_OPT, ZCITY, ZZIP) VALUES (1, 1, 1, 'Rom', '7')")
    try open(versions[1], released: Array(versions.prefix(1)))
    XCTAssertEqual(try stored("SELECT ZTOWN, ZZIP FROM ZE"), ["Rom|7"])
    try open(versions[2], released: Array(versions.prefix(2)))
    let last = "SELECT ZVILLAGE, ZZIP, coalesce(ZCITY, 'new') FROM ZE"
    XCTAssertEqual(try stored(last), ["Rom|7|new"])
    tearDown()
    try setUpWithError()
    try make(
      versions[0],
      "INSERT INTO ZE (Z_PK, Z_ENT, Z_OPT, ZCITY, ZZIP) VALUES (1, 1, 1, 'Rom', '7')")
    try open(versions[2], released: Array(versions.prefix(2)))
    XCTAssertEqual(try stored(last), ["Rom|7|new"], "over two versions")
    try assertSchema(versions[2], "renamed elements")
  }

  func testARenamedEntityWithRenamedProperties() throws {
    try assertValues(
      [
        model(1, entity("E", [text("a")])),
        model(2, entity("F", [text("b", "a")], renamed: "E")),
        model(3, entity("G", [text("c", "b")], renamed: "F")),
      ], ["a", "b"], "entity")
  }

  func testANameThatIsUsedAgain() throws {
    try assertValues(
      [
        model(1, entity("E", [text("a")])),
        model(2, entity("E", [text("a"), text("b", "a")])),
        model(3, entity("E", [text("a"), text("b")])),
      ], ["|a", "a|b"], "used again")
  }

  func testADroppedNameThatIsUsedAgain() throws {
    var second = model(2, entity("E", [text("b")]))
    second.migrations = [
      MigrationDescription(fromVersion: 1, steps: [.drop(keyPath: "E.a", reason: "of no use")])
    ]
    try assertValues(
      [
        model(1, entity("E", [text("a"), text("b")])), second,
        model(3, entity("E", [text("a"), text("b"), text("c")])),
      ], ["|b|", "|b|"], "dropped")
  }

  func testNamesThatAreSwapped() throws {
    // The other property distinguishes the versions, which would store the same data
    // otherwise.
    let swapped = (2...3).map {
      model($0, entity("E", [text("a", "b"), text("b", "a"), text("c")]))
    }
    try assertValues(
      [model(1, entity("E", [text("a"), text("b")]))] + swapped, ["b|a|", "a|b|c"], "swapped")
  }
}
