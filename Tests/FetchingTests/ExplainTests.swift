import ModelRuntime
import XCTest

final class ExplainTests: CatalogTestCase {
  func testAnExplanationShowsStatementValuesAndPlan() throws {
    let explanation = try context.explain(
      FetchRequest<Item>(ObjectPredicate("name BEGINSWITH 'ab'")))
    XCTAssertTrue(explanation.sql.contains("t0.ZNAME >= ? AND"), explanation.sql)
    XCTAssertEqual(explanation.bindings, ["\"ab\"", "\"ac\""])
    XCTAssertEqual(explanation.plan.count, 1)
    XCTAssertEqual(explanation.warnings.count, 1)
  }

  func testARelationshipIsFoundByItsIndex() throws {
    let person = Person(in: context)
    try context.save()
    let request = try FetchRequest<Item>(ObjectPredicate("owner == %@", person.objectID))
    XCTAssertEqual(try context.explain(request).warnings, [])
  }

  func testWhetherThereAreAnyIsAskedWithoutCounting() throws {
    for format in [
      "tags.@count > 0", "tags.items.@count == 0", "SUBQUERY(tags, $t, $t.rank > 1).@count != 0",
    ] {
      let sql = try context.explain(FetchRequest<Item>(ObjectPredicate(format))).sql
      XCTAssertTrue(sql.contains("EXISTS (SELECT 1 FROM"), "\(format): \(sql)")
      XCTAssertFalse(sql.contains("count("), "\(format): \(sql)")
    }
  }

  func testNothingIsWarnedOfWithoutACondition() throws {
    XCTAssertEqual(try context.explain(Item.all).warnings, [])
  }
}
