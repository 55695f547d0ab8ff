import Foundation
import XCTest

@testable import ModelPredicates
@testable import ModelSchema

final class FormatErrorTests: XCTestCase {
  func testASuggestionStandsWhereItHelps() {
    XCTAssertThrowsError(try ObjectPredicate(format: "a == CAST('x', 'NSUUID')")) {
      XCTAssertFalse("\($0)".contains("seconds since"), "\($0)")
    }
  }

  func testTreesArePrintedAsHighAsTheyMayBe() {
    func nested(_ levels: Int) -> String {
      (1..<levels).reduce(.constant(true)) { tree, _ in ObjectPredicate.not(tree) }.format
    }
    XCTAssertEqual(
      nested(ObjectPredicate.heightLimit),
      String(repeating: "NOT ", count: ObjectPredicate.heightLimit - 1) + "TRUEPREDICATE")
    XCTAssertEqual(
      nested(ObjectPredicate.heightLimit + 1),
      String(repeating: "NOT ", count: ObjectPredicate.heightLimit) + "…")
  }

  func testMistakesAreErrorsWithAMessage() {
    let rows: [(text: String, message: String)] = [
      ("", "1:1: error: expected a value, found the end"),
      ("age", "1:1: error: 'age' is a value, not a condition; compare it, as in 'age == TRUE'"),
      ("age * 25", "1:1: error: 'age * 25' is a value, not a condition; compare it with another"),
      ("age === 25", "1:7: error: expected a value, found '='; did you mean '=='?"),
      (",", "1:1: error: expected a value, found ','"),
      ("()", "1:2: error: expected a value, found ')'"),
      ("a == 1 b", "1:8: error: expected an operator or the end, found 'b'"),
      ("a == 1 == 2", "1:1: error: 'a == 1' is a condition, not a value"),
      ("a == ?", "1:6: error: expected a predicate, found '?'"),
      (
        "a == “x”",
        "1:6: error: expected a predicate, found '“'; texts stand in straight quotes, 'so' or"
      ),
      ("a == 'x", "1:6: error: the text that begins here does not end"),
      (
        "a == '\\xg'",
        "1:7: error: '\\x' is no escape; a backslash itself is written '\\\\'"
      ),
      ("a == '\\ud800'", "1:7: error: '\\ud800' is no escape"),
      ("a == 1e999", "1:6: error: the number 1e999 is out of range"),
      ("a == 9223372036854775808", "1:6: error: the number 9223372036854775808 is out of range"),
      ("a == 12abc", "1:6: error: expected a number, found '12abc'"),
      (
        "first == 1",
        "1:1: error: 'first' is a reserved word; a key of that name is written '#first'"
      ),
      (
        "a == 1 AND none.@count == 1",
        "1:12: error: 'none' is a reserved word; a key of that name is written '#none'"
      ),
      ("not == 1", "1:1: error: 'not' is a reserved word"),
      ("a == %@", "1:6: error: there is no argument 1 for '%@'"),
      (
        "a == %s",
        "1:6: error: '%s' is no specifier; there are '%@' for any value, '%K' for a key, '%d' and its "
          + "kin for whole numbers, '%f' for others"
      ),
      ("a % 2 == 1", "1:3: error: expected an operator or the end, found '% '"),
      ("TERNARY(1, 2, 3) == 1", "1:9: error: '1' is a value, not a condition"),
      ("SUBQUERY(a, b, c == 1).@count == 0", "1:13: error: expected a variable, as in '$x'"),
      ("a == CAST('x', 'NSUUID')", "1:11: error: 'x' is not a value of type 'NSUUID'"),
      (
        "a == CAST('x', 'NSDaet')",
        "1:16: error: there is no type 'NSDaet' to cast to; did you mean 'NSDate'?"
      ),
      (
        "a == CAST('1 May', 'NSDate')",
        "1:11: error: '1 May' is not a value of type 'NSDate'; give the seconds since 2001-01-01 00:00 "
          + "UTC, or a Date for '%@'"
      ),
      ("a == CAST('12abc', 'Decimal')", "1:11: error: '12abc' is not a value of type"),
      ("FETCH(a) == 1", "1:7: error: 'FETCH' does not take a key path; write the name"),
      ("a UTI-EQUALS 'x'", "1:3: error: 'UTI-EQUALS' is not supported"),
      ("a TOKENMATCHES 'x'", "1:3: error: 'TOKENMATCHES' is not supported"),
      ("$x := 1", "1:4: error: ':=' is not supported"),
      (
        "a == 1 AN b == 2",
        "1:8: error: expected an operator or the end, found 'AN'; did you mean 'AND'?"
      ),
      ("(a == 1 ro b == 2)", "1:9: error: expected ')', found 'ro'; did you mean 'OR'?"),
      (
        "a lke 'x'",
        "1:3: error: expected an operator or the end, found 'lke'; did you mean 'LIKE'?"
      ),
      ("a is 'x'", "1:3: error: expected an operator or the end, found 'is'; did you mean '=='?"),
      ("a startsWith 'x'", "1:3: error: expected an operator or the end, found 'startsWith'; did"),
      ("a ==[q] 1", "1:6: error: expected options out of the letters c, d, n and l, found 'q'"),
      ("ANY a", "1:6: error: expected a comparison, found the end"),
      ("NOT a", "1:5: error: 'a' is a value, not a condition"),
      ("a == 1 AND", "1:11: error: expected a value, found the end"),
      ("a == \0", "1:6: error: expected a predicate, found the control character 0"),
      ("a ==\n  )", "2:3: error: expected a value, found ')'"),
    ]
    for row in rows {
      XCTAssertThrowsError(try ObjectPredicate(format: row.text), row.text) { error in
        let text = "\(error)"
        XCTAssertTrue(text.hasPrefix(row.message), "\(row.text.debugDescription): \(text)")
      }
    }
  }

  func testTheCaretStandsUnderTheMistake() {
    XCTAssertThrowsError(try ObjectPredicate("name == %@ AND largest == 1 first", "é")) {
      XCTAssertEqual(
        "\($0)",
        """
        1:29: error: expected an operator or the end, found 'first'
        name == %@ AND largest == 1 first
                                    ^~~~~
        """)
    }
  }

  func testALongLineIsCutAroundTheMistake() throws {
    let text = String(repeating: "a == 1 AND ", count: 100) + "?"
    XCTAssertThrowsError(try ObjectPredicate(format: text)) { error in
      let location = (error as? ObjectPredicateError)?.location
      XCTAssertEqual(location?.column, 1_101)
      XCTAssertEqual(location?.excerptColumn, 61)
      XCTAssertEqual(location?.excerpt.count, 62)
    }
  }

  func testArgumentsHaveToFit() {
    let rows: [(text: String, arguments: [(any PredicateArgument)?], message: String)] = [
      ("a == 1", ["x"], "1:7: error: there is 1 argument, and the format takes 0"),
      (
        "a == '%@'", ["x"],
        "1:10: error: there is 1 argument, and the format takes 0; "
          + "'%@' in quotes is a text: leave the quotes out"
      ),
      ("%K == 1", [1], "1:1: error: '%K' does not take a whole number"),
      ("%K == 1", ["a b"], "1:1: error: 'a b' is not a key path"),
      ("%K == 1", ["a..b"], "1:1: error: 'a..b' is not a key path"),
      ("%K == 1", ["a' OR '1'=='1"], "1:1: error: 'a' OR '1'=='1' is not a key path"),
      ("%K == 1", [nil], "1:1: error: '%K' does not take nil"),
      ("a == %d", ["1"], "1:6: error: '%d' does not take a text; '%@' takes any value"),
      ("a == %d", [1.5], "1:6: error: '%d' does not take a number; '%@' takes any value"),
    ]
    for row in rows {
      XCTAssertThrowsError(
        try ObjectPredicate(format: row.text, arguments: row.arguments), row.text
      ) { error in
        XCTAssertTrue("\(error)".hasPrefix(row.message), "\(row.text): \(error)")
      }
    }
  }
}
