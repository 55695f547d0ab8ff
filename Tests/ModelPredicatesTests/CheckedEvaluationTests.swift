import Foundation
import TestSupport
import XCTest

@testable import ModelPredicates
@testable import ModelSchema
@testable import ModelStorage

/// A condition that the checker accepts can be evaluated without an error, for any objects.
final class CheckedEvaluationTests: XCTestCase {
  func testWhatIsCheckedEvaluates() throws {
    let seed = TestRun.seed
    var random = RandomSource(seed: seed)
    let model = PredicateCheckingTests.model
    let entity = try XCTUnwrap(model.entity(named: "Bank"))
    let banks = (0..<20).map { _ in random.bank(3) }
    var checked = 0
    for _ in 0..<(TestRun.isLong ? 200_000 : 5_000) {
      let text = random.condition(2)
      guard let predicate = try? ObjectPredicate(format: text),
        predicate.errors(for: entity, in: model).isEmpty
      else { continue }
      checked += 1
      XCTAssertNoThrow(
        try predicate.evaluate(with: random.pick(banks)), "seed \(seed): \(text)")
    }
    XCTAssertGreaterThan(checked, 200)
  }
}

extension RandomSource {
  fileprivate mutating func condition(_ depth: Int) -> String {
    switch number(below: depth > 0 ? 8 : 5) {
    case 5: return "(\(condition(depth - 1)) AND \(condition(depth - 1)))"
    case 6: return "NOT (\(condition(depth - 1)) OR \(condition(depth - 1)))"
    case 7:
      let inner = condition(depth - 1)
      return "SUBQUERY(tags, $t, $t.weight > 1 OR \(inner)).@count > 0"
    default:
      let quantifier = pick(["", "", "", "ANY ", "ALL ", "NONE "])
      let word = pick([
        "==", "!=", "<", ">=", "CONTAINS", "BEGINSWITH[c]", "LIKE", "MATCHES", "IN", "BETWEEN",
      ])
      return "\(quantifier)\(value(depth)) \(word) \(value(depth))"
    }
  }

  private mutating func value(_ depth: Int) -> String {
    switch number(below: depth > 0 ? 10 : 6) {
    case 0...3:
      return pick([
        "name", "city", "zip", "closeDate", "uuid", "site", "status", "place.zip", "labels",
        "photo", "owner", "owner.name", "owner.owner.zip", "tags", "tags.name", "tags.weight",
        "tags.banks.zip", "owner.tags.banks.owner.name", "tags.@count", "tags.@max.weight",
        "tags.@min.name", "tags.@sum.weight", "objectID", "entity", "name.length", "SELF",
        "(tags.@distinctUnionOfObjects.banks).@count", "tags[0].name", "tags[SIZE]",
        "photo.length", "tags.banks.place.city",
      ])
    case 4, 5:
      return pick([
        "'x'", "'O'", "5", "2.5", "nil", "TRUE", "{1, 2}", "{'a', nil}", "{}", "now()",
        "CAST(5, 'NSDate')", "CAST('1.5', 'NSDecimalNumber')", "{now(), CAST(5, 'NSDate')}",
        "{now(), 5}", "{'a', now()}", "{nil}", "{{}, {1}}",
      ])
    case 6: return "(\(value(depth - 1)) \(pick(["+", "-", "*", "/", "**", "&"])) \(value(0)))"
    case 7:
      let name = pick([
        "sqrt", "uppercase", "length", "abs", "sum", "max", "count", "average", "median", "mode",
        "canonical", "distinct", "noindex",
      ])
      return "\(name)(\(value(depth - 1)))"
    case 8: return "TERNARY(\(condition(0)), \(value(0)), \(value(0)))"
    default: return "CAST(\(value(depth - 1)), '\(pick(["NSNumber", "NSString", "NSDate"]))')"
    }
  }

  fileprivate mutating func bank(_ depth: Int) -> Record {
    let place = Record("Place", ["city": text(), "zip": text()])
    let tags = depth == 0 ? [] : (0..<number(below: 3)).map { _ in tag(depth - 1) }
    let owner = depth == 0 || number(below: 2) == 0 ? nil : bank(depth - 1)
    return Record(
      "Bank", key: Int64(number(below: 50)),
      [
        "name": text(), "city": text(), "zip": pick([.null, .integer(5), .integer(-1)]),
        "closeDate": pick([.null, .date(Date(timeIntervalSinceReferenceDate: 5))]),
        "uuid": pick([.null, .uuid(UUID())]), "site": pick([.null, .url(URL(string: "x:y")!)]),
        "status": pick([.null, .string("O")]), "place": .object(place),
        "labels": .collection([text(), text()]), "photo": pick([.null, .data(Data([1]))]),
        "free": pick([.null, .integer(1), .string("a")]),
        "tags": .collection(tags.map { .object($0) }), "owner": owner.map { .object($0) } ?? .null,
      ])
  }

  private mutating func tag(_ depth: Int) -> Record {
    let banks = (0..<number(below: 3)).map { _ in EvaluatedValue.object(bank(depth)) }
    return Record(
      "Tag", key: Int64(number(below: 50)),
      [
        "name": text(), "weight": pick([.null, .integer(2), .integer(.max)]),
        "banks": .collection(banks),
      ])
  }

  private mutating func text() -> EvaluatedValue {
    pick([.null, .string(""), .string("x"), .string("É"), .string("a.b"), .string("5")])
  }
}
