import BankModel
import ModelRuntime
import TestSupport
import XCTest

final class UniquenessConflictTests: BankTestCase {
  private func stored() throws -> [String] {
    try rows(
      "SELECT Z_PK, ZCERT, ZNAME, ZCITY, ZACQUIRER FROM ZFAILEDBANKINFO ORDER BY Z_PK",
      in: storeURL)
  }

  /// Saves a bank with certificate 7, and makes a new bank with the same certificate.
  private func collide() throws -> FailedBankInfo {
    let first = makeBank("stored", cert: 7, zip: 1)
    first.acquirer = "somebody"
    try context.save()
    context = try container.makeContext()
    return FailedBankInfo(in: context, name: "new", city: "Newtown", state: "GA", cert: 7)
  }

  func testTheErrorNamesBothObjects() throws {
    let bank = try collide()
    XCTAssertThrowsError(try context.save()) { error in
      let error = error as? StoreError
      XCTAssertEqual(error?.reason, .notUnique)
      XCTAssertEqual(error?.coreDataCode, 133021)
      XCTAssertEqual(error?.message, "there is another bank with cert 7")
      XCTAssertEqual(error?.localizedDescription, error?.message)
      XCTAssertEqual(error.map { "\($0)" }, error?.message)
      let conflict = error?.conflicts.first
      XCTAssertEqual(conflict?.kind, .uniqueInsert(["cert"]))
      XCTAssertEqual(conflict?.objectID, bank.objectID)
      XCTAssertEqual(conflict?.otherID?.key, 1)
      XCTAssertEqual(conflict?.theirs(as: FailedBankInfo.Snapshot.self)?.name, "stored")
    }
    XCTAssertTrue(bank.isInserted)
  }

  func testThePoliciesForAnInsert() throws {
    let expectations: [(StandardMergePolicy, String)] = [
      (.storeWins, "1|7|stored|Springfield|somebody"),
      (.objectWins, "1|7|new|Newtown|somebody"),
      (.overwrite, "1|7|new|Newtown|NULL"),
      (.rollback, "1|7|stored|Springfield|somebody"),
    ]
    for (policy, expected) in expectations {
      let bank = try collide()
      try context.save(mergePolicy: policy)
      XCTAssertEqual(
        try stored().map { $0.replacingOccurrences(of: "||", with: "|") },
        [expected].map { $0.replacingOccurrences(of: "NULL", with: "") }, "\(policy)")
      XCTAssertTrue(bank.isInaccessible, "\(policy)")
      XCTAssertEqual(try context.count(FailedBankInfo.all), 1, "\(policy)")
      XCTAssertEqual(try StoreInspection(url: storeURL).findings(), [], "\(policy)")
      try execute("DELETE FROM ZFAILEDBANKINFO; DELETE FROM ZFAILEDBANKDETAILS", in: storeURL)
      try execute("UPDATE Z_PRIMARYKEY SET Z_MAX = 0", in: storeURL)
      container = try reopened()
      context = try container.makeContext()
    }
  }

  private func reopened() throws -> PersistentContainer {
    try PersistentContainer(.bank, configuration: StoreConfiguration(url: storeURL))
  }

  func testRelationshipsOfTheNewObjectGoOver() throws {
    _ = Tag(in: context, name: "big")
    try context.save()
    context = try container.makeContext()
    let again = Tag(in: context, name: "big")
    let bank = makeBank("A")
    bank.details?.tags.insert(again)
    try context.save(mergePolicy: .objectWins)
    XCTAssertEqual(bank.details?.tags.map(\.name), ["big"])
    XCTAssertEqual(bank.details?.tags.objects.first?.objectID.key, 1)
    XCTAssertEqual(try rows("SELECT Z_PK, ZNAME FROM ZTAG", in: storeURL), ["1|big"])
    XCTAssertEqual(try StoreInspection(url: storeURL).findings(), [])
  }

  func testReportsSayWhatBecameOfTheNewObject() throws {
    let bank = try collide()
    let id = bank.objectID
    let inbox = try container.makeContext()
    inbox.automaticallyMergesChanges = true
    let saves = container.saves
    try context.save(mergePolicy: .objectWins)
    let expectation = expectation(description: "report")
    Task {
      for await report in saves {
        XCTAssertEqual(report.replaced[id]?.key, 1)
        XCTAssertEqual(report.inserted, [])
        break
      }
      expectation.fulfill()
    }
    wait(for: [expectation], timeout: 10)
  }

  func testTwoUnsavedObjects() throws {
    let first = Tag(in: context, name: "big")
    let second = Tag(in: context, name: "big")
    XCTAssertThrowsError(try context.save()) { error in
      let conflicts = (error as? StoreError)?.conflicts
      XCTAssertEqual(conflicts?.map(\.objectID), [second.objectID])
      XCTAssertEqual(conflicts?.map(\.otherID), [first.objectID])
    }
    try context.save(mergePolicy: .objectWins)
    XCTAssertFalse(first.isInserted)
    XCTAssertTrue(second.isInaccessible)
    XCTAssertEqual(try rows("SELECT ZNAME FROM ZTAG", in: storeURL), ["big"])
  }

  func testAnUpdateThatMeetsAnotherRow() throws {
    makeBank("A", cert: 1)
    let bank = makeBank("B", cert: 2)
    try context.save()
    for policy in [StandardMergePolicy.error, .objectWins, .overwrite] {
      bank.cert = 1
      XCTAssertThrowsError(try context.save(mergePolicy: policy), "\(policy)") { error in
        XCTAssertEqual(
          (error as? StoreError)?.conflicts.map(\.kind), [.uniqueUpdate(["cert"])])
      }
    }
    bank.name = "C"
    try context.save(mergePolicy: .storeWins)
    XCTAssertEqual(bank.cert, 2)
    XCTAssertEqual(bank.name, "C")
    bank.cert = 1
    bank.name = "D"
    try context.save(mergePolicy: .rollback)
    XCTAssertEqual(bank.cert, 2)
    XCTAssertEqual(bank.name, "C")
  }

  func testObjectsCanExchangeUniqueValues() throws {
    let (one, two) = (makeBank("A", cert: 1), makeBank("B", cert: 2))
    try context.save()
    (one.cert, two.cert) = (2, 1)
    try context.save()
    XCTAssertEqual(
      try rows("SELECT ZNAME, ZCERT FROM ZFAILEDBANKINFO ORDER BY 1", in: storeURL),
      ["A|2", "B|1"])
  }

  func testAValueCanMoveToANewObject() throws {
    let old = makeBank("A", cert: 1)
    try context.save()
    context.delete(old)
    makeBank("B", cert: 1)
    try context.save()
    XCTAssertEqual(try rows("SELECT ZNAME FROM ZFAILEDBANKINFO", in: storeURL), ["B"])
  }
}
