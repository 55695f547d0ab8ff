import Foundation
import TestSupport
import XCTest

@testable import ModelPredicates
@testable import ModelSchema

final class FormatRoundTripTests: XCTestCase {
  func testPrintedPredicatesReadBackAsTheSameValue() throws {
    let seed = TestRun.seed
    var generator = PredicateGenerator(random: RandomSource(seed: seed))
    for number in 0..<4_000 {
      let predicate = generator.predicate(1 + number % 5)
      let text = predicate.format
      let read = try readBack(text, seed)
      XCTAssertEqual(read, predicate, "seed \(seed): \(text)")
      XCTAssertEqual(Array(read.format.utf8), Array(text.utf8), "seed \(seed)")
    }
  }

  func testPrintedExpressionsReadBackAsTheSameValue() throws {
    let seed = TestRun.seed
    var generator = PredicateGenerator(random: RandomSource(seed: seed))
    for number in 0..<2_000 {
      let expression = generator.expression(1 + number % 5)
      let text = expression.format
      XCTAssertEqual(
        try ObjectExpression(format: text), expression, "seed \(seed): \(text)")
    }
  }

  private func readBack(_ text: String, _ seed: UInt64) throws -> ObjectPredicate {
    do {
      return try ObjectPredicate(format: text)
    } catch {
      XCTFail("seed \(seed): \(text.prefix(500)): \(error)")
      throw error
    }
  }

  func testTextIsCanonical() throws {
    let rows: [(text: String, canonical: String)] = [
      ("a=2", "a == 2"),
      ("a <> 2", "a != 2"),
      ("a => 2 and b =< 3", "a >= 2 AND b <= 3"),
      ("a == 'it''s'".replacingOccurrences(of: "''", with: "\\'"), "a == \"it's\""),
      ("a == \"x\\\"y\"", "a == \"x\\\"y\""),
      ("flag = yes", "flag == TRUE"),
      ("flag == No", "flag == FALSE"),
      ("a == NiL", "a == nil"),
      ("a == null", "a == nil"),
      ("truePredicate", "TRUEPREDICATE"),
      ("name contains [DC] 'x'", "name CONTAINS[cd] \"x\""),
      ("some tags.name == 'x'", "ANY tags.name == \"x\""),
      ("none tags.name == 'x'", "NOT ANY tags.name == \"x\""),
      ("a == 1 || b == 2 && c == 3", "a == 1 OR b == 2 AND c == 3"),
      ("(a == 1 || b == 2) && c == 3", "(a == 1 OR b == 2) AND c == 3"),
      ("!(a == 1)", "NOT a == 1"),
      ("! (a == 1 or b == 2)", "NOT (a == 1 OR b == 2)"),
      ("((a)) == (((1)))", "a == 1"),
      ("(a+1) > 2", "a + 1 > 2"),
      ("a - (b - c) == 0", "a - (b - c) == 0"),
      ("(a - b) - c == 0", "a - b - c == 0"),
      ("(a + b) * c == 0", "(a + b) * c == 0"),
      ("-a == 1", "a * -1 == 1"),
      ("a == -9223372036854775808", "a == -9223372036854775808"),
      ("a == 0xFF", "a == 255"),
      ("a == 1e3", "a == 1000.0"),
      ("a IN {1,'x',nil}", "a IN {1, \"x\", nil}"),
      ("a BETWEEN {1, $b}", "a BETWEEN {1, $b}"),
      ("sum(a.b) > 1", "sum:(a.b) > 1"),
      ("add:to:(a, 1) > 1", "a + 1 > 1"),
      ("SELF.name == SELF", "name == SELF"),
      ("#first == a.#size", "#first == a.#size"),
      ("g.@max.#self == 1", "g.@max.#self == 1"),
      ("(SELF.g)[0] == g[FIRST]", "g[0] == g[FIRST]"),
      ("(a.@union.b).@count == 1", "(a.@union.b).@count == 1"),
      ("SUBQUERY(tags,$t,$t.name='x').@count>0", "SUBQUERY(tags, $t, $t.name == \"x\").@count > 0"),
      ("TERNARY(a=1,2,3) == 2", "TERNARY(a == 1, 2, 3) == 2"),
      ("d > CAST(1.5, 'NSDate')", "d > CAST(1.5, \"NSDate\")"),
      ("FUNCTION(a, 'length:') == 2", "length:(a) == 2"),
      ("a == ~b", "a == onesComplement:(b)"),
      ("a & 1 == 1", "a & 1 == 1"),
      ("a == '%@'", "a == \"%@\""),
      ("a\t==\n1", "a == 1"),
    ]
    for row in rows {
      XCTAssertEqual(try ObjectPredicate(format: row.text).description, row.canonical, row.text)
    }
  }

  /// Formats of Foundation's `#Predicate` and of mapping models.
  func testTextsOfOthersAreRead() throws {
    let conditions = [
      "SUBQUERY(g, $_local_1, $_local_1 == 1).@count != 0", "(SELF.g)[0] == 1",
      "(SELF.h)['A'] == 1", "YES == YES", "a == 1 * -1", "g.@min.#self == 1",
      "b CONTAINS[cdl] 'x'", "b.length > 3", "TERNARY(j != NULL, j, '') == 'x'",
      "TERNARY(b ==[c] 'ABC',0,TERNARY(b <[c] 'ABC',-1,1)) == 0", "i >= lo AND i < hi",
      "modulus:by:(a, 2) == 0", "SUBQUERY(g, $x, NOT $x == 1).@count == 0",
    ]
    for text in conditions {
      let read = try ObjectPredicate(format: text)
      XCTAssertEqual(try ObjectPredicate(format: read.format), read, text)
    }
    let name = "destinationInstancesForEntityMappingNamed:sourceInstances:"
    let call = try ObjectExpression(format: "FUNCTION($manager, '\(name)', 'AToB', $source.rel)")
    XCTAssertEqual(call.format, "\(name)($manager, \"AToB\", $source.rel)")
    XCTAssertEqual(try ObjectExpression(format: call.format), call)
  }

  func testHandMadeTreesPrintAsWhatTheyMean() {
    XCTAssertEqual(ObjectPredicate.and([]).format, "TRUEPREDICATE")
    XCTAssertEqual(ObjectPredicate.or([]).format, "FALSEPREDICATE")
    XCTAssertEqual(ObjectPredicate.not(.and([.or([.constant(true)])])).format, "NOT TRUEPREDICATE")
    XCTAssertEqual(
      ObjectExpression.aggregate([.constant(.integer(1))]).format, "{1}")
  }
}
