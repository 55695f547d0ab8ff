import Foundation
import ModelPredicates
import ModelRuntime
import TestSupport
import XCTest

/// Sums and averages of decimals are exact, so that money adds up.
final class ExactSumTests: CatalogTestCase {
  private static let amounts = [
    "14.86", "18.21", "31.1", "5.33", "20.36", "15.45", "9.43", "2.35", "21.32", "0.42", "16.3",
    "22.26",
  ]

  private func decimal(_ text: String) throws -> Decimal { try XCTUnwrap(Decimal(string: text)) }

  private func fill(_ amounts: [String] = amounts) throws {
    let owner = Person(in: context)
    for amount in amounts {
      let item = Item(in: context)
      item.name = "k"
      item.price = try decimal(amount)
      item.owner = owner
    }
  }

  /// Checks the functions on unsaved objects, and then on the store.
  private func check(
    _ sum: String, _ average: String, _ median: String, line: UInt = #line
  ) throws {
    let (sum, average, median) = (try decimal(sum), try decimal(average), try decimal(median))
    let price = ObjectExpression.keyPath("price")
    let functions = ["sum:", "average:", "median:"]
    for isSaved in [false, true] {
      if isSaved { try context.save() }
      XCTAssertEqual(try context.sum(Item.all) { $0.price }, sum, line: line)
      XCTAssertEqual(try context.sum(Item.all.limit(100)) { $0.price }, sum, line: line)
      let mean: Decimal? = try context.average(Item.all) { $0.price }
      XCTAssertEqual(mean, average, line: line)
      var rows = RowRequest(Item.all, columns: functions.map { .init(.function($0, [price])) })
      rows.groupKeyPaths = [["name"]]
      let row = try XCTUnwrap(context.rows(rows).first)
      XCTAssertEqual(
        row.values, [.decimal(sum), .decimal(average), .decimal(median)], line: line)
      let format = "items.@sum.price == %@ AND items.@avg.price == %@ AND items.@max.price > 1"
      XCTAssertEqual(
        try context.count(Person.self, matching: format, sum, average), 1, line: line)
      let people = try context.fetch(Person.where { $0.items.sum(\.price) == sum })
      XCTAssertEqual(people.count, 1, line: line)
      XCTAssertEqual(
        try people.filtered(by: ObjectPredicate(format: format, arguments: [sum, average])).count,
        1, line: line)
      XCTAssertEqual(
        try context.fetch(Person.all.sorted { $0.items.sum(\.price).descending }).count, 1)
    }
  }

  func testTwelveAmounts() throws {
    try fill()
    try check("177.39", "14.7825", "15.875")
  }

  func testThirdsHaveAsManyDigitsAsADecimal() throws {
    try fill(["10", "10", "11"])
    let mean: Decimal? = try context.average(Item.all) { $0.price }
    XCTAssertEqual(mean, 31 / Decimal(3))
    try context.save()
    let saved: Decimal? = try context.average(Item.all) { $0.price }
    XCTAssertEqual(saved, 31 / Decimal(3))
  }

  func testSumsOfNone() throws {
    XCTAssertEqual(try context.sum(Item.all) { $0.price }, 0)
    let mean: Decimal? = try context.average(Item.all) { $0.price }
    XCTAssertNil(mean)
    XCTAssertNil(try context.maximum(Item.all) { $0.price })
    XCTAssertEqual(try context.sum(Item.all) { $0.whole }, 0)
  }

  func testAggregatesOfOtherTypes() throws {
    try save([("b", 3), ("a", .max), (nil, 5)])
    XCTAssertEqual(try context.minimum(Item.all) { $0.name }, "a")
    XCTAssertEqual(try context.maximum(Item.where { $0.name != "a" }) { $0.whole }, 5)
    XCTAssertEqual(try context.average(Item.where { $0.name != "a" }) { $0.whole }, 4)
    XCTAssertThrowsError(try context.sum(Item.all) { $0.whole })
  }

  func testTheOrderOfTermsMakesNoDifference() throws {
    var random = RandomSource(seed: 20)
    for _ in 0..<200 {
      let terms = (0..<random.number(below: 30)).map { _ in
        EvaluatedNumber.decimal(
          Decimal(
            sign: random.number(below: 2) == 0 ? .plus : .minus,
            exponent: random.number(below: 40) - 30,
            significand: Decimal(random.number(below: 1_000_000_000))))
      }
      var (forward, backward) = (ExactSum(), ExactSum())
      for term in terms { forward.add(term) }
      for term in terms.reversed() { backward.add(term) }
      XCTAssertEqual(forward.decimal, backward.decimal)
    }
  }

  func testDigitsOfDoubles() {
    for text in ["0.1", "-20.36", "123456789.12345", "1e-7", "999999999999999", "1e20", "0"] {
      var sum = ExactSum()
      sum.addDecimal(shortest: Double(text) ?? .nan)
      XCTAssertEqual(sum.decimal, Decimal(string: text), text)
    }
  }

  func testGreatDoublesThatFitTogether() throws {
    let terms = [1e308, 1e308, 1e308, 1e308, 1e308, -1e308, -1e308, -1e308, -1e308, 3, 1e-300]
    for term in terms {
      let item = Item(in: context)
      item.real = term
    }
    for isSaved in [false, true] {
      if isSaved { try context.save() }
      XCTAssertEqual(try context.sum(Item.all) { $0.real }, 1e308)
      XCTAssertEqual(try context.sum(Item.where { $0.real > 1e300 }) { $0.real }, .infinity)
    }
    for _ in 0..<50 {
      var sum = ExactSum()
      for term in terms.dropFirst().shuffled() { sum.add(.real(term)) }
      guard case .real(3)? = sum.result else { return XCTFail("\(String(describing: sum.result))") }
    }
  }

  func testASumThatNoIntHoldsSaysWhichItIs() throws {
    try save([("a", .max), ("b", .max)])
    XCTAssertThrowsError(try context.sum(Item.all) { $0.whole }) { error in
      XCTAssertTrue(
        "\(error)".contains("'sum:(whole)' is 1.8446744073709552e+19, which no Int holds"),
        "\(error)")
    }
  }

  func testMoneyInFormats() throws {
    let item = Item(in: context)
    (item.price, item.whole) = (Decimal(string: "0.1"), 3)
    for isSaved in [false, true] {
      if isSaved { try context.save() }
      for format in [
        "price * 3 == 0.3", "price * whole == 0.3", "abs(0 - price) == 0.1",
        "price + price + price == 0.3", "(price - 1) / 3 < 0", "price / 0 == nil",
        "TERNARY(whole > 1, price, whole) * 3 == 0.3",
        "TERNARY(whole > 5, price, whole) / 2 == 1",
      ] {
        XCTAssertEqual(try context.count(Item.self, matching: format), 1, format)
        XCTAssertTrue(try ObjectPredicate(format: format).evaluate(with: item), format)
      }
    }
  }
}
