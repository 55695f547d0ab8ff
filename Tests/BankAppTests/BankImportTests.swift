import BankApp
import BankModel
import Foundation
import ModelCommands
import ModelRuntime
import ModelScreens
import TestSupport
import XCTest

final class BankImportTests: XCTestCase {
  private let header =
    "Bank Name,City,State,CERT #,Acquiring Institution,Closing Date,Updated Date\r\n"

  private func list(_ rows: String) throws -> BankList {
    try BankList(Array((header + rows).utf8), name: "list.csv")
  }

  private func sharedList(_ year: Int) throws -> BankList {
    guard let url = SharedFiles.url("data/banklist-\(year).csv") else {
      throw XCTSkip("the real lists are not here")
    }
    return try BankList(Array(try Data(contentsOf: url)), name: url.lastPathComponent)
  }

  private func context() throws -> ManagedObjectContext {
    try PersistentContainer(.bank, configuration: .inMemory).makeContext()
  }

  func testARowBecomesABankWithDetails() throws {
    let context = try context()
    let list = try list("\"Bank, The \",Macon,GA,57,No Acquirer,18-May-12,21-May-12\r\n")
    XCTAssertEqual(
      try BankImport(in: context).run(list).text("banks", "bank"),
      "1 bank read: 1 new, 0 updated, 0 unchanged")
    let bank = try XCTUnwrap(try FailedBankInfo.find(cert: 57, in: context))
    XCTAssertEqual([bank.name, bank.city, bank.state], ["Bank, The", "Macon", "GA"])
    XCTAssertNil(bank.acquirer)
    XCTAssertEqual(bank.details?.closeDate.map { ScreenDate.text($0) }, "May 18, 2012")
    XCTAssertEqual(bank.details?.updateDate.map { ScreenDate.text($0) }, "May 21, 2012")
  }

  func testAllMistakesOfAListAreToldAndNothingIsImported() throws {
    let rows = """
      A,B,GA,1,X,18-May-12,21-May-12
      A,B,GA,one,X,18-May-12,21-May-12
      ,B,GA,2,X,18-May-12,21-May-12
      A,B,GA,3,X,18-May-12
      A,B,GA,4,X,31-Jun-12,21-May-12
      A,B,GA,1,X,18-May-12,21-May-12
      A,,GA,0,X,soon,
      """
    XCTAssertThrowsError(try list(rows)) { error in
      XCTAssertEqual(
        "\(error)",
        """
        list.csv:3: error: certificate number 'one' is not a positive whole number
        list.csv:4: error: 'Bank Name' is empty
        list.csv:5: error: 6 fields instead of 7
        list.csv:6: error: 'Closing Date' is '31-Jun-12', not a day such as 18-May-12
        list.csv:7: error: certificate number 1 stands on line 2 already
        list.csv:8: error: 'City' is empty; certificate number '0' is not a positive whole number; \
        'Closing Date' is 'soon', not a day such as 18-May-12; 'Updated Date' is empty
        """)
    }
  }

  func testAHeaderWithoutAColumnIsRefused() {
    XCTAssertThrowsError(try BankList(Array("Bank Name,City\n".utf8), name: "x.csv")) { error in
      XCTAssertEqual(
        "\(error)",
        """
        x.csv:1: error: the header line has no column 'State', 'CERT', \
        'Acquiring Institution', 'Closing Date'
        """)
    }
  }

  func testKnownBanksAreUpdatedByCertificateNumber() throws {
    let context = try context()
    _ = try BankImport(in: context).run(try list("A,B,GA,1,X,18-May-12,21-May-12\n"))
    let report = try BankImport(in: context).run(
      try list("A2,B,GA,1,X,18-May-12,22-May-12\nC,D,FL,2,Y,18-May-12,21-May-12\n"))
    XCTAssertEqual(report, .init(inserted: 1, updated: 1, unchanged: 0))
    XCTAssertEqual(try FailedBankInfo.find(cert: 1, in: context)?.name, "A2")
    XCTAssertEqual(try context.count(FailedBankDetails.all), 2)
  }

  func testListsOfAllYearsImportWhole() throws {
    let context = try context()
    var known = 0
    for form in InventedBanks.Form.allCases {
      let list = try InventedBanks.list(form)
      XCTAssertEqual(list.banks.count, form.count)
      let report = try BankImport(in: context).run(list)
      XCTAssertEqual(report.inserted, form.count - known, "\(form)")
      XCTAssertEqual(report.updated + report.unchanged, known, "\(form)")
      known = form.count
    }
    XCTAssertEqual(try context.count(FailedBankInfo.all), known)
  }

  func testTheRealListsImportWhole() throws {
    let context = try context()
    let lists = (earlier: try sharedList(2012), later: try sharedList(2017))
    XCTAssertEqual(try BankImport(in: context).run(lists.earlier).inserted, 465)
    let report = try BankImport(in: context).run(lists.later)
    XCTAssertEqual(report.inserted, 85)
    XCTAssertEqual(report.inserted + report.updated + report.unchanged, 550)
    XCTAssertEqual(try context.count(FailedBankInfo.all), 550)
  }

  func testAListOfAnOldMacIsReadWhole() throws {
    let text =
      "Bank Name,City,ST,CERT,Acquiring Institution,Closing Date,Updated Date\r"
      + "First,Macon,GA,57,No Acquirer,3-Feb-09,1-Jan-10\r"
    XCTAssertTrue(BankList.isList(Array(text.utf8)))
    let list = try BankList(Array(text.utf8), name: "list.csv")
    XCTAssertEqual(list.banks.map(\.cert), [57])
    XCTAssertEqual(list.assumptions, [])
  }

  func testAListInWindows1252WithoutUpdatedDatesSaysWhatWasAssumed() throws {
    let context = try context()
    let older = try InventedBanks.list(.of2017)
    _ = try BankImport(in: context).run(older)
    let list = try InventedBanks.list(.of2023)
    XCTAssertEqual(older.assumptions, [])
    XCTAssertEqual(
      list.assumptions,
      [
        "the text is not UTF-8; it was read as Windows-1252",
        "there is no column 'Updated Date'; known banks keep the day that they have",
      ])
    XCTAssertTrue(list.banks.contains { $0.name.contains("Pe\u{F3}ples") })
    XCTAssertTrue(list.banks.contains { $0.name.contains(" \u{2013} ") })
    _ = try BankImport(in: context).run(list)
    for bank in older.banks {
      let found = try FailedBankInfo.find(cert: bank.cert, in: context)
      XCTAssertEqual(found?.details?.updateDate, bank.updateDate)
    }
    XCTAssertEqual(
      try context.count(FailedBankInfo.where { $0.details.updateDate == nil }),
      list.banks.count - older.banks.count)
  }

  func testATextThatIsPartlyInUTF8IsRefused() {
    let bytes = Array((header + "\u{E9},B,GA,1,X,18-May-12,21-May-12\n").utf8)
    let broken = Array("A".utf8) + [0xE9] + Array(",B,GA,2,X,18-May-12,21-May-12\n".utf8)
    let undefined = Array("A".utf8) + [0x81] + Array(",B,GA,2,X,18-May-12,21-May-12\n".utf8)
    for (name, list) in [("both", bytes + broken), ("undefined", Array(header.utf8) + undefined)] {
      XCTAssertThrowsError(try BankList(list, name: "list.csv"), name) { error in
        XCTAssertTrue("\(error)".hasSuffix("error: the text is not UTF-8"), "\(error)")
      }
    }
  }

  func testImportingTheSameListAgainChangesNothing() throws {
    let context = try context()
    let list = try InventedBanks.list(.of2017)
    _ = try BankImport(in: context).run(list)
    let report = try BankImport(in: context).run(list)
    XCTAssertEqual(report, .init(inserted: 0, updated: 0, unchanged: 400))
    XCTAssertEqual(report.text("banks", "bank"), "400 banks read, nothing changed")
    XCTAssertEqual(
      try context.count(FailedBankInfo.where { $0.details.info == nil }), 0)
  }

  func testARefusedImportLeavesTheContextClean() throws {
    let context = try context()
    let other = FailedBankInfo(in: context, name: "", city: "B", state: "GA")
    XCTAssertThrowsError(
      try BankImport(in: context).run(try list("A,B,GA,1,X,18-May-12,21-May-12\n")))
    XCTAssertFalse(context.hasChanges)
    XCTAssertNil(other.context)
    XCTAssertEqual(try context.count(FailedBankInfo.all), 0)
  }
}
