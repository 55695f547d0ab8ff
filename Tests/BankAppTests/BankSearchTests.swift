import BankApp
import BankModel
import Foundation
import ModelRuntime
import ModelScreens
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
        in: context, closeDate: ScreenDate.date(closed), zip: zip))
  }

  private func found(_ kind: String, _ text: String) throws -> [String] {
    let kinds = ScreenCatalog.bank["FailedBankInfo"]?.searches ?? []
    let kind = try XCTUnwrap(kinds.first { $0.name == kind }, kind)
    var request = FetchRequest<FailedBankInfo>(try kind.predicate(text))
    request.sortKeys = kind.order ?? []
    return try context.fetch(request).map(\.name)
  }

  func testEveryKindFindsWhatItSays() throws {
    let cases: [(String, String, [String])] = [
      ("name", "SOCIETE", ["Société Bank"]),
      ("name-contains", "lark", ["clark savings", "Bank of Clark County"]),
      ("name-contains", "Clark", ["Bank of Clark County"]),
      ("name-is", "Georgian Bank", ["Georgian Bank"]), ("name-is", "georgian bank", []),
      ("name-begins", "Bank", ["Bank of Clark County"]),
      ("name-ends", "Bank", ["Société Bank", "Georgian Bank"]),
      (
        "name-matches", "[A-Z].* (Bank|County)",
        ["Société Bank", "Georgian Bank", "Bank of Clark County"]
      ),
      ("name-matches", "Bank", []), ("name-like", "?lark*", ["clark savings"]),
      ("zip-ends", "03", ["Société Bank", "Georgian Bank"]),
      ("zip-in", "60601, 60603", ["Société Bank", "clark savings"]),
      ("city", "chic", ["Société Bank", "clark savings"]),
      ("state", "xx", ["Société Bank", "clark savings", "Georgian Bank", "Bank of Clark County"]),
      ("closed-on", "May 18, 2012", ["clark savings"]),
      ("closed-on", "18-May-12", ["clark savings"]),
      ("closed-after", "May 18, 2012", ["Société Bank"]),
      (
        "closed-between", "2009-09-25 to May 18, 2012", ["clark savings", "Georgian Bank"]
      ),
      ("tagged", "", ["clark savings"]), ("name-city", "bank:chicago", ["Société Bank"]),
      ("name-city", ":chicago", ["Société Bank", "clark savings"]),
    ]
    for (kind, text, names) in cases {
      XCTAssertEqual(try found(kind, text), names, "\(kind) \(text)")
    }
    let kinds = ScreenCatalog.bank["FailedBankInfo"]?.searches.map(\.name) ?? []
    XCTAssertEqual(Set(cases.map(\.0)), Set(kinds), "every kind has a case")
  }

  /// A typed day matches all times of the day.
  func testADayIsComparedAsAWhole() throws {
    let noon = try XCTUnwrap(ScreenDate.date("Mar 1, 2020")).addingTimeInterval(43_200)
    let details = FailedBankDetails(in: context, closeDate: noon)
    _ = FailedBankInfo(in: context, name: "Noon", city: "", state: "", details: details)
    try context.save()
    XCTAssertEqual(try found("closed-on", "Mar 1, 2020"), ["Noon"])
    XCTAssertEqual(try found("closed-after", "Mar 1, 2020"), [])
    XCTAssertEqual(try found("closed-after", "Feb 29, 2020"), ["Noon"])
    XCTAssertEqual(try found("closed-between", "Feb 1, 2020 to Mar 1, 2020"), ["Noon"])
  }

  func testTextThatAKindCannotTakeIsExplained() {
    let cases: [(String, String, String)] = [
      ("closed-on", "yesterday", "'yesterday' is not a day such as May 27, 2012"),
      ("closed-after", "", "a day such as May 27, 2012 is needed"),
      ("closed-between", "May 1, 2012", "type first to last, with one ' to ' between them"),
      ("name-city", "bank", "type name:city, with one ':' between them"),
      ("name-city", "a:b:c", "type name:city, with one ':' between them"),
      ("zip-in", "1, x", "'x' is not a whole number"),
      ("zip-in", "", "type one value or several, with commas"),
    ]
    for (kind, text, message) in cases {
      XCTAssertThrowsError(try found(kind, text), text) { XCTAssertEqual("\($0)", message) }
    }
  }

  func testAPatternThatIsNoRegularExpressionIsAnError() {
    XCTAssertThrowsError(try found("name-matches", "(")) { error in
      XCTAssertTrue("\(error)".contains("not a regular expression"), "\(error)")
    }
  }
}
