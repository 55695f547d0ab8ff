import Foundation
import ModelRuntime
import ModelSchema
import TestSupport
import XCTest

/// Tests of values in Apple's stores that this library would not write. They must not
/// prevent changes of other values.
final class ForeignValueTests: XCTestCase {
  private let folder = try? TemporaryFolder()

  private func url() throws -> URL { try XCTUnwrap(folder).file("Prices.sqlite") }

  private func open(_ url: URL, as type: StoreType = .sqlite) throws -> PersistentContainer {
    let model = ManagedObjectModel(
      name: "Prices",
      entities: [
        EntityDescription(
          name: "Item",
          properties: [
            .attribute(AttributeDescription(name: "name", type: .string, isOptional: true)),
            .attribute(AttributeDescription(name: "price", type: .decimal, isOptional: true)),
          ])
      ])
    return try PersistentContainer(
      CompiledModel(model), configuration: StoreConfiguration(url: url, type: type))
  }

  func testAnObjectWhosePriceIsNotANumberIsSavedAgain() throws {
    let context = try open(url()).makeContext()
    try context.insert(entityName: "Item", ["name": "a", "price": Decimal(1)])
    try context.save()
    try execute("UPDATE ZITEM SET ZPRICE = 'NaN'", in: url())
    let later = try open(url()).makeContext()
    let item = try XCTUnwrap(later.fetch(entityName: "Item").first)
    XCTAssertEqual((try item.value(forKey: "price") as? Decimal)?.isNaN, true)
    try item.setValue("b", forKey: "name")
    try later.save()
    XCTAssertEqual(try rows("SELECT ZNAME, ZPRICE FROM ZITEM", in: url()), ["b|NaN"])
    try item.setValue(Decimal(2), forKey: "price")
    try later.save()
    XCTAssertEqual(try rows("SELECT ZNAME, ZPRICE FROM ZITEM", in: url()), ["b|2"])
    try item.setValue(Decimal.nan, forKey: "price")
    XCTAssertThrowsError(try later.save())
  }

  /// Core Data writes decimals with more digits than a column can keep. A value that is not
  /// set must stay as it is.
  func testDecimalsOfManyDigitsStayAndAreNotSet() throws {
    let context = try open(url()).makeContext()
    for _ in 0..<5 { try context.insert(entityName: "Item", ["name": "a", "price": Decimal(1)]) }
    try context.save()
    let values = [
      "0.1 + 0.2", "12345678901234567890.5", "'-0.000001234567890123456789'", "1e300", "-1e-300",
    ]
    for (place, value) in values.enumerated() {
      try execute("UPDATE ZITEM SET ZPRICE = \(value) WHERE Z_PK = \(place + 1)", in: url())
    }
    let kept = "SELECT typeof(ZPRICE), quote(ZPRICE) FROM ZITEM ORDER BY Z_PK"
    let before = try rows(kept, in: url())
    let later = try open(url()).makeContext()
    for item in try later.fetch(entityName: "Item") {
      _ = try item.value(forKey: "price")
      try item.setValue("b", forKey: "name")
    }
    try later.save()
    XCTAssertEqual(try rows(kept, in: url()), before)
    XCTAssertEqual(try rows("SELECT DISTINCT ZNAME FROM ZITEM", in: url()), ["b"])
    let item = try XCTUnwrap(later.fetch(entityName: "Item").first)
    for text in ["0.30000000000000005", "12345678901234567.5", "NaN"] {
      try item.setValue(text == "NaN" ? .nan : Decimal(string: text), forKey: "price")
      XCTAssertThrowsError(try later.save(), text) { error in
        let reason = text == "NaN" ? "price is not a number" : "price has more than 15 digits"
        XCTAssertTrue("\(error)".contains(reason), "\(error)")
      }
      later.rollback()
    }
    XCTAssertEqual(try rows(kept, in: url()), before)
  }

  func testCopiesOfEveryTypeKeepWhatIsNotANumber() throws {
    let container = try open(url())
    let context = try container.makeContext()
    try context.insert(entityName: "Item", ["name": "a", "price": Decimal(1)])
    try context.save()
    try execute("UPDATE ZITEM SET ZPRICE = 'NaN'", in: url())
    for type in [StoreType.sqlite, .xml, .binary] {
      let copy = try XCTUnwrap(folder).file("Copy.\(type.name)")
      try container.copyStore(to: copy, as: type)
      let later = try open(copy, as: type).makeContext()
      let item = try XCTUnwrap(later.fetch(entityName: "Item").first, type.name)
      XCTAssertEqual((try item.value(forKey: "price") as? Decimal)?.isNaN, true, type.name)
    }
  }
}
