import Foundation
import ModelSchema
import XCTest

/// The calendar with which dates are read and printed.
final class ISODateTests: XCTestCase {
  func testDaysAreThoseOfTheProlepticCalendar() throws {
    for (text, days) in [
      ("2001-01-01", 0), ("1970-01-01", -11_323), ("1582-10-15", -152_750),
      ("1582-10-14", -152_751),
      ("0000-03-01", -730_791), ("9999-12-31", 2_921_573),
    ] {
      let date = try XCTUnwrap(ISODate.day(text), text)
      XCTAssertEqual(date.timeIntervalSinceReferenceDate, Double(days) * 86_400, text)
      XCTAssertEqual(ISODate.dayText(date), text)
    }
    // Every day of four centuries is compared with the next day.
    var last = CalendarDay(daysSinceReference: -150_000)
    for days in -149_999...(-3_000) {
      let day = CalendarDay(daysSinceReference: Int64(days))
      XCTAssertEqual(day.daysSinceReference, Int64(days))
      XCTAssertEqual(day.weekday, last.weekday % 7 + 1)
      XCTAssertTrue(
        day.day == last.day + 1
          || day.day == 1 && last.day == CalendarDay.dayCount(last.year, last.month), "\(day)")
      last = day
    }
  }

  func testWhatIsPrintedIsReadAgain() {
    for seconds in [
      0, 0.5, -0.001, 1e9 + 0.123456, 252_423_993_599, -63_113_904_000, -29_487_628_800,
    ] {
      let date = Date(timeIntervalSinceReferenceDate: seconds)
      let text = ISODate.text(date)
      XCTAssertEqual(text.flatMap(ISODate.date), date, text ?? "\(seconds)")
    }
    XCTAssertEqual(
      ISODate.text(Date(timeIntervalSinceReferenceDate: -0.001)), "2000-12-31T23:59:59.999Z")
    XCTAssertNil(ISODate.text(Date(timeIntervalSinceReferenceDate: 1.0 / 3)))
    XCTAssertNil(ISODate.text(Date(timeIntervalSinceReferenceDate: 252_423_993_600)))
    XCTAssertEqual(
      ISODate.shown(Date(timeIntervalSinceReferenceDate: 252_423_993_600)),
      "+010000-01-01T00:00:00Z")
    XCTAssertEqual(
      ISODate.shown(Date(timeIntervalSinceReferenceDate: 1.0 / 3)), "2001-01-01T00:00:00.333333333Z"
    )
    XCTAssertEqual(
      ISODate.date("+010000-01-01T00:00:00Z")?.timeIntervalSinceReferenceDate, 252_423_993_600)
    for seconds in [Double.infinity, -.infinity, .nan, 1e300] {
      XCTAssertFalse(ISODate.shown(Date(timeIntervalSinceReferenceDate: seconds)).isEmpty)
    }
  }

  func testFormsOfMoments() {
    let date = Date(timeIntervalSinceReferenceDate: 638_569_800)
    for text in [
      "2021-03-27T20:30:00Z", "2021-03-27T22:30:00+02:00", "2021-03-27T22:30:00+0200",
      "2021-03-27T22:30:00+02", "2021-03-27T15:00:00.000-05:30",
    ] {
      XCTAssertEqual(ISODate.date(text), date, text)
      XCTAssertEqual(ISODate.databaseDate(text), date, text)
    }
    for text in ["2021-03-27 20:30", "2021-03-27T20:30:00", "2021-03-27 20:30:00.0"] {
      XCTAssertNil(ISODate.date(text), text)
      XCTAssertEqual(ISODate.databaseDate(text), date, text)
    }
    for text in [
      "", "2021", "2021-02-29T00:00:00Z", "2020-02-30", "2021-13-01", "2021-00-01", "2021-01-00",
      "2021-03-27T24:00:00Z", "2021-03-27T23:60:00Z", "2021-03-27T23:59:60Z",
      "2021-03-27T20:30:00.Z",
      "2021-03-27T20:30:00+", "2021-03-27T20:30:00+02:", "2021-03-27T20:30:00Z ", "-0001-01-01 x",
      "99999-01-01T00:00:00Z", "2021-3-27", "٢٠٢١-03-27",
    ] {
      XCTAssertNil(ISODate.date(text), text)
      XCTAssertNil(ISODate.databaseDate(text), text)
      XCTAssertNil(ISODate.day(text), text)
    }
  }
}
