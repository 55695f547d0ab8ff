import ModelSchema
import XCTest

final class NameWordsTests: XCTestCase {
  func testNamesAreDividedAtCapitalsAndSigns() {
    let rows: [(name: String, words: [String])] = [
      ("", []), ("name", ["name"]), ("FailedBankInfo", ["Failed", "Bank", "Info"]),
      ("homeURL", ["home", "URL"]), ("URLCache", ["URL", "Cache"]), ("IDs", ["IDs"]),
      ("userIDs", ["user", "IDs"]), ("nameIs", ["name", "Is"]),
      ("place.zip_code2B", ["place", "zip", "code2", "B"]),
      ("_x__y ", ["x", "y"]), ("größeÄndern", ["größe", "Ändern"]),
    ]
    for row in rows { XCTAssertEqual(NameWords.words(of: row.name), row.words, row.name) }
  }

  func testOnePartOnTheCommandLineAndOneForPeople() {
    XCTAssertEqual(CommandSpelling.dashed("closedAfterUTC"), "closed-after-utc")
    XCTAssertTrue(CommandSpelling.areSame("--close_date", "--closeDate"))
    XCTAssertEqual(PlainName.words("homeURLOfBank"), "Home URL of bank")
  }
}
