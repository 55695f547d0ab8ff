import BankApp
import BankModel
import Foundation
import ModelRuntime
import XCTest

final class BankSearchTests: XCTestCase {
  private var context: ManagedObjectContext!

  override func setUpWithError() throws {
    context = try PersistentContainer(.bank, configuration: .inMemory).makeContext()
    make("Georgian Bank", "Atlanta", "25-Sep-09", zip: 30303)
    make("Bank of Clark County", "Vancouver", "16-Jan-09", zip: 98660)
    make("clark savings", "Chicago", "18-May-12", zip: 60601).details?.tags = [
      Tag(in: context, name: "big")
    ]
    make("Société Bank", "Chicago", "19-May-12", zip: 60603)
    try context.save()
  }

  override func tearDown() { context = nil }

  @discardableResult
  private func make(
    _ name: String, _ city: String, _ closed: String, zip: Int32
  ) -> FailedBankInfo {
    FailedBankInfo(
      in: context, name: name, city: city, state: "XX",
      details: FailedBankDetails(
        in: context, closeDate: BankDate.parse(listed: closed), zip: zip))
  }

  func testEveryKindFindsWhatItSays() throws {
    let cases: [(BankSearchKind, String, [String])] = [
      (.nameContains, "lark", ["clark savings", "Bank of Clark County"]),
      (.nameContains, "Clark", ["Bank of Clark County"]),
      (.nameContainsFolded, "SOCIETE", ["Société Bank"]),
      (.nameEquals, "Georgian Bank", ["Georgian Bank"]),
      (.nameEquals, "georgian bank", []),
      (.nameBeginsWith, "Bank", ["Bank of Clark County"]),
      (.nameEndsWith, "Bank", ["Société Bank", "Georgian Bank"]),
      (
        .nameMatches, "[A-Z].* (Bank|County)",
        [
          "Société Bank", "Georgian Bank", "Bank of Clark County",
        ]
      ),
      (.nameMatches, "Bank", []),
      (.zipEndsWith, "03", ["Société Bank", "Georgian Bank"]),
      (.closedOn, "May 18, 2012", ["clark savings"]),
      (.closedOn, "18-May-12", ["clark savings"]),
      (.closedAfter, "May 18, 2012", ["Société Bank"]),
      (.tagged, "", ["clark savings"]),
      (.nameAndCity, "bank:chicago", ["Société Bank"]),
      (.nameAndCity, ":chicago", ["Société Bank", "clark savings"]),
    ]
    for (kind, text, found) in cases {
      let banks = try context.fetch(try BankSearch(kind, text).request())
      XCTAssertEqual(banks.map(\.name), found, "\(kind) \(text)")
    }
  }

  func testTextThatAKindCannotTakeIsExplained() {
    let cases: [(BankSearchKind, String, String)] = [
      (.closedOn, "yesterday", "'yesterday' is not a day such as May 18, 2012"),
      (.closedAfter, "", "'' is not a day such as May 18, 2012"),
      (
        .nameAndCity, "bank",
        "type name and city with one colon between them, such as Bank:Chicago"
      ),
      (
        .nameAndCity, "a:b:c",
        "type name and city with one colon between them, such as Bank:Chicago"
      ),
    ]
    for (kind, text, message) in cases {
      XCTAssertThrowsError(try BankSearch(kind, text).request(), text) { error in
        XCTAssertEqual("\(error)", message)
      }
    }
  }

  func testAPatternThatIsNoRegularExpressionIsAnError() throws {
    let request = try BankSearch(.nameMatches, "(").request()
    XCTAssertThrowsError(try context.fetch(request)) { error in
      XCTAssertTrue("\(error)".contains("not a regular expression"), "\(error)")
    }
  }
}
