import BankApp
import BankModel
import Foundation
import ModelRuntime
import ModelScreens
import XCTest

final class SearchScreenTests: ScreenTestCase {
  override func setUpWithError() throws {
    try super.setUpWithError()
    try makeBanks([
      ("First Bank", "Chicago", "IL", "May 18, 2012"),
      ("Bánk of Macon", "Macon", "GA", "May 20, 2012"),
      ("Georgian Bank", "Atlanta", "GA", "Sep 25, 2009"), ("No Date", "Nowhere", "NV", nil),
    ])
    perform(.search)
  }

  private var kinds: [String] {
    ScreenCatalog.bank["FailedBankInfo"]?.searches.map(\.name) ?? []
  }

  private func results(_ kind: String, _ text: String) -> [String] {
    let place = kinds.firstIndex(of: kind) ?? 0
    perform(.cycle(place - (search?.kind ?? 0)), .type(text), .run)
    return rows.map { String($0.split(separator: "|")[0]) }
  }

  func testHitsComeAsOneTypesAndGoWithTheKind() {
    XCTAssertNil(search?.selection)
    XCTAssertEqual(rows, [])
    perform(.type("georg"))
    XCTAssertEqual(
      rows, ["Georgian Bank|Atlanta, GA, Sep 25, 2009"], "with the day it is sorted by")
    perform(.cycle(1))
    XCTAssertEqual(search?.note, "No Results", "the next kind tells case apart")
    perform(.cycle(kinds.firstIndex(of: "closed-on")! - 1))
    XCTAssertEqual(search?.note, "'georg' is not a day such as May 27, 2012")
    XCTAssertNil(session.message)
    perform(.type(""))
    XCTAssertEqual(search?.note, "")
  }

  func testEveryKindSearches() throws {
    perform(.back, .select(0))
    perform(.open, .select(5), .open, .add, .type("x"), .answer(0), .back, .back, .search)
    let cases: [(String, String, [String])] = [
      ("name-contains", "Bank", ["First Bank", "Georgian Bank"]),
      ("name", "bank", ["Bánk of Macon", "First Bank", "Georgian Bank"]),
      ("name-is", "First Bank", ["First Bank"]), ("name-begins", "Geo", ["Georgian Bank"]),
      ("name-ends", "Bank", ["First Bank", "Georgian Bank"]),
      ("name-matches", "[FG].*k", ["First Bank", "Georgian Bank"]),
      ("zip-ends", "00", ["Bánk of Macon", "First Bank", "Georgian Bank", "No Date"]),
      ("closed-on", "May 18, 2012", ["First Bank"]),
      ("closed-after", "May 18, 2012", ["Bánk of Macon"]),
      ("tagged", "", ["Bánk of Macon"]), ("name-city", "bank:chi", ["First Bank"]),
    ]
    for (kind, text, names) in cases { XCTAssertEqual(results(kind, text), names, kind) }
  }

  func testNoResultsIsSaidOnlyWhenNothingMatches() {
    XCTAssertEqual(results("name-contains", "xyz"), [])
    XCTAssertEqual(search?.note, "No Results")
    XCTAssertEqual(results("name-contains", "Georgian"), ["Georgian Bank"])
    XCTAssertEqual(search?.note, "1 bank")
  }

  func testWhatIsNoTextOfItsKindIsSaid() {
    let cases: [(String, String, String)] = [
      ("closed-on", "soon", "'soon' is not a day"), ("name-city", "no colon", "one ':'"),
      ("name-city", "a:b:c", "one ':'"), ("name-matches", "[", "not a regular expression"),
    ]
    for (kind, text, message) in cases {
      XCTAssertEqual(results(kind, text), [], text)
      XCTAssertTrue(session.message?.isError == true, text)
      XCTAssertTrue(session.message?.text.contains(message) == true, session.message?.text ?? "")
      XCTAssertEqual(search?.note, "", "an error is not 'No Results'")
    }
  }

  func testResultsOpenAndCloseDismisses() {
    _ = results("name-contains", "Georgian")
    perform(.select(0), .open)
    XCTAssertEqual(session.view.title, "Georgian Bank")
    fill("Name", "Georgian Trust")
    perform(.save)
    XCTAssertNotNil(search, "the form leads back to the search")
    XCTAssertEqual(rows.first, "Georgian Trust|Atlanta, GA, Sep 25, 2009")
    perform(.back)
    XCTAssertEqual(session.view.title, "Banks")
  }

  func testHitsAreDeletedAndComeBack() throws {
    try makeBanks([("XQ 1", "Y", "FL", nil), ("XQ 2", "Y", "FL", nil)])
    perform(.type("xq"), .run, .select(0), .delete)
    XCTAssertEqual(session.dialog?.title, "Delete 'XQ 1'")
    perform(.answer(0))
    XCTAssertEqual(rows.count, 1)
    perform(.undo)
    XCTAssertEqual(rows.count, 2)
  }

  func testANoteSaysWhatIsToBeTyped() throws {
    try makeBanks([("A", "Y", "FL", nil)])
    let kinds = try XCTUnwrap(search?.kinds)
    perform(.cycle(try XCTUnwrap(kinds.firstIndex(of: "Name and city"))))
    XCTAssertEqual(search?.note, "name:city")
    perform(.type("A"))
    XCTAssertEqual(search?.note, "type name:city, with one ':' between them")
    perform(.type("A:Y"))
    XCTAssertEqual(search?.note, "1 bank")
  }
}
