import BankModel
import ModelRuntime
import XCTest

final class ResultFollowingTests: ResultsTestCase {
  func testSavesRollbacksAndResetsAreFollowed() throws {
    let bank = makeBank("B")
    try context.save()
    let list = try list()
    bank.name = "A"
    makeBank("C")
    try context.save()
    XCTAssertEqual(
      reported(), ["will", "insert 0.1 C", "update 0.0 to 0.0 A", "did"])
    bank.name = "D"
    context.delete(list.objects[1])
    XCTAssertEqual(reported(), ["will", "delete 0.1 C", "update 0.0 to 0.0 D", "did"])
    context.rollback()
    XCTAssertEqual(reported(), ["will", "insert 0.1 C", "update 0.0 to 0.0 A", "did"])
    context.reset()
    XCTAssertEqual(names(list), ["A", "C"])
    XCTAssertFalse(list.objects[0] === bank)
  }

  /// The condition and the order use other properties, so no object moves.
  func testWhatTheListDoesNotLookAtUpdatesWhoIsListed() throws {
    let banks = ["A", "B", "C", "D"].map { makeBank($0) }
    makeBank("E", zip: 9)
    try context.save()
    var request = FailedBankInfo.where { $0.name != "D" }.sorted { [$0.name.ascending] }
    request.offset = 1
    request.limit = 2
    let list = try list(request)
    for bank in banks { bank.city = "Elsewhere" }
    XCTAssertEqual(reported(), ["will", "update 0.0 to 0.0 B", "update 0.1 to 0.1 C", "did"])
    // The change of the name is not saved yet.
    banks[0].name = "X"
    XCTAssertEqual(reported(), ["will", "delete 0.0 B", "insert 0.1 E", "did"])
    banks[2].city = "Here"
    XCTAssertEqual(reported(), ["will", "update 0.0 to 0.0 C", "did"])
    XCTAssertEqual(names(list), ["C", "E"])
  }

  /// After the save, the object no longer records that its name was set.
  func testWhatWasSavedWhileOthersWereToldIsFollowed() throws {
    let bank = makeBank("A")
    makeBank("B")
    try context.save()
    let trigger = FetchedResultsController(FailedBankDetails.all, in: context)
    try trigger.performFetch()
    let list = try list()
    trigger.onChange = { [context] _ in
      trigger.onChange = nil
      bank.name = "C"
      do { try context?.save() } catch { XCTFail("\(error)") }
      bank.city = "Elsewhere"
    }
    bank.details?.zip = 7
    context.processPendingChanges()
    XCTAssertEqual(names(list), ["B", "C"])
    XCTAssertEqual(reported(), ["will", "move 0.0 to 0.1 C", "did"])
  }

  func testMergedSavesAreFollowed() throws {
    makeBank("A", cert: 1)
    makeBank("B", cert: 2)
    try context.save()
    let list = try list()
    context.automaticallyMergesChanges = true
    try container.performAndWait { other in
      let first = try XCTUnwrap(try FailedBankInfo.find(cert: 1, in: other))
      first.name = "C"
      other.delete(try XCTUnwrap(try FailedBankInfo.find(cert: 2, in: other)))
      _ = FailedBankInfo(in: other, name: "D", city: "", state: "")
      try other.save()
    }
    context.mergePendingChanges()
    XCTAssertEqual(names(list), ["C", "D"])
    XCTAssertEqual(reported().count, 5)
  }

  func testRefreshedObjectsAreFollowed() throws {
    let bank = makeBank("B")
    makeBank("C")
    try context.save()
    let list = try list()
    try container.performAndWait { other in
      try XCTUnwrap(try other.existingObject(FailedBankInfo.self, with: bank.objectID)).name = "D"
      try other.save()
    }
    context.refresh(bank, mergeChanges: false)
    XCTAssertEqual(reported(), ["will", "move 0.0 to 0.1 D", "did"])
    XCTAssertEqual(names(list), ["C", "D"])
  }

  func testARelatedObjectMovesTheListedOne() throws {
    let first = makeBank("A", zip: 1)
    makeBank("B", zip: 2)
    try context.save()
    let list = try list(FailedBankInfo.all.sorted { [$0.details.zip.ascending] })
    first.details?.zip = 3
    XCTAssertEqual(reported(), ["will", "move 0.0 to 0.1 A", "did"])
    XCTAssertEqual(names(list), ["B", "A"])
  }

  func testARelatedObjectLetsAnObjectIn() throws {
    let bank = makeBank("A")
    let tag = Tag(in: context, name: "small")
    bank.details?.tags.insert(tag)
    try context.save()
    let list = try list(FailedBankInfo.where { $0.details.tags.any { $0.name == "big" } })
    tag.name = "big"
    XCTAssertEqual(reported(), ["will", "insert 0.0 A", "did"])
    bank.details?.tags.remove(tag)
    XCTAssertEqual(reported(), ["will", "delete 0.0 A", "did"])
    XCTAssertTrue(list.objects.isEmpty)
  }

  func testARelatedObjectThatIsDeletedElsewhereIsFollowed() throws {
    let bank = makeBank("A", cert: 1)
    bank.details?.tags.insert(Tag(in: context, name: "big"))
    makeBank("B")
    try context.save()
    let list = try list(
      FailedBankInfo.where { $0.details.tags.count > 0 }.sorted { [$0.name.ascending] })
    context.automaticallyMergesChanges = true
    try container.performAndWait { other in
      other.delete(try XCTUnwrap(try Tag.find(name: "big", in: other)))
      try other.save()
    }
    context.mergePendingChanges()
    XCTAssertEqual(reported(), ["will", "delete 0.0 A", "did"])
    XCTAssertTrue(list.objects.isEmpty)
  }

  func testWhatAFetchFindsIsFollowed() throws {
    makeBank("A", zip: 1)
    try context.save()
    var request = FailedBankInfo.all
    request.predicate = try ObjectPredicate(format: "ANY FETCH('Tag').name BEGINSWITH 'b'")
    let list = try list(request)
    XCTAssertEqual(names(list), [])
    let tag = Tag(in: context, name: "blue")
    XCTAssertEqual(reported(), ["will", "insert 0.0 A", "did"])
    tag.name = "red"
    XCTAssertEqual(reported(), ["will", "delete 0.0 A", "did"])
    tag.name = "big"
    try context.save()
    XCTAssertEqual(reported(), ["will", "insert 0.0 A", "did"])
    context.automaticallyMergesChanges = true
    try container.performAndWait { other in
      other.delete(try XCTUnwrap(try Tag.find(name: "big", in: other)))
      try other.save()
    }
    context.mergePendingChanges()
    XCTAssertEqual(names(list), [])
  }

  func testAnObjectBehindACastIsFollowed() throws {
    let bank = makeBank("A", zip: 1)
    try context.save()
    var request = FailedBankInfo.all
    request.predicate = try ObjectPredicate(format: "CAST(details, 'FailedBankDetails').zip == 3")
    let list = try list(request)
    XCTAssertEqual(names(list), [])
    bank.details?.zip = 3
    XCTAssertEqual(reported(), ["will", "insert 0.0 A", "did"])
  }

  func testOtherProgramsAreFollowed() throws {
    let bank = makeBank("B", cert: 1)
    try context.save()
    let list = try list()
    context.automaticallyMergesChanges = true
    try container.checkForExternalChanges()
    let stranger = try PersistentContainer(
      .bank, configuration: StoreConfiguration(url: storeURL))
    try stranger.performAndWait { other in
      try XCTUnwrap(try FailedBankInfo.find(cert: 1, in: other)).name = "C"
      _ = FailedBankInfo(in: other, name: "A", city: "", state: "")
      try other.save()
    }
    XCTAssertTrue(try container.checkForExternalChanges())
    context.mergePendingChanges()
    XCTAssertEqual(names(list), ["A", "C"])
    XCTAssertEqual(bank.name, "C")
    XCTAssertEqual(reported(), ["will", "insert 0.0 A", "update 0.0 to 0.1 C", "did"])
  }

  func testUndoIsFollowed() throws {
    let bank = makeBank("A")
    try context.save()
    context.undoHistory = UndoHistory()
    let list = try list()
    bank.name = "B"
    makeBank("C")
    context.processPendingChanges()
    context.delete(bank)
    context.processPendingChanges()
    XCTAssertEqual(names(list), ["C"])
    context.undo()
    context.processPendingChanges()
    XCTAssertEqual(names(list), ["B", "C"])
    context.undo()
    context.processPendingChanges()
    XCTAssertEqual(names(list), ["A"])
    context.redo()
    context.processPendingChanges()
    XCTAssertEqual(names(list), ["B", "C"])
  }

  func testAChildsSaveIsFollowedByItsParent() throws {
    let bank = makeBank("B")
    try context.save()
    let list = try list()
    let child = context.makeChild()
    try XCTUnwrap(try child.existingObject(FailedBankInfo.self, with: bank.objectID)).name = "D"
    _ = FailedBankInfo(in: child, name: "C", city: "", state: "")
    XCTAssertEqual(reported(), [])
    try child.save()
    XCTAssertEqual(names(list), ["C", "D"])
    XCTAssertTrue(context.hasChanges)
  }

  /// Otherwise a list whose observer fetches would report changes forever.
  func testAFetchInAChildIsNoChange() throws {
    let bank = makeBank("A")
    bank.details?.tags.insert(Tag(in: context, name: "big"))
    try context.save()
    let child = context.makeChild()
    let list = FetchedResultsController(
      FailedBankInfo.where { $0.details.tags.count > 0 }, in: child)
    try list.performFetch()
    var told = 0
    list.onChange = { _ in told += 1 }
    func fetchAll() throws {
      _ = try child.fetch(FailedBankInfo.all)
      _ = try child.fetch(FailedBankDetails.all)
      child.processPendingChanges()
    }
    try fetchAll()
    XCTAssertEqual(told, 0)
    bank.name = "B"
    try fetchAll()
    XCTAssertEqual(told, 1)
    XCTAssertEqual(list.objects.map(\.name), ["B"])
    bank.details?.tags = []
    try fetchAll()
    XCTAssertEqual(told, 2)
    XCTAssertTrue(list.objects.isEmpty)
  }

  func testARollbackReadsWhatAMergeCouldNotTakeOver() throws {
    let bank = makeBank("A", cert: 1)
    try context.save()
    context.automaticallyMergesChanges = true
    bank.name = "Mine"
    try container.performAndWait { other in
      try XCTUnwrap(try FailedBankInfo.find(cert: 1, in: other)).name = "Theirs"
      try other.save()
    }
    context.mergePendingChanges()
    XCTAssertEqual(bank.name, "Mine")
    context.rollback()
    XCTAssertEqual(bank.name, "Theirs")
  }

  func testAWindowLetsTheNextOneIn() throws {
    for name in ["A", "B", "C", "D", "E"] { makeBank(name) }
    let list = try list(FailedBankInfo.all.sorted { [$0.name.ascending] }.offset(1).limit(2))
    XCTAssertEqual(names(list), ["B", "C"])
    context.delete(list.objects[0])
    XCTAssertEqual(reported(), ["will", "delete 0.0 B", "insert 0.1 D", "did"])
    makeBank("AA")
    XCTAssertEqual(reported(), ["will", "delete 0.1 D", "insert 0.0 AA", "did"])
  }

  @MainActor
  func testTheViewContextFollowsByItself() async throws {
    let container = try PersistentContainer(.bank, configuration: .inMemory)
    let context = try container.viewContext
    let list = FetchedResultsController(FailedBankInfo.all, in: context)
    try list.performFetch()
    _ = FailedBankInfo(in: context, name: "A", city: "", state: "")
    XCTAssertEqual(list.objects.count, 0)
    for _ in 0..<100 where list.objects.isEmpty { await Task.yield() }
    XCTAssertEqual(list.objects.map(\.name), ["A"])
  }

  @MainActor
  func testTheViewContextFollowsByItselfWithoutItsContainer() async throws {
    let context = try PersistentContainer(.bank, configuration: .inMemory).viewContext
    let list = FetchedResultsController(FailedBankInfo.all, in: context)
    try list.performFetch()
    _ = FailedBankInfo(in: context, name: "A", city: "", state: "")
    for _ in 0..<100 where list.objects.isEmpty { await Task.yield() }
    XCTAssertEqual(list.objects.map(\.name), ["A"])
  }

  func testAChangeOfMostObjectsIsFollowed() throws {
    for number in 0..<1_100 { makeBank("A\(number)", cert: Int32(number)) }
    try context.save()
    let list = try list(FailedBankInfo.all.sorted { [$0.cert.ascending] })
    context.automaticallyMergesChanges = true
    try container.performAndWait { other in
      for bank in try other.fetch(FailedBankInfo.all) { bank.name = "B" }
      try other.save()
    }
    context.mergePendingChanges()
    XCTAssertEqual(Set(names(list)), ["B"])
    XCTAssertEqual(reported().count { $0.hasPrefix("update") }, 1_100)
    for bank in list.objects { bank.name = "C" }
    XCTAssertEqual(reported().count { $0.hasPrefix("update") }, 1_100)
    XCTAssertEqual(names(list).count, 1_100)
  }

  func testAPartialFetchIsNews() throws {
    let bank = makeBank("A", cert: 1)
    makeBank("B")
    try context.save()
    let list = try list()
    try container.performAndWait { other in
      try XCTUnwrap(try FailedBankInfo.find(cert: 1, in: other)).name = "C"
      try other.save()
    }
    _ = try context.fetch(FailedBankInfo.all.loading(FailedBankInfo.Key.name))
    XCTAssertEqual(bank.name, "C")
    context.processPendingChanges()
    XCTAssertEqual(names(list), ["B", "C"])
  }

  func testAListOfPartialObjectsIsToldOfWhatAFetchBrings() throws {
    makeBank("A", cert: 1)
    makeBank("B")
    try context.save()
    let partial = FailedBankInfo.all.sorted { [$0.name.ascending] }
      .loading(FailedBankInfo.Key.name)
    let list = try list(partial)
    for (name, request, places) in [
      ("C", FailedBankInfo.all, "0.0 to 0.1"), ("A", partial, "0.1 to 0.0"),
    ] {
      context.reset()
      _ = reported()
      XCTAssertTrue(list.objects.allSatisfy(\.isFault))
      try container.performAndWait { other in
        try XCTUnwrap(try FailedBankInfo.find(cert: 1, in: other)).name = name
        try other.save()
      }
      _ = try context.fetch(request)
      XCTAssertEqual(reported(), ["will", "move \(places) \(name)", "did"])
      // Loading the other properties of an object is not a change.
      XCTAssertEqual(list.objects.map(\.city), ["Springfield", "Springfield"])
      XCTAssertEqual(reported(), [])
    }
  }

  func testWhatAPolicyKeepsWithItsOwnerIsListedAgain() throws {
    let bank = makeBank("A", cert: 1)
    try context.save()
    let list = FetchedResultsController(FailedBankDetails.all, in: context)
    try list.performFetch()
    try container.performAndWait { other in
      try XCTUnwrap(try FailedBankInfo.find(cert: 1, in: other)).name = "theirs"
      try other.save()
    }
    context.delete(bank)
    context.processPendingChanges()
    XCTAssertTrue(list.objects.isEmpty)
    try context.save(mergePolicy: .storeWins)
    XCTAssertEqual(Array(list.objects), [try XCTUnwrap(bank.details)])
  }

  func testAListThatIsFetchedWhileAnotherIsToldTellsNothing() throws {
    let first = FetchedResultsController(FailedBankInfo.all, in: context)
    try first.performFetch()
    let second = FetchedResultsController(FailedBankInfo.all, in: context)
    try second.performFetch()
    var copy = second.snapshot
    first.onChange = { _ in
      do { try second.performFetch() } catch { XCTFail("\(error)") }
      copy = second.snapshot
    }
    second.onChange = { copy.apply($0) }
    makeBank("A")
    context.processPendingChanges()
    XCTAssertEqual(copy, second.snapshot)
    XCTAssertEqual(copy.objectIDs.count, 1)
  }

  func testAfterAFailureWhatChangedMeanwhileIsTold() throws {
    let first = makeBank("A")
    let second = makeBank("B")
    try context.save()
    var request = FailedBankInfo.all.sorted { [$0.name.ascending] }
    request.predicate = try ObjectPredicate(format: "'IL' MATCHES state")
    let list = try list(request)
    first.city = "Elsewhere"
    second.state = "("
    XCTAssertEqual(reported(), [])
    XCTAssertNotNil(list.failure)
    second.state = "IL"
    XCTAssertEqual(reported(), ["will", "update 0.0 to 0.0 A", "update 0.1 to 0.1 B", "did"])
    XCTAssertNil(list.failure)
  }

  func testAListThatIsFetchedAgainTellsOnce() throws {
    let list = try list()
    try list.performFetch()
    makeBank("A")
    XCTAssertEqual(reported().filter { $0 == "will" }.count, 1)
    XCTAssertEqual(names(list), ["A"])
  }
}
