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

  private func results(_ kind: BankSearchKind, _ text: String) -> [String] {
    let place = BankSearchKind.allCases.firstIndex(of: kind) ?? 0
    perform(.cycle(place - (search?.kind ?? 0)), .type(text), .run)
    return rows.map { String($0.split(separator: "|")[0]) }
  }

  func testTheInputIsChosenAndNothingIsFoundBeforeEnter() {
    XCTAssertNil(search?.selection)
    perform(.type("bank"))
    XCTAssertEqual(rows, [])
    XCTAssertEqual(search?.note, "")
  }

  func testEveryKindSearches() throws {
    perform(.back, .select(0))
    perform(.open, .select(5), .open, .add, .type("x"), .answer(0), .back, .back, .search)
    let cases: [(BankSearchKind, String, [String])] = [
      (.nameContains, "Bank", ["First Bank", "Georgian Bank"]),
      (.nameContainsFolded, "bank", ["Bánk of Macon", "First Bank", "Georgian Bank"]),
      (.nameEquals, "First Bank", ["First Bank"]), (.nameBeginsWith, "Geo", ["Georgian Bank"]),
      (.nameEndsWith, "Bank", ["First Bank", "Georgian Bank"]),
      (.nameMatches, "[FG].*k", ["First Bank", "Georgian Bank"]),
      (.zipEndsWith, "00", ["Bánk of Macon", "First Bank", "Georgian Bank", "No Date"]),
      (.closedOn, "May 18, 2012", ["First Bank"]),
      (.closedAfter, "May 18, 2012", ["Bánk of Macon"]),
      (.tagged, "", ["Bánk of Macon"]), (.nameAndCity, "bank:chi", ["First Bank"]),
    ]
    XCTAssertEqual(cases.map(\.0), BankSearchKind.allCases)
    for (kind, text, names) in cases { XCTAssertEqual(results(kind, text), names, kind.rawValue) }
  }

  func testNoResultsIsSaidOnlyWhenNothingMatches() {
    XCTAssertEqual(results(.nameContains, "xyz"), [])
    XCTAssertEqual(search?.note, "No Results")
    XCTAssertEqual(results(.nameContains, "Georgian"), ["Georgian Bank"])
    XCTAssertEqual(search?.note, "1 bank")
  }

  func testWhatIsNoTextOfItsKindIsSaid() {
    let cases: [(BankSearchKind, String, String)] = [
      (.closedOn, "soon", "'soon' is not a day"), (.nameAndCity, "no colon", "one colon"),
      (.nameAndCity, "a:b:c", "one colon"), (.nameMatches, "[", "["),
    ]
    for (kind, text, message) in cases {
      XCTAssertEqual(results(kind, text), [], text)
      XCTAssertTrue(session.message?.isError == true, text)
      XCTAssertTrue(session.message?.text.contains(message) == true, session.message?.text ?? "")
      XCTAssertEqual(search?.note, "", "an error is not 'No Results'")
    }
  }

  func testResultsOpenAndCloseDismisses() {
    _ = results(.nameContains, "Georgian")
    perform(.select(0), .open)
    XCTAssertEqual(session.view.title, "Georgian Bank")
    fill("Name", "Georgian Trust")
    perform(.save)
    XCTAssertNotNil(search, "the form leads back to the search")
    XCTAssertEqual(rows.first, "Georgian Trust|Atlanta, GA")
    perform(.back)
    XCTAssertEqual(session.view.title, "Banks")
  }
}
