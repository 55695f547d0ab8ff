import BankModel
import ModelRuntime
import TestSupport
import XCTest

/// Changes of other programs, which are simulated by several containers on one file.
final class ExternalChangeTests: BankTestCase {
  private var others: PersistentContainer!

  override func setUpWithError() throws {
    try super.setUpWithError()
    others = try PersistentContainer(.bank, configuration: StoreConfiguration(url: storeURL))
  }

  override func tearDown() {
    others = nil
    super.tearDown()
  }

  private func changeElsewhere(_ body: (FailedBankInfo) -> Void) throws {
    try others.performAndWait { other in
      body(try XCTUnwrap(try FailedBankInfo.find(cert: 1, in: other)))
      try other.save()
    }
  }

  func testOwnSavesAreNotExternal() throws {
    XCTAssertFalse(try container.checkForExternalChanges())
    for number in 0..<20 {
      makeBank("\(number)")
      try context.save()
    }
    XCTAssertFalse(try container.checkForExternalChanges())
    try others.performAndWait { other in
      _ = Tag(in: other, name: "big")
      try other.save()
    }
    makeBank("again")
    try context.save()
    XCTAssertTrue(try container.checkForExternalChanges())
    XCTAssertFalse(try container.checkForExternalChanges())
  }

  func testExternalChangesAreMerged() throws {
    let bank = makeBank("A", cert: 1)
    let tag = Tag(in: context, name: "big")
    let gone = Tag(in: context, name: "gone")
    try context.save()
    XCTAssertEqual(tag.bankdetails.count, 0)
    context.automaticallyMergesChanges = true
    var changes: [ContextChange] = []
    _ = context.addObserver { changes.append($0) }
    try container.checkForExternalChanges()
    bank.city = "Mine"
    try others.performAndWait { other in
      let theirs = try XCTUnwrap(try FailedBankInfo.find(cert: 1, in: other))
      theirs.name = "B"
      theirs.details?.tags.insert(try XCTUnwrap(try Tag.find(name: "big", in: other)))
      other.delete(try XCTUnwrap(try Tag.find(name: "gone", in: other)))
      try other.save()
    }
    XCTAssertTrue(try container.checkForExternalChanges())
    context.mergePendingChanges()
    XCTAssertEqual([bank.name, bank.city], ["B", "Mine"])
    XCTAssertEqual(tag.bankdetails.objects, [bank.details])
    XCTAssertTrue(gone.isInaccessible)
    XCTAssertEqual(changes.map(\.isComplete), [false])
    XCTAssertEqual(changes.first?.updated, [bank.objectID])
    XCTAssertEqual(changes.first?.deleted, [gone.objectID])
    try context.save()
  }

  func testReportsOfOtherContainersCanBeMerged() async throws {
    let bank = makeBank("A", cert: 1)
    try context.save()
    var reports = others.saves.makeAsyncIterator()
    try changeElsewhere { $0.name = "B" }
    let next = await reports.next()
    let report = try XCTUnwrap(next)
    context.mergeChanges(from: report)
    XCTAssertEqual(bank.name, "B")
  }

  func testEachStreamIsServedAsOftenAsItAsks() async throws {
    let slow = container.externalChanges(everyMilliseconds: 3_600_000)
    let fast = container.externalChanges(everyMilliseconds: 20)
    // The first stream checks the store at once, before there is any change.
    try await Task.sleep(for: .milliseconds(300))
    try await others.perform { other in
      _ = Tag(in: other, name: "big")
      try other.save()
    }
    let seen = Task {
      for await _ in fast { return true }
      return false
    }
    let end = Task {
      try await Task.sleep(for: .seconds(3))
      seen.cancel()
    }
    let isSeen = await seen.value
    end.cancel()
    XCTAssertTrue(isSeen)
    withExtendedLifetime(slow) {}
  }

  /// Otherwise reports would pile up if nobody iterates, as in an observer of the history.
  func testReportsThatNobodyTookAreOne() async throws {
    let changes = container.externalChanges(everyMilliseconds: 3_600_000)
    for name in ["big", "small", "old"] {
      try await others.perform { other in
        _ = Tag(in: other, name: name)
        try other.save()
      }
      try container.checkForExternalChanges()
    }
    let reader = Task {
      var count = 0
      for await _ in changes { count += 1 }
      return count
    }
    try await Task.sleep(for: .milliseconds(500))
    reader.cancel()
    let count = await reader.value
    XCTAssertLessThan(count, 2)
  }

  @MainActor
  func testTheViewContextIsUpToDateWithinASecond() async throws {
    let url = storeURL
    let container = try PersistentContainer(.bank, configuration: StoreConfiguration(url: url))
    let context = try container.viewContext
    let tag = Tag(in: context, name: "big")
    try context.save()
    let id = tag.objectID
    let changes = container.externalChanges(everyMilliseconds: 20)
    let others = try PersistentContainer(.bank, configuration: StoreConfiguration(url: url))
    try await others.perform { other in
      try XCTUnwrap(try other.existingObject(Tag.self, with: id)).name = "small"
      try other.save()
    }
    for await change in changes {
      XCTAssertTrue(change.isExternal)
      break
    }
    for _ in 0..<1000 where tag.name != "small" { await Task.yield() }
    XCTAssertEqual(tag.name, "small")
  }

  func testPinnedReadsSeeOneMoment() throws {
    makeBank("A", cert: 1)
    try context.save()
    try context.pinReads()
    XCTAssertTrue(context.isReadingPinned)
    try changeElsewhere { $0.name = "B" }
    context.reset()
    try context.pinReads()
    XCTAssertEqual(try context.fetch(FailedBankInfo.all).map(\.name), ["B"])
    try changeElsewhere { $0.name = "C" }
    XCTAssertEqual(try context.fetch(FailedBankInfo.all).map(\.name), ["B"])
    XCTAssertEqual(try context.count(FailedBankInfo.where { $0.name == "C" }), 0)
    let bank = makeBank("mine")
    XCTAssertEqual(try context.count(FailedBankInfo.where { $0.name == "C" }), 0)
    try context.save()
    XCTAssertEqual(try context.count(FailedBankInfo.where { $0.name == "C" }), 1)
    XCTAssertTrue(context.isReadingPinned)
    try changeElsewhere { $0.name = "D" }
    XCTAssertEqual(try context.count(FailedBankInfo.where { $0.name == "D" }), 0)
    context.unpinReads()
    XCTAssertEqual(try context.count(FailedBankInfo.where { $0.name == "D" }), 1)
    XCTAssertFalse(bank.isInserted)
  }

  func testConflictsAreFoundWhileReadsArePinned() throws {
    let bank = makeBank("A", cert: 1)
    try context.save()
    try context.pinReads()
    try changeElsewhere { $0.name = "B" }
    bank.name = "C"
    XCTAssertThrowsError(try context.save()) { error in
      XCTAssertEqual((error as? StoreError)?.reason, .conflict)
    }
    try context.save(mergePolicy: .objectWins)
    XCTAssertEqual(try rows("SELECT ZNAME FROM ZFAILEDBANKINFO", in: storeURL), ["C"])
  }

  func testReadsInMemoryCannotBePinned() throws {
    let container = try PersistentContainer(.bank, configuration: .inMemory)
    let context = try container.makeContext()
    XCTAssertThrowsError(try context.pinReads()) { error in
      XCTAssertEqual((error as? StoreError)?.reason, .unsupportedFeature)
    }
  }

  func testContainersOfSeveralFilesAreApart() throws {
    let elsewhere = try PersistentContainer(
      .bank, configuration: StoreConfiguration(url: folder.file("Other.sqlite")))
    let bank = makeBank("A", cert: 1)
    try context.save()
    try elsewhere.performAndWait { other in
      XCTAssertNil(try FailedBankInfo.find(cert: 1, in: other))
      XCTAssertThrowsError(try other.existingObject(FailedBankInfo.self, with: bank.objectID)) {
        XCTAssertEqual(($0 as? StoreError)?.reason, .unknownName)
      }
      _ = FailedBankInfo(in: other, name: "B", city: "X", state: "XX", cert: 1)
      try other.save()
    }
    XCTAssertFalse(try container.checkForExternalChanges())
    XCTAssertEqual(try context.fetch(FailedBankInfo.all).map(\.name), ["A"])
  }
}
