import BankModel
import ModelRuntime
import XCTest

final class ResultsSnapshotTests: ResultsTestCase {
  func testDifferencesTurnTheOldListIntoTheNewOne() throws {
    let banks = [("A", "GA"), ("B", "GA"), ("C", "NY"), ("D", "OH")].map {
      makeBank($0.0, in: $0.1)
    }
    let list = try sectionedList()
    let before = list.snapshot
    var changes: [FetchedResultsChange<FailedBankInfo>] = []
    list.onChange = { changes.append($0) }
    banks[0].state = "OH"
    banks[1].state = "AL"
    context.delete(banks[2])
    makeBank("E", in: "ZZ")
    context.processPendingChanges()
    let change = try XCTUnwrap(changes.first)
    XCTAssertEqual(before.objectIDs.applying(change.difference), list.snapshot.objectIDs)
    XCTAssertEqual(before.sectionIDs.applying(change.sectionDifference), list.snapshot.sectionIDs)
    XCTAssertEqual(before.rows.applying(change.rowDifference), list.snapshot.rows)
    var copy = before
    copy.apply(change)
    XCTAssertEqual(copy, list.snapshot)
    XCTAssertEqual(list.snapshot.sectionIDs.map(\.name), ["AL", "OH", "ZZ"])
  }

  func testAnUpdatedObjectIsNamed() throws {
    let bank = makeBank("A")
    let list = try list()
    var changes: [FetchedResultsChange<FailedBankInfo>] = []
    list.onChange = { changes.append($0) }
    bank.city = "Chicago"
    context.processPendingChanges()
    XCTAssertEqual(changes.map(\.updatedObjectIDs), [[bank.objectID]])
    XCTAssertEqual(changes.first?.difference.isEmpty, true)
  }

  func testResultsAreASequence() async throws {
    let container = try XCTUnwrap(self.container)
    let context = try container.makeContext()
    var results = context.results(of: FailedBankInfo.all.sorted { [$0.name.ascending] })
      .makeAsyncIterator()
    var names = try await results.next()?.map(\.name)
    XCTAssertEqual(names, [])
    let bank = FailedBankInfo(in: context, name: "B", city: "", state: "")
    names = try await results.next()?.map(\.name)
    XCTAssertEqual(names, ["B"])
    try context.save()
    context.automaticallyMergesChanges = true
    bank.name = "C"
    try await container.perform { other in
      _ = FailedBankInfo(in: other, name: "A", city: "", state: "")
      try other.save()
    }
    names = try await results.next()?.map(\.name)
    XCTAssertEqual(names, ["A", "C"])
  }

  /// A sequence that begins while changes are pending must not wait for another change,
  /// which may never come.
  func testASequenceThatBeginsWhileChangesWaitGoesOn() async throws {
    let container = try XCTUnwrap(self.container)
    let context = try container.makeContext()
    let list = FetchedResultsController(FailedBankInfo.all, in: context)
    try list.performFetch()
    _ = FailedBankInfo(in: context, name: "A", city: "", state: "")
    var results = context.results(of: FailedBankInfo.all.sorted { [$0.name.ascending] })
      .makeAsyncIterator()
    var names = try await results.next()?.map(\.name)
    XCTAssertEqual(names, ["A"])
    _ = FailedBankInfo(in: context, name: "B", city: "", state: "")
    names = try await results.next()?.map(\.name)
    XCTAssertEqual(names, ["A", "B"])
    XCTAssertEqual(list.objects.count, 2)
  }
}
