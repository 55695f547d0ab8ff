import Foundation
import ModelRuntime
import ModelSchema
import TestSupport
import XCTest

/// XML stores in the form that Core Data writes, with the names of the data model, of which
/// they only contain the hashes.
final class ForeignXMLTests: XCTestCase {
  private let folder = try? TemporaryFolder()

  private func url() throws -> URL { try XCTUnwrap(folder).file("Items.xml") }

  private func text() throws -> String { try String(contentsOf: url(), encoding: .utf8) }

  private func model(_ version: Int, _ attribute: AttributeDescription) -> ManagedObjectModel {
    ManagedObjectModel(
      name: "Items", version: version,
      entities: [EntityDescription(name: "Item", properties: [.attribute(attribute)])])
  }

  private func open(_ model: CompiledModel) throws -> ManagedObjectContext {
    try PersistentContainer(model, configuration: StoreConfiguration(url: url(), type: .xml))
      .makeContext()
  }

  func testAnOlderVersionIsKnownByItsHashes() throws {
    let old = model(1, AttributeDescription(name: "name", type: .string, isOptional: true))
    let new = model(
      2,
      AttributeDescription(
        name: "title", type: .string, isOptional: true, renamingIdentifier: "name"))
    let context = try open(CompiledModel(old))
    try context.insert(entityName: "Item", ["name": "pear"])
    try context.save()
    let foreign = try text().replacing(
      /<key>ModelRuntime[^<]*<\/key>\s*<(\w+)>[^<]*<\/\w+>/, with: "")
    XCTAssertFalse(foreign.contains("ModelRuntime"))
    try Data(foreign.utf8).write(to: url())
    let later = try open(CompiledModel(new, released: [old]))
    let item = try XCTUnwrap(try later.fetch(entityName: "Item").first)
    XCTAssertEqual(try item.value(forKey: "title") as? String, "pear")
    XCTAssertTrue(try text().contains("<attribute name=\"title\" type=\"string\">pear</attribute>"))
  }

  /// An SQLite store would read the value as nil.
  func testADateThatIsNoNumberIsNamed() throws {
    let model = CompiledModel(
      model(1, AttributeDescription(name: "due", type: .date, isOptional: true)))
    let context = try open(model)
    let due = Date(timeIntervalSinceReferenceDate: 2.5)
    try context.insert(entityName: "Item", ["due": due])
    try context.save()
    let damaged = try text().replacingOccurrences(of: ">2.5<", with: ">nan<")
    XCTAssertTrue(damaged.contains(">nan<"), damaged)
    try Data(damaged.utf8).write(to: url())
    XCTAssertThrowsError(try open(model)) { error in
      XCTAssertEqual((error as? StoreError)?.reason, .damaged)
      let says = "'Item.due' is of type date, which 'nan' is not"
      XCTAssertTrue("\(error)".contains(says), "\(error)")
    }
  }

  /// Imported properties have column names if Swift does not allow their names.
  func testPropertiesAreCalledAsTheirColumns() throws {
    let model = CompiledModel(
      model(
        1,
        AttributeDescription(
          name: "hashText", type: .string, isOptional: true, columnName: "hash")))
    let context = try open(model)
    try context.insert(entityName: "Item", ["hashText": "x"])
    try context.save()
    let text = try text()
    XCTAssertTrue(text.contains("<attribute name=\"hash\" type=\"string\">x</attribute>"), text)
    // Older versions of this library wrote the second name.
    for name in ["hash", "hashtext"] {
      try Data(text.replacing("name=\"hash\"", with: "name=\"\(name)\"").utf8).write(to: url())
      let later = try open(model)
      let item = try XCTUnwrap(try later.fetch(entityName: "Item").first, name)
      XCTAssertEqual(try item.value(forKey: "hashText") as? String, "x", name)
    }
  }
}
