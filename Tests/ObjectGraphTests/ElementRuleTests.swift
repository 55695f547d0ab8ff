import Foundation
import ModelRuntime
import XCTest

/// The rules of enumerations, of data and of the elements of composites, with generated
/// classes and with objects that are accessed by names.
final class ElementRuleTests: XCTestCase {
  private var container: PersistentContainer!
  private var context: ManagedObjectContext!

  override func setUpWithError() throws {
    container = try PersistentContainer(.rules, configuration: .inMemory)
    context = try container.makeContext()
  }

  override func tearDown() {
    context = nil
    container = nil
  }

  func testRulesOfElementsAreChecked() throws {
    let rows: [(path: String, change: (inout PostalAddress) -> Void)] = [
      ("city", { $0.city = "" }),
      ("country", { $0.country = "ch" }),
      ("zip", { $0.zip = 13 }),
      ("place.latitude", { $0.place = Coordinates(latitude: 91) }),
      ("place.latitude", { $0.place = Coordinates(latitude: .nan) }),
      ("handling", { $0.handling = .fragile }),
    ]
    for (path, change) in rows {
      let parcel = Parcel(in: context, receiver: PostalAddress(city: "Bern"))
      change(&parcel.receiver)
      XCTAssertEqual(broken(in: context), ["receiver.\(path)"], path)
      parcel.sender = parcel.receiver
      XCTAssertEqual(Set(broken(in: context)), ["sender.\(path)", "receiver.\(path)"], path)
      context.rollback()
    }
  }

  func testRulesOfEnumerationsAndDataAreChecked() throws {
    let rows: [(name: String, change: (Parcel) -> Void, text: String)] = [
      ("weight", { $0.weight = .heavy }, "weight is not less than 9"),
      ("limit", { $0.limit = .heavy }, "limit is greater than 5"),
      ("handling", { $0.handling = .fragile }, "handling is longer than 5 characters"),
      ("label", { $0.label = Data() }, "label is empty"),
      ("label", { $0.label = Data([1, 2, 3, 4]) }, "label is longer than 3 bytes"),
    ]
    for (name, change, text) in rows {
      let parcel = Parcel(in: context, receiver: PostalAddress(city: "Bern"))
      change(parcel)
      XCTAssertThrowsError(try context.save(), text) {
        XCTAssertEqual(names($0), [name], text)
        XCTAssertTrue("\($0)".hasSuffix(text), "\($0)")
      }
      context.rollback()
    }
    let parcel = Parcel(in: context, receiver: PostalAddress(city: "Bern"), limit: .light)
    (parcel.handling, parcel.label) = (.plain, Data([1, 2, 3]))
    try context.save()
  }

  func testACompositeThatIsNilBreaksNoRule() throws {
    let parcel = Parcel(
      in: context, receiver: PostalAddress(city: "Bern", zip: 3000, place: Coordinates()))
    try context.save()
    parcel.receiver.place = nil
    try context.save()
    XCTAssertNil(parcel.sender)
  }

  func testRulesOfElementsAreCheckedInBatches() throws {
    let parcel = Parcel(in: context, receiver: PostalAddress(city: "Bern", zip: 3000))
    try context.save()
    XCTAssertThrowsError(
      try context.batchUpdate(Parcel.all.setting { [$0.receiver.zip.set(to: 13)] })
    ) {
      XCTAssertEqual(names($0), ["receiver.zip"])
    }
    XCTAssertThrowsError(
      try context.batchUpdate(Parcel.all.setting { [$0.receiver.city.set(to: "")] })
    ) {
      XCTAssertEqual(names($0), ["receiver.city"])
    }
    XCTAssertEqual(parcel.receiver, PostalAddress(city: "Bern", zip: 3000))
  }

  func testABatchMakesNoCompositeThatLacksElements() throws {
    let parcels = (0..<2).map { _ in
      Parcel(in: context, receiver: PostalAddress(city: "Bern"))
    }
    parcels[0].sender = PostalAddress(city: "Bern")
    try context.save()
    XCTAssertThrowsError(
      try context.batchUpdate(Parcel.all.setting { [$0.sender.zip.set(to: 3000)] })
    ) {
      XCTAssertEqual(Set(names($0)), ["sender.city"])
    }
    let fresh = try container.makeContext()
    XCTAssertEqual(try fresh.fetch(Parcel.all).map { $0.sender?.city }, ["Bern", nil])
  }

  func testObjectsByNameKeepTheSameRules() throws {
    let model = try JSONDecoder().decode(
      ManagedObjectModel.self, from: JSONEncoder().encode(CompiledModel.rules.description))
    let container = try PersistentContainer(CompiledModel(model), configuration: .inMemory)
    let dynamic = try container.makeContext()
    let rows: [(path: String, value: Any)] = [
      ("city", ""), ("country", "ch"), ("zip", 13), ("handling", "with care"),
      ("place.latitude", ["latitude": 91] as [String: Any?]),
    ]
    for (path, value) in rows {
      var receiver: [String: Any?] = ["city": "Bern", "country": "CH", "handling": "plain"]
      receiver[String(path.prefix { $0 != "." })] = value
      try dynamic.insert(entityName: "Parcel", ["receiver": receiver])
      XCTAssertEqual(broken(in: dynamic), ["receiver.\(path)"], path)
      dynamic.rollback()
    }
  }

  /// The properties that fail validation when the context is saved.
  private func broken(in context: ManagedObjectContext) -> [String] {
    do {
      try context.save()
      return []
    } catch {
      return names(error)
    }
  }

  private func names(_ error: any Error) -> [String] {
    (error as? ValidationError)?.failures.map(\.propertyName) ?? ["\(error)"]
  }
}
