import BankModel
import ModelRuntime
import TestSupport
import XCTest

final class DeleteRuleTests: BankTestCase {
  func testCascadeDeletesTheDetailsAtOnce() throws {
    let bank = makeBank("A")
    let details = try XCTUnwrap(bank.details)
    try context.save()
    context.delete(bank)
    XCTAssertTrue(details.isDeleted)
    try context.save()
    XCTAssertFalse(bank.isDeleted)
    XCTAssertNil(bank.context)
    XCTAssertEqual(try rows("SELECT count(*) FROM ZFAILEDBANKDETAILS", in: storeURL), ["0"])
  }

  func testNullifyKeepsTheBank() throws {
    let bank = makeBank("A")
    try context.save()
    context.delete(try XCTUnwrap(bank.details))
    XCTAssertNil(bank.details)
    try context.save()
    XCTAssertEqual(try rows("SELECT ZNAME, ZDETAILS FROM ZFAILEDBANKINFO", in: storeURL), ["A|"])
  }

  func testDeletingATagKeepsItsBanks() throws {
    let bank = makeBank("A")
    let tag = Tag(in: context, name: "big")
    bank.details?.tags.insert(tag)
    try context.save()
    XCTAssertEqual(bank.details?.tags.count, 1)
    context.delete(tag)
    XCTAssertEqual(bank.details?.tags.count, 0)
    try context.save()
    XCTAssertEqual(bank.details?.tags.count, 0)
    XCTAssertEqual(try rows("SELECT count(*) FROM Z_1TAGS", in: storeURL), ["0"])
    XCTAssertEqual(try rows("SELECT count(*) FROM ZFAILEDBANKDETAILS", in: storeURL), ["1"])
  }

  func testAnUnsavedObjectIsSimplyGone() throws {
    let bank = makeBank("A")
    context.delete(bank)
    try context.save()
    XCTAssertEqual(try context.count(FailedBankInfo.all), 0)
    XCTAssertNil(bank.context)
  }

  func testAUniqueValueOfADeletedObjectCanBeUsedAgain() throws {
    let bank = makeBank("A", cert: 1)
    try context.save()
    context.delete(bank)
    makeBank("B", cert: 1)
    try context.save()
    XCTAssertEqual(try rows("SELECT ZNAME FROM ZFAILEDBANKINFO", in: storeURL), ["B"])
  }
}
