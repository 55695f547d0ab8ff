import Foundation
import ModelRuntime
import XCTest

/// The rules of the elements of composites, which hold with generated classes
/// and with objects by name alike.
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

  func testObjectsByNameKeepTheSameRules() throws {
    let model = try JSONDecoder().decode(
      ManagedObjectModel.self, from: JSONEncoder().encode(CompiledModel.rules.description))
    let container = try PersistentContainer(CompiledModel(model), configuration: .inMemory)
    let dynamic = try container.makeContext()
    let rows: [(path: String, value: Any)] = [
      ("city", ""), ("country", "ch"), ("zip", 13),
      ("place.latitude", ["latitude": 91] as [String: Any?]),
    ]
    for (path, value) in rows {
      var receiver: [String: Any?] = ["city": "Bern", "country": "CH"]
      receiver[String(path.prefix { $0 != "." })] = value
      try dynamic.insert(entityName: "Parcel", ["receiver": receiver])
      XCTAssertEqual(broken(in: dynamic), ["receiver.\(path)"], path)
      dynamic.rollback()
    }
  }

  /// The properties whose rules a save finds broken.
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
