import Foundation
import ModelRuntime
import ModelSchema
import StoreSupport
import TestSupport
import XCTest

/// Tests of the history that hold for every store that keeps one: a file, or another store if
/// `MODEL_TEST_STORE` is set.
final class SavedHistoryTests: XCTestCase {
  private var folder: TemporaryFolder!

  override func setUpWithError() throws { folder = try TemporaryFolder() }
  override func tearDown() { folder = nil }

  private var model: CompiledModel {
    var name = AttributeDescription(name: "name", type: .string, isOptional: true)
    name.preservesValueOnDeletion = true
    var made = AttributeDescription(name: "made", type: .date, isOptional: true)
    made.preservesValueOnDeletion = true
    return CompiledModel(
      ManagedObjectModel(
        name: "Kept", version: 1,
        entities: [
          EntityDescription(
            name: "Shelf",
            properties: [
              .attribute(AttributeDescription(name: "room", type: .string, isOptional: true)),
              .relationship(
                RelationshipDescription(
                  name: "things", destinationName: "Thing", inverseName: "shelf", isToMany: true)),
            ]),
          EntityDescription(
            name: "Thing",
            properties: [
              .attribute(name), .attribute(made),
              .attribute(AttributeDescription(name: "count", type: .int32, isOptional: true)),
              .relationship(
                RelationshipDescription(
                  name: "shelf", destinationName: "Shelf", inverseName: "things")),
            ]),
        ]))
  }

  /// Opens a new store, as several programs do.
  private func open(_ count: Int, keepsHistory: Bool = true) throws -> [PersistentContainer] {
    var configuration = StoreConfiguration(url: folder.file("History.sqlite"))
    configuration.keepsHistory = keepsHistory
    return try TestStores.programs(count, model, configuration)
  }

  private func open(keepsHistory: Bool = true) throws -> PersistentContainer {
    try open(1, keepsHistory: keepsHistory)[0]
  }

  private func shown(_ transactions: [HistoryTransaction]) -> [String] {
    transactions.map { transaction in
      transaction.changes.map { change in
        let names = change.changedProperties.map { "(\($0.sorted().joined(separator: " ")))" } ?? ""
        return "\(change.kind) \(change.objectID.entityName)\(change.objectID.key)\(names)"
      }.joined(separator: ", ")
    }
  }

  func testASaveWritesWhoChangedWhat() throws {
    let container = try open()
    let context = try container.makeContext()
    context.transactionAuthor = "Ann"
    context.name = "editor"
    let made = Date(timeIntervalSinceReferenceDate: 800_000_000.25)
    let thing = try context.insert(entityName: "Thing", ["name": "a", "made": made])
    let shelf = try context.insert(entityName: "Shelf", ["room": "b"])
    try context.save()
    try thing.setValue(7, forKey: "count")
    try thing.setValue(shelf, forKey: "shelf")
    try context.save()
    // A save without changes is no transaction.
    try context.save()
    context.transactionAuthor = nil
    // The value that was never saved is not kept.
    try thing.setValue("never saved", forKey: "name")
    context.delete(thing)
    try context.save()
    let history = try container.history()
    XCTAssertEqual(
      shown(history),
      [
        "insert Thing1, insert Shelf1", "update Thing1(count shelf), update Shelf1(things)",
        "delete Thing1, update Shelf1(things)",
      ])
    XCTAssertEqual(history.map(\.id), [1, 2, 3])
    XCTAssertEqual(history.map(\.author), ["Ann", "Ann", nil])
    XCTAssertEqual(history.map(\.contextName), ["editor", "editor", "editor"])
    XCTAssertEqual(
      history.map(\.processID), Array(repeating: ProcessInfo.processInfo.processName, count: 3))
    XCTAssertEqual(
      history[2].changes[0].tombstone, ["name": .string("a"), "made": .date(made)])
    XCTAssertEqual(history[2].report.deleted.map(\.key), [1])
    XCTAssertEqual(history.map(\.date), history.map(\.date).sorted())
    XCTAssertEqual(history[2].date.timeIntervalSinceNow, 0, accuracy: 60)
  }

  func testABatchIsATransaction() throws {
    var configuration = StoreConfiguration(url: folder.file("Batch.sqlite"))
    configuration.keepsHistory = true
    let container = try TestStores.container(.school, configuration)
    let context = try container.makeContext()
    for title in ["a", "b"] { _ = Course(in: context, title: title) }
    try context.save()
    (context.name, context.transactionAuthor) = ("cleaner", "Ann")
    let token = try container.currentHistoryToken()
    try context.batchUpdate(
      BatchUpdate(
        Course.all, assignments: [BatchAssignment(["tiny"], to: .constant(.integer(1)))]))
    try context.batchDelete(Course.all)
    // A batch without rows is no transaction.
    try context.batchDelete(Course.all)
    let history = try container.history(after: token)
    XCTAssertEqual(
      shown(history), ["update Course1, update Course2", "delete Course1, delete Course2"])
    XCTAssertEqual(history.map(\.contextName), ["cleaner", "cleaner"])
    XCTAssertEqual(history.map(\.author), ["Ann", "Ann"])
  }

  func testAConflictLeavesNoTransaction() throws {
    let container = try open()
    let contexts = try (0..<2).map { _ in try container.makeContext() }
    try contexts[0].insert(entityName: "Thing", ["name": "a"])
    try contexts[0].save()
    let things = try contexts.map { try XCTUnwrap($0.fetch(entityName: "Thing").first) }
    for (place, context) in contexts.enumerated() {
      try things[place].setValue("\(place)", forKey: "name")
      context.transactionAuthor = "\(place)"
    }
    try contexts[0].save()
    XCTAssertThrowsError(try contexts[1].save())
    XCTAssertEqual(try container.history().map(\.author), [nil, "0"])
    try contexts[1].save(mergePolicy: .objectWins)
    XCTAssertEqual(try container.history().map(\.author), [nil, "0", "1"])
  }

  /// A transaction may be merged after its save, even by the context that made it.
  func testADeletionThatIsUndoneByNowTakesNothingAway() throws {
    let container = try open()
    let context = try container.makeContext()
    let thing = try context.insert(entityName: "Thing", ["name": "a"])
    try context.save()
    context.undoHistory = UndoHistory()
    context.delete(thing)
    try context.save()
    context.undo()
    for isSaved in [false, true] {
      if isSaved { try context.save() }
      for transaction in try container.history() { context.mergeChanges(from: transaction.report) }
      XCTAssertFalse(thing.isInaccessible, "saved: \(isSaved)")
      XCTAssertEqual(context.insertedObjects, isSaved ? [] : [thing])
    }
    XCTAssertEqual(try context.fetch(entityName: "Thing"), [thing])
  }

  /// One statement records all objects with the same changes, but each object has its own
  /// row.
  func testAlternatingChangesAreEachNoted() throws {
    let container = try open()
    let context = try container.makeContext()
    let things = try (0..<6).map { number in
      try context.insert(entityName: number % 3 == 0 ? "Shelf" : "Thing", [:])
    }
    try context.save()
    for (number, thing) in things.enumerated() where number % 3 > 0 {
      try thing.setValue("x", forKey: "name")
      if number % 3 == 2 { try thing.setValue(number, forKey: "count") }
    }
    try context.save()
    for thing in things { context.delete(thing) }
    try context.save()
    let history = try container.history()
    let sorted = shown(history).map { $0.split(separator: ", ").sorted().joined(separator: ", ") }
    XCTAssertEqual(
      sorted,
      [
        "insert Shelf1, insert Shelf2, insert Thing1, insert Thing2, insert Thing3, insert Thing4",
        "update Thing1(name), update Thing2(count name), update Thing3(name), "
          + "update Thing4(count name)",
        "delete Shelf1, delete Shelf2, delete Thing1, delete Thing2, delete Thing3, delete Thing4",
      ])
    XCTAssertEqual(history.flatMap(\.changes).map(\.id), Array(1...16))
    let kept = history[2].changes.filter { $0.objectID.entityName == "Thing" }.map(\.tombstone)
    XCTAssertEqual(kept, Array(repeating: ["name": .string("x")], count: 4))
  }

  func testTokensAreKeptComparedAndExpire() throws {
    let container = try open()
    let context = try container.makeContext()
    var tokens = [try container.currentHistoryToken()]
    for name in ["a", "b", "c"] {
      try context.insert(entityName: "Thing", ["name": name])
      try context.save()
      tokens.append(try container.currentHistoryToken())
    }
    XCTAssertEqual(tokens, tokens.sorted())
    let kept = try JSONDecoder().decode(HistoryToken.self, from: JSONEncoder().encode(tokens[1]))
    XCTAssertEqual(try container.history(after: kept).map(\.id), [2, 3])
    XCTAssertEqual(try container.history(after: nil, limit: 2).map(\.id), [1, 2])
    XCTAssertEqual(try container.history(since: .distantPast).count, 3)
    XCTAssertEqual(try container.history(since: .distantFuture), [])
    XCTAssertEqual(try container.deleteHistory(before: tokens[3]), 2)
    XCTAssertEqual(try container.history(after: tokens[2]).map(\.id), [3])
    XCTAssertThrowsError(try container.history(after: tokens[1])) {
      XCTAssertEqual(($0 as? StoreError)?.reason, .historyPurged)
    }
    try container.deleteHistory(before: .distantFuture)
    XCTAssertEqual(try container.history(after: tokens[3]), [])
    XCTAssertThrowsError(try container.history(after: tokens[2])) {
      XCTAssertEqual(($0 as? StoreError)?.reason, .historyPurged)
    }
    let other = HistoryToken(storeID: UUID(), transactionNumber: 1)
    XCTAssertThrowsError(try container.history(after: other)) {
      XCTAssertEqual(($0 as? StoreError)?.reason, .unknownHistoryToken)
    }
  }

  func testAnObserverSeesEachTransactionOnceOfEveryContainer() async throws {
    let programs = try open(2)
    let (container, other) = (programs[0], programs[1])
    try container.performAndWait { context in
      try context.insert(entityName: "Thing", ["name": "before"])
      try context.save()
    }
    let observer = HistoryObserver(container, everyMilliseconds: 20)
    let seen = Task {
      var authors: [String] = []
      for try await transaction in observer {
        authors.append(transaction.author ?? "-")
        if authors.count == 4 { break }
      }
      return authors
    }
    for (index, writer) in [container, other, container].enumerated() {
      try await Task.sleep(for: .milliseconds(60))
      try writer.performAndWait { context in
        context.transactionAuthor = "\(index)"
        try context.insert(entityName: "Thing", ["name": "x"])
        try context.save()
      }
    }
    let authors = try await seen.value
    XCTAssertEqual(authors, ["-", "0", "1", "2"])
  }

  func testAStoreWithoutHistorySaysSo() throws {
    let container = try open(keepsHistory: false)
    XCTAssertFalse(container.keepsHistory)
    XCTAssertThrowsError(try container.history()) {
      XCTAssertEqual(($0 as? StoreError)?.reason, .unsupportedFeature)
    }
  }
}
