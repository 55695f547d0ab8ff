import ModelRuntime
import XCTest

/// Fetches that read only some properties of the objects (F-07).
final class PartialObjectTests: CatalogTestCase {
  private func fill() throws -> ManagedObjectContext {
    for number in 1...5 {
      let item = Item(in: context)
      item.name = "item \(number)"
      item.code = "code"
      item.whole = Int64(number)
      item.place = Place(street: "street", zip: Int32(number))
      let person = Person(in: context)
      person.name = "person \(number)"
      person.age = Int32(number)
      item.owner = person
    }
    try context.save()
    return try container.makeContext()
  }

  func testNamedPropertiesAreReadAndOthersLoadLater() throws {
    let context = try fill()
    let request = Item.all.sorted { [$0.whole.ascending] }.loading(Item.Key.name, .place)
    let items = try context.fetch(request)
    XCTAssertEqual(items.map(\.name), (1...5).map { "item \($0)" })
    XCTAssertEqual(items.map { $0.place?.zip }, [1, 2, 3, 4, 5])
    XCTAssertTrue(items.allSatisfy(\.isFault))
    XCTAssertEqual(items[0].code, "code")
    // Firing one fault loads all objects of the fetch.
    XCTAssertFalse(items.contains(where: \.isFault))
    XCTAssertEqual(items.map(\.whole), [1, 2, 3, 4, 5])
  }

  func testTheyComeInTheirOrder() throws {
    let context = try fill()
    let request = Item.all.sorted { [$0.whole.descending] }.loading(Item.Key.name)
    XCTAssertEqual(
      try context.fetch(request).map(\.name), (1...5).reversed().map { "item \($0)" })
  }

  func testOnlyNamedColumnsAreSelected() throws {
    let context = try fill()
    let sql = try context.explain(Item.all.loading(Item.Key.name)).sql
    XCTAssertTrue(sql.contains("ZNAME"), sql)
    XCTAssertFalse(sql.contains("ZCODE"), sql)
  }

  func testPropertiesOfParentsAndSubentities() throws {
    let context = try fill()
    let people = try context.fetch(Person.all.loading(Person.Key.age).loading(Owner.Key.name))
    XCTAssertEqual(people.map(\.age), [1, 2, 3, 4, 5])
    XCTAssertEqual(people.first?.name, "person 1")
    XCTAssertTrue(people.allSatisfy(\.isFault))
    let owners = try container.makeContext()
    let found = try owners.fetch(Owner.all.loading(Owner.Key.name))
    XCTAssertEqual((found.first as? Person)?.name, "person 1")
    XCTAssertEqual((found.first as? Person)?.age, 1)
  }

  func testChangesAndSavesAreWhole() throws {
    let context = try fill()
    let item = try XCTUnwrap(context.first(Item.all.loading(Item.Key.name)))
    item.name = "changed"
    XCTAssertEqual(item.code, "code")
    try context.save()
    let fresh = try container.makeContext()
    let again = try XCTUnwrap(fresh.first(Item.where { $0.name == "changed" }))
    XCTAssertEqual(again.code, "code")
    XCTAssertEqual(again.place?.street, "street")
  }

  func testLoadedObjectsStayLoaded() throws {
    let context = try fill()
    let item = try XCTUnwrap(context.first(Item.all))
    XCTAssertEqual(try context.fetch(Item.all.loading(Item.Key.name)).first, item)
    XCTAssertFalse(item.isFault)
    item.name = "unsaved"
    XCTAssertEqual(try context.fetch(Item.all.loading(Item.Key.code)).first?.name, "unsaved")
  }

  func testRefreshedObjectsForgetWhatTheyHad() throws {
    let context = try fill()
    let item = try XCTUnwrap(context.first(Item.all.loading(Item.Key.name)))
    try self.context.batchUpdate(Item.all.setting { [$0.name.set(to: "new")] })
    context.refresh(item, mergeChanges: false)
    XCTAssertEqual(item.name, "new")
  }

  func testConditionsAndRelationshipsWork() throws {
    let context = try fill()
    let request = Item.where { $0.owner.name == "person 3" && $0.whole > 2 }
      .loading(Item.Key.whole)
    let item = try XCTUnwrap(context.first(request))
    XCTAssertEqual(item.whole, 3)
    XCTAssertEqual(item.owner?.name, "person 3")
  }

  func testUnknownNamesAreErrors() throws {
    var request = Item.all
    request.loadedPropertyNames = ["nam"]
    XCTAssertThrowsError(try context.fetch(request)) {
      XCTAssertEqual("\($0)", "'Item' has no property 'nam'; did you mean 'name'?")
    }
  }
}
