import Foundation
import ModelRuntime
import XCTest

/// Fetch templates whose results are rows, and those in predicate format.
final class RowTemplateTests: XCTestCase {
  private var context: ManagedObjectContext!

  override func setUpWithError() throws {
    context = try PersistentContainer(.failedBanks, configuration: .inMemory).makeContext()
    let banks: [(name: String, state: String, lost: Decimal?)] = [
      ("Alpha", "GA", 10), ("Beta", "GA", 20), ("Gamma", "FL", 100), ("Delta", "NY", nil),
      ("Omega", "NY", 5),
    ]
    for (number, (name, state, lost)) in banks.enumerated() {
      let bank = BankInfo(in: context, name: name, cert: Int32(number + 1))
      _ = BankDetails(
        in: context, place: Place(city: "City", state: state, zip: Int32(10_000 + number)),
        closedOn: Date(timeIntervalSinceReferenceDate: Double(number)), assets: lost, info: bank)
    }
    try context.save()
  }

  override func tearDown() { context = nil }

  func testRowsAreGroupedFilteredAndSorted() throws {
    let rows = try BankDetails.perState(in: context)
    XCTAssertEqual(rows.map(\.state), ["GA", "NY"])
    XCTAssertEqual(rows.map(\.banks), [2, 2])
    XCTAssertEqual(rows.map(\.lost), [30, 5])
  }

  func testParametersAreValues() throws {
    let day = Date(timeIntervalSinceReferenceDate: 1)
    XCTAssertEqual(try BankDetails.perState(since: day, in: context).map(\.state), ["NY"])
  }

  func testUnsavedChangesCount() throws {
    let details = try XCTUnwrap(context.first(BankDetails.where { $0.assets == 100 }))
    details.place.state = "GA"
    XCTAssertEqual(try BankDetails.perState(in: context).map(\.banks), [3, 2])
    XCTAssertEqual(try BankDetails.perState(in: context).map(\.lost), [130, 5])
  }

  func testOneRowOfAll() throws {
    let totals = try BankDetails.totals(in: context)
    XCTAssertEqual(totals.banks, 5)
    XCTAssertEqual(totals.lost, 135)
  }

  func testTheFirstRowOrNone() throws {
    let largest = try XCTUnwrap(BankDetails.largest(in: "GA", in: context))
    XCTAssertEqual(largest.assets, 20)
    XCTAssertEqual(largest.zip, 10_001)
    XCTAssertNil(try BankDetails.largest(in: "ZZ", in: context))
  }

  func testConditionsInPredicateFormat() throws {
    let bank = try XCTUnwrap(context.first(BankInfo.where { $0.name == "Beta" }))
    bank.details?.tags = [Tag(in: context, name: "Überfällig")]
    try context.save()
    XCTAssertEqual(try BankInfo.tagged(like: "uber", in: context).map(\.name), ["Beta"])
    XCTAssertEqual(try BankInfo.tagged(like: "' OR '1'='1", in: context).count, 0)
  }

  func testTemplatesByName() throws {
    let request = try FetchRequest<BankInfo>(
      template: "tagged", of: BankInfo.self, ["text": .string("x")])
    XCTAssertEqual(try context.count(request), 0)
    let mistakes: [(name: String, values: [String: ConstantValue], message: String)] = [
      ("taged", [:], "'BankInfo' has no fetch template 'taged'; did you mean 'tagged'?"),
      ("tagged", [:], "'BankInfo.tagged(like:)' needs a value for '$text'"),
      (
        "tagged", ["text": .string("x"), "txt": .string("x")],
        "'BankInfo.tagged(like:)' has no parameter '$txt'; did you mean '$text'?"
      ),
    ]
    for (name, values, message) in mistakes {
      XCTAssertThrowsError(
        try FetchRequest<BankInfo>(template: name, of: BankInfo.self, values), name
      ) { XCTAssertEqual("\($0)", message) }
    }
  }

  func testColumnsThatDifferWithinAGroupAreRefused() throws {
    var rows = RowRequest(
      BankDetails.all,
      columns: [
        .init(.keyPath(["place", "city"], of: .evaluatedObject)),
        .init(.function("count:", [.evaluatedObject])),
      ])
    XCTAssertThrowsError(try context.rows(rows)) {
      XCTAssertTrue("\($0)".contains("'place.city' differs within a group"), "\($0)")
    }
    rows.groupKeyPaths = [["place", "city"]]
    XCTAssertEqual(try context.rows(rows).count, 1)
  }
}
