#if PostgreSQL
  import Foundation
  import ModelRuntime
  import XCTest

  /// Dates with the precision of a column, and dates between two such dates.
  final class DateTests: PostgresTestCase {
    /// The server stores microseconds. After a save the object has the date that others
    /// read.
    func testDatesAreThoseOfTheStoreAfterASave() throws {
      let (one, two) = (try open().makeContext(), try open().makeContext())
      let order = Order(in: one, number: 1)
      order.day = Date(timeIntervalSinceReferenceDate: 700_000_000.123_456_7)
      order.where1 = Spot(xmin: 1, label: "x")
      try one.save()
      let theirs = try XCTUnwrap(two.first(Order.all))
      XCTAssertEqual(order.day, theirs.day)
      XCTAssertFalse(one.hasChanges)
      theirs.total = 5
      try two.save()
      order.day = Date(timeIntervalSinceReferenceDate: 700_000_001.123_456_7)
      try one.save(mergePolicy: .storeWins)
      let stored = try XCTUnwrap(open().makeContext().first(Order.all))
      XCTAssertEqual([stored.day.timeIntervalSinceReferenceDate], [700_000_001.123_457])
      XCTAssertEqual(stored.total, 5)
      XCTAssertEqual(order.day, stored.day)
      XCTAssertEqual(order.where1?.label, "x")
    }

    /// Most dates that a program creates are between two microseconds.
    func testDatesBetweenTwoMicrosecondsAreComparedByTheServer() throws {
      let context = try open().makeContext()
      for (number, fraction) in [0.123_456, 0.123_457].enumerated() {
        Order(in: context, number: Int32(number)).day = Date(
          timeIntervalSinceReferenceDate: 700_000_000 + fraction)
      }
      try context.save()
      let date = Date(timeIntervalSinceReferenceDate: 700_000_000.123_456_7)
      let later = date.addingTimeInterval(1)
      let cases: [(name: String, request: FetchRequest<Order>, count: Int)] = [
        (">", Order.where { $0.day > date }, 1), (">=", Order.where { $0.day >= date }, 1),
        ("<", Order.where { $0.day < date }, 1), ("<=", Order.where { $0.day <= date }, 1),
        ("==", Order.where { $0.day == date }, 0), ("!=", Order.where { $0.day != date }, 2),
        ("in", Order.where { $0.day.in([date, later]) }, 0),
        ("not in", Order.where { !$0.day.in([date, later]) }, 2),
        ("not >", Order.where { !($0.day > date) }, 1),
        ("between", Order.where { $0.day.between(date...later) }, 1),
      ]
      for (name, request, count) in cases {
        XCTAssertFalse(try context.explain(request).sql.contains("in memory"), name)
        XCTAssertEqual(try context.count(request), count, name)
      }
    }
  }
#endif
