#if PostgreSQL
  import Foundation
  import ModelRuntime
  import XCTest

  /// Derived attributes of rows that several programs change.
  final class DerivedValueTests: PostgresTestCase {
    func testWhoChangedAnOwnerIsNotInTheWayOfWhatIsDerivedOfIt() throws {
      let (one, two) = (try open().makeContext(), try open().makeContext())
      let user = User(in: one, name: "u")
      try one.save()
      let theirs = try XCTUnwrap(two.first(User.all))
      user.mail = "u@x"
      try one.save()
      Order(in: two, number: 1).user = theirs
      try two.save()
      let stored = try XCTUnwrap(open().makeContext().first(User.all))
      XCTAssertEqual(stored.orderCount, 1)
      XCTAssertEqual(stored.mail, "u@x")
      XCTAssertEqual(theirs.mail, "u@x")
    }

    func testACountCountsWhatOthersAdded() throws {
      let (one, two) = (try open().makeContext(), try open().makeContext())
      let user = User(in: one, name: "u")
      try one.save()
      let theirs = try XCTUnwrap(two.first(User.all))
      XCTAssertEqual(theirs.orders.map(\.number), [])
      Order(in: one, number: 1).user = user
      try one.save()
      Order(in: two, number: 2).user = theirs
      try two.save()
      let reader = try open().makeContext()
      let stored = try XCTUnwrap(reader.first(User.all))
      XCTAssertEqual(stored.orders.map(\.number), [1, 2])
      XCTAssertEqual(stored.orderCount, 2)
      XCTAssertEqual(theirs.orderCount, 2)
    }

    /// Members are added and changed concurrently, with pools of one connection.
    func testCountsAndSumsHoldWhoeverSavesAtTheSameTime() throws {
      let context = try open().makeContext()
      let user = User(in: context, name: "u")
      let shared = Order(in: context, number: 0)
      shared.user = user
      for amount in 1...4 { _ = Line(in: context, amount: Double(amount), order: shared) }
      try context.save()
      let containers = try (0..<4).map { _ in try open(poolSize: 1) }
      let key = shared.objectID
      DispatchQueue.concurrentPerform(iterations: containers.count) { index in
        do {
          let own = try containers[index].makeContext()
          let user = try XCTUnwrap(own.first(User.all))
          let shared = try XCTUnwrap(own.first(Order.where { $0.number == 0 }))
          XCTAssertEqual(shared.objectID, key)
          let mine = shared.lines[index]
          for round in 1...12 {
            let order = Order(in: own, number: Int32(index * 100 + round))
            order.user = user
            _ = Line(in: own, amount: 1, order: shared)
            mine.amount += 1
            try own.save()
          }
        } catch {
          XCTFail("\(error)")
        }
      }
      XCTAssertEqual(
        try sql("SELECT order_count, (SELECT count(*) FROM \"order\") FROM party"), ["49|49"])
      XCTAssertEqual(
        try sql("SELECT sum, (SELECT sum(amount) FROM line) FROM \"order\" WHERE number = 0"),
        ["106|106"])
    }
  }
#endif
