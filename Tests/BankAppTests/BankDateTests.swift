import BankApp
import Foundation
import XCTest

final class BankDateTests: XCTestCase {
  func testListedDays() {
    let cases = [
      ("18-May-12", "May 18, 2012"), ("4-may-12", "May 4, 2012"), ("1-Jan-69", "Jan 1, 2069"),
      ("1-Jan-70", "Jan 1, 1970"), ("29-Feb-2000", "Feb 29, 2000"),
    ]
    for (text, shown) in cases {
      XCTAssertEqual(BankDate.parse(listed: text).map(BankDate.text), shown, text)
    }
  }

  func testADayIsItsMidnightInUTC() throws {
    let day = try XCTUnwrap(BankDate.parse(listed: "18-May-12"))
    XCTAssertEqual(day.timeIntervalSinceReferenceDate, 358_992_000)
    XCTAssertEqual(BankDate.startOfDay(day.addingTimeInterval(86_399)), day)
    XCTAssertEqual(BankDate.nextDay(day).timeIntervalSince(day), 86_400)
  }

  func testShownDaysComeBack() {
    XCTAssertEqual(
      BankDate.parse(shown: "May 27, 2012"), BankDate.parse(listed: "27-May-2012"))
  }

  func testWhatIsNoDayIsNone() {
    for text in ["", "30-Feb-12", "0-May-12", "18-Mai-12", "18-May-1", "18/May/12", "١٨-May-12"] {
      XCTAssertNil(BankDate.parse(listed: text), text)
    }
    for text in ["May 27", "May 32, 2012", "27 May 2012", "May 27, 12"] {
      XCTAssertNil(BankDate.parse(shown: text), text)
    }
  }
}
