import Foundation
import ModelLanguage
import ModelRuntime
import XCTest

/// The models beside this file have no generated code in the repository: the
/// build tool plugin writes it when the tests are built.
final class PluginTests: XCTestCase {
  func testTheGeneratedDescriptionIsTheModel() throws {
    let rows: [(name: String, compiled: CompiledModel)] = [
      ("Pets", .pets), ("Types", .types), ("Tasks", .tasks), ("FailedBanks", .failedBanks),
    ]
    for row in rows {
      let url = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "\(row.name).model")
      let text = try String(contentsOf: url, encoding: .utf8)
      let model = try XCTUnwrap(readModel([SourceFile(path: row.name, text: text)]).model)
      XCTAssertEqual(row.compiled.description.entities.map(\.name), model.entities.map(\.name))
      for (generated, parsed) in zip(row.compiled.description.entities, model.entities) {
        XCTAssertEqual(generated, parsed, "\(row.name).\(parsed.name)")
      }
      XCTAssertEqual(row.compiled.description, model, row.name)
    }
  }

  func testObjectsOfGeneratedClassesAreStored() throws {
    let container = try makeContainer(.pets)
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

  func testTransientRelationshipsAndValuesOfAnyTypeStayInMemory() throws {
    let container = try makeContainer(.pets)
    let context = try container.makeContext()
    let owner = Owner(in: context, name: "Ada")
    let pet = Pet(in: context, name: "Rex")
    pet.walker = owner
    pet.lastSeen = [1, 2]
    try context.save()
    XCTAssertEqual(pet.walker, owner)
    XCTAssertEqual(pet.lastSeen as? [Int], [1, 2])
    XCTAssertEqual(try pet.value(forKey: "walker") as? Owner, owner)

    let other = try container.makeContext()
    let found = try XCTUnwrap(other.first(Pet.all))
    XCTAssertNil(found.walker)
    XCTAssertNil(found.lastSeen)
    other.delete(try XCTUnwrap(other.first(Owner.all)))
    try other.save()
  }

  func testEveryTypeOfAttributeIsStored() throws {
    let container = try makeContainer(.types)
    let context = try container.makeContext()
    let day = Date(timeIntervalSinceReferenceDate: 1_000)
    let link = try XCTUnwrap(URL(string: "https://example.org/a"))
    let made = Everything(
      in: context, flag: true, small: -3, large: 1 << 40, single: 0.25, text: "ABC", day: day,
      bytes: Data([1, 2, 3]), link: link, document: .null, words: ["a", "b"], shade: .darkRed,
      point: Point(x: 1.5, label: "here"))
    let id = made.id
    _ = Optionals(in: context, text: "ABC", friend: made)
    try context.save()

    let other = try container.makeContext()
    let read = try XCTUnwrap(other.first(Everything.where { $0.text == "ABC" }))
    XCTAssertEqual(read.id, id)
    XCTAssertEqual([read.flag], [true])
    XCTAssertEqual(read.small, -3)
    XCTAssertEqual(read.middle, 7)
    XCTAssertEqual(read.large, 1 << 40)
    XCTAssertEqual(read.single, 0.25)
    XCTAssertEqual(read.price, Decimal(string: "12.5"))
    XCTAssertEqual(read.day, day)
    XCTAssertEqual(read.bytes, Data([1, 2, 3]))
    XCTAssertEqual(read.link, link)
    XCTAssertEqual(read.words, ["a", "b"])
    XCTAssertEqual(read.level, .default)
    XCTAssertEqual(read.shade, .darkRed)
    XCTAssertEqual(read.point, Point(x: 1.5, label: "here"))
    XCTAssertEqual(read.friends.map(\.text), ["ABC"])
    let empty = try XCTUnwrap(other.first(Optionals.all))
    XCTAssertNil(empty.price)
    XCTAssertNil(empty.point)
    XCTAssertEqual(empty.friend.id, id)
  }

  private func makeContainer(_ model: CompiledModel) throws -> PersistentContainer {
    let url = try temporaryStore()
    return try PersistentContainer(model, configuration: StoreConfiguration(url: url))
  }
}
