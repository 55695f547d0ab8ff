import Foundation
import ModelSchema
import TestSupport
import XCTest

@testable import ModelRuntime
@testable import ModelStorage

/// Mapping models that a program creates, with entity mappings, property mappings, and
/// expressions on `source`, `destination` and `manager`.
final class MappingModelTests: MigrationTestCase {
  private static let name = PropertyDescription.attribute("name", .string)

  private let old = model(
    1, entity("Box", [name, .toMany("items", "Item", inverse: "box")]),
    entity(
      "Item",
      [
        name, .attribute("size", .int32, isOptional: true), .toOne("box", "Box", inverse: "items"),
      ]))
  private let new = model(
    2,
    entity(
      "Crate",
      [
        name, .attribute("count", .int32, isOptional: true),
        .toMany("things", "Thing", inverse: "crate"),
      ]),
    entity(
      "Thing",
      [
        name, .attribute("label", .string, isOptional: true),
        .attribute("size", .int32, isOptional: true), .toOne("crate", "Crate", inverse: "things"),
      ]))
  private let data = """
    INSERT INTO ZBOX (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 'red'), (2, 1, 1, 'blue'); \
    INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZSIZE, ZBOX) VALUES (1, 2, 1, 'apple', 3, 1), \
    (2, 2, 1, 'pear', 4, 1), (3, 2, 1, 'plum', NULL, 2), (4, 2, 1, 'nut', 9, NULL); \
    UPDATE Z_PRIMARYKEY SET Z_MAX = 4 WHERE Z_NAME = 'Item'; \
    UPDATE Z_PRIMARYKEY SET Z_MAX = 2 WHERE Z_NAME = 'Box'
    """

  private func mapping(
    _ change: (inout MappingModel.Entity, inout MappingModel.Entity) throws -> Void
  ) rethrows -> MappingModel {
    var boxes = MappingModel.Entity(
      name: "BoxToCrate", kind: .transform, sourceName: "Box", destinationName: "Crate")
    var items = MappingModel.Entity(
      name: "ItemToThing", kind: .transform, sourceName: "Item", destinationName: "Thing")
    boxes.map("things", to: .source("items"))
    items.map("crate", to: .source("box"))
    try change(&boxes, &items)
    return MappingModel(entities: [boxes, items])
  }

  /// Makes the older store, and opens it with the newer version and a mapping model.
  private func migrate(
    _ mapping: MappingModel, _ change: (inout MigrationOptions) -> Void = { _ in }
  ) throws {
    try make(old, data)
    try open(new) {
      $0.code.add(mapping, from: 1, to: 2)
      change(&$0)
    }
  }

  private let things = "SELECT Z_PK, ZNAME, ZLABEL, ZSIZE, ZCRATE FROM ZTHING ORDER BY 1"

  func testEntitiesAreMappedByTheirNames() throws {
    try migrate(mapping { _, _ in })
    XCTAssertEqual(
      try stored(things), ["1|apple||3|1", "2|pear||4|1", "3|plum|||2", "4|nut||9|"])
    XCTAssertEqual(try stored("SELECT Z_PK, ZNAME FROM ZCRATE ORDER BY 1"), ["1|red", "2|blue"])
    try assertSchema(new, "mapped")
    XCTAssertEqual(try StoreInspection(url: url).findings(), [])
  }

  func testAnEntityThatNothingBecomesCountsItsKeysFromTheStart() throws {
    try make(old, data)
    let more = ManagedObjectModel(
      name: "Shop", version: 2, entities: new.entities + [entity("Label", [Self.name])])
    try open(more) { $0.code.add(mapping { _, _ in }, from: 1, to: 2) }
    XCTAssertEqual(
      try stored("SELECT Z_NAME, Z_MAX FROM Z_PRIMARYKEY ORDER BY 1"),
      ["Crate|2", "Label|0", "Thing|4"])
  }

  func testExpressionsReadSourceAndDestination() throws {
    try migrate(
      try mapping { _, items in
        try items.map("size", format: "length($source.name) + 1")
        try items.map("label", format: "uppercase($destination.name)")
        try items.map("name", format: "TERNARY($source.box == nil, 'none', $source.box.name)")
      })
    XCTAssertEqual(
      try stored(things),
      ["1|red|RED|6|1", "2|red|RED|5|1", "3|blue|BLUE|5|2", "4|none|NONE|4|"])
  }

  func testARelationshipIsMappedAsAnExpressionToo() throws {
    try migrate(
      try mapping { boxes, items in
        try boxes.map("things", format: "$source.items")
        try items.map("crate", format: "$source.box")
      })
    XCTAssertEqual(
      try stored(things), ["1|apple||3|1", "2|pear||4|1", "3|plum|||2", "4|nut||9|"])
  }

  func testTheManagerKnowsWhatBecameOfObjects() throws {
    try migrate(
      try mapping { boxes, items in
        try items.map(
          "crate",
          format: """
            FUNCTION($manager, "destinationInstancesForEntityMappingNamed:sourceInstances:", \
            "BoxToCrate", $source.box)
            """)
        boxes.map(
          "count",
          to: .expression(
            .keyPath(
              ["@count"],
              of: .destinationInstances(ofMapping: "ItemToThing", for: .source("items")))))
        items.map(
          "label",
          to: .expression(
            .keyPath(
              ["name"], of: .destinationInstances(ofMapping: "BoxToCrate", for: .source("box")))))
      })
    XCTAssertEqual(
      try stored(things), ["1|apple|red|3|1", "2|pear|red|4|1", "3|plum|blue||2", "4|nut||9|"])
    XCTAssertEqual(
      try stored("SELECT ZNAME, ZCOUNT FROM ZCRATE ORDER BY 1"), ["blue|1", "red|2"])
    try assertSchema(new, "manager")
  }

  func testAQuestionMarkInATextIsNoParameter() throws {
    try migrate(
      try mapping { boxes, _ in
        let items = try ObjectExpression(format: "SUBQUERY($source.items, $x, $x.name != 'a?')")
        let things = ObjectExpression.destinationInstances(ofMapping: "ItemToThing", for: items)
        boxes.map(
          "count",
          to: .expression(
            .function(
              "add:to:", [.keyPath(["@count"], of: things), .constant(.integer(10))])))
      })
    XCTAssertEqual(
      try stored("SELECT ZNAME, ZCOUNT FROM ZCRATE ORDER BY 1"), ["blue|11", "red|12"])
  }

  func testTheManagerKnowsWhereObjectsComeFrom() throws {
    try migrate(
      mapping { _, items in
        items.map(
          "label",
          to: .expression(
            .keyPath(
              ["name"], of: .sourceInstances(ofMapping: "ItemToThing", for: .destination()))))
      })
    XCTAssertEqual(try stored("SELECT ZLABEL FROM ZTHING"), ["apple", "pear", "plum", "nut"])
  }

  func testAToManyIsComputedFromAnother() throws {
    try migrate(
      try mapping { boxes, items in
        items = .init(
          name: items.name, kind: .transform, sourceName: "Item", destinationName: "Thing")
        try boxes.map(
          "things",
          format: """
            FUNCTION($manager, "destinationInstancesForEntityMappingNamed:sourceInstances:", \
            "ItemToThing", SUBQUERY($source.items, $x, $x.size > 3))
            """)
      })
    XCTAssertEqual(
      try stored("SELECT Z_PK, ZCRATE FROM ZTHING ORDER BY 1"), ["1|", "2|1", "3|", "4|"])
  }

  func testAnEntityIsSplitByPredicates() throws {
    let split = model(
      2, entity("Small", [Self.name, .toOne("twin", "Large", inverse: "twin")]),
      entity("Large", [Self.name, .toOne("twin", "Small", inverse: "twin")]),
      entity("Box", [Self.name]))
    try make(old, data)
    var small = MappingModel.Entity(
      name: "Small", kind: .transform, sourceName: "Item", destinationName: "Small",
      predicate: try ObjectPredicate("#size < 4 OR #size == nil"))
    let large = MappingModel.Entity(
      name: "Large", kind: .transform, sourceName: "Item", destinationName: "Large",
      predicate: try ObjectPredicate("#size >= 4"))
    try small.map("name", format: "$source.name")
    let mapping = MappingModel(entities: [small, large])
    try open(split) { $0.code.add(mapping, from: 1, to: 2) }
    XCTAssertEqual(try stored("SELECT Z_PK, ZNAME FROM ZSMALL"), ["1|apple", "3|plum"])
    XCTAssertEqual(try stored("SELECT Z_PK, ZNAME FROM ZLARGE"), ["2|pear", "4|nut"])
    try assertSchema(split, "split")
    XCTAssertEqual(try StoreInspection(url: url).findings(), [])
  }

  func testADryRunNamesTheOwnOriginOfAnEntityThatOthersJoin() throws {
    try make(old, data)
    let joined = model(2, entity("Item", [Self.name]))
    let mapping = MappingModel(
      entities: ["Box", "Item"].map { name in
        var part = MappingModel.Entity(
          name: "\(name)ToItem", kind: .transform, sourceName: name, destinationName: "Item")
        part.map("name", to: .source("name"))
        return part
      })
    var configuration = StoreConfiguration(url: url)
    configuration.migration.olderVersions = [old]
    configuration.migration.code.add(mapping, from: 1, to: 2)
    let report = try PersistentContainer.dryRunMigration(
      of: configuration, to: CompiledModel(layoutOf: joined))
    XCTAssertNil(report.error)
    XCTAssertEqual(
      report.entities.map { "\($0.name) \($0.oldName ?? "") \($0.before ?? 0) \($0.after ?? 0)" },
      ["Box  2 0", "Item  4 6"])
  }

  func testHierarchiesAreJoinedAndReferencesFollow() throws {
    let joined = model(
      2,
      entity(
        "Thing",
        [
          Self.name, .toOne("parent", "Thing", inverse: "parts"),
          .toMany("parts", "Thing", inverse: "parent"),
        ]))
    try make(old, data)
    var boxes = MappingModel.Entity(
      name: "Boxes", kind: .transform, sourceName: "Box", destinationName: "Thing")
    boxes.map("parts", to: .source("items"))
    var items = MappingModel.Entity(
      name: "Items", kind: .transform, sourceName: "Item", destinationName: "Thing")
    items.map("parent", to: .source("box"))
    let mapping = MappingModel(entities: [items, boxes])
    try open(joined) { $0.code.add(mapping, from: 1, to: 2) }
    XCTAssertEqual(
      try stored("SELECT Z_PK, ZNAME, ZPARENT FROM ZTHING"),
      ["1|apple|5", "2|pear|5", "3|plum|6", "4|nut|", "5|red|", "6|blue|"])
    XCTAssertEqual(try stored("SELECT Z_MAX FROM Z_PRIMARYKEY"), ["6"])
    XCTAssertEqual(try StoreInspection(url: url).findings(), [])
  }

  func testOneObjectBecomesTwo() throws {
    let copies = MappingModel.Entity(
      name: "Again", kind: .transform, sourceName: "Item", destinationName: "Thing",
      predicate: try ObjectPredicate("#size > 3"))
    var mapping = self.mapping { _, _ in }
    mapping.entities.append(copies)
    try migrate(mapping)
    XCTAssertEqual(
      try stored("SELECT Z_PK, ZNAME, ZCRATE FROM ZTHING WHERE Z_PK > 4"), ["6|pear|1", "8|nut|"])
    XCTAssertEqual(try stored("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Thing'"), ["8"])
  }

  func testDefaultsAndRemovalsAreFollowed() throws {
    try migrate(
      mapping { boxes, items in
        items.map("size", to: .defaultValue)
        items.map("label", to: .source("name"))
        items.map("crate", to: .defaultValue)
        boxes = .init(name: "NoBoxes", kind: .remove, sourceName: "Box")
      })
    XCTAssertEqual(
      try stored(things), ["1|apple|apple||", "2|pear|pear||", "3|plum|plum||", "4|nut|nut||"])
    XCTAssertEqual(try stored("SELECT count(*) FROM ZCRATE"), ["0"])
  }

  func testAMappingConvertsOneAttribute() throws {
    try migrate(mapping { _, items in items.map("label", to: .converted("size")) })
    XCTAssertEqual(try stored("SELECT ZLABEL FROM ZTHING"), ["3", "4", "", "9"])
  }

  func testAMappingThatDoesNotFitIsNamed() throws {
    try make(old, data)
    typealias Change = (inout MappingModel.Entity) throws -> Void
    let cases: [(title: String, words: String, change: Change)] = [
      (
        "entity", "names 'Itm', which the older version does not have; did you mean 'Item'?",
        { $0.sourceName = "Itm" }
      ),
      (
        "property", "maps 'labl', which 'Thing' does not have; did you mean 'label'?",
        { $0.map("labl", to: .defaultValue) }
      ),
      (
        "source", "takes 'label' from 'nam', which the older 'Item' does not have; did you mean",
        { $0.map("label", to: .source("nam")) }
      ),
      (
        "mapping", "asks $manager for the mapping 'BoxToCrat', which is not there; did you mean",
        {
          $0.map(
            "crate",
            to: .expression(.destinationInstances(ofMapping: "BoxToCrat", for: .source("box"))))
        }
      ),
      (
        "variable", "asks for '$sorce', which stands for nothing",
        { try $0.map("label", format: "$sorce.name") }
      ),
      (
        "hash", "was made for another 'Item' than the older version's",
        { $0.sourceHash = Data([1]) }
      ),
      (
        "type", "'size' is Int32, and '$source.name' gives a text",
        { try $0.map("size", format: "$source.name") }
      ),
      ("path", "has no property 'colour'", { try $0.map("label", format: "$source.colour") }),
      (
        "kind", "'crate' leads to objects, and '$source.name' gives none",
        { try $0.map("crate", format: "$source.name") }
      ),
      (
        "destination", "'crate' leads to 'Crate', and",
        {
          $0.map(
            "crate",
            to: .expression(.destinationInstances(ofMapping: "ItemToThing", for: .source())))
        }
      ),
      (
        "policy", "calls the policy 'Plicy', which the program did not hand over",
        { $0.policyName = "Plicy" }
      ),
    ]
    for (title, words, change) in cases {
      let mapping = try self.mapping { _, items in try change(&items) }
      XCTAssertThrowsError(
        try open(new) { $0.code.add(mapping, from: 1, to: 2) }, title
      ) { XCTAssertTrue("\($0)".contains(words), "\(title): \($0)") }
      XCTAssertEqual(try stored("SELECT count(*) FROM ZITEM"), ["4"], title)
    }
  }

  func testAMappingIsNeverSteppedOver() throws {
    let third = model(3, new.entities[0], new.entities[1], entity("Alarm", []))
    try make(old, data)
    let mapping = try self.mapping { _, items in try items.map("label", format: "'by mapping'") }
    try open(third, released: [new]) { $0.code.add(mapping, from: 1, to: 2) }
    XCTAssertEqual(
      try stored("SELECT DISTINCT ZLABEL FROM ZTHING"), ["by mapping"])
  }
}
