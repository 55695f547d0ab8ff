import BankModel
import ModelRuntime
import XCTest

final class MergingTests: BankTestCase {
  func testSavesOfOtherContextsAreMergedBeforeAFetch() throws {
    let bank = makeBank("A", cert: 1)
    let tag = Tag(in: context, name: "big")
    try context.save()
    XCTAssertEqual(tag.bankdetails.count, 0)
    context.automaticallyMergesChanges = true
    bank.city = "Mine"
    try container.performAndWait { other in
      let theirs = try XCTUnwrap(try FailedBankInfo.find(cert: 1, in: other))
      theirs.name = "B"
      theirs.details?.tags.insert(try XCTUnwrap(try Tag.find(name: "big", in: other)))
      try other.save()
    }
    XCTAssertEqual(try context.fetch(FailedBankInfo.all).map(\.name), ["B"])
    XCTAssertEqual(bank.name, "B")
    XCTAssertEqual(bank.city, "Mine")
    XCTAssertEqual(tag.bankdetails.objects, [bank.details])
    try context.save()
  }

  func testDeletedObjectsBecomeInaccessible() throws {
    let bank = makeBank("A", cert: 1)
    try context.save()
    context.automaticallyMergesChanges = true
    try container.performAndWait { other in
      other.delete(try XCTUnwrap(try FailedBankInfo.find(cert: 1, in: other)))
      try other.save()
    }
    context.mergePendingChanges()
    XCTAssertTrue(bank.isInaccessible)
    XCTAssertNil(bank.context)
    XCTAssertEqual(try context.count(FailedBankInfo.all), 0)
  }

  func testWhatJoinsAnObjectWhoseRowIsGoneIsAConflict() throws {
    let details = try XCTUnwrap(makeBank("A", cert: 1).details)
    let tag = Tag(in: context, name: "big")
    try context.save()
    context.automaticallyMergesChanges = true
    details.tags.insert(tag)
    try container.performAndWait { other in
      other.delete(try XCTUnwrap(try FailedBankInfo.find(cert: 1, in: other)))
      try other.save()
    }
    XCTAssertThrowsError(try context.save()) { error in
      XCTAssertEqual((error as? StoreError)?.conflicts.map(\.kind), [.updateOfDeleted])
    }
    XCTAssertEqual(details.tags.objects, [tag])
    try context.save(mergePolicy: .storeWins)
    XCTAssertTrue(details.isInaccessible)
    XCTAssertEqual(tag.bankdetails.count, 0)
    XCTAssertFalse(context.hasChanges)
  }

  /// Otherwise the object would stay in the list as if it still existed.
  func testAChangeOfWhatIsGoneThatIsTakenBackLetsItGo() throws {
    let bank = makeBank("A", cert: 1)
    try context.save()
    let list = FetchedResultsController(FailedBankInfo.all, in: context)
    try list.performFetch()
    context.automaticallyMergesChanges = true
    bank.name = "B"
    try container.performAndWait { other in
      other.delete(try XCTUnwrap(try FailedBankInfo.find(cert: 1, in: other)))
      try other.save()
    }
    context.mergePendingChanges()
    XCTAssertFalse(bank.isInaccessible)
    bank.name = "A"
    try context.save()
    XCTAssertTrue(bank.isInaccessible)
    XCTAssertTrue(list.objects.isEmpty)
  }

  func testObserversAreToldAboutSavesAndMerges() throws {
    var changes: [ContextChange] = []
    context.automaticallyMergesChanges = true
    let observer = context.addObserver { changes.append($0) }
    let bank = makeBank("A")
    try context.save()
    XCTAssertEqual(changes.map(\.inserted.count), [2])
    bank.name = "B"
    try context.save()
    XCTAssertEqual(changes.last?.updated, [bank.objectID])
    try container.performAndWait { other in
      _ = Tag(in: other, name: "big")
      try other.save()
    }
    context.mergePendingChanges()
    XCTAssertEqual(changes.map(\.isMerged), [false, false, true])
    context.removeObserver(observer)
    bank.name = "C"
    try context.save()
    XCTAssertEqual(changes.count, 3)
  }

  func testAnObserverThatAnotherEndsIsToldNoMore() throws {
    var (second, calls) = (0, 0)
    let first = context.addObserver { [context] _ in context?.removeObserver(second) }
    second = context.addObserver { _ in calls += 1 }
    makeBank("A")
    try context.save()
    XCTAssertEqual(calls, 0)
    context.removeObserver(first)
  }

  func testSavesCanBeFollowed() async throws {
    let container = try XCTUnwrap(self.container)
    var saves = container.saves.makeAsyncIterator()
    try await container.perform { context in
      context.transactionAuthor = "import"
      _ = Tag(in: context, name: "big")
      try context.save()
    }
    let report = await saves.next()
    XCTAssertEqual(report?.inserted.map(\.entityName), ["Tag"])
    XCTAssertEqual(report?.author, "import")
  }

  @MainActor
  func testTheViewContextMergesByItself() async throws {
    let container = try PersistentContainer(.bank, configuration: .inMemory)
    let context = try container.viewContext
    let tag = Tag(in: context, name: "big")
    try context.save()
    let id = tag.objectID
    try await container.perform { other in
      try XCTUnwrap(try other.existingObject(Tag.self, with: id)).name = "small"
      try other.save()
    }
    for _ in 0..<100 where tag.name != "small" { await Task.yield() }
    XCTAssertEqual(tag.name, "small")
  }
}
