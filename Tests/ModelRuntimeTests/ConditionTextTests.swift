import BankModel
import XCTest

@testable import ModelRuntime
@testable import ModelStorage

/// The SQL that is compiled from conditions.
final class ConditionTextTests: XCTestCase {
  func testParenthesesAroundPartsAreNotAroundTheWhole() {
    XCTAssertTrue(SQLFragment("((a) AND (b))").isInParentheses)
    XCTAssertFalse(SQLFragment("(a) AND (b)").isInParentheses)
    XCTAssertEqual(SQLCompiler.negated(SQLFragment("(a) AND (b)")).sql, "(((a) AND (b)) IS NOT 1)")
  }

  func testATableIsJoinedOnceForAnObject() throws {
    let store = try PersistentStore(.bank, configuration: .inMemory)
    let entity = try XCTUnwrap(CompiledModel.bank.entity(named: "FailedBankDetails"))
    var joins = Joins(store.mapping)
    let first = joins.alias(of: SQLObject(key: SQLFragment("t0.ZDETAILS"), entity: entity))
    XCTAssertEqual(
      joins.alias(of: SQLObject(key: SQLFragment("t0.ZDETAILS"), entity: entity)), first)
    XCTAssertNotEqual(
      joins.alias(of: SQLObject(key: SQLFragment("t0.ZOTHER"), entity: entity)), first)
  }
}
