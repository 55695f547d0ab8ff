import ModelGenerator
import ModelSchema
import XCTest

final class NameTests: XCTestCase {
  func testNamesThatGeneratedCodeUsesAreRefused() {
    let model = ManagedObjectModel(name: "M", entities: [EntityDescription(name: "Row")])
    XCTAssertThrowsError(try SwiftGenerator().files(for: model)) {
      XCTAssertEqual(
        String(describing: $0),
        "error: 'Row': generated code uses the name 'Row' itself; give it another one, an entity "
          + "with '@class(\"...\")'")
    }
    let renamed = ManagedObjectModel(
      name: "M", entities: [EntityDescription(name: "Row", className: "TableRow")])
    XCTAssertNoThrow(try SwiftGenerator().files(for: renamed))
  }

  func testTwoClassesOfOneNameAreRefused() {
    let model = ManagedObjectModel(
      name: "M",
      entities: [EntityDescription(name: "A"), EntityDescription(name: "B", className: "A")])
    XCTAssertThrowsError(try SwiftGenerator().files(for: model)) {
      XCTAssertEqual(($0 as? GenerationIssue)?.problem, .duplicateName("A"))
    }
  }

  func testAPropertyMayBeCalledValues() throws {
    let text = try generated(.attribute("values", .string))
    XCTAssertTrue(text.contains("final var storedValues: Values\n"))
    XCTAssertTrue(text.contains("return storedValues.values\n"))
  }

  func testAPropertyMayBeCalledContext() throws {
    let text = try generated(.attribute("context", .string))
    XCTAssertTrue(text.contains("init(in managedObjectContext: ManagedObjectContext, context: "))
    XCTAssertTrue(text.contains("self.init(_insertedInto: managedObjectContext)\n"))
  }

  func testReservedWordsAreEscaped() throws {
    let text = try generated(.attribute("default", .string))
    XCTAssertTrue(text.contains("final var `default`: String {"))
    XCTAssertTrue(text.contains("case `default`"))
  }

  func testXcodesNamesAreAnOption() throws {
    let model = ManagedObjectModel(
      name: "M",
      entities: [EntityDescription(name: "A", properties: [.toMany("tags", "A", inverse: "tags")])])
    let plain = try SwiftGenerator().files(for: model)[0].text
    XCTAssertFalse(plain.contains("addToTags"))
    let text = try SwiftGenerator(usesXcodeAccessors: true).files(for: model)[0].text
    XCTAssertTrue(text.contains("final func addToTags(_ value: A) { tags.insert(value) }"))
    XCTAssertTrue(text.contains("final func removeFromTags(_ values: some Sequence<A>) {"))
  }

  private func generated(_ property: PropertyDescription) throws -> String {
    let entity = EntityDescription(name: "A", properties: [property])
    return try SwiftGenerator().files(for: ManagedObjectModel(name: "M", entities: [entity]))[0]
      .text
  }
}
