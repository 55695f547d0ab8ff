import BankModel
import ModelRuntime
import TestSupport
import XCTest

/// Contexts whose parent is another context (C-04).
final class ChildContextTests: BankTestCase {
  private var child: ManagedObjectContext!

  override func setUpWithError() throws {
    try super.setUpWithError()
    child = context.makeChild()
  }

  override func tearDown() {
    child = nil
    super.tearDown()
  }

  private func names(in context: ManagedObjectContext) throws -> [String] {
    try context.fetch(FailedBankInfo.where { $0.name != "" }.sorted { [$0.name.ascending] })
      .map(\.name)
  }

  func testAFetchSeesTheParentsUnsavedChanges() throws {
    let saved = makeBank("saved", cert: 1)
    let gone = makeBank("gone")
    try context.save()
    saved.name = "changed"
    makeBank("new", zip: 5)
    context.delete(gone)
    XCTAssertEqual(try names(in: child), ["changed", "new"])
    XCTAssertEqual(try child.count(FailedBankInfo.all), 2)
    XCTAssertEqual(try child.fetchIDs(FailedBankInfo.all).count, 2)
    let found = try XCTUnwrap(try FailedBankInfo.find(cert: 1, in: child))
    XCTAssertFalse(found === saved)
    XCTAssertEqual(found.objectID, saved.objectID)
    XCTAssertEqual(found.details?.info, found)
    XCTAssertEqual(try child.first(FailedBankInfo.where { $0.name == "new" })?.details?.zip, 5)
    saved.name = "again"
    XCTAssertEqual(try names(in: child), ["again", "new"])
    XCTAssertFalse(child.hasChanges)
  }

  func testASavePutsChangesIntoTheParentOnly() throws {
    let bank = makeBank("A", cert: 1)
    let tag = Tag(in: context, name: "big")
    try context.save()
    let mine = try XCTUnwrap(try FailedBankInfo.find(cert: 1, in: child))
    mine.name = "B"
    mine.details?.tags.insert(try XCTUnwrap(try Tag.find(name: "big", in: child)))
    let new = FailedBankInfo(in: child, name: "C", city: "X", state: "XX")
    XCTAssertEqual(bank.name, "A")
    try child.save()
    XCTAssertFalse(child.hasChanges)
    XCTAssertEqual(bank.name, "B")
    XCTAssertEqual(bank.details?.tags.objects, [tag])
    XCTAssertEqual(tag.bankdetails.objects, [bank.details])
    XCTAssertTrue(context.hasChanges)
    XCTAssertEqual(context.insertedObjects.map(\.objectID), [new.objectID])
    XCTAssertEqual(try rows("SELECT ZNAME FROM ZFAILEDBANKINFO", in: storeURL), ["A"])
    try context.save()
    XCTAssertEqual(
      try rows("SELECT Z_PK, ZNAME FROM ZFAILEDBANKINFO ORDER BY 1", in: storeURL),
      ["1|B", "\(new.objectID.key)|C"])
    XCTAssertEqual(try StoreInspection(url: storeURL).findings(), [])
    new.name = "D"
    try child.save()
    try context.save()
    XCTAssertEqual(try names(in: try container.makeContext()), ["B", "D"])
  }

  func testDeletesGoToTheParent() throws {
    let bank = makeBank("A", cert: 1)
    try context.save()
    child.delete(try XCTUnwrap(try FailedBankInfo.find(cert: 1, in: child)))
    XCTAssertFalse(bank.isDeleted)
    XCTAssertEqual(try child.count(FailedBankInfo.all), 0)
    try child.save()
    XCTAssertTrue(bank.isDeleted)
    XCTAssertEqual(context.deletedObjects.count, 2)
    try context.save()
    XCTAssertEqual(try rows("SELECT count(*) FROM ZFAILEDBANKDETAILS", in: storeURL), ["0"])
  }

  func testASaveValidates() throws {
    _ = Tag(in: child, name: "")
    XCTAssertThrowsError(try child.save()) { error in
      XCTAssertEqual((error as? ValidationError)?.failures.map(\.propertyName), ["name"])
    }
    XCTAssertFalse(context.hasChanges)
    child.rollback()
    XCTAssertFalse(child.hasChanges)
  }

  func testRollbackOfAChildLeavesTheParentAlone() throws {
    let bank = makeBank("A", cert: 1)
    try context.save()
    bank.city = "Parentville"
    let mine = try XCTUnwrap(try FailedBankInfo.find(cert: 1, in: child))
    mine.name = "B"
    child.delete(try XCTUnwrap(mine.details))
    child.rollback()
    XCTAssertEqual(mine.name, "A")
    XCTAssertEqual(mine.city, "Parentville")
    XCTAssertNotNil(mine.details)
    XCTAssertEqual(bank.city, "Parentville")
    bank.city = "Elsewhere"
    child.refresh(mine, mergeChanges: false)
    XCTAssertEqual(mine.city, "Elsewhere")
  }

  func testTheChildWinsOverTheParent() throws {
    let bank = makeBank("A", cert: 1)
    try context.save()
    let mine = try XCTUnwrap(try FailedBankInfo.find(cert: 1, in: child))
    bank.name = "parent"
    bank.city = "Parentville"
    mine.name = "child"
    try child.save()
    XCTAssertEqual(bank.name, "child")
    XCTAssertEqual(bank.city, "Parentville")
  }

  func testAChangeOfWhatTheParentDeletedIsAConflict() throws {
    let bank = makeBank("A", cert: 1)
    try context.save()
    let mine = try XCTUnwrap(try FailedBankInfo.find(cert: 1, in: child))
    context.delete(bank)
    mine.name = "B"
    XCTAssertThrowsError(try child.save()) { error in
      XCTAssertEqual((error as? StoreError)?.conflicts.map(\.kind), [.updateOfDeleted])
    }
    try child.save(mergePolicy: .objectWins)
    XCTAssertFalse(bank.isDeleted)
    XCTAssertEqual(bank.name, "B")
    XCTAssertNotNil(bank.details)
    context.delete(bank)
    mine.name = "C"
    try child.save(mergePolicy: .storeWins)
    XCTAssertTrue(mine.isInaccessible)
    XCTAssertTrue(bank.isDeleted)
  }

  func testAnUndoneDeleteFindsWhatTheParentHasKept() throws {
    let bank = makeBank("A", cert: 1)
    try context.save()
    child.undoHistory = UndoHistory()
    child.delete(try XCTUnwrap(try FailedBankInfo.find(cert: 1, in: child)))
    try child.save()
    context.rollback()
    XCTAssertTrue(child.undo())
    try child.save()
    XCTAssertTrue(context.registeredObject(with: bank.objectID) === bank)
    XCTAssertEqual(context.insertedObjects, [])
    try context.save()
    XCTAssertEqual(try names(in: try container.makeContext()), ["A"])
    XCTAssertEqual(bank.details?.info, bank)
    XCTAssertEqual(try StoreInspection(url: storeURL).findings(), [])
  }

  func testChildrenNest() throws {
    makeBank("A", cert: 1)
    try context.save()
    let grandchild = child.makeChild()
    let bank = try XCTUnwrap(try FailedBankInfo.find(cert: 1, in: grandchild))
    bank.name = "B"
    let tag = Tag(in: grandchild, name: "deep")
    bank.details?.tags.insert(tag)
    try grandchild.save()
    XCTAssertEqual(try names(in: context), ["A"])
    XCTAssertEqual(try names(in: child), ["B"])
    try child.save()
    XCTAssertEqual(try names(in: context), ["B"])
    try context.save()
    XCTAssertEqual(
      try rows("SELECT t.ZNAME FROM ZTAG AS t JOIN ZFAILEDBANKINFO", in: storeURL), ["deep"])
    XCTAssertEqual(try StoreInspection(url: storeURL).findings(), [])
  }

  func testSavesAreToldToBothObservers() throws {
    let (childID, parentID) = (Box(), Box())
    _ = child.addObserver { childID.changes.append($0) }
    _ = context.addObserver { parentID.changes.append($0) }
    let tag = Tag(in: child, name: "big")
    try child.save()
    XCTAssertEqual(childID.changes.map(\.inserted), [[tag.objectID]])
    XCTAssertEqual(parentID.changes.map(\.kind), [.merged])
    XCTAssertEqual(parentID.changes.map(\.inserted), [[tag.objectID]])
  }

  private final class Box {
    var changes: [ContextChange] = []
  }

  func testAChildCountsWithoutLoading() throws {
    let tag = Tag(in: context, name: "big")
    let details = [1, 2].map { FailedBankDetails(in: context, zip: $0) }
    tag.bankdetails = ObjectSet(details)
    try context.save()
    let mine = try XCTUnwrap(try Tag.find(name: "big", in: child))
    XCTAssertEqual(mine.bankdetails.count, 2)
    XCTAssertNil(child.registeredObject(with: details[0].objectID))
    XCTAssertEqual(mine.bankdetails.map(\.zip).sorted(), [1, 2])
  }

  func testAChildMatchesItemsWithTheParentsObjects() throws {
    makeBank("saved", cert: 1)
    try context.save()
    makeBank("unsaved", cert: 2)
    let report = try child.match(
      [1, 2, 3], by: { ItemKey($0) }, with: FailedBankInfo.self, localKey: "cert")
    XCTAssertEqual(report.existing.count, 2)
    XCTAssertEqual(report.new.count, 1)
  }

  func testAChildExplainsTheFetchOfTheStore() throws {
    let request = FailedBankInfo.where { $0.cert == 7 }
    let (mine, parents) = (try child.explain(request), try context.explain(request))
    XCTAssertEqual(mine.sql, parents.sql)
    XCTAssertTrue(mine.sql.contains("ZCERT"), mine.sql)
  }

  func testAChildSeesWhatOthersSaved() throws {
    let bank = makeBank("A", cert: 1)
    let gone = makeBank("B", cert: 2)
    try context.save()
    let mine = try XCTUnwrap(try FailedBankInfo.find(cert: 1, in: child))
    let lost = try XCTUnwrap(try FailedBankInfo.find(cert: 2, in: child))
    try execute("UPDATE ZFAILEDBANKINFO SET ZNAME = 'C', Z_OPT = 9 WHERE ZCERT = 1", in: storeURL)
    try execute("DELETE FROM ZFAILEDBANKINFO WHERE ZCERT = 2", in: storeURL)
    try child.mergeExternalChanges()
    XCTAssertEqual([bank.name, mine.name], ["C", "C"])
    XCTAssertNil(context.registeredObject(with: gone.objectID))
    XCTAssertEqual(try names(in: child), ["C"])
    XCTAssertFalse(child.hasChanges)
    withExtendedLifetime(lost) {}
  }
}
