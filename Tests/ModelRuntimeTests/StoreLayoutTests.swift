import BankModel
import Foundation
import ModelRuntime
import TestSupport
import XCTest

final class StoreLayoutTests: BankTestCase {
  func testANewStoreIsNoMigratedOne() throws {
    XCTAssertFalse(try PersistentStore(.bank, configuration: .inMemory).isMigrated)
  }

  func testTablesAreThoseOfCoreData() throws {
    XCTAssertEqual(
      try rows(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'MODEL%' ORDER BY 1",
        in: storeURL),
      [
        "ZFAILEDBANKDETAILS", "ZFAILEDBANKINFO", "ZTAG", "Z_1TAGS", "Z_METADATA",
        "Z_MODELCACHE", "Z_PRIMARYKEY",
      ])
    XCTAssertEqual(
      try rows(
        "SELECT name || ' ' || type FROM pragma_table_info('ZFAILEDBANKINFO')", in: storeURL),
      [
        "Z_PK INTEGER", "Z_ENT INTEGER", "Z_OPT INTEGER", "ZCERT INTEGER", "ZDETAILS INTEGER",
        "ZACQUIRER VARCHAR", "ZCITY VARCHAR", "ZNAME VARCHAR", "ZSTATE VARCHAR",
      ])
    XCTAssertEqual(
      try rows("SELECT name FROM pragma_table_info('Z_1TAGS')", in: storeURL),
      ["Z_1BANKDETAILS", "Z_3TAGS"])
  }

  func testIndexesAreNamedAsCoreDataNamesThem() throws {
    XCTAssertEqual(
      try rows(
        "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL "
          + "AND tbl_name NOT LIKE 'MODEL%' ORDER BY 1",
        in: storeURL),
      [
        "ZFAILEDBANKDETAILS_ZINFO_INDEX", "ZFAILEDBANKINFO_ZDETAILS_INDEX",
        "Z_1TAGS_Z_3TAGS_INDEX", "Z_FailedBankDetails_byCloseDate", "Z_FailedBankInfo_UNIQUE_cert",
        "Z_FailedBankInfo_byName", "Z_FailedBankInfo_byState", "Z_Tag_UNIQUE_name",
      ])
    XCTAssertEqual(
      try rows("SELECT sql FROM sqlite_schema WHERE name = 'Z_Tag_UNIQUE_name'", in: storeURL),
      ["CREATE UNIQUE INDEX Z_Tag_UNIQUE_name ON ZTAG (ZNAME COLLATE BINARY ASC)"])
  }

  func testEntitiesAreNumberedByName() throws {
    XCTAssertEqual(
      try rows("SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY ORDER BY 1", in: storeURL),
      ["1|FailedBankDetails|0", "2|FailedBankInfo|0", "3|Tag|0"])
  }

  func testMetadataIsAPropertyListWithCoreDatasKeys() throws {
    let hex = try rows("SELECT hex(Z_PLIST) FROM Z_METADATA", in: storeURL)[0]
    let bytes = stride(from: 0, to: hex.count, by: 2).compactMap { offset in
      UInt8(hex.dropFirst(offset).prefix(2), radix: 16)
    }
    let list = try XCTUnwrap(
      PropertyListSerialization.propertyList(from: Data(bytes), format: nil) as? [String: Any])
    XCTAssertEqual(list["NSStoreType"] as? String, "SQLite")
    XCTAssertEqual(list["NSStoreModelVersionHashesVersion"] as? Int, 3)
    let hashes = try XCTUnwrap(list["NSStoreModelVersionHashes"] as? [String: Data])
    XCTAssertEqual(hashes.keys.sorted(), ["FailedBankDetails", "FailedBankInfo", "Tag"])
    XCTAssertEqual(hashes.values.map(\.count), [32, 32, 32])
  }

  func testEveryEntityHasAReadableViewOnRequest() throws {
    var configuration = StoreConfiguration(url: folder.file("views.sqlite"))
    configuration.addsViews = true
    let context = try PersistentContainer(.bank, configuration: configuration).makeContext()
    _ = FailedBankInfo(
      in: context, name: "A", city: "Springfield", state: "IL", cert: 5,
      details: FailedBankDetails(in: context, zip: 0))
    try context.save()
    XCTAssertEqual(
      try rows(
        "SELECT id, name, cert, details FROM FailedBankInfo", in: folder.file("views.sqlite")),
      ["1|A|5|1"])
  }

  func testTheFileIsSoundAfterEveryKindOfChange() throws {
    let tag = Tag(in: context, name: "big")
    let banks = (0..<50).map { makeBank("\($0)") }
    for bank in banks { bank.details?.tags.insert(tag) }
    try context.save()
    for bank in banks.prefix(20) { context.delete(bank) }
    banks[30].details = banks[31].details
    try context.save()
    XCTAssertEqual(try rows("PRAGMA integrity_check", in: storeURL), ["ok"])
    XCTAssertEqual(try rows("PRAGMA foreign_key_check", in: storeURL), [])
  }

  func testForeignKeysCanBeLeftOutAndViewsAreOnRequest() throws {
    var configuration = StoreConfiguration(url: folder.file("plain.sqlite"))
    configuration.addsForeignKeys = false
    _ = try PersistentContainer(.bank, configuration: configuration)
    XCTAssertEqual(
      try rows(
        "SELECT count(*) FROM sqlite_schema WHERE type = 'view' OR sql LIKE '%REFERENCES%'",
        in: folder.file("plain.sqlite")), ["0"])
  }
}
