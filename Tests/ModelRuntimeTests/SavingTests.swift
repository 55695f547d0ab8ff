import BankModel
import Foundation
import ModelRuntime
import TestSupport
import XCTest

final class SavingTests: BankTestCase {
  func testANewObjectIsStored() throws {
    let bank = makeBank("Georgian Bank", cert: 57151)
    try context.save()
    XCTAssertFalse(bank.isInserted)
    XCTAssertFalse(context.hasChanges)
    XCTAssertEqual(
      try rows("SELECT Z_ENT, Z_OPT, ZCERT, ZNAME FROM ZFAILEDBANKINFO", in: storeURL),
      ["2|1|57151|Georgian Bank"])
  }

  func testEveryTypeComesBackAsItWas() throws {
    let date = Date(timeIntervalSinceReferenceDate: 360_000_000.25)
    let bank = makeBank("Bank of Clark \u{0}County 👍", cert: .max, zip: .min)
    bank.details?.closeDate = date
    try context.save()
    let other = try container.makeContext()
    let found = try XCTUnwrap(try FailedBankInfo.find(cert: .max, in: other))
    XCTAssertEqual(found.name, "Bank of Clark \u{0}County 👍")
    XCTAssertNil(found.acquirer)
    XCTAssertEqual(found.details?.closeDate, date)
    XCTAssertEqual(found.details?.zip, .min)
  }

  func testTheIdentityIsTheSameBeforeAndAfterTheSave() throws {
    let bank = makeBank("A")
    let id = bank.objectID
    try context.save()
    XCTAssertEqual(bank.objectID, id)
    XCTAssertEqual(id.entityName, "FailedBankInfo")
    XCTAssertEqual(ObjectID(id.description), id)
    let other = try container.makeContext()
    XCTAssertEqual(try other.existingObject(FailedBankInfo.self, with: id)?.name, "A")
  }

  func testOnlyWhatDiffersIsWritten() throws {
    let bank = makeBank("A")
    try context.save()
    try execute("UPDATE ZFAILEDBANKINFO SET ZCITY = 'elsewhere'", in: storeURL)
    bank.name = "B"
    bank.city = "Springfield"
    try context.save()
    XCTAssertEqual(
      try rows("SELECT Z_OPT, ZNAME, ZCITY FROM ZFAILEDBANKINFO", in: storeURL),
      ["2|B|elsewhere"])
  }

  func testSettingTheSameValueWritesNothing() throws {
    let bank = makeBank("A")
    try context.save()
    bank.name = "A"
    XCTAssertTrue(bank.hasChanges)
    XCTAssertFalse(bank.hasPersistentChangedValues)
    try context.save()
    XCTAssertEqual(try rows("SELECT Z_OPT FROM ZFAILEDBANKINFO", in: storeURL), ["1"])
  }

  func testRollbackGivesTheSavedValuesBack() throws {
    let bank = makeBank("A")
    let tag = Tag(in: context, name: "big")
    try context.save()
    bank.name = "B"
    bank.details?.tags.insert(tag)
    bank.details = nil
    context.delete(tag)
    let unsaved = makeBank("C")
    context.rollback()
    XCTAssertFalse(context.hasChanges)
    XCTAssertEqual(bank.name, "A")
    XCTAssertNotNil(bank.details)
    XCTAssertEqual(bank.details?.info, bank)
    XCTAssertEqual(bank.details?.tags.count, 0)
    XCTAssertFalse(tag.isDeleted)
    XCTAssertNil(unsaved.context)
    XCTAssertEqual(try context.count(FailedBankInfo.all), 1)
  }

  func testAValueThatIsNotUniqueIsNamed() throws {
    makeBank("A", cert: 7)
    try context.save()
    makeBank("B", cert: 7)
    XCTAssertThrowsError(try context.save()) { error in
      let error = error as? StoreError
      XCTAssertEqual(error?.reason, .notUnique)
      XCTAssertEqual(error?.propertyNames, ["cert"])
      XCTAssertEqual(error?.message, "there is another bank with cert 7")
      XCTAssertEqual(error?.coreDataCode, 133021)
    }
  }

  func testAFailedSaveCanBeTriedAgain() throws {
    makeBank("A", cert: 7)
    try context.save()
    let second = makeBank("B", cert: 7)
    XCTAssertThrowsError(try context.save())
    XCTAssertEqual(try rows("SELECT count(*) FROM ZFAILEDBANKDETAILS", in: storeURL), ["1"])
    XCTAssertTrue(second.isInserted)
    second.cert = 8
    try context.save()
    XCTAssertEqual(
      try rows("SELECT ZCERT FROM ZFAILEDBANKINFO ORDER BY 1", in: storeURL), ["7", "8"])
  }

  func testAllBrokenRulesAreToldAtOnce() throws {
    makeBank("")
    _ = Tag(in: context, name: "")
    XCTAssertThrowsError(try context.save()) { error in
      XCTAssertEqual(
        "\(error)",
        """
        2 rules are broken, nothing was saved
          FailedBankInfo p1: name is empty
          Tag p1: name is empty
        """)
      XCTAssertEqual((error as? ValidationError)?.coreDataCode, 1560)
    }
    XCTAssertEqual(try rows("SELECT count(*) FROM ZFAILEDBANKINFO", in: storeURL), ["0"])
  }

  func testAChangeOfSomebodyElseIsAConflict() throws {
    let mine = makeBank("A")
    try context.save()
    let other = try container.makeContext()
    let theirs = try XCTUnwrap(try other.first(FailedBankInfo.all))
    theirs.name = "B"
    try other.save()
    mine.city = "Elsewhere"
    XCTAssertThrowsError(try context.save()) { error in
      XCTAssertEqual((error as? StoreError)?.reason, .conflict)
      XCTAssertEqual((error as? StoreError)?.objectIDs, [mine.objectID])
    }
    XCTAssertEqual(
      try rows("SELECT ZNAME, ZCITY FROM ZFAILEDBANKINFO", in: storeURL),
      [
        "B|Springfield"
      ])
    context.rollback()
    XCTAssertEqual(try context.fetch(FailedBankInfo.all).map(\.name), ["B"])
  }

  func testKeysOfTwoContextsDoNotMeet() throws {
    let other = try container.makeContext()
    for number in 0..<20 {
      makeBank("mine \(number)")
      _ = FailedBankInfo(in: other, name: "theirs \(number)", city: "X", state: "XX")
    }
    try context.save()
    try other.save()
    XCTAssertEqual(
      try rows("SELECT count(*), count(DISTINCT Z_PK) FROM ZFAILEDBANKINFO", in: storeURL),
      ["40|40"])
    XCTAssertEqual(
      try rows(
        """
        SELECT Z_MAX >= (SELECT max(Z_PK) FROM ZFAILEDBANKINFO) FROM Z_PRIMARYKEY
        WHERE Z_NAME = 'FailedBankInfo'
        """, in: storeURL), ["1"])
  }

  func testAnObjectOfBeforeAResetSavesNothing() throws {
    let details = FailedBankDetails(in: context)
    let tag = Tag(in: context, name: "big")
    try context.save()
    context.reset()
    tag.name = "small"
    tag.bankdetails.insert(details)
    XCTAssertFalse(context.hasChanges)
    try context.save()
    XCTAssertEqual(try rows("SELECT ZNAME FROM ZTAG", in: storeURL), ["big"])
  }

  func testAnObjectOfBeforeAResetTakesNobodysPartner() throws {
    let bank = makeBank("A")
    makeBank("B")
    let tag = Tag(in: context, name: "big")
    bank.details?.tags = [tag]
    try context.save()
    context.reset()
    let details = try XCTUnwrap(
      try context.first(FailedBankInfo.where { $0.name == "A" })?.details)
    let other = try XCTUnwrap(try context.first(FailedBankInfo.where { $0.name == "B" }))
    bank.details = nil
    bank.details = other.details
    tag.bankdetails.remove(details)
    XCTAssertFalse(context.hasChanges)
    XCTAssertEqual(details.info?.name, "A")
    XCTAssertEqual(other.details?.info, other)
    XCTAssertEqual(details.tags.map(\.name), ["big"])
  }

  /// Texts are compared by their scalars, even if Swift's `==` treats them as equal.
  func testATextInAnotherFormIsAChange() throws {
    let tag = Tag(in: context, name: "e\u{301}")
    try context.save()
    tag.name = "\u{E9}"
    XCTAssertTrue(tag.hasPersistentChangedValues)
    try context.save()
    XCTAssertEqual(try rows("SELECT hex(ZNAME) FROM ZTAG", in: storeURL), ["C3A9"])
    let bank = makeBank("A")
    bank.acquirer = "e\u{301}"
    try context.save()
    bank.acquirer = "\u{E9}"
    try context.save()
    XCTAssertEqual(
      try rows("SELECT hex(ZACQUIRER) FROM ZFAILEDBANKINFO", in: storeURL), ["C3A9"])
    bank.acquirer = "\u{E9}"
    XCTAssertFalse(bank.hasPersistentChangedValues)
  }
}
