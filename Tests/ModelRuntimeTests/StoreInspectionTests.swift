import BankModel
import Foundation
import ModelRuntime
import TestSupport
import XCTest

final class StoreInspectionTests: BankTestCase {
  func testAStoreSaysWhatItHolds() throws {
    makeBank("A")
    makeBank("B")
    try context.save()
    let information = try StoreInspection(url: storeURL).information()
    XCTAssertEqual(information.modelName, "Bank")
    XCTAssertEqual(information.modelVersion, 3)
    XCTAssertEqual(
      information.entities.map { "\($0.number) \($0.name) \($0.objectCount)" },
      ["1 FailedBankDetails 2", "2 FailedBankInfo 2", "3 Tag 0"])
  }

  func testASoundStoreHasNoFindings() throws {
    makeBank("A").details?.tags.insert(Tag(in: context, name: "big"))
    try context.save()
    XCTAssertEqual(try StoreInspection(url: storeURL).findings(), [])
  }

  func testDamageIsFound() throws {
    makeBank("A")
    try context.save()
    try execute(
      """
      PRAGMA foreign_keys = OFF;
      UPDATE ZFAILEDBANKINFO SET ZDETAILS = 99, Z_ENT = 7;
      UPDATE Z_PRIMARYKEY SET Z_MAX = 0;
      """, in: storeURL)
    XCTAssertEqual(
      try StoreInspection(url: storeURL).findings(),
      [
        "ZFAILEDBANKINFO p1 refers to a row of ZFAILEDBANKDETAILS that is gone",
        "ZFAILEDBANKDETAILS has key 1, but the last one given out is 0",
        "ZFAILEDBANKINFO p1 is of entity number 7, which does not exist",
      ])
  }
}
