import Foundation
import ModelLanguage
import ModelRuntime
import XCTest

/// `Pets.model` beside this file has no generated code in the repository: the
/// build tool plugin writes it when the tests are built.
final class PluginTests: XCTestCase {
  func testTheGeneratedDescriptionIsTheModel() throws {
    let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Pets.model")
    let text = try String(contentsOf: url, encoding: .utf8)
    let reading = readModel([SourceFile(path: "Pets.model", text: text)])
    XCTAssertEqual(CompiledModel.pets.description, reading.model)
  }

  func testObjectsOfGeneratedClassesAreStored() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).sqlite")
    defer { try? FileManager.default.removeItem(at: url) }
    let container = try PersistentContainer(.pets, configuration: StoreConfiguration(url: url))
    let context = try container.makeContext()
    let owner = Owner(in: context, name: "Ada")
    owner.pets = [Pet(in: context, name: "Rex", owner: nil), Pet(in: context, name: "Tom")]
    try context.save()

    let other = try container.makeContext()
    let found = try XCTUnwrap(Owner.named("aD", in: other).first)
    XCTAssertEqual(found.pets.map(\.name).sorted(), ["Rex", "Tom"])
    XCTAssertEqual(found.pets.map(\.weight), [0.5, 0.5])
    XCTAssertNil(try Owner.find(name: "Bob", in: other))
    other.delete(found)
    try other.save()
    XCTAssertEqual(try other.count(Pet.all), 0)
  }
}
