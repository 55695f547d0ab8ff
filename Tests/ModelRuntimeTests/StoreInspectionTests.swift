import BankModel
import Foundation
import ModelRuntime
import ModelSQLite
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

  func testMetadataThatAreNoPropertyListAreSaid() throws {
    try context.save()
    (context, container) = (nil, nil)
    // These are property lists with a dictionary that contains itself, and with fifty
    // arrays that each contain the next array twice.
    let circle = binaryList([[0xD1, 1, 0], [0x51, 0x61]])
    let doubled = (0..<50).map { [0xA2, UInt8($0 + 1), UInt8($0 + 1)] } as [[UInt8]]
    for bytes in [[0xDE, 0xAD, 0xBE, 0xEF], circle, binaryList(doubled + [[0x51, 0x61]])] {
      let text = bytes.map { String(format: "%02x", $0) }.joined()
      try execute("UPDATE Z_METADATA SET Z_PLIST = x'\(text)'", in: storeURL)
      for body in [
        { _ = try StoreInspection(url: self.storeURL) },
        {
          _ = try PersistentContainer(.bank, configuration: StoreConfiguration(url: self.storeURL))
        },
      ] {
        XCTAssertThrowsError(try body(), text) { error in
          XCTAssertEqual((error as? StoreError)?.reason, .notThisLayout)
          XCTAssertTrue("\(error)".contains("no property list"), "\(error)")
        }
      }
    }
  }

  /// A binary property list with objects given as bytes.
  private func binaryList(_ objects: [[UInt8]]) -> [UInt8] {
    var (bytes, offsets) = (Array("bplist00".utf8), [UInt8]())
    for object in objects {
      offsets.append(UInt8(bytes.count))
      bytes += object
    }
    func wide(_ number: Int) -> [UInt8] { Array(repeating: 0, count: 7) + [UInt8(number)] }
    return bytes + offsets + [0, 0, 0, 0, 0, 0, 1, 1] + wide(objects.count) + wide(0)
      + wide(bytes.count)
  }

  /// The files are copied during a transaction, as a crashed program would leave them with
  /// its rollback journal.
  func testAStoreWithAHotJournalIsRead() throws {
    for number in 0..<200 { makeBank("A\(number)") }
    try context.save()
    (context, container) = (nil, nil)
    let copy = folder.file("Copy.sqlite")
    do {
      let connection = try Connection(path: storeURL.path)
      for pragma in ["journal_mode = DELETE", "cache_size = 1", "cache_spill = 1"] {
        let statement = try connection.prepare("PRAGMA \(pragma)")
        while try statement.step() {}
        statement.reset()
      }
      try connection.execute("BEGIN; UPDATE ZFAILEDBANKINFO SET ZNAME = hex(zeroblob(500))")
      for suffix in ["", "-journal"] {
        try FileManager.default.copyItem(
          atPath: storeURL.path + suffix, toPath: copy.path + suffix)
      }
      try connection.execute("ROLLBACK")
    }
    let inspection = try StoreInspection(url: copy)
    XCTAssertEqual(try inspection.integrityCheck(), [])
    XCTAssertEqual(try inspection.information().entities.map(\.objectCount), [200, 200, 0])
    XCTAssertFalse(FileManager.default.fileExists(atPath: copy.path + "-journal"))
    XCTAssertEqual(
      try rows("SELECT count(*) FROM ZFAILEDBANKINFO WHERE ZNAME LIKE 'A%'", in: copy), ["200"])
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
