import BankModel
import Foundation
import ModelRuntime
import TestSupport
import XCTest

final class ContainerTests: BankTestCase {
  func testBackgroundWorkReturnsValues() async throws {
    let container = try XCTUnwrap(self.container)
    let name = try await container.perform { context in
      _ = FailedBankInfo(in: context, name: "A", city: "C", state: "S")
      try context.save()
      return try context.first(FailedBankInfo.all)?.name
    }
    XCTAssertEqual(name, "A")
  }

  func testBackgroundErrorsComeBack() async throws {
    struct Stop: Error {}
    let container = try XCTUnwrap(self.container)
    do {
      try await container.perform { _ in throw Stop() }
      XCTFail("the error was lost")
    } catch {
      XCTAssertTrue(error is Stop)
    }
  }

  @MainActor
  func testTheViewContextIsOneContext() async throws {
    let container = try PersistentContainer(.bank, configuration: .inMemory)
    let bank = FailedBankInfo(in: try container.viewContext, name: "A", city: "C", state: "S")
    XCTAssertTrue(try container.viewContext === bank.context)
  }

  func testConcurrentSavesQueueUp() async throws {
    let container = try XCTUnwrap(self.container)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for number in 0..<10 {
            try container.performAndWait { context in
              _ = Tag(in: context, name: "\(task) \(number)")
              try context.save()
            }
          }
        }
      }
      try await group.waitForAll()
    }
    XCTAssertEqual(
      try rows("SELECT count(*), count(DISTINCT Z_PK) FROM ZTAG", in: storeURL),
      [
        "80|80"
      ])
  }

  /// Neither the default folder nor its parent exists.
  func testAStoreOfANameIsInTheDefaultFolder() throws {
    #if os(Linux)
      let previous = ProcessInfo.processInfo.environment["XDG_DATA_HOME"]
      setenv("XDG_DATA_HOME", folder.file("data").path, 1)
      defer {
        if let previous { setenv("XDG_DATA_HOME", previous, 1) } else { unsetenv("XDG_DATA_HOME") }
      }
    #endif
    let name = UUID().uuidString
    let url = PersistentContainer.defaultDirectoryURL.appending(path: name + ".sqlite")
    #if os(Linux)
      let program = ProcessInfo.processInfo.processName
      XCTAssertEqual(url.path, folder.file("data/\(program)/\(name).sqlite").path)
    #endif
    do {
      let context = try PersistentContainer(name: name, model: .bank).makeContext()
      _ = Tag(in: context, name: "A")
      try context.save()
    }
    let again = try PersistentContainer(name: name, model: .bank).makeContext()
    XCTAssertEqual(try again.count(Tag.all), 1)
    XCTAssertEqual(try rows("SELECT ZNAME FROM ZTAG", in: url), ["A"])
    for end in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: url.path + end)
    }
  }

  func testAStoreInMemoryIsSharedByItsContexts() throws {
    let container = try PersistentContainer(.bank, configuration: .inMemory)
    let first = try container.makeContext()
    _ = Tag(in: first, name: "big")
    try first.save()
    XCTAssertEqual(try container.makeContext().count(Tag.all), 1)
    let other = try PersistentContainer(.bank, configuration: .inMemory)
    XCTAssertEqual(try other.makeContext().count(Tag.all), 0)
  }

  func testAReadOnlyStoreRefusesASave() throws {
    makeBank("A")
    try context.save()
    var configuration = StoreConfiguration(url: storeURL)
    configuration.isReadOnly = true
    let readOnly = try PersistentContainer(.bank, configuration: configuration)
    let reader = try readOnly.makeContext()
    let bank = try XCTUnwrap(try reader.first(FailedBankInfo.all))
    bank.name = "B"
    XCTAssertThrowsError(try reader.save()) { XCTAssertEqual(reason($0), .readOnly) }
    _ = Tag(in: reader, name: "big")
    XCTAssertThrowsError(try reader.save()) { XCTAssertEqual(reason($0), .readOnly) }
    reader.rollback()
    XCTAssertEqual(try reader.count(Tag.all), 0)
  }

  func testWhatIsNoStoreIsRefused() throws {
    let text = folder.file("text")
    try Data("this is not a database at all, but it is long enough".utf8).write(to: text)
    XCTAssertThrowsError(try open(text)) { XCTAssertEqual(reason($0), .notAStore) }

    let other = folder.file("other.sqlite")
    try execute("CREATE TABLE t (x)", in: other)
    XCTAssertThrowsError(try open(other)) { error in
      XCTAssertEqual(reason(error), .notThisLayout)
      XCTAssertEqual(
        "\(error)",
        """
        '\(other.path(percentEncoded: false))' is a database, but not a store: \
        it has no table Z_METADATA
        """)
    }
    XCTAssertEqual(try rows("SELECT name FROM sqlite_schema", in: other), ["t"])

    let impossible = other.appending(path: "Bank.sqlite")
    XCTAssertThrowsError(try open(impossible)) { XCTAssertEqual(reason($0), .cannotOpen) }

    var missing = StoreConfiguration(url: folder.file("missing.sqlite"))
    missing.isReadOnly = true
    XCTAssertThrowsError(try PersistentContainer(.bank, configuration: missing)) {
      XCTAssertEqual(reason($0), .cannotOpen)
    }
  }

  func testAStoreOfAnotherModelSaysWhatItLacks() throws {
    try execute(
      "ALTER TABLE ZFAILEDBANKINFO DROP COLUMN ZACQUIRER",
      in: storeURL)
    XCTAssertThrowsError(try open(storeURL)) { error in
      XCTAssertEqual(reason(error), .modelMismatch)
      XCTAssertTrue("\(error)".hasSuffix("it lacks FailedBankInfo.acquirer"), "\(error)")
    }
  }

  func testARowThatIsGoneLeavesThoseThatLeadToIt() throws {
    makeBank("A")
    try context.save()
    let other = try container.makeContext()
    let bank = try XCTUnwrap(try other.first(FailedBankInfo.all))
    try execute(
      "PRAGMA foreign_keys = OFF; DELETE FROM ZFAILEDBANKDETAILS", in: storeURL)
    XCTAssertNil(bank.details)
    XCTAssertFalse(bank.isInaccessible)
    XCTAssertThrowsError(try other.checkingAccess { bank.details }) {
      XCTAssertEqual(($0 as? StoreError)?.propertyNames, ["details"])
    }
    bank.name = "B"
    try other.save()
    XCTAssertEqual(try rows("SELECT ZNAME FROM ZFAILEDBANKINFO", in: storeURL), ["B"])
  }

  func testAValueThatItsTypeCannotHoldIsNamed() throws {
    makeBank("A")
    try context.save()
    try execute("UPDATE ZFAILEDBANKINFO SET ZCITY = NULL, Z_OPT = 2", in: storeURL)
    let bank = try XCTUnwrap(try context.first(FailedBankInfo.all))
    XCTAssertEqual(bank.city, "")
    XCTAssertTrue(bank.isInaccessible)
    bank.name = "B"
    XCTAssertThrowsError(try context.save()) { error in
      XCTAssertEqual(
        "\(error)",
        """
        bank 'B' cannot be saved: \
        'FailedBankInfo.city' has no value in the store
        """)
    }
    XCTAssertThrowsError(
      try context.fetch(FailedBankInfo.all, as: FailedBankInfo.Snapshot.self))
  }

  func testAStoreInUseCanBeCopiedAndTakenAway() throws {
    makeBank("A")
    try context.save()
    let copy = folder.file("made/copy.sqlite")
    try container.copyStore(to: copy)
    makeBank("B")
    try context.save()
    XCTAssertEqual(try open(copy).makeContext().fetch(FailedBankInfo.all).map(\.name), ["A"])
    try container.copyStore(to: copy)
    XCTAssertEqual(try open(copy).makeContext().count(FailedBankInfo.all), 2)
    try PersistentContainer.destroyStore(at: copy)
    XCTAssertFalse(FileManager.default.fileExists(atPath: copy.path(percentEncoded: false)))
    try PersistentContainer.destroyStore(at: copy)
  }

  func testANewStoreCanBeginWithAPreloadedOne() throws {
    makeBank("A")
    try context.save()
    var configuration = StoreConfiguration(url: folder.file("new.sqlite"))
    configuration.preloadedStore = storeURL
    for _ in 0..<2 {
      let fresh = try PersistentContainer(.bank, configuration: configuration).makeContext()
      XCTAssertEqual(try fresh.fetch(FailedBankInfo.all).map(\.name), ["A"])
    }
  }

  private func open(_ url: URL) throws -> PersistentContainer {
    try PersistentContainer(.bank, configuration: StoreConfiguration(url: url))
  }

  private func reason(_ error: any Error) -> StoreError.Reason? {
    (error as? StoreError)?.reason
  }
}
