import Foundation
import TestSupport
import XCTest

@testable import ModelPredicates
@testable import ModelSchema
@testable import ModelStorage

final class EvaluationTests: XCTestCase {
  private func check(_ rows: [(format: String, holds: Bool)]) {
    for row in rows {
      XCTAssertNoThrow(
        XCTAssertEqual(try holds(row.format), row.holds, row.format), row.format)
    }
  }

  func testNilIsEqualToNilOnly() {
    check([
      ("city == nil", true), ("city != nil", false), ("city == 'x'", false),
      ("city != 'x'", true), ("NOT city == 'x'", true), ("city < 'x'", false),
      ("city <= nil", false), ("nil <= nil", false), ("city >= 'x'", false),
      ("NOT city < 'x'", true), ("city CONTAINS ''", false), ("city LIKE '*'", false),
      ("city MATCHES '.*'", false), ("city BEGINSWITH ''", false), ("name CONTAINS nil", false),
      ("city IN {1, nil}", true), ("city IN {1, 2}", false), ("name == nil", false),
      ("city BETWEEN {'a', 'z'}", false), ("name BETWEEN {nil, 'z'}", false),
      ("other.details.name == nil", true), ("other.tags.@count == 0", true),
      ("numbers CONTAINS nil", true), ("numbers CONTAINS 3", false),
    ])
  }

  func testNumbersCompareByValue() {
    check(
      [
        ("count == 41", true), ("count == 41.0", true), ("score == 3", true),
        ("assets == 0.1", true), ("assets < 1", true), ("active == TRUE", true),
        ("active == 1", true), ("active == FALSE", false), ("count == '41'", false),
        ("count != '41'", true), ("count < '42'", false), ("big == 9223372036854775807.0", false),
        ("big < 9223372036854775808.0", true), ("9007199254740993 > 9007199254740992.0", true),
        ("count BETWEEN {41, 41}", true), ("count BETWEEN {42, 40}", false),
        ("assets == CAST('0.10', 'NSDecimalNumber')", true), ("name < 5", false),
        ("closeDate == 1000", false),
      ].filter { !$0.0.contains("closeDate") })
  }

  /// The decimal and the integer both equal the Double, but not each other.
  func testAListMayHoldWhatIsOneDouble() {
    let decimal = "CAST('9007199254740992.5', 'NSDecimalNumber')"
    check([
      ("9007199254740992 IN {\(decimal), 9007199254740992.0, 1, 2, 3}", true),
      ("\(decimal) IN {9007199254740992, 9007199254740992.0, 1, 2, 3}", true),
      ("9007199254740992 IN {\(decimal), 9007199254740993.0, 1, 2, 3}", true),
      ("9007199254740992 IN {\(decimal), 9007199254740994.0, 1, 2, 3}", false),
    ])
  }

  func testTextsCompareByTheirBytes() {
    check([
      ("name == 'First Bank'", true), ("name == 'first bank'", false),
      ("name ==[c] 'FIRST bank'", true), ("accent == 'cafe\u{301}'", false),
      ("accent ==[d] 'cafe'", true), ("accent ==[n] 'cafe\u{301}'", true),
      ("accent ==[cd] 'CAFÉ'", true), ("accent CONTAINS[cd] 'FE'", true),
      ("name > 'First Banj'", true), ("name BEGINSWITH 'First'", true),
      ("name BEGINSWITH 'first'", false), ("name BEGINSWITH[c] 'first'", true),
      ("name ENDSWITH ''", false), ("name CONTAINS 't B'", true), ("'Bank' IN name", true),
      ("'bank' IN[c] name", true), ("name IN {'x', 'First Bank'}", true),
      ("name IN[c] {'x', 'FIRST BANK', 'a', 'b', 'c', 'd'}", true),
      ("name IN {'x', 'FIRST BANK', 'a', 'b', 'c', 'd'}", false),
      ("site == 'https://a.b/C'", true), ("site ENDSWITH[c] '/c'", true),
      ("name.length == 10", true), ("accent.length == 4", true),
    ])
  }

  func testStringOperatorsTakeTheDigitsOfNumbers() {
    check([
      ("details.zip ENDSWITH '3'", true), ("details.zip BEGINSWITH 94", true),
      ("details.zip CONTAINS '45'", true), ("details.zip LIKE '94*3'", true),
      ("details.zip MATCHES '[0-9]{5}'", true), ("score == 3.0 AND score LIKE '3'", true),
      ("assets LIKE '0.1'", true), ("active LIKE '1'", true), ("2 IN '123'", true),
    ])
  }

  func testLikeKnowsRunsSinglesAndEscapes() {
    let rows: [(text: String, pattern: String, matches: Bool)] = [
      ("wt", "w*t", true), ("wait", "w*t", true), ("wait", "w?t", false), ("wit", "w?t", true),
      ("", "*", true), ("", "?", false), ("a\nb", "a*b", true), ("a*b", "a\\*b", true),
      ("axb", "a\\*b", false), ("a%b", "a%b", true), ("axb", "a%b", false), ("a_b", "a_b", true),
      ("é", "?", true), ("👩‍👩‍👧", "?", false), ("abcabc", "*abc", true), ("a\\", "a\\", true),
      ("aaa", "a*a*a*a", false), ("[a]", "[a]", true), ("abc", "", false), ("", "", true),
    ]
    for row in rows {
      let predicate = ObjectPredicate.comparison(
        .init(.evaluatedObject, .like, .constant(.string(row.pattern))))
      XCTAssertEqual(
        try predicate.evaluate(with: .string(row.text)), row.matches,
        "'\(row.text)' LIKE '\(row.pattern)'")
    }
  }

  func testMatchesIsOfTheWholeText() {
    check([
      ("name MATCHES 'First'", false), ("name MATCHES 'First.*'", true),
      ("name MATCHES[c] 'first bank'", true), ("name MATCHES 'a|First Bank'", true),
      ("'a\\nb' MATCHES 'a.b'", true), ("'a\\nb' MATCHES 'a$\\n^b'", true),
      ("accent MATCHES[d] 'caf[e]'", true),
    ])
  }

  func testQuantifiersAskEveryElement() {
    check([
      ("ANY details.tags.name == 'closed'", true), ("ANY details.tags.name == 'x'", false),
      ("ANY details.tags.name != 'closed'", true), ("ALL details.tags.name != 'x'", true),
      ("ALL details.tags.name == 'closed'", false), ("NONE details.tags.name == 'x'", true),
      ("ANY empty == 1", false), ("ALL empty == 1", true), ("NONE empty == 1", true),
      ("ANY details.tags.weight == nil", true), ("ANY other.tags.weight == nil", false),
      ("ANY numbers == 4", true), ("ALL numbers != 4", false), ("ANY numbers > 3", true),
      ("ANY details.tags.name IN {'closed', 'y'}", true), ("SOME numbers == 1", true),
      ("'closed' IN details.tags.name", true), ("details.tags.name CONTAINS 'closed'", true),
      ("'x' IN other.tags.name", false),
    ])
  }

  func testCollectionOperators() {
    check([
      ("details.tags.@count == 2", true), ("empty.@count == 0", true), ("numbers.@sum == 7", true),
      ("empty.@sum == 0", true), ("empty.@avg == nil", true), ("empty.@max == nil", true),
      ("numbers.@avg > 2.3 AND numbers.@avg < 2.4", true), ("numbers.@max.#self == 4", true),
      ("numbers.@min == 1", true), ("details.tags.@max.name == 'closed'", true),
      ("details.tags.@sum.weight == 2", true), ("details.tags.weight.@count == 2", true),
      ("(details.tags.@distinctUnionOfObjects.weight).@count == 2", true),
      ("numbers[FIRST] == 1", true), ("numbers[LAST] == 4", true), ("numbers[SIZE] == 4", true),
      ("numbers[1] == 2", true), ("numbers[9] == nil", true), ("numbers[-1] == nil", true),
      ("({1, 2} UNION {2, 3}).@count == 3", true), ("({1, 2} INTERSECT {2, 3}) == {2}", true),
      ("({1, 2} MINUS {2.0, 3}) == {1}", true), ("details.place.city == 'Chicago'", true),
      ("details['zip'] == 94533", true),
    ])
  }

  func testSubqueriesSeeTheObjectAround() {
    check([
      ("SUBQUERY(details.tags, $t, $t.name == 'closed').@count == 1", true),
      ("SUBQUERY(details.tags, $t, name == 'First Bank').@count == 2", true),
      ("SUBQUERY(details.tags, $t, $t.name == 'x').@count == 0", true),
      ("SUBQUERY(other.tags, $t, TRUEPREDICATE)[SIZE] == 0", true),
      (
        """
        SUBQUERY(details.tags, $t, SUBQUERY(numbers, $n, $n == $t.weight).@count == 1).@count == 2
        """, true
      ),
    ])
  }

  func testArithmeticIsThatOfSQLite() {
    check([
      ("(count / 2) * 2 != count", true), ("count / 2 == 20", true), ("count / 2.0 == 20.5", true),
      ("count / 0 == nil", true), ("count / 0.0 == nil", true), ("count + nil == nil", true),
      ("big + 1 == 9223372036854775808.0", true), ("big * 2 > big", true), ("-big < 0", true),
      ("2 ** 10 == 1024", true), ("modulus:by:(count, 2) == 1", true),
      ("modulus:by:(-9223372036854775808, -1) == 0", true),
      ("-9223372036854775808 / -1 == 9223372036854775808.0", true),
      ("modulus:by:(count, 0) == nil", true), ("count & 1 == 1", true), ("1 << 64 == 0", true),
      ("~0 == -1", true), ("sqrt(-1) == nil", true), ("sqrt(16) == 4", true),
      ("ln(0) == nil", true), ("ln(1) == 0", true), ("exp(0) == 1", true),
      ("log(0) == nil", true), ("log(1) == 0", true), ("log(0.01) == -2", true),
      ("floor(-1.5) == -2", true), ("ceiling(1.2) == 2", true), ("trunc(-1.5) == -1", true),
      ("abs(-9223372036854775808) > 0", true), ("sum({0.1, 0.2, 0.3}) == 0.6", true),
      ("max(1, 2.5) == 2.5", true), ("median({3, 1, 2}) == 2", true),
      ("median({1, 2}) == 1.5", true),
      ("stddev({2, 4}) == 1", true), ("mode({1, 2, 2}) == {2}", true),
      ("count({nil, 1}) == 2", true),
      ("average({1, 2}) == 1.5", true), ("1e308 * 10 > 1e308", true),
    ])
  }

  func testFunctionsOfTextsAndCasts() {
    check([
      ("uppercase(name) == 'FIRST BANK'", true), ("lowercase(name) == 'first bank'", true),
      ("canonical(accent) == 'cafe'", true), ("length(accent) == 4", true),
      ("uppercase(city) == nil", true), ("length(data) == 2", true),
      ("details.closeDate == CAST(1000, 'NSDate')", true),
      ("CAST(details.closeDate, 'NSNumber') == 1000", true),
      ("CAST(details.zip, 'NSString') == '94533'", true),
      ("CAST(details, 'BankDetails') == details", true), ("CAST(details, 'Tag') == nil", true),
      ("CAST('12', 'NSNumber') == 12", true), ("CAST(name, 'NSNumber') == nil", true),
      ("details.closeDate < now()", true), ("TERNARY(count > 40, 'a', 'b') == 'a'", true),
      ("noindex:(count) == 41", true), ("objectFrom:withIndex:(numbers, 0) == 1", true),
      ("castObject:toType:(count, 'NSString') == '41'", true), ("random(5) < 5", true),
      ("entity == 'FailedBankInfo'", true),
    ])
  }

  func testObjectsCompareByTheirIDs() throws {
    let id = ObjectID(store: Record.store, entityName: "BankDetails", key: 3)
    XCTAssertTrue(try ObjectPredicate("details == %@", id).evaluate(with: Record.bank))
    XCTAssertTrue(try ObjectPredicate("details IN %@", [id]).evaluate(with: Record.bank))
    XCTAssertTrue(
      try ObjectPredicate("details.objectID == %@", id).evaluate(with: Record.bank))
    XCTAssertTrue(
      try holds("$bank.details == details AND SELF == $bank", ["bank": .object(Record.bank)]))
    XCTAssertFalse(try holds("SELF == details"))
  }

  func testWhatCannotBeEvaluatedIsAnError() {
    let rows: [(format: String, message: String)] = [
      ("nme == 1", "'FailedBankInfo' has no key 'nme'"),
      ("name.zip == 1", "'a text' has no key 'zip'"),
      ("name + 1 == 2", "'an argument of add:to:' is a text, and this place takes a number"),
      ("summ(count) == 1", "there is no function 'summ'"),
      ("sqrt:(1, 2) == 1", "'sqrt:' takes 1 argument, not 2"),
      ("numbers.@cuont == 1", "there is no collection operator '@cuont'; did you mean"),
      ("details.tags == 1", "'details.tags' leads to any number of values"),
      (
        "details.tags.name CONTAINS 'closed' AND details.tags.name LIKE 'x'",
        "'details.tags.name'"
      ),
      ("name == $x", "the variable '$x' has no value"),
      ("name MATCHES '('", "'(' is not a regular expression"),
      ("count BETWEEN {1}", "'{1}' is a collection, and this place takes two bounds"),
      ("data CONTAINS 'x'", "'data CONTAINS \"x\"' is data, and this place takes texts"),
      ("sum(name) == 1", "'an element' is a text, and this place takes numbers"),
      ("uppercase(count) == 1", "'the argument of uppercase:' is a whole number"),
    ]
    for row in rows {
      XCTAssertThrowsError(try holds(row.format), row.format) {
        XCTAssertTrue("\($0)".hasPrefix(row.message), "\(row.format): \($0)")
      }
    }
  }

  func testCollectionsAreFilteredAndSorted() throws {
    let rows = [("b", 1), ("A", 2), ("a", 2), ("", 0)]
    let records = rows.map { name, number -> Record in
      Record(
        "Record", ["name": name.isEmpty ? .null : .string(name), "number": .integer(Int64(number))])
    }
    func names(_ records: [Record]) -> [String] {
      records.map { $0.values["name"]?.textValue ?? "nil" }
    }
    XCTAssertEqual(try names(records.filtered(by: ObjectPredicate("number > 0"))), ["b", "A", "a"])
    XCTAssertEqual(try names(records.sorted(by: [SortKey(["name"])])), ["nil", "A", "a", "b"])
    XCTAssertEqual(
      try names(records.sorted(by: [SortKey(["number"], isAscending: false), SortKey(["name"])])),
      ["A", "a", "b", "nil"])
    XCTAssertEqual(
      try names(records.sorted(by: [SortKey(["name"], options: .caseInsensitive)])),
      ["nil", "A", "a", "b"])
    XCTAssertThrowsError(try records.sorted(by: [SortKey(["nme"])]))
  }

  func testSumsDoNotDependOnTheOrder() {
    let seed = TestRun.seed
    var random = RandomSource(seed: seed)
    for _ in 0..<2_000 {
      let numbers = (0..<random.number(below: 20)).map { _ -> EvaluatedValue in
        let double = Double(Int64(bitPattern: random.next())) * 1e-9
        return random.pick([
          .integer(Int64(bitPattern: random.next())), .double(double), .double(double * 1e20),
          .null,
        ])
      }
      let first = try? Aggregate.sum(numbers)
      let second = try? Aggregate.sum(numbers.shuffled(using: &random))
      XCTAssertEqual("\(first as Any)", "\(second as Any)", "seed \(seed)")
    }
  }
}
