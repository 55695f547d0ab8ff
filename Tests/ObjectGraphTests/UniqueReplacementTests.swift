import ModelRuntime
import TestSupport
import XCTest

/// New objects that become others, which have their unique values.
final class UniqueReplacementTests: XCTestCase {
  private var container: PersistentContainer!
  private var context: ManagedObjectContext!

  override func setUpWithError() throws {
    container = try PersistentContainer(.shop, configuration: .inMemory)
    context = try container.makeContext()
  }

  override func tearDown() {
    context = nil
    container = nil
  }

  private func make(_ note: String) -> Make {
    let make = Make(in: context, name: "A")
    make.note = note
    return make
  }

  func testSeveralBecomeTheOneThatIsStored() throws {
    let stored = make("stored")
    try context.save()
    let other = try container.makeContext()
    let (first, second) = (Make(in: other, name: "A"), Make(in: other, name: "A"))
    (first.note, second.note) = ("first", "second")
    let coats = [Coat(in: other), Coat(in: other)]
    (coats[0].make, coats[1].make) = (first, second)
    try other.save(mergePolicy: .objectWins)
    XCTAssertEqual(coats.map { $0.make?.objectID }, [stored.objectID, stored.objectID])
    let fresh = try container.makeContext()
    XCTAssertEqual(try fresh.count(Make.all), 1)
    XCTAssertEqual(try fresh.fetch(Coat.all).compactMap { $0.make?.name }, ["A", "A"])
    XCTAssertTrue(["first", "second"].contains(try fresh.first(Make.all)?.note))
  }

  func testWhatLedToOneThatLosesLeadsToTheOther() throws {
    _ = make("stored")
    try context.save()
    let other = try container.makeContext()
    let coat = Coat(in: other)
    coat.make = Make(in: other, name: "A")
    try other.save(mergePolicy: .storeWins)
    XCTAssertEqual(coat.make?.note, "stored")
    let fresh = try container.makeContext()
    XCTAssertEqual(try fresh.first(Coat.all)?.make?.note, "stored")
  }

  func testWhatLedToOneThatIsRolledBackLeadsNowhere() throws {
    _ = make("stored")
    try context.save()
    let other = try container.makeContext()
    let coats = [Coat(in: other), Coat(in: other)]
    (coats[0].make, coats[1].make) = (Make(in: other, name: "A"), Make(in: other, name: "B"))
    try other.save(mergePolicy: .rollback)
    XCTAssertEqual(coats.map { $0.make?.name }, [nil, "B"])
    let fresh = try container.makeContext()
    XCTAssertEqual(try fresh.fetch(Coat.all).compactMap { $0.make?.name }, ["B"])
    XCTAssertEqual(try fresh.first(Make.where { $0.name == "A" })?.note, "stored")
  }
}
