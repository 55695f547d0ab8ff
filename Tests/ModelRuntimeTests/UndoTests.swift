import BankModel
import ModelRuntime
import TestSupport
import XCTest

final class UndoTests: BankTestCase {
  private var history: UndoHistory!

  override func setUpWithError() throws {
    try super.setUpWithError()
    history = UndoHistory()
  }

  override func tearDown() {
    history = nil
    super.tearDown()
  }

  /// Makes a saved bank with two tags, and starts the undo history.
  private func begin() throws -> FailedBankInfo {
    let bank = makeBank("A", cert: 1, zip: 5)
    bank.details?.tags = [Tag(in: context, name: "1"), Tag(in: context, name: "2")]
    try context.save()
    context.undoHistory = history
    return bank
  }

  private func tagNames(_ bank: FailedBankInfo) -> [String] {
    (bank.details?.tags.map(\.name) ?? []).sorted()
  }

  func testWithoutAHistoryNothingIsUndone() throws {
    let bank = makeBank("A")
    XCTAssertNil(context.undoHistory)
    XCTAssertFalse(context.undo())
    XCTAssertFalse(context.redo())
    XCTAssertEqual(bank.name, "A")
  }

  func testValuesGoBackAndForth() throws {
    let bank = try begin()
    bank.name = "B"
    context.processPendingChanges()
    bank.name = "C"
    bank.details?.zip = 6
    XCTAssertTrue(context.undo())
    XCTAssertEqual(bank.name, "B")
    XCTAssertEqual(bank.details?.zip, 5)
    XCTAssertTrue(context.undo())
    XCTAssertEqual(bank.name, "A")
    XCTAssertFalse(context.undo())
    XCTAssertTrue(context.redo())
    XCTAssertTrue(context.redo())
    XCTAssertEqual(bank.name, "C")
    XCTAssertEqual(bank.details?.zip, 6)
    XCTAssertFalse(context.redo())
  }

  func testChangesOfOneMomentAreOneGroup() throws {
    let bank = try begin()
    bank.name = "B"
    bank.name = "C"
    bank.city = "X"
    context.undo()
    XCTAssertEqual([bank.name, bank.city], ["A", "Springfield"])
    XCTAssertFalse(history.canUndo)
  }

  func testARefreshOfChangedObjectsEndsAStep() throws {
    let bank = try begin()
    bank.name = "B"
    let tag = Tag(in: context, name: "3")
    bank.details?.tags.insert(tag)
    context.refreshAllObjects()
    bank.name = "C"
    XCTAssertTrue(context.undo())
    XCTAssertEqual(bank.name, "B")
    XCTAssertEqual(tagNames(bank), ["1", "2", "3"])
    XCTAssertTrue(context.undo())
    XCTAssertEqual(bank.name, "A")
    XCTAssertEqual(tagNames(bank), ["1", "2"])
    XCTAssertFalse(context.undo())
    XCTAssertTrue(context.redo())
    XCTAssertTrue(context.redo())
    XCTAssertEqual(bank.name, "C")
  }

  /// If each refresh ended a step, each step would compare all objects.
  func testARefreshOfManyChangedObjectsEndsOneStep() throws {
    let tags = (0..<2_000).map { Tag(in: context, name: "\($0)") }
    try context.save()
    context.undoHistory = history
    for tag in tags { tag.name += "a" }
    context.refreshAllObjects()
    for tag in tags { tag.name += "b" }
    XCTAssertTrue(context.undo())
    XCTAssertEqual(tags.last?.name, "1999a")
    XCTAssertTrue(context.undo())
    XCTAssertEqual(tags.last?.name, "1999")
    XCTAssertFalse(context.undo())
  }

  func testANewChangeEndsRedoing() throws {
    let bank = try begin()
    bank.name = "B"
    context.undo()
    XCTAssertTrue(history.canRedo)
    bank.name = "C"
    XCTAssertFalse(history.canRedo)
    XCTAssertFalse(context.redo())
    XCTAssertEqual(bank.name, "C")
  }

  func testBothSidesOfRelationshipsGoBack() throws {
    let bank = try begin()
    let details = try XCTUnwrap(bank.details)
    let tags = details.tags.objects
    let other = makeBank("B", cert: 2)
    context.processPendingChanges()
    details.tags.remove(tags[0])
    details.tags.insert(Tag(in: context, name: "3"))
    other.details = details
    XCTAssertNil(bank.details)
    context.undo()
    XCTAssertEqual(bank.details, details)
    XCTAssertEqual(details.info, bank)
    XCTAssertEqual(other.details?.info, other)
    XCTAssertEqual(tagNames(bank), ["1", "2"])
    XCTAssertEqual(tags[0].bankdetails.objects, [details])
    XCTAssertEqual(try context.count(Tag.all), 2)
    context.redo()
    XCTAssertEqual(other.details, details)
    XCTAssertEqual(tagNames(other), ["2", "3"])
    try context.save()
    XCTAssertEqual(try StoreInspection(url: storeURL).findings(), [])
  }

  func testAnInsertIsUndone() throws {
    let bank = try begin()
    let tag = Tag(in: context, name: "3")
    bank.details?.tags.insert(tag)
    context.undo()
    XCTAssertEqual(tagNames(bank), ["1", "2"])
    XCTAssertEqual(context.insertedObjects, [])
    context.redo()
    XCTAssertEqual(tagNames(bank), ["1", "2", "3"])
    XCTAssertEqual(context.insertedObjects, [tag])
    try context.save()
    XCTAssertEqual(try rows("SELECT count(*) FROM ZTAG", in: storeURL), ["3"])
    context.undo()
    try context.save()
    XCTAssertEqual(try rows("SELECT count(*) FROM ZTAG", in: storeURL), ["2"])
    context.redo()
    try context.save()
    XCTAssertEqual(tagNames(try fresh()), ["1", "2", "3"])
  }

  private func fresh() throws -> FailedBankInfo {
    context = try container.makeContext()
    return try XCTUnwrap(try FailedBankInfo.find(cert: 1, in: context))
  }

  func testADeletedObjectComesBackWithItsRelationships() throws {
    for savesInBetween in [false, true] {
      let bank = try begin()
      let details = try XCTUnwrap(bank.details)
      context.delete(bank)
      if savesInBetween { try context.save() }
      XCTAssertEqual(try context.count(FailedBankInfo.all), 0)
      context.undo()
      XCTAssertEqual(bank.details, details)
      XCTAssertEqual(details.info, bank)
      XCTAssertEqual(bank.name, "A")
      XCTAssertEqual(tagNames(bank), ["1", "2"])
      try context.save()
      XCTAssertEqual(tagNames(try fresh()), ["1", "2"], "saved: \(savesInBetween)")
      XCTAssertEqual(try StoreInspection(url: storeURL).findings(), [])
      for object in try context.fetch(FailedBankInfo.all) { context.delete(object) }
      for object in try context.fetch(Tag.all) { context.delete(object) }
      try context.save()
      history = UndoHistory()
    }
  }

  func testUndoAfterASaveMakesUnsavedChanges() throws {
    let bank = try begin()
    bank.name = "B"
    try context.save()
    XCTAssertTrue(context.undo())
    XCTAssertEqual(bank.name, "A")
    XCTAssertTrue(bank.hasPersistentChangedValues)
    try context.save()
    XCTAssertEqual(try rows("SELECT Z_OPT, ZNAME FROM ZFAILEDBANKINFO", in: storeURL), ["3|A"])
    context.redo()
    try context.save()
    XCTAssertEqual(try rows("SELECT Z_OPT, ZNAME FROM ZFAILEDBANKINFO", in: storeURL), ["4|B"])
  }

  func testGroupsHaveNamesAndNest() throws {
    let bank = try begin()
    history.group("rename") {
      bank.name = "B"
      history.group("move") { bank.city = "X" }
      bank.name = "C"
    }
    XCTAssertEqual(history.undoName, "rename")
    history.nameGroup("close")
    bank.state = "GA"
    XCTAssertEqual(history.undoName, "close")
    context.undo()
    XCTAssertEqual(history.redoName, "close")
    XCTAssertEqual([bank.name, bank.state], ["C", "IL"])
    context.undo()
    XCTAssertEqual([bank.name, bank.city], ["A", "Springfield"])
    XCTAssertEqual(history.redoName, "rename")
    context.redo()
    XCTAssertEqual([bank.name, bank.city], ["C", "X"])
  }

  func testWhatWaitsGoesBehindOtherObjectsOnly() throws {
    let bank = try begin()
    let other = makeBank("other")
    try context.save()
    history.removeAll()
    history.group("first") { other.name = "O" }
    context.processPendingChanges()
    history.group("second") { bank.name = "B" }
    XCTAssertEqual(history.undoName, "second")
    history.deferUndo()
    XCTAssertEqual(history.undoName, "first")
    context.undo()
    XCTAssertEqual([bank.name, other.name], ["B", "other"])
    context.undo()
    XCTAssertEqual(bank.name, "A")
    XCTAssertEqual(history.redoName, "second")
    history.deferRedo()
    XCTAssertEqual(history.redoName, "first")
    context.redo()
    XCTAssertEqual([bank.name, other.name], ["A", "O"])
    // The order of changes of a single object is kept.
    history.removeAll()
    history.group("third") { bank.name = "C" }
    context.processPendingChanges()
    history.group("fourth") { bank.name = "D" }
    history.deferUndo()
    XCTAssertEqual(history.undoName, "fourth")
  }

  func testAGroupSpansSaves() throws {
    let bank = try begin()
    history.beginGroup()
    bank.name = "B"
    try context.save()
    bank.city = "X"
    context.undo()
    XCTAssertEqual([bank.name, bank.city], ["A", "Springfield"])
    history.endGroup()
    XCTAssertFalse(history.canUndo)
  }

  func testAnOpenGroupCanBeUndone() throws {
    let bank = try begin()
    history.beginGroup("Move")
    XCTAssertFalse(history.canUndo)
    bank.city = "X"
    context.processPendingChanges()
    XCTAssertTrue(history.canUndo)
    XCTAssertTrue(context.undo())
    XCTAssertEqual(bank.city, "Springfield")
    XCTAssertFalse(history.canUndo)
  }

  func testTheOldestGroupsGo() throws {
    let bank = try begin()
    history.levels = 2
    for name in ["B", "C", "D"] {
      bank.name = name
      context.processPendingChanges()
    }
    XCTAssertTrue(context.undo())
    XCTAssertTrue(context.undo())
    XCTAssertFalse(context.undo())
    XCTAssertEqual(bank.name, "B")
  }

  func testWhatIsNotRecordedStays() throws {
    let bank = try begin()
    bank.name = "B"
    history.withoutRecording { bank.city = "X" }
    bank.state = "GA"
    context.undo()
    XCTAssertEqual([bank.name, bank.city, bank.state], ["B", "X", "IL"])
    context.undo()
    XCTAssertEqual([bank.name, bank.city, bank.state], ["A", "X", "IL"])
  }

  func testRollbackLeavesNothingToUndo() throws {
    let bank = try begin()
    bank.name = "B"
    context.processPendingChanges()
    bank.name = "C"
    context.rollback()
    XCTAssertEqual(bank.name, "A")
    XCTAssertFalse(context.undo())
    XCTAssertFalse(context.redo())
  }

  func testDiscardingKeepsWhatWasSaved() throws {
    let bank = try begin()
    let tag = try XCTUnwrap(bank.details?.tags.objects.first)
    context.delete(tag)
    try context.save()
    bank.name = "B"
    try context.save()
    bank.name = "C"
    context.processPendingChanges()
    bank.city = "X"
    context.discardChanges()
    XCTAssertEqual([bank.name, bank.city], ["B", "Springfield"])
    XCTAssertFalse(history.canRedo)
    XCTAssertTrue(context.undo())
    XCTAssertEqual(bank.name, "A")
    context.discardChanges()
    XCTAssertEqual(bank.name, "B", "an undo that is not saved is forgotten, and can be made again")
    XCTAssertFalse(history.canRedo)
    context.undo()
    context.undo()
    XCTAssertEqual(tagNames(bank), ["1", "2"])
    context.discardChanges()
    XCTAssertEqual(tagNames(bank).count, 1)
    context.undo()
    context.undo()
    try context.save()
    XCTAssertEqual(tagNames(try fresh()), ["1", "2"])
    XCTAssertEqual(try StoreInspection(url: storeURL).findings(), [])
  }

  func testWhatIsChangedWhenADiscardIsToldIsAStepOfItsOwn() throws {
    let bank = try begin()
    let list = FetchedResultsController(FailedBankInfo.all, in: context)
    try list.performFetch()
    for saves in [false, true] {
      history.removeAll()
      bank.name = "B"
      context.processPendingChanges()
      var isFirst = true
      list.onChange = { [context] _ in
        guard isFirst else { return }
        isFirst = false
        bank.city = "X"
        guard saves else { return }
        do { try context?.save() } catch { XCTFail("\(error)") }
      }
      context.discardChanges()
      list.onChange = nil
      XCTAssertEqual([bank.name, bank.city], ["A", "X"], "saves: \(saves)")
      XCTAssertTrue(context.undo(), "saves: \(saves)")
      XCTAssertEqual([bank.name, bank.city], ["A", "Springfield"], "saves: \(saves)")
      XCTAssertFalse(history.canUndo, "saves: \(saves)")
    }
  }

  func testDiscardingKeepsWhatAGroupHasSaved() throws {
    let bank = try begin()
    for endsBefore in [false, true] {
      history.beginGroup("import")
      bank.name = "B"
      try context.save()
      bank.name = "C"
      if endsBefore { history.endGroup() }
      context.discardChanges()
      if !endsBefore { history.endGroup() }
      XCTAssertEqual(bank.name, "B", "\(endsBefore)")
      XCTAssertEqual(history.undoName, "import", "\(endsBefore)")
      XCTAssertTrue(context.undo(), "\(endsBefore)")
      XCTAssertEqual(bank.name, "A", "\(endsBefore)")
      XCTAssertFalse(context.undo(), "\(endsBefore)")
      try context.save()
    }
  }

  func testARefusedSaveKeepsWhatWasSaved() throws {
    let bank = try begin()
    let other = makeBank("B", cert: 2)
    try context.save()
    context.delete(other)
    try context.save()
    try container.performAndWait { elsewhere in
      _ = FailedBankInfo(in: elsewhere, name: "U", city: "U", state: "U", cert: 2)
      try elsewhere.save()
    }
    context.undo()
    XCTAssertThrowsError(try context.save())
    context.discardChanges()
    try container.performAndWait { elsewhere in
      elsewhere.delete(try XCTUnwrap(try FailedBankInfo.find(cert: 2, in: elsewhere)))
      try elsewhere.save()
    }
    XCTAssertTrue(context.undo())
    try context.save()
    XCTAssertEqual(try context.fetch(FailedBankInfo.all).map(\.name).sorted(), ["A", "B"])
    XCTAssertEqual(bank.name, "A")
    XCTAssertEqual(try StoreInspection(url: storeURL).findings(), [])
  }

  func testResetLeavesNothingToUndo() throws {
    let bank = try begin()
    bank.name = "B"
    try context.save()
    context.reset()
    XCTAssertFalse(context.undo())
    XCTAssertNil(bank.context)
  }

  func testMergedChangesAreNotUndone() throws {
    let bank = try begin()
    bank.name = "B"
    try container.performAndWait { other in
      try XCTUnwrap(try FailedBankInfo.find(cert: 1, in: other)).city = "X"
      try other.save()
    }
    context.refresh(bank, mergeChanges: true)
    XCTAssertEqual([bank.name, bank.city], ["B", "X"])
    context.undo()
    XCTAssertEqual([bank.name, bank.city], ["A", "X"])
    try context.save()
  }

  func testObserversAreTold() throws {
    let bank = try begin()
    var changes: [ContextChange] = []
    _ = context.addObserver { changes.append($0) }
    let tag = Tag(in: context, name: "3")
    bank.name = "B"
    context.undo()
    XCTAssertEqual(changes.map(\.kind), [.undone])
    XCTAssertEqual(changes.first?.deleted, [tag.objectID])
    XCTAssertEqual(changes.first?.updated, [bank.objectID])
  }
}
