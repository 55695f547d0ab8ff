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
      XCTAssertEqual(($0 as? GenerationDiagnostic)?.reason, .duplicateName("A"))
    }
  }

  func testAPropertyMayBeCalledValues() throws {
    let text = try generated(.attribute("values", .string))
    XCTAssertTrue(text.contains("final var storedValues: Values\n"))
    XCTAssertTrue(text.contains("_reading(Key.values, storedValues.values)"))
  }

  func testAPropertyMayHaveTheNameOfAChildsStorage() throws {
    let model = ManagedObjectModel(
      name: "M",
      entities: [
        EntityDescription(name: "Base", properties: [.attribute("values", .string)]),
        EntityDescription(
          name: "Box", parentName: "Base",
          properties: [.attribute("boxValues", .string), .attribute("storedValues", .string)]),
      ])
    let text = try SwiftGenerator().files(for: model)[0].text
    XCTAssertTrue(text.contains("final var storedBoxValues: "), text)
    XCTAssertTrue(text.contains("_reading(Key.boxValues, storedBoxValues.boxValues)"), text)
    XCTAssertTrue(text.contains("_reading(Key.values, storedStoredValues.values)"), text)
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

  func testXcodesNamesOfOrderedCollections() throws {
    let model = ManagedObjectModel(
      name: "M",
      entities: [
        EntityDescription(
          name: "A", properties: [.toMany("tags", "A", inverse: "tags", isOrdered: true)])
      ])
    let text = try SwiftGenerator(usesXcodeAccessors: true).files(for: model)[0].text
    for line in [
      "final func addToTags(_ value: A) { tags.append(value) }",
      "final func insertIntoTags(_ value: A, at index: Int) {",
      "final func removeFromTags(at index: Int) { tags.remove(tags[index]) }",
      "final func replaceTags(at index: Int, with value: A) {",
    ] {
      XCTAssertTrue(text.contains(line), line)
    }
  }

  func testForcedNamesGetAnIgnoreLine() throws {
    let line = "// swift-format-ignore: AlwaysUseLowerCamelCase\n"
    XCTAssertFalse(try generated(.attribute("name", .string)).contains(line))
    let text = try generated(.attribute("first_name", .string))
    XCTAssertTrue(text.contains(line + "/// An object of the entity `A`.\nfinal class A"))
    XCTAssertTrue(text.contains(line + "extension Paths where Object: A {"))
  }

  func testDeprecationsAreSwifts() throws {
    let text = try generated(.attribute("old", .string, deprecation: "use 'new'"))
    let line = "@available(*, deprecated, message: \"use 'new'\")\n"
    XCTAssertTrue(text.contains("  \(line)  final var old: String {"))
    XCTAssertTrue(text.contains("  \(line)  override class var bindings"))
  }

  func testTransientRelationshipsAreKeptInMemory() throws {
    let text = try generated(.toOne("idol", "A", isTransient: true))
    XCTAssertTrue(text.contains("private final var _idolValue: A?\n"))
    XCTAssertTrue(text.contains(".attribute(\\A.idol, Key.idol)"))
    XCTAssertFalse(text.contains("_reference"))
  }

  func testWhatHasNoTypeMayBeAnything() throws {
    let text = try generated(.attribute("scratch", .undefined, isTransient: true))
    XCTAssertTrue(text.contains("private final var _scratchValue: Any?\n"))
  }

  private func generated(_ property: PropertyDescription) throws -> String {
    let entity = EntityDescription(name: "A", properties: [property])
    return try SwiftGenerator().files(for: ManagedObjectModel(name: "M", entities: [entity]))[0]
      .text
  }
}
