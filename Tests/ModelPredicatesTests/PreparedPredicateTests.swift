import Foundation
import TestSupport
import XCTest

@testable import ModelPredicates
@testable import ModelSchema
@testable import ModelStorage

final class PreparedPredicateTests: XCTestCase {
  /// A comparison that is prepared for a constant gives the same answer as the plain
  /// comparison.
  func testConstantsCompareAsValuesDo() throws {
    let seed = TestRun.seed
    var random = RandomSource(seed: seed)
    var holds = 0
    for _ in 0..<20_000 {
      let comparison = ObjectPredicate.Comparison(
        .evaluatedObject, random.pick(ObjectPredicate.Comparison.Operator.allCases),
        .constant(.null), options: StringOptions(rawValue: random.pick([0, 0, 1, 2, 3, 4])))
      guard comparison.operator != .matches else { continue }
      let comparator = ValueComparator(comparison, RegularExpressions.engine)
      let (left, right) = (random.value(), random.value())
      let plain = Result { try comparator.compare(left, right) }
      let prepared = Result { try comparator.match(with: right)(left) }
      let text = "seed \(seed): \(left) \(comparison.operator) \(right) \(comparison.options)"
      switch (plain, prepared) {
      case (.success(let first), .success(let second)):
        XCTAssertEqual(first, second, text)
        if first { holds += 1 }
      case (.failure, .failure): break
      default: XCTFail("\(text): \(plain), \(prepared)")
      }
    }
    XCTAssertGreaterThan(holds, 1_000)
  }

  /// Any condition gives an answer or an error, and its printed text gives the same.
  func testRandomConditionsAnswerOrThrow() {
    let seed = TestRun.seed
    var generator = PredicateGenerator(random: RandomSource(seed: seed))
    let bank = Record.bank
    bank.values["name"] = .string("First")
    bank.values["x"] = .collection([.integer(1), .null, .string("a")])
    bank.values["_a1"] = .object(bank)
    bank.values["zip"] = .integer(7)
    let variables = Dictionary(
      uniqueKeysWithValues: ["name", "zip", "größe", "_a1", "first", "SELF", "not", "uti", "x"]
        .map { ($0, EvaluatedValue.integer(1)) })
    var answers = 0
    for number in 0..<5_000 {
      let predicate = generator.predicate(1 + number % 4)
      let read = try? ObjectPredicate(format: predicate.format)
      let first = try? predicate.evaluate(with: bank, variables: variables)
      let second = try? read?.evaluate(with: bank, variables: variables)
      if predicate.format.contains("now()") { continue }
      XCTAssertEqual(first, second, "seed \(seed): \(predicate)")
      if first != nil { answers += 1 }
    }
    XCTAssertGreaterThan(answers, 500)
  }

  func testAnInstalledEngineIsUsed() throws {
    struct Always: RegularExpressionEngine, RegularExpressionMatcher {
      func matcher(
        of pattern: String, ignoringCase: Bool
      ) throws(ObjectPredicateError) -> any RegularExpressionMatcher { self }
      func matches(_ text: String) -> Bool { true }
    }
    let predicate = try ObjectPredicate("name MATCHES 'x'")
    XCTAssertTrue(
      try PreparedPredicate(predicate, regularExpressions: Always()).evaluate(with: Record.bank))
    XCTAssertFalse(try predicate.evaluate(with: Record.bank))
  }
}

extension RandomSource {
  fileprivate mutating func value() -> EvaluatedValue {
    switch number(below: 12) {
    case 0: .null
    case 1: .integer(pick([1, 2, 12, .max]))
    case 2: .double(pick([1, 1.5, 2, .infinity]))
    case 3: .decimal(Decimal(pick([1, 2])))
    case 4: .boolean(pick([true, false]))
    case 5: .date(Date(timeIntervalSinceReferenceDate: pick([1, 2])))
    case 6: .collection((0..<number(below: 8)).map { _ in value() })
    case 7: .url(URL(string: pick(["a", "A:b"]))!)
    default: .string(pick(["", "a", "A", "é", "e\u{301}", "aa", "1", "12", "*", "?A", "ß", "SS"]))
    }
  }
}
