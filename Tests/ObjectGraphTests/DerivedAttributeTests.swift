import Foundation
import ModelRuntime
import TestSupport
import XCTest

final class DerivedAttributeTests: XCTestCase {
  private var folder: TemporaryFolder!
  private var container: PersistentContainer!
  private var context: ManagedObjectContext!

  override func setUpWithError() throws {
    folder = try TemporaryFolder()
    container = try PersistentContainer(.shop, configuration: StoreConfiguration(url: url))
    context = try container.makeContext()
  }

  override func tearDown() {
    context = nil
    container = nil
    folder = nil
  }

  private var url: URL { folder.file("Shop.sqlite") }

  private func order(_ note: String, prices: [Double]) -> Order {
    let order = Order(in: context, note: note)
    for price in prices { _ = Item(in: context, price: price, order: order) }
    return order
  }

  /// The stored values of columns, regardless of objects.
  private func stored(_ columns: String, _ table: String = "ZORDER") throws -> [String] {
    try rows("SELECT \(columns) FROM \(table) ORDER BY Z_PK", in: url)
  }

  func testValuesOfTheObjectItselfAreComputed() throws {
    let order = order("Crème Brûlée", prices: [])
    try context.save()
    XCTAssertEqual(order.plainNote, "creme brulee")
    XCTAssertEqual(order.loudNote, "CRÈME BRÛLÉE")
    XCTAssertEqual(order.itemCount, 0)
    XCTAssertEqual(order.total, 0)
    XCTAssertNil(order.dearest)
    XCTAssertNil(order.customerName)
    XCTAssertEqual(try stored("ZPLAINNOTE"), ["creme brulee"])
    order.note = "X"
    try context.save()
    XCTAssertEqual(order.plainNote, "x")
    XCTAssertEqual(try stored("ZPLAINNOTE, ZLOUDNOTE"), ["x|X"])
  }

  func testValuesOfRelatedObjectsAreComputed() throws {
    let order = order("A", prices: [1.5, 4, 2])
    try context.save()
    XCTAssertEqual(order.itemCount, 3)
    XCTAssertEqual(order.total, 7.5)
    XCTAssertEqual(order.dearest, 4)
    XCTAssertEqual(order.cheapest, 1.5)
    XCTAssertFalse(context.hasChanges)
    XCTAssertEqual(try stored("ZITEMCOUNT, ZTOTAL, ZDEAREST, ZCHEAPEST"), ["3|7.5|4.0|1.5"])
  }

  func testChangesOfRelatedObjectsReachTheirOwners() throws {
    let order = order("A", prices: [1, 2])
    try context.save()
    // The other context has not loaded the owner.
    let other = try container.makeContext()
    let item = try XCTUnwrap(try other.first(Item.where { $0.price == 2 }))
    item.price = 10
    try other.save()
    XCTAssertEqual(try stored("ZITEMCOUNT, ZTOTAL, ZDEAREST"), ["2|11.0|10.0"])
    other.delete(item)
    try other.save()
    XCTAssertEqual(try stored("ZITEMCOUNT, ZTOTAL, ZDEAREST"), ["1|1.0|1.0"])
    context.refresh(order, mergeChanges: false)
    XCTAssertEqual(order.total, 1)
  }

  func testMovingAnObjectReachesBothOwners() throws {
    let (one, two) = (order("A", prices: [1, 2]), order("B", prices: [5]))
    try context.save()
    let item = try XCTUnwrap(one.items.first { $0.price == 2 })
    item.order = two
    try context.save()
    XCTAssertEqual([one.itemCount, two.itemCount], [1, 2])
    XCTAssertEqual([one.total, two.total], [1, 7])
    item.order = nil
    try context.save()
    XCTAssertEqual([one.total, two.total], [1, 5])
    XCTAssertEqual(try stored("ZTOTAL"), ["1.0", "5.0"])
  }

  func testAToOnePathFollowsItsEnd() throws {
    let customer = Customer(in: context, name: "Ann")
    let order = order("A", prices: [])
    order.customer = customer
    try context.save()
    XCTAssertEqual(order.customerName, "Ann")
    customer.name = "Bob"
    try context.save()
    XCTAssertEqual(order.customerName, "Bob")
    context.delete(customer)
    try context.save()
    XCTAssertNil(order.customerName)
    XCTAssertEqual(try stored("ZCUSTOMERNAME"), [""])
  }

  func testWhatIsDerivedCanBeDerivedFrom() throws {
    let customer = Customer(in: context, name: "Ann")
    for prices in [[1.0, 2], [3]] { order("A", prices: prices).customer = customer }
    try context.save()
    XCTAssertEqual(customer.itemCount, 3)
    let other = try container.makeContext()
    other.delete(try XCTUnwrap(try other.first(Item.all)))
    try other.save()
    XCTAssertEqual(try stored("ZITEMCOUNT", "ZCUSTOMER"), ["2"])
  }

  func testPairsOfManyToManyAreCounted() throws {
    let item = Item(in: context, price: 1)
    let label = Label(in: context, name: "new")
    item.labels = [label, Label(in: context, name: "red")]
    try context.save()
    XCTAssertEqual(item.labelCount, 2)
    let other = try container.makeContext()
    other.delete(try XCTUnwrap(try other.first(Label.where { $0.name == "new" })))
    try other.save()
    XCTAssertEqual(try stored("ZLABELCOUNT", "ZITEM"), ["1"])
  }

  func testNowIsTheTimeOfTheSave() throws {
    let order = order("A", prices: [1])
    let before = Date()
    try context.save()
    let first = try XCTUnwrap(order.changedAt)
    XCTAssertGreaterThanOrEqual(first, before)
    order.note = "B"
    try context.save()
    XCTAssertGreaterThan(try XCTUnwrap(order.changedAt), first)
  }

  func testDerivedValuesCanBeFetchedBy() throws {
    _ = order("Crème", prices: [1, 2])
    _ = order("other", prices: [])
    try context.save()
    let found = try context.fetch(Order.where { $0.plainNote == "creme" && $0.itemCount == 2 })
    XCTAssertEqual(found.map(\.note), ["Crème"])
  }

  func testDerivingIsNoConflict() throws {
    let order = order("A", prices: [1])
    try context.save()
    order.note = "B"
    let other = try container.makeContext()
    try XCTUnwrap(try other.first(Item.all)).price = 9
    try other.save()
    XCTAssertNoThrow(try context.save())
    XCTAssertEqual(try stored("ZNOTE, ZTOTAL"), ["B|9.0"])
  }

  func testOtherContextsAreTold() throws {
    let order = order("A", prices: [1])
    try context.save()
    context.automaticallyMergesChanges = true
    let other = try container.makeContext()
    try XCTUnwrap(try other.first(Item.all)).price = 9
    try other.save()
    context.mergePendingChanges()
    XCTAssertEqual(order.total, 9)
  }

  func testBatchOperationsDeriveToo() throws {
    let order = order("A", prices: [1, 2])
    try context.save()
    try context.batchUpdate(
      Item.where { $0.price == 2 }.setting { [$0.price.set(to: 7)] })
    XCTAssertEqual(try stored("ZTOTAL, ZDEAREST"), ["8.0|7.0"])
    XCTAssertEqual(order.total, 8)
    let changedAt = order.changedAt
    try context.batchDelete(Item.where { $0.price == 1 })
    XCTAssertEqual(try stored("ZITEMCOUNT, ZTOTAL"), ["1|7.0"])
    XCTAssertEqual(order.changedAt, changedAt)
    try context.batchInsert([Order.Values(note: "Ünï")], into: Order.self)
    XCTAssertEqual(try stored("ZPLAINNOTE, ZITEMCOUNT"), ["a|1", "uni|0"])
  }

  func testBatchOperationsNoteTheTimeOfWhatTheyWrite() throws {
    let order = order("A", prices: [])
    try context.save()
    let first = try XCTUnwrap(order.changedAt)
    try context.batchInsert([Order.Values(note: "B")], into: Order.self)
    XCTAssertEqual(try stored("ZCHANGEDAT IS NULL"), ["0", "0"])
    XCTAssertEqual(order.changedAt, first)
    try context.batchUpdate(Order.where { $0.note == "A" }.setting { [$0.note.set(to: "C")] })
    XCTAssertGreaterThan(try XCTUnwrap(order.changedAt), first)
  }

  func testAFailedSaveDerivesNothing() throws {
    let order = order("A", prices: [1])
    try context.save()
    _ = Item(in: context, price: .nan, order: order)
    XCTAssertThrowsError(try context.save())
    XCTAssertEqual(order.total, 1)
    XCTAssertEqual(try stored("ZTOTAL"), ["1.0"])
  }

  func testTriggersOfCoreDataDoNotStopASave() throws {
    _ = order("A", prices: [])
    try context.save()
    try execute(
      """
      CREATE TRIGGER Z_DA_ZORDER_UPDATE AFTER UPDATE OF ZNOTE ON ZORDER FOR EACH ROW BEGIN
        SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue('ZORDER', 'Order', NEW.Z_PK, 'n', 1);
        SELECT NSCoreDataDATriggerInsertUpdatedAffectedObjectValue('ZORDER', 'Order', NEW.Z_PK);
      END
      """, in: url)
    let other = try PersistentContainer(.shop, configuration: StoreConfiguration(url: url))
      .makeContext()
    try XCTUnwrap(try other.first(Order.all)).note = "B"
    XCTAssertNoThrow(try other.save())
    XCTAssertEqual(try stored("ZPLAINNOTE"), ["b"])
  }

  func testADerivedValueThatCannotBeReadIsComputedAnew() throws {
    _ = order("A", prices: [1, 2])
    try context.save()
    try execute("UPDATE ZORDER SET ZTOTAL = 'much', ZITEMCOUNT = 2.5", in: url)
    let other = try container.makeContext()
    try XCTUnwrap(try other.first(Item.where { $0.price == 2 })).price = 7
    try other.save()
    XCTAssertEqual(try stored("ZTOTAL"), ["8.0"])
    try other.batchDelete(Item.where { $0.price == 1 })
    XCTAssertEqual(try stored("ZITEMCOUNT, ZTOTAL"), ["1|7.0"])
  }

  func testACopyInSQLiteHasTheTriggersOfANewStore() throws {
    let triggers = "SELECT name FROM sqlite_schema WHERE name LIKE 'Z_DA_%' ORDER BY 1"
    let names = try rows(triggers, in: url)
    XCTAssertFalse(names.isEmpty)
    let copy = folder.file("Copy.sqlite")
    try PersistentContainer(.shop, configuration: .inMemory).copyStore(to: copy)
    XCTAssertEqual(try rows(triggers, in: copy), names)
  }

  func testADerivedValueThatDoesNotFitFailsTheSave() throws {
    let model = ManagedObjectModel(
      name: "Halves",
      entities: [
        EntityDescription(
          name: "Thing",
          properties: [
            .attribute(AttributeDescription(name: "value", type: .double)),
            .attribute(
              AttributeDescription(
                name: "whole", type: .int16, isOptional: true, derivation: .keyPath("value"))),
          ])
      ])
    let halves = try PersistentContainer(
      CompiledModel(model), configuration: StoreConfiguration(url: folder.file("Halves.sqlite")))
    let context = try halves.makeContext()
    let thing = try context.insert(entityName: "Thing", ["value": 2.5])
    for value in [2.5, 70_000, -70_000] {
      try thing.setValue(value, forKey: "value")
      XCTAssertThrowsError(try context.save()) { error in
        XCTAssertEqual((error as? ValidationError)?.failures.map(\.propertyName), ["whole"])
      }
      XCTAssertFalse(thing.isInaccessible)
    }
    try thing.setValue(7.0, forKey: "value")
    try context.save()
    XCTAssertEqual(try thing.value(forKey: "whole") as? Int16, 7)
  }
}
