import BankModel
import ModelRuntime
import Observation
import TestSupport
import XCTest

/// Reading a property of an observed object is tracked by Observation (SD-08).
final class ObservationTests: BankTestCase {
  private var bank: FailedBankInfo!

  override func setUpWithError() throws {
    try super.setUpWithError()
    bank = makeBank("A", cert: 1, zip: 1)
    try context.save()
    context.observesObjects = true
  }

  override func tearDown() {
    bank = nil
    super.tearDown()
  }

  /// Returns whether a change calls the observer of the properties that were read.
  private func isTold(
    of change: () throws -> Void, afterReading read: () -> Void
  ) rethrows -> Bool {
    let told = Told()
    withObservationTracking(read) { told.isTold = true }
    try change()
    return told.isTold
  }

  private final class Told: @unchecked Sendable {
    // because everything happens on one thread.
    var isTold = false
  }

  func testReadingAnAttributeIsTracked() {
    XCTAssertTrue(isTold(of: { bank.name = "B" }) { _ = bank.name })
    XCTAssertFalse(isTold(of: { bank.city = "C" }) { _ = bank.name })
    XCTAssertTrue(isTold(of: { bank.name = "D" }) { _ = bank.name })
  }

  func testReadingAToOneRelationshipIsTracked() {
    XCTAssertTrue(isTold(of: { bank.details = nil }) { _ = bank.details })
    let details = FailedBankDetails(in: context, zip: 2)
    XCTAssertTrue(isTold(of: { details.info = bank }) { _ = bank.details })
    XCTAssertTrue(isTold(of: { details.zip = 3 }) { _ = bank.details?.zip })
  }

  func testReadingAToManyRelationshipIsTracked() throws {
    let details = try XCTUnwrap(bank.details)
    let tag = Tag(in: context, name: "big")
    XCTAssertTrue(isTold(of: { details.tags.insert(tag) }) { _ = details.tags.count })
    XCTAssertTrue(isTold(of: { tag.bankdetails.remove(details) }) { _ = details.tags.objects })
    XCTAssertTrue(isTold(of: { tag.bankdetails = [details] }) { _ = details.tags.contains(tag) })
  }

  func testDeletionIsTracked() throws {
    XCTAssertTrue(isTold(of: { context.delete(bank) }) { _ = bank.isDeleted })
    XCTAssertTrue(isTold(of: { context.rollback() }) { _ = bank.isDeleted })
    XCTAssertFalse(isTold(of: { bank.name = "B" }) { _ = bank.isDeleted })
  }

  func testMergesRefreshesAndRollbacksAreTold() throws {
    bank.name = "B"
    XCTAssertTrue(isTold(of: { context.rollback() }) { _ = bank.name })
    XCTAssertTrue(
      isTold(of: { context.refresh(bank, mergeChanges: false) }) { _ = bank.name })
    context.automaticallyMergesChanges = true
    try container.performAndWait { other in
      try XCTUnwrap(try FailedBankInfo.find(cert: 1, in: other)).name = "C"
      try other.save()
    }
    XCTAssertTrue(isTold(of: { context.mergePendingChanges() }) { _ = bank.name })
    XCTAssertEqual(bank.name, "C")
  }

  func testFetchedAndNewObjectsAreTracked() throws {
    let new = Tag(in: context, name: "big")
    XCTAssertTrue(isTold(of: { new.name = "small" }) { _ = new.name })
    try context.save()
    context.reset()
    let fetched = try XCTUnwrap(try context.first(Tag.all))
    XCTAssertTrue(isTold(of: { fetched.name = "big" }) { _ = fetched.name })
    let details = try XCTUnwrap(try context.first(FailedBankInfo.all)?.details)
    XCTAssertTrue(isTold(of: { details.zip = 5 }) { _ = details.zip })
  }

  func testElsewhereNothingIsTracked() throws {
    context.observesObjects = false
    XCTAssertFalse(isTold(of: { bank.name = "B" }) { _ = bank.name })
    let list = FetchedResultsController(FailedBankInfo.all, in: context)
    try list.performFetch()
    XCTAssertFalse(isTold(of: { bank.name = "C" }) { _ = bank.name })
  }

  func testAListFollowsInAContextThatObserves() throws {
    let list = FetchedResultsController(
      FailedBankInfo.all.sorted { [$0.name.ascending] }, in: context)
    try list.performFetch()
    makeBank("C")
    context.processPendingChanges()
    for name in ["D", "B"] {
      bank.name = name
      context.processPendingChanges()
    }
    XCTAssertEqual(list.objects.map(\.name), ["B", "C"])
    context.observesObjects = false
    bank.name = "E"
    context.processPendingChanges()
    XCTAssertEqual(list.objects.map(\.name), ["C", "E"])
  }

  func testObjectsOfAChildAreTracked() throws {
    makeBank("A")
    try context.save()
    let child = context.makeChild()
    child.observesObjects = true
    let copy = try XCTUnwrap(try child.first(FailedBankInfo.all))
    XCTAssertTrue(isTold(of: { copy.name = "B" }) { _ = copy.name })
    try child.save()
    XCTAssertFalse(try isTold(of: { _ = try child.fetch(FailedBankInfo.all) }) { _ = copy.name })
  }
}
