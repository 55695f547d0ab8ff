import Foundation
import ModelRuntime
import ModelSchema
import TestSupport
import XCTest

/// Derived attributes of every form of expression follow what they are made of.
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
}
