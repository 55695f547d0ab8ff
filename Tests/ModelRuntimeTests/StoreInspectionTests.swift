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
    XCTAssertEqual(try StoreInspection(url: storeURL).integrityCheck(), [])
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
      try StoreInspection(url: storeURL).integrityCheck().map(\.description),
      [
        """
        FailedBankDetails p1: the last key given out is said to be 0; \
        set Z_MAX in Z_PRIMARYKEY to 1, or new objects will clash
        """,
        """
        FailedBankInfo p1: the row is of entity number 7, which its table does not hold; \
        set Z_ENT to a number of Z_PRIMARYKEY that belongs there, or delete the row
        """,
        """
        FailedBankInfo p1: the last key given out is said to be 0; \
        set Z_MAX in Z_PRIMARYKEY to 1, or new objects will clash
        """,
        """
        FailedBankDetails p1: 'info' leads to FailedBankInfo p1, which does not lead back; \
        set the relationship again at one end
        """,
      ])
  }
}
