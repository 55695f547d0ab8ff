import ModelRuntime
import XCTest

/// The functions that are generated from fetches: each asks for its template by name.
final class TemplateTests: CatalogTestCase {
  override func setUpWithError() throws {
    try super.setUpWithError()
    for name in ["Ann", "Bob"] { Person(in: context).name = name }
    Company(in: context).name = "Bob"
    try context.save()
  }

  func testASubclassFetchesItsOwnObjects() throws {
    XCTAssertEqual(try Owner.called("Bob", in: context).count, 2)
    XCTAssertEqual(try Person.called("Bob", in: context).map(\.entityName), ["Person"])
    XCTAssertEqual(try Company.called(in: context).map(\.name), ["Bob"])
  }

  func testASubclassHasTheRowsOfItsParent() throws {
    XCTAssertEqual(try Owner.perName(in: context).map(\.owners), [1, 2])
    XCTAssertEqual(try Company.perName(in: context).map(\.owners), [1])
  }

  func testAnObjectIsAValue() throws {
    let item = Item(in: context)
    item.owner = try XCTUnwrap(Person.called("Ann", in: context).first)
    try context.save()
    XCTAssertEqual(try Owner.owning(item, in: context)?.name, "Ann")
    XCTAssertNil(try Company.owning(item, in: context))
  }

  func testAComparisonOfTwoValuesIsDecidedBeforeTheStoreIsAsked() throws {
    for (name, words) in [(ConstantValue.null, ["1", "true"]), (.string("Ann"), ["0", "false"])] {
      let request = try FetchRequest<Owner>(template: "called", of: Owner.self, ["name": name])
      let sql = try context.explain(request).sql
      XCTAssertTrue(words.contains { sql.contains("(\($0) OR ") }, sql)
    }
  }
}
