import ModelSchema
import TestSupport
import XCTest

@testable import ModelRuntime
@testable import ModelStorage

/// Ordered relationships whose members have several entities or are made by several
/// mappings have one order for all members.
final class MemberOrderTests: MigrationTestCase {
  private static let name = PropertyDescription.attribute("name", .string, isOptional: true)
  private static let boxes = "INSERT INTO ZBOX (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1), (2, 1, 1)"
  /// The members of the first box, in order: an item, a toy, two items.
  private static let members = """
    INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZBOX, Z_FOK_BOX) VALUES (1, 2, 1, 1, 1024), \
    (2, 2, 1, 1, 3072), (3, 3, 1, 1, 2048), (4, 2, 1, 1, 4096), (5, 3, 1, 2, 1024)
    """
  private static let places = ["1|1024", "3|2048", "2|3072", "4|4096"]

  private static let box = entity(
    "Box", [.toMany("items", "Item", inverse: "box", isOrdered: true)])
  private static let item = entity("Item", [.toOne("box", "Box", inverse: "items")])
  private static let toy = entity("Toy", [], parent: "Item")

  private func mapping(_ model: ManagedObjectModel) -> StoreMapping {
    let compiled = CompiledModel(layoutOf: model)
    return StoreMapping(compiled, numbers: StoreMapping.newNumbers(compiled))
  }

  /// Makes the store of a model with a name for boxes. The name sorts before or after the
  /// name of the items, because the first end writes the pairs.
  private func makeFamily(boxes name: String) throws {
    let box = entity(name, [.toMany("items", "Item", inverse: "box", isOrdered: true)])
    let item = entity("Item", [.toOne("box", name, inverse: "items")])
    let old = model(1, box, item, Self.toy)
    let numbers = Dictionary(
      uniqueKeysWithValues: mapping(old).entities.map { ($0.entity.name, $0.number) })
    let rows = try [(1, "Item", 1024), (2, "Item", 3072), (3, "Toy", 2048), (4, "Item", 4096)].map {
      "(\($0), \(try XCTUnwrap(numbers[$1])), 1, 1, \($2))"
    }
    let number = try XCTUnwrap(numbers[name])
    try make(
      old, "INSERT INTO Z\(name.uppercased()) (Z_PK, Z_ENT, Z_OPT) VALUES (1, \(number), 1)",
      "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZBOX, Z_FOK_BOX) VALUES "
        + rows.joined(separator: ", "))
  }

  /// Opens the store with a model in which items can be in several boxes, and returns the
  /// pairs of an end in order, as owner, member and position.
  private func openManyToMany(
    boxes name: String, isOrdered: Bool, isBack: Bool, reading end: (String, String)
  ) throws -> [String] {
    let boxes = PropertyDescription.toMany(
      "boxes", name, inverse: "items", isOrdered: isBack, renamingIdentifier: "box")
    let new = model(
      2, entity(name, [.toMany("items", "Item", inverse: "boxes", isOrdered: isOrdered)]),
      entity("Item", [boxes]), Self.toy)
    try open(new)
    let mapping = mapping(new)
    let owner = try XCTUnwrap(mapping.model.entity(named: end.0))
    let number = try XCTUnwrap(owner.property(named: end.1)).number
    let join = try XCTUnwrap(
      owner.relationship(number).flatMap { mapping.join($0, of: owner) })
    let order = try XCTUnwrap(join.orderColumn)
    return try stored(
      "SELECT \(join.ownerColumn), \(join.memberColumn), \(order) FROM \(join.table) ORDER BY 1, 3")
  }

  func testAToOneOfAFamilyBecomesToMany() throws {
    for (name, isBack) in [("Box", false), ("Box", true), ("Shelf", false), ("Shelf", true)] {
      try? FileManager.default.removeItem(at: url)
      try makeFamily(boxes: name)
      XCTAssertEqual(
        try openManyToMany(
          boxes: name, isOrdered: true, isBack: isBack, reading: (name, "items")),
        ["1|1|1024", "1|3|2048", "1|2|3072", "1|4|4096"], "\(name), ordered back: \(isBack)")
    }
  }

  func testOrderComesToTheOtherEndOfAFamily() throws {
    for name in ["Box", "Shelf"] {
      try? FileManager.default.removeItem(at: url)
      try makeFamily(boxes: name)
      XCTAssertEqual(
        try openManyToMany(
          boxes: name, isOrdered: false, isBack: true, reading: ("Item", "boxes")),
        (1...4).map { "\($0)|1|1024" }, name)
    }
  }

  func testListsThatBecomeOneHaveEachPlaceOnce() throws {
    let old = model(
      1,
      entity(
        "Box",
        [
          .toMany("cats", "Cat", inverse: "box", isOrdered: true),
          .toMany("dogs", "Dog", inverse: "box", isOrdered: true),
        ]), entity("Pet", [], isAbstract: true),
      entity("Cat", [.toOne("box", "Box", inverse: "cats")], parent: "Pet"),
      entity("Dog", [.toOne("box", "Box", inverse: "dogs")], parent: "Pet"))
    let mapping = mapping(old)
    func insertion(_ name: String, _ rows: [(Int, Int)]) throws -> String {
      let entity = try XCTUnwrap(mapping.entities.first { $0.entity.name == name })
      let column = try XCTUnwrap(entity.column("box")).name
      let values = rows.map { "(\($0), \(entity.number), 1, 1, \($1))" }.joined(separator: ", ")
      return "INSERT INTO ZPET (Z_PK, Z_ENT, Z_OPT, \(column), Z_FOK_\(column.dropFirst())) VALUES "
        + values
    }
    try make(
      old, Self.boxes, try insertion("Cat", [(1, 2048), (2, 1024)]),
      try insertion("Dog", [(3, 1024), (4, 2048)]))
    try open(
      model(
        2, entity("Box", [.toMany("pets", "Pet", inverse: "box", isOrdered: true)]),
        entity("Pet", [.toOne("box", "Box", inverse: "pets")], isAbstract: true),
        entity("Cat", [], parent: "Pet"), entity("Dog", [], parent: "Pet")))
    XCTAssertEqual(
      try stored("SELECT Z_PK, Z_FOK_BOX FROM ZPET ORDER BY 2"),
      ["2|1024", "3|2048", "1|3072", "4|4096"])
  }

  // MARK: Mapping models

  /// A policy that copies all objects as the mapping specifies.
  private struct Copying: EntityMigrationPolicy {}

  private func mapping(
    _ names: [String], byPolicy policies: Set<String> = [],
    _ change: (inout MappingModel) -> Void = { _ in }
  ) -> MappingModel {
    var mapping = MappingModel(
      entities: names.map { name in
        let isCopied = policies.contains(name)
        return MappingModel.Entity(
          name: name, kind: isCopied ? .custom : .transform, sourceName: name,
          destinationName: name, policyName: isCopied ? "copying" : nil)
      })
    change(&mapping)
    return mapping
  }

  func testOneOfSeveralMappingsOfAListIsAPolicys() throws {
    func model(_ version: Int, _ more: [PropertyDescription]) -> ManagedObjectModel {
      MigrationTests.model(
        version, entity("Box", [.toMany("items", "Item", inverse: "boxes")]),
        entity("Crate", [], parent: "Box"),
        entity("Item", [.toMany("boxes", "Box", inverse: "items", isOrdered: true)] + more))
    }
    for policies in [[], ["Box"], ["Crate"], ["Item"], ["Box", "Crate"]] as [Set<String>] {
      try? FileManager.default.removeItem(at: url)
      try make(
        model(1, []),
        "INSERT INTO ZBOX (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1), (2, 2, 1), (3, 1, 1), (4, 2, 1)",
        "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT) VALUES (1, 3, 1)",
        "INSERT INTO Z_3BOXES (Z_1BOXES, Z_3ITEMS, Z_FOK_1BOXES) VALUES "
          + "(3, 1, 1024), (4, 1, 2048), (1, 1, 3072), (2, 1, 4096)")
      try open(model(2, [Self.name])) {
        $0.code.add(
          mapping(["Box", "Crate", "Item"], byPolicy: policies), from: 1, to: 2)
        $0.code.add(Copying(), named: "copying")
      }
      XCTAssertEqual(
        try stored("SELECT Z_1BOXES, Z_FOK_1BOXES FROM Z_3BOXES ORDER BY 2"),
        ["3|1024", "4|2048", "1|3072", "2|4096"], "\(policies.sorted())")
    }
  }

  func testAMappingModelKeepsTheOrderOfAListWithoutInverse() throws {
    func model(_ version: Int, _ more: [PropertyDescription]) -> ManagedObjectModel {
      MigrationTests.model(
        version, entity("Box", [.toMany("items", "Item", isOrdered: true)]),
        entity("Item", more), Self.toy)
    }
    for isMapped in [false, true] {
      try? FileManager.default.removeItem(at: url)
      try make(
        model(1, []), Self.boxes,
        Self.members.replacingOccurrences(of: "ZBOX, Z_FOK_BOX", with: "Z1ITEMS, Z_FOK_1ITEMS"))
      try open(model(2, [Self.name])) {
        if isMapped { $0.code.add(mapping(["Box", "Item", "Toy"]), from: 1, to: 2) }
      }
      XCTAssertEqual(
        try stored("SELECT Z_PK, Z_FOK_1ITEMS FROM ZITEM WHERE Z1ITEMS = 1 ORDER BY 2"),
        Self.places, "mapping model: \(isMapped)")
    }
  }

  func testAReferenceThatIsComputedKeepsItsPlace() throws {
    let item = entity("Item", [.toOne("box", "Box", inverse: "items"), Self.name])
    try make(model(1, Self.box, Self.item, Self.toy), Self.boxes, Self.members)
    let mapping = mapping(["Box", "Item", "Toy"]) { mapping in
      for index in mapping.entities.indices where mapping.entities[index].name != "Box" {
        mapping.entities[index].map(
          "box", to: .expression(.destinationInstances(ofMapping: "Box", for: .source("box"))))
      }
    }
    try open(model(2, Self.box, item, Self.toy)) { $0.code.add(mapping, from: 1, to: 2) }
    XCTAssertEqual(
      try stored("SELECT Z_PK, Z_FOK_BOX FROM ZITEM WHERE ZBOX = 1 ORDER BY 2"), Self.places)
  }

  func testObjectsThatABlockMovesOrMakesGetPlaces() throws {
    let box = entity("Box", [.toMany("items", "Item", inverse: "box", isOrdered: true), Self.name])
    let item = entity("Item", [.toOne("box", "Box", inverse: "items"), Self.name])
    try make(
      model(1, box, item),
      "INSERT INTO ZBOX (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 'x'), (2, 1, 1, 'y')",
      "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZBOX, Z_FOK_BOX) VALUES "
        + "(1, 2, 1, 'c', 1, 2048), (2, 2, 1, 'a', 1, 1024), (3, 2, 1, 'b', 2, 1024); "
        + "UPDATE Z_PRIMARYKEY SET Z_MAX = 3")
    func find(_ name: ObjectExpression) -> MigrationDescription.Assignment {
      let operands = [.constant(.string("Box")), .constant(.string("name")), name]
      return .init("box", .function("find:", operands))
    }
    let name = ObjectExpression.keyPath(["name"], of: .variable("old"))
    var new = model(
      2, box, entity("Item", item.properties + [.attribute("size", .int32, isOptional: true)]))
    new.migrations = [
      MigrationDescription(
        fromVersion: 1,
        steps: [
          .map(from: "Item", to: "Item", [find(.constant(.string("y")))]),
          .insert(entity: "Box", fromDistinct: "Item.name", [.init("name", name)]),
          .insert(
            entity: "Item", fromDistinct: "Box.name",
            [.init("name", name), find(.constant(.string("a")))]),
        ])
    ]
    try open(new)
    XCTAssertEqual(
      try stored("SELECT ZBOX, ZNAME, Z_FOK_BOX FROM ZITEM ORDER BY 1, 3"),
      ["2|a|1024", "2|b|2048", "2|c|3072", "4|x|1024", "4|y|2048"])
  }
}
