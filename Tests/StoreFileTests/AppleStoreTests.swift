import Foundation
import ModelRuntime
import TestSupport
import XCTest

/// Tests of stores that Apple's Core Data wrote.
final class AppleStoreTests: XCTestCase {
  private func tutorialStore() throws -> URL {
    guard let url = SharedFiles.url("stores/CoreDataTutorial2.sqlite") else {
      throw XCTSkip("the real stores are not here")
    }
    return url
  }

  func testTheTutorialsStoreOpensReadOnly() throws {
    var configuration = StoreConfiguration(url: try tutorialStore())
    configuration.isReadOnly = true
    let container = try PersistentContainer(.coreDataTutorial, configuration: configuration)
    let context = try container.makeContext()
    let banks = try context.fetch(FailedBankInfo.all.sorted { [$0.name.ascending] })
    XCTAssertEqual(banks.map(\.name), ["Bank1", "Bank2", "Bank3", "Bank4"])
    XCTAssertEqual(banks.map { $0.details?.zip }, [11111, 22222, 33333, 44444])
    XCTAssertEqual(
      banks.map { $0.details?.updateDate?.timeIntervalSinceReferenceDate.rounded() },
      Array(repeating: 386_560_165, count: 4))
    XCTAssertEqual(banks.map { $0.details?.info }, banks)
  }

  func testTheTutorialsStoreIsWrittenSoThatItsOwnerCanOpenItAgain() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("copy.sqlite")
    try FileManager.default.copyItem(at: try tutorialStore(), to: url)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o644], ofItemAtPath: url.path(percentEncoded: false))
    let metadata = try rows("SELECT Z_UUID, hex(Z_PLIST) FROM Z_METADATA", in: url)
    let container = try PersistentContainer(
      .coreDataTutorial, configuration: StoreConfiguration(url: url))
    let context = try container.makeContext()
    let bank = try XCTUnwrap(try context.first(FailedBankInfo.where { $0.name == "Bank2" }))
    bank.city = "Elsewhere"
    _ = FailedBankInfo(
      in: context, name: "Bank5", details: FailedBankDetails(in: context, zip: 55555))
    try context.save()
    XCTAssertEqual(
      try rows(
        "SELECT Z_PK, Z_ENT, Z_OPT, ZNAME, ZCITY FROM ZFAILEDBANKINFO WHERE Z_OPT > 1 OR Z_PK > 4",
        in: url),
      ["2|2|2|Bank2|Elsewhere", "5|2|1|Bank5|"])
    XCTAssertEqual(
      try rows("SELECT Z_NAME, Z_MAX FROM Z_PRIMARYKEY", in: url),
      ["FailedBankDetails|5", "FailedBankInfo|5"])
    XCTAssertEqual(try rows("SELECT Z_UUID, hex(Z_PLIST) FROM Z_METADATA", in: url), metadata)
    XCTAssertEqual(
      try rows("SELECT count(*) FROM sqlite_schema WHERE type = 'view'", in: url), ["0"])
  }
}
