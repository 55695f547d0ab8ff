import Foundation
import ModelScreens
import XCTest

final class FieldValueTests: XCTestCase {
  func testTextsThatAreNoValuesSayWhy() {
    let cases: [(any FieldValue.Type, String, String)] = [
      (Int32.self, "abc", "'abc' is not a whole number"),
      (Int32.self, "", "a whole number is needed"),
      (Int32.self, "12.5", "'12.5' is not a whole number"),
      (Int32.self, "99999999999", "'99999999999' is not between -2147483648 and 2147483647"),
      (Double.self, "1,5", "'1,5' is not a number"), (Double.self, "inf", "'inf' is not a number"),
      (Decimal.self, "1x", "'1x' is not a number"),
      (Decimal.self, "1.234.567", "'1.234.567' is not a number"),
      (Decimal.self, "2024-05-01", "'2024-05-01' is not a number"),
      (Decimal.self, "12-34", "'12-34' is not a number"),
      (Decimal.self, "-", "'-' is not a number"), (Decimal.self, "3e", "'3e' is not a number"),
      (Decimal.self, "NaN", "'NaN' is not a number"),
      (Bool.self, "maybe", "'maybe' is neither yes nor no"),
      (Date.self, "May 32, 2012", "'May 32, 2012' is not a day such as May 27, 2012"),
      (UUID.self, "x", "'x' is not a UUID"),
      (Optional<Int32>.self, "x", "'x' is not a whole number"),
    ]
    for (type, text, message) in cases {
      XCTAssertThrowsError(try type.init(fieldText: text), text) { error in
        XCTAssertEqual("\(error)", message)
      }
    }
  }

  func testValuesComeBack() throws {
    let cases: [(any FieldValue, String)] = [
      (Int32(-7), "-7"), (1.5, "1.5"), (2.0, "2"), (true, "yes"), ("a b", "a b"),
      (Decimal(string: "1.25") ?? 0, "1.25"), (Int32?.none, ""), (Int32?.some(3), "3"),
    ]
    for (value, text) in cases {
      XCTAssertEqual(value.fieldText, text)
      XCTAssertEqual(try type(of: value).init(fieldText: text).fieldText, text)
    }
  }

  func testDays() throws {
    let day = try XCTUnwrap(ScreenDate.date("May 27, 2012"))
    for text in ["2012-05-27", "may 27 2012", "May 27,2012", " May  27, 2012 "] {
      XCTAssertEqual(ScreenDate.date(text), day, text)
    }
    XCTAssertEqual(ScreenDate.text(day), "May 27, 2012")
    // A time of day is in the user's time zone.
    let offset = Double(TimeZone.current.secondsFromGMT(for: day))
    let moment = day.addingTimeInterval(52_200 - offset)
    XCTAssertEqual(ScreenDate.date("May 27, 2012 14:30"), moment)
    XCTAssertEqual(
      ScreenDate.text(moment, hasTime: true), "May 27, 2012 14:30")
    for text in [
      "", "May", "27 May 2012", "May 27, 12", "2012-13-01", "2012-02-30", "May 27, 2012 25:00",
    ] {
      XCTAssertNil(ScreenDate.date(text), text)
    }
  }

  func testMonthsAsCalendars() throws {
    let month = MonthView(of: try XCTUnwrap(ScreenDate.date("May 27, 2012")), isSelected: true)
    XCTAssertEqual(month.title, "May 2012")
    XCTAssertEqual(month.weeks.first, [nil, 1, 2, 3, 4, 5, 6])
    XCTAssertEqual(month.weeks.last, [28, 29, 30, 31, nil, nil, nil])
    XCTAssertEqual(month.selectedDay, 27)
  }

  func testLabelsOfNames() {
    let cases = [
      ("name", "Name"), ("details.closeDate", "Close date"), ("zip", "Zip"),
      ("homeURL", "Home URL"),
      ("isDone", "Is done"), ("", ""),
    ]
    for (name, label) in cases { XCTAssertEqual(FormField.label(name), label) }
  }

  func testListedDays() throws {
    let cases = [
      ("18-May-12", "May 18, 2012"), ("4-may-12", "May 4, 2012"), ("1-Jan-69", "Jan 1, 2069"),
      ("1-Jan-70", "Jan 1, 1970"), ("29-Feb-2000", "Feb 29, 2000"),
      ("May 27, 2012", "May 27, 2012"),
    ]
    for (text, shown) in cases {
      XCTAssertEqual(ScreenDate.date(text).map { ScreenDate.text($0) }, shown, text)
    }
    XCTAssertEqual(ScreenDate.date("18-May-12")?.timeIntervalSinceReferenceDate, 358_992_000)
    for text in [
      "", "30-Feb-12", "0-May-12", "18-Mai-12", "18-May-1", "18/May/12", "١٨-May-12", "May 27",
      "May 32, 2012", "27 May 2012", "May 27, 12",
    ] { XCTAssertNil(ScreenDate.date(text), text) }
  }
}
