import Foundation
import ModelRuntime
import ModelSchema
import TestSupport
import XCTest

/// Derived attributes with every form of expression are updated when their sources change.
final class DerivedExpressionTests: XCTestCase {
  private var folder: TemporaryFolder!
  private var url: URL { folder.file("Store.sqlite") }

  override func setUpWithError() throws { folder = try TemporaryFolder() }

  override func tearDown() { folder = nil }

  private static let price = ObjectExpression.keyPath(["price"], of: .variable("x"))
  private static let dear = ObjectExpression.subquery(
    .keyPath("items"), variable: "x", .compare(price, .greater, .constant(.double(2))))

  private static let order = EntityDescription(
    name: "Order",
    properties: [
      .attribute("note", .string, isOptional: true),
      .attribute(
        "label", .string, isOptional: true,
        derivation: .conditional(
          .compare(.keyPath("items", "@count"), .greater, .constant(.integer(1))),
          then: .constant(.string("many")), else: .keyPath("note"))),
      .attribute("dear", .int64, derivation: .keyPath(["@count"], of: dear)),
      .attribute(
        "text", .string, isOptional: true,
        derivation: .cast(.keyPath("items", "@sum", "price"), type: "NSString")),
      .attribute(
        "most", .double, isOptional: true,
        derivation: .function(
          "max:", [.aggregate([.keyPath("items", "@max", "price"), .constant(.double(1))])])),
      .toMany("items", "Item", inverse: "order"),
    ])

  private static let item = EntityDescription(
    name: "Item",
    properties: [.attribute("price", .double), .toOne("order", "Order", inverse: "items")])

  func testDerivationsFollowTheirSources() throws {
    let model = ManagedObjectModel(name: "Shop", version: 1, entities: [Self.order, Self.item])
    let container = try PersistentContainer(
      CompiledModel(versions: ModelVersions(current: model)),
      configuration: StoreConfiguration(url: url))
    let context = try container.makeContext()
    let order = try context.insert(entityName: "Order", ["note": "first"])
    let item = try context.insert(entityName: "Item", ["price": 0.5, "order": order])
    let columns = "SELECT ZLABEL, ZDEAR, ZTEXT, ZMOST FROM ZORDER"
    try context.save()
    XCTAssertEqual(try rows(columns, in: url), ["first|0|0.5|1.0"])
    let other = try context.insert(entityName: "Item", ["price": 4.0, "order": order])
    try context.save()
    XCTAssertEqual(try rows(columns, in: url), ["many|1|4.5|4.0"])
    try item.setValue(3.0, forKey: "price")
    context.delete(other)
    try context.save()
    XCTAssertEqual(try rows(columns, in: url), ["first|1|3|3.0"])
    XCTAssertEqual(try order.value(forKey: "label") as? String, "first")
    try order.setValue("second", forKey: "note")
    try context.save()
    XCTAssertEqual(try rows(columns, in: url), ["second|1|3|3.0"])
  }

  // MARK: Other objects of the same kind

  private func open(_ entities: EntityDescription...) throws -> ManagedObjectContext {
    let model = ManagedObjectModel(name: "Tree", version: 1, entities: entities)
    return try PersistentContainer(
      CompiledModel(versions: ModelVersions(current: model)),
      configuration: StoreConfiguration(url: url)
    ).makeContext()
  }

  private static func node(_ derived: PropertyDescription) -> EntityDescription {
    EntityDescription(
      name: "Node",
      properties: [
        .attribute("name", .string, isOptional: true),
        .attribute("size", .int64, isOptional: true),
        .toOne("parent", "Node", inverse: "children"),
        .toMany("children", "Node", inverse: "parent"),
        derived,
      ])
  }

  private static let rootName = ObjectExpression.conditional(
    .compare(.keyPath("parent"), .equal, .constant(.null)), then: .keyPath("name"),
    else: .keyPath("parent", "rootName"))

  /// A value that is derived from the parent passes through all generations.
  func testAValueIsHandedDownEveryGeneration() throws {
    let context = try open(
      Self.node(.attribute("rootName", .string, isOptional: true, derivation: Self.rootName)))
    let root = try context.insert(entityName: "Node", ["name": "a"])
    var last = root
    for number in 1...12 {
      last = try context.insert(entityName: "Node", ["name": "\(number)", "parent": last])
    }
    try context.save()
    let names = "SELECT DISTINCT ZROOTNAME FROM ZNODE"
    XCTAssertEqual(try rows(names, in: url), ["a"])
    try root.setValue("b", forKey: "name")
    try context.save()
    XCTAssertEqual(try rows(names, in: url), ["b"])
    XCTAssertEqual(try last.value(forKey: "rootName") as? String, "b")
  }

  func testACircleThatNeverComesToRestIsAnError() throws {
    let next = ObjectExpression.function(
      "add:to:", [.keyPath("parent", "depth"), .constant(.integer(1))])
    let depth = ObjectExpression.conditional(
      .compare(.keyPath("parent"), .equal, .constant(.null)), then: .constant(.integer(0)),
      else: next)
    let context = try open(
      Self.node(.attribute("depth", .int64, isOptional: true, derivation: depth)))
    let one = try context.insert(entityName: "Node", ["name": "one"])
    let two = try context.insert(entityName: "Node", ["name": "two", "parent": one])
    try context.save()
    XCTAssertEqual(try rows("SELECT ZDEPTH FROM ZNODE ORDER BY ZNAME", in: url), ["0", "1"])
    try one.setValue(two, forKey: "parent")
    XCTAssertThrowsError(try context.save()) { error in
      XCTAssertEqual((error as? StoreError)?.reason, .endlessChanges)
      XCTAssertTrue("\(error)".contains("'Node.depth' is derived in a circle"), "\(error)")
    }
    XCTAssertEqual(try rows("SELECT ZDEPTH FROM ZNODE ORDER BY ZNAME", in: url), ["0", "1"])
  }

  private static let largest = ObjectExpression.keyPath(
    ["@max", "size"], of: .function("FETCH", [.constant(.string("Node"))]))

  func testWhatAFetchFindsIsFollowed() throws {
    let context = try open(
      Self.node(.attribute("largest", .int64, isOptional: true, derivation: Self.largest)))
    try context.insert(entityName: "Node", ["size": 2])
    try context.save()
    let other = try context.insert(entityName: "Node", ["size": 5])
    try context.save()
    let largest = "SELECT ZLARGEST FROM ZNODE ORDER BY Z_PK"
    XCTAssertEqual(try rows(largest, in: url), ["5", "5"])
    try other.setValue(1, forKey: "size")
    try context.save()
    XCTAssertEqual(try rows(largest, in: url), ["2", "2"])
    context.delete(try XCTUnwrap(context.fetch(entityName: "Node").first { $0 !== other }))
    try context.save()
    XCTAssertEqual(try rows(largest, in: url), ["1"])
  }

  /// The value depends on the objects at the end of either relationship.
  func testBothBranchesOfAChoiceAreFollowed() throws {
    let place = EntityDescription(
      name: "Place",
      properties: [
        .attribute("city", .string, isOptional: true),
        .toMany("residents", "Person", inverse: "home"),
        .toMany("staff", "Person", inverse: "work"),
      ])
    let chosen = ObjectExpression.conditional(
      .compare(.keyPath("isAtHome"), .equal, .constant(.boolean(true))),
      then: .keyPath("home"), else: .keyPath("work"))
    let person = EntityDescription(
      name: "Person",
      properties: [
        .attribute("isAtHome", .boolean), .toOne("home", "Place", inverse: "residents"),
        .toOne("work", "Place", inverse: "staff"),
        .attribute(
          "city", .string, isOptional: true, derivation: .keyPath(["city"], of: chosen)),
      ])
    let context = try open(person, place)
    let home = try context.insert(entityName: "Place", ["city": "Rome"])
    let work = try context.insert(entityName: "Place", ["city": "Pisa"])
    let ann = try context.insert(
      entityName: "Person", ["isAtHome": false, "home": home, "work": work])
    try context.save()
    XCTAssertEqual(try rows("SELECT ZCITY FROM ZPERSON", in: url), ["Pisa"])
    try work.setValue("Siena", forKey: "city")
    try context.save()
    XCTAssertEqual(try rows("SELECT ZCITY FROM ZPERSON", in: url), ["Siena"])
    try ann.setValue(true, forKey: "isAtHome")
    try context.save()
    XCTAssertEqual(try rows("SELECT ZCITY FROM ZPERSON", in: url), ["Rome"])
  }
}
