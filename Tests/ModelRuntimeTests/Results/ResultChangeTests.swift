import BankModel
import ModelRuntime
import XCTest

final class ResultChangeTests: ResultsTestCase {
  func testSectionsAreReportedBeforeObjects() throws {
    let a = makeBank("A", in: "GA")
    makeBank("B", in: "NY")
    let list = try sectionedList()
    a.state = "OH"
    makeBank("C", in: "IL")
    XCTAssertEqual(
      reported(),
      [
        "will", "delete section 0 'GA'", "insert section 0 'IL'", "insert section 2 'OH'",
        "insert 0.0 C", "move 0.0 to 2.0 A", "did",
      ])
    XCTAssertEqual(list.sections.map(\.name), ["IL", "NY", "OH"])
  }

  func testWhatCannotBeSeenIsNotReported() throws {
    makeBank("A")
    let list = try list(FailedBankInfo.where { $0.state == "IL" })
    makeBank("B", in: "NY")
    XCTAssertEqual(reported(), [])
    try context.save()
    XCTAssertEqual(reported(), [])
    XCTAssertEqual(names(list), ["A"])
  }

  func testOnlyWhatChangedItselfIsReported() throws {
    for name in ["B", "C", "D"] { makeBank(name) }
    let list = try list()
    makeBank("A")
    XCTAssertEqual(reported(), ["will", "insert 0.0 A", "did"])
    context.delete(list.objects[1])
    XCTAssertEqual(reported(), ["will", "delete 0.1 B", "did"])
  }

  func testAMoveIsWhatChangesItsPlaceAmongTheOthers() throws {
    for name in ["B", "C", "D"] { makeBank(name) }
    let list = try list()
    list.objects[0].name = "E"
    XCTAssertEqual(reported(), ["will", "move 0.0 to 0.2 E", "did"])
    list.objects[2].name = "F"
    XCTAssertEqual(reported(), ["will", "update 0.2 to 0.2 F", "did"])
    list.objects[0].city = "Chicago"
    XCTAssertEqual(reported(), ["will", "update 0.0 to 0.0 C", "did"])
  }

  func testOldPlacesAreFromBeforeNewOnesFromAfter() throws {
    let banks = ["B", "C", "D", "E"].map { makeBank($0) }
    let list = try list()
    context.delete(banks[0])
    banks[2].city = "Chicago"
    makeBank("A")
    makeBank("F")
    XCTAssertEqual(
      reported(),
      [
        "will", "delete 0.0 B", "insert 0.0 A", "insert 0.4 F", "update 0.2 to 0.2 D", "did",
      ])
    XCTAssertEqual(names(list), ["A", "C", "D", "E", "F"])
  }

  func testEnteringAndLeavingTheConditionIsInsertAndDelete() throws {
    let bank = makeBank("A", in: "NY")
    let list = try list(FailedBankInfo.where { $0.state == "NY" })
    bank.state = "GA"
    XCTAssertEqual(reported(), ["will", "delete 0.0 A", "did"])
    XCTAssertTrue(list.objects.isEmpty)
    bank.state = "NY"
    XCTAssertEqual(reported(), ["will", "insert 0.0 A", "did"])
  }

  func testTheSecondChangeOfAChangedObjectIsNoticed() throws {
    let bank = makeBank("B", in: "NY")
    try context.save()
    let list = try sectionedList()
    for (state, number) in [("GA", 1), ("OH", 2), ("IL", 3)] {
      bank.state = state
      XCTAssertEqual(reported().count, 5, "change \(number)")
      XCTAssertEqual(list.sections.map(\.name), [state])
    }
  }

  func testChangesMadeWhileBeingToldAreToldNext() throws {
    let list = try list()
    list.onChange = { change in
      guard case .insert(let bank, _)? = change.objects.first, bank.name == "A" else { return }
      bank.name = "B"
    }
    makeBank("A")
    XCTAssertEqual(
      reported(), ["will", "insert 0.0 A", "did", "will", "update 0.0 to 0.0 B", "did"])
    XCTAssertEqual(names(list), ["B"])
  }
}
