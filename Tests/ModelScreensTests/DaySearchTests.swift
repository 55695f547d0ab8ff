import BankModel
import Foundation
import ModelRuntime
import XCTest

@testable import ModelScreens

/// Typed days in search conditions, which match all times of the day.
final class DaySearchTests: XCTestCase {
  func testADayIsComparedAsAWholeWhereverItStands() throws {
    let context = try PersistentContainer(.bank, configuration: .inMemory).makeContext()
    let day = try XCTUnwrap(ScreenDate.date("May 18, 2012"))
    let (noon, before, after) = (day + 43_200, day - 60, day + 86_460)
    let path = "bankdetails.closeDate"
    let rows: [(format: String, closed: [Date], typed: [Date], isFound: Bool)] = [
      ("ANY \(path) BETWEEN {%@, %@}", [noon], [day, day], true),
      ("ANY \(path) BETWEEN {%@, %@}", [before, after], [day, day], false),
      ("ANY \(path) == %@", [noon], [day], true),
      ("ANY \(path) == %@", [before, after], [day], false),
      ("ALL \(path) <= %@", [before, noon], [day], true),
      ("ALL \(path) == %@", [noon, after], [day], false),
      ("SUBQUERY(bankdetails, $d, $d.closeDate == %@).@count > 0", [noon], [day], true),
      ("SUBQUERY(bankdetails, $d, $d.closeDate > %@).@count > 0", [noon], [day], false),
      // A typed time matches only that time.
      ("ANY \(path) <= %@", [noon + 60], [noon], false),
      ("ANY \(path) > %@", [noon + 60], [noon], true),
    ]
    for (number, row) in rows.enumerated() {
      let tag = Tag(in: context, name: "\(number)")
      for date in row.closed {
        tag.bankdetails.insert(FailedBankDetails(in: context, closeDate: date))
      }
      let condition = try ObjectPredicate(format: row.format, arguments: row.typed.map { $0 })
        .comparingDays(row.typed.map(ConstantValue.date))
      XCTAssertEqual(try condition.evaluate(with: tag), row.isFound, "\(number): \(row.format)")
    }
  }
}
