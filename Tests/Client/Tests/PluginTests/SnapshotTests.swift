import Foundation
import ModelRuntime
import XCTest

final class SnapshotTests: XCTestCase {
  func testEveryTypeOfAttributeIsComparedAndApplied() throws {
    let url = try temporaryStore()
    let container = try PersistentContainer(.types, configuration: StoreConfiguration(url: url))
    let context = try container.makeContext()
    let link = try XCTUnwrap(URL(string: "https://example.org/a"))
    let day = Date(timeIntervalSinceReferenceDate: 1_000)
    let one = Everything(
      in: context, flag: true, small: -3, large: 1 << 40, single: 0.25, text: "ABC", day: day,
      bytes: Data([1, 2, 3]), link: link, document: .null, words: ["a", "b"], shade: .darkRed,
      point: Point(x: 1.5, label: "here"))
    let two = Everything(
      in: context, flag: false, small: 3, large: 1, single: 0.5, text: "DEF",
      day: day.addingTimeInterval(1), bytes: Data(), link: link, document: .boolean(true),
      words: [], shade: .darkRed, point: Point(x: 2, label: "there"))
    try context.save()

    let snapshots = try context.fetch(Everything.all, as: Everything.Snapshot.self)
    let first = try XCTUnwrap(snapshots.first { $0.id == one.objectID })
    let second = try XCTUnwrap(snapshots.first { $0.id == two.objectID })
    let names = second.changes(since: first).keys(Everything.Key.self).map { "\($0)" }
    for name in ["flag", "small", "text", "day", "bytes", "document", "words", "point"] {
      XCTAssertTrue(names.contains(name), name)
    }
    XCTAssertFalse(names.contains("link"))

    try two.apply(first)
    XCTAssertEqual(two.flag, true)
    XCTAssertEqual(two.small, -3)
    XCTAssertEqual(two.document, .null)
    XCTAssertEqual(two.words, ["a", "b"])
    XCTAssertEqual(two.point, Point(x: 1.5, label: "here"))
    XCTAssertEqual(two.bytes, Data([1, 2, 3]))
  }

  func testValuesThatAreNilAreApplied() throws {
    let url = try temporaryStore()
    let container = try PersistentContainer(.pets, configuration: StoreConfiguration(url: url))
    let context = try container.makeContext()
    let owner = Owner(in: context, name: "Ada")
    let pet = Pet(in: context, name: "Rex", owner: owner)
    let stray = Pet(in: context, name: "Tom")
    try context.save()
    let snapshots = try context.fetch(Pet.all, as: Pet.Snapshot.self)
    let free = try XCTUnwrap(snapshots.first { $0.id == stray.objectID })
    try pet.apply(free)
    XCTAssertNil(pet.owner)
    XCTAssertEqual(owner.pets.count, 0)
    XCTAssertEqual(pet.name, "Tom")
  }
}
