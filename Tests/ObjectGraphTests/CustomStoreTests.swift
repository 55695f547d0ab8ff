import Foundation
import ModelRuntime
import TestSupport
import XCTest

/// A store type that a program implements itself.
final class CustomStoreTests: SchoolTestCase {
  /// A store type that keeps stores in a dictionary in memory.
  private final class Shelf: AtomicStore, @unchecked Sendable {
    // because a test runs on one thread.
    var contents: [URL: StoreContent] = [:]
    var refusesToSave = false
    struct Refusal: Error {}

    let typeName = "Shelf"

    func exists(at url: URL) -> Bool { contents[url] != nil }

    func description(at url: URL) throws -> StoreDescription {
      let content = try load(from: url, model: ManagedObjectModel(name: ""))
      return StoreDescription(identifier: content.identifier, metadata: content.metadata)
    }

    func load(from url: URL, model: ManagedObjectModel) throws -> StoreContent {
      guard let content = contents[url] else { throw Refusal() }
      return content
    }

    func save(_ content: StoreContent, of model: ManagedObjectModel, to url: URL) throws {
      if refusesToSave { throw Refusal() }
      contents[url] = content
    }

    func remove(at url: URL) { contents[url] = nil }
  }

  private let shelf = Shelf()
  private let url = URL(filePath: "/a/b")

  private func open() throws -> PersistentContainer {
    try PersistentContainer(
      .school, configuration: StoreConfiguration(url: url, type: .custom(shelf)))
  }

  func testAProgramsOwnStoreIsFetchedAndSaved() throws {
    let context = try open().makeContext()
    let student = Student(in: context, name: "Ben", address: Address(street: "Main", zip: 5))
    let grade = Grade(in: context, points: 3, student: student)
    student.grades = [grade]
    try context.save()
    let stored = try XCTUnwrap(shelf.contents[url]?.objects.first { $0.entityName == "Student" })
    XCTAssertEqual(stored.values["name"], .string("Ben"))
    XCTAssertEqual(stored.values["address.zip"], .integer(5))
    XCTAssertEqual(stored.links["grades"], [grade.objectID.key])
    let other = try open().makeContext()
    XCTAssertEqual(try other.fetch(Student.where { $0.address.zip == 5 }).map(\.name), ["Ben"])
    XCTAssertEqual(shelf.contents[url]?.metadata["NSStoreType"], .string("Shelf"))
  }

  func testASaveThatTheStoreRefusesCanBeTriedAgain() throws {
    let container = try open()
    let context = try container.makeContext()
    shelf.refusesToSave = true
    _ = Student(in: context, name: "Ben")
    XCTAssertThrowsError(try context.save()) { XCTAssertTrue($0 is Shelf.Refusal) }
    XCTAssertTrue(context.hasChanges)
    XCTAssertEqual(try container.makeContext().count(Student.all), 0)
    shelf.refusesToSave = false
    try context.save()
    XCTAssertEqual(try container.makeContext().count(Student.all), 1)
    XCTAssertEqual(shelf.contents[url]?.objects.count, 1)
  }

  func testContentThatTheModelDoesNotHaveIsRefused() throws {
    let cases: [(name: String, object: StoredObject, reason: StoreError.Reason)] = [
      ("entity", StoredObject(entityName: "Pupil", key: 1), .modelMismatch),
      ("abstract entity", StoredObject(entityName: "Person", key: 1), .modelMismatch),
      (
        "value", StoredObject(entityName: "Course", key: 1, values: ["colour": .string("red")]),
        .modelMismatch
      ),
      ("key", StoredObject(entityName: "Course", key: 0), .damaged),
    ]
    for row in cases {
      shelf.contents[url] = StoreContent(objects: [row.object])
      XCTAssertThrowsError(try open(), row.name) {
        XCTAssertEqual(($0 as? StoreError)?.reason, row.reason, "\(row.name): \($0)")
      }
    }
    let twice = StoredObject(entityName: "Course", key: 1)
    shelf.contents[url] = StoreContent(objects: [twice, twice])
    XCTAssertThrowsError(try open()) { XCTAssertEqual(($0 as? StoreError)?.reason, .damaged) }
  }

  func testLinksThatOneEndKnowsAreEnough() throws {
    shelf.contents[url] = StoreContent(objects: [
      StoredObject(
        entityName: "Teacher", key: 1, values: ["name": .string("Ada"), "number": .uuid(UUID())],
        links: ["mentees": [2]]),
      StoredObject(
        entityName: "Student", key: 2, values: ["name": .string("Ben"), "number": .uuid(UUID())]),
    ])
    let context = try open().makeContext()
    XCTAssertEqual(try context.first(Student.all)?.mentor?.name, "Ada")
  }
}
