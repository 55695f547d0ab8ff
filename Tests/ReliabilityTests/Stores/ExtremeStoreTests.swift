import Foundation
import ModelRuntime
import ModelSQLite
import TestSupport
import XCTest

/// Tests of keys and versions at the limits of their types, and of programs that wait for
/// themselves. Each must end with an error or a correct result within a limited time.
final class ExtremeStoreTests: XCTestCase {
  private var folder: MemoryFolder!
  private var url: URL { folder.file("Links.sqlite") }

  override func setUpWithError() throws { folder = try MemoryFolder() }

  override func tearDown() { folder = nil }

  private func open(
    _ mode: SQLiteOptions.JournalMode = .writeAheadLog, type: StoreType = .sqlite
  ) throws -> PersistentContainer {
    var configuration = StoreConfiguration(url: url, type: type)
    configuration.options.journalMode = mode
    configuration.busyTimeout = 0.2
    return try PersistentContainer(.links, configuration: configuration)
  }

  // MARK: Versions

  func testVersionsBeginAgainAtTheirLimit() throws {
    let versions = [Int64(Int32.max) - 1, Int64(Int32.max)]
    try checkConflicts(versions: versions.map(String.init))
    XCTAssertEqual(
      try rows("SELECT Z_OPT > 0 AND Z_OPT < 10 FROM ZPART", in: url), ["1"])
  }

  /// Versions written by other programs that do not fit into an object's version.
  func testVersionsThatAreNoneOfOurs() throws {
    try checkConflicts(versions: [
      "NULL", "-1", "-2147483648", "2147483648", "4294967295", "4294967296", "5000000000",
      "9223372036854775807", "-9223372036854775808", "'x'", "1.5", "9e18",
    ])
  }

  private func checkConflicts(versions: [String]) throws {
    let container = try open()
    let writer = try container.makeContext()
    let (owner, part) = (Owner(in: writer, number: 1), Part(in: writer, number: 2))
    try writer.save()
    for version in versions {
      for table in ["ZOWNER", "ZPART"] {
        try execute("UPDATE \(table) SET Z_OPT = \(version)", in: url)
      }
      let context = try container.makeContext()
      let other = try container.makeContext()
      let batch = try container.makeContext()
      let mine = try XCTUnwrap(try context.existingObject(Owner.self, with: owner.objectID))
      let theirs = try XCTUnwrap(try other.existingObject(Owner.self, with: owner.objectID))
      let link = try XCTUnwrap(try batch.existingObject(Part.self, with: part.objectID))
      mine.number = 10
      try context.save()
      mine.number = 11
      try context.save()
      theirs.number = theirs.number + 1
      XCTAssertThrowsError(try other.save(), version) {
        XCTAssertEqual(($0 as? StoreError)?.reason, .conflict, version)
      }
      try other.save(mergePolicy: StandardMergePolicy.objectWins)
      try context.batchUpdate(Part.all.setting { [$0.number.set(to: 5)] })
      link.number = 7
      XCTAssertThrowsError(try batch.save(), version) {
        XCTAssertEqual(($0 as? StoreError)?.reason, .conflict, version)
      }
      try context.batchUpdate(Part.all.setting { [$0.number.set(to: 6)] })
      try context.batchDelete(Part.where { $0.number == 7 })
      let again = try XCTUnwrap(try context.existingObject(Part.self, with: part.objectID))
      again.ofSet = mine
      context.refreshAllObjects()
      try context.save()
      context.delete(again)
      context.rollback()
    }
    XCTAssertEqual(try container.integrityCheck(), [])
  }

  // MARK: Keys

  func testCountersOfKeysThatCannotBe() throws {
    let counters = [
      "NULL", "-9223372036854775808", "-5", "'x'", "1.5", "0", "4611686018427387904",
      "9223372036854775806", "9223372036854775807", "9e18",
    ]
    for counter in counters {
      for isBatch in [false, true] {
        let container = try open()
        let first = try container.makeContext()
        _ = Part(in: first, number: 1)
        try first.save()
        try execute("UPDATE Z_PRIMARYKEY SET Z_MAX = \(counter)", in: url)
        let context = try container.makeContext()
        do {
          if isBatch {
            try context.batchInsert([2, 3, 4], into: Part.self) { $0.number = Int32($1) }
          } else {
            for number in 2...4 { _ = Part(in: context, number: Int32(number)) }
            try context.save()
          }
          let keys = try context.fetchIDs(Part.all).map(\.key)
          XCTAssertEqual(keys.count, 4, counter)
          XCTAssertTrue(keys.allSatisfy { $0 > 0 }, "\(counter): \(keys)")
        } catch {
          XCTAssertTrue(error is StoreError, "\(counter): \(error)")
          XCTAssertTrue(
            counter.hasPrefix("92") || counter.hasPrefix("46") || counter == "9e18",
            "\(counter): \(error)")
          XCTAssertTrue("\(error)".contains("no keys"), "\(counter): \(error)")
        }
        folder = try MemoryFolder()
      }
    }
  }

  func testTheGreatestKeysCanBeCopied() throws {
    for key in [Int64.max, .max - 1, 1 << 62] {
      for type in [StoreType.xml, .binary, .sqlite] {
        let container = try open()
        let context = try container.makeContext()
        let (owner, part) = (Owner(in: context, number: 1), Part(in: context, number: 2))
        part.ofSet = owner
        try context.save()
        try execute(
          """
          PRAGMA foreign_keys = OFF; UPDATE ZPART SET Z_PK = \(key); \
          UPDATE ZOWNER SET Z_PK = \(key); UPDATE ZPART SET ZOFSET = \(key); \
          UPDATE Z_PRIMARYKEY SET Z_MAX = \(key)
          """, in: url)
        let copy = folder.file("copy.\(type.name)")
        do {
          try container.copyStore(to: copy, as: type)
          let reader = try PersistentContainer(
            .links, configuration: StoreConfiguration(url: copy, type: type)
          ).makeContext()
          let found = try XCTUnwrap(try reader.first(Part.all))
          XCTAssertEqual(found.ofSet?.number, 1, "\(key) \(type)")
          found.number = 7
          try reader.save()
          _ = Part(in: reader, number: 8)
          try? reader.save()
          reader.rollback()
          XCTAssertGreaterThan(try reader.count(Part.all), 0)
        } catch {
          XCTAssertTrue(error is StoreError, "\(key) \(type): \(error)")
          XCTAssertTrue("\(error)".contains("no keys"), "\(key) \(type): \(error)")
        }
        folder = try MemoryFolder()
      }
    }
  }

  // MARK: Logs

  func testALogThatAReaderMadeLargeIsCut() throws {
    var configuration = StoreConfiguration(url: url)
    configuration.externalStorageThreshold = 100 << 20
    let container = try PersistentContainer(.links, configuration: configuration)
    let (writer, reader) = (try container.makeContext(), try container.makeContext())
    let part = Part(in: writer, number: 1)
    try writer.save()
    try reader.pinReads()
    for byte in 0..<30 {
      part.picture = Data(repeating: UInt8(byte), count: 1 << 20)
      try writer.save()
    }
    let log = url.path(percentEncoded: false) + "-wal"
    let size = { try XCTUnwrap(FileManager.default.attributesOfItem(atPath: log)[.size] as? Int) }
    XCTAssertGreaterThan(try size(), 24 << 20)
    reader.unpinReads()
    for number in 2..<5 {
      part.number = Int32(number)
      try writer.save()
    }
    XCTAssertLessThanOrEqual(try size(), 17 << 20)
  }

  // MARK: Statements without an end

  func testAStatementWithoutAnEndIsStopped() throws {
    let endless = "WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)"
    var configuration = StoreConfiguration(url: url)
    configuration.statementTimeLimit = 0.2
    let container = try PersistentContainer(.links, configuration: configuration)
    let first = try container.makeContext()
    _ = Part(in: first, number: 1)
    try first.save()
    try execute(
      """
      CREATE TRIGGER t AFTER UPDATE ON ZPART BEGIN \
      INSERT INTO ZOWNER (Z_ENT) SELECT NULL FROM (\(endless) SELECT x FROM c WHERE x < 0); END
      """, in: url)
    let start = ContinuousClock.now
    let context = try container.makeContext()
    let part = try XCTUnwrap(try context.first(Part.all))
    part.number = 2
    XCTAssertThrowsError(try context.save()) {
      XCTAssertEqual(($0 as? StoreError)?.reason, .timeLimit, "\($0)")
    }
    XCTAssertThrowsError(try context.batchUpdate(Part.all.setting { [$0.number.set(to: 5)] })) {
      XCTAssertEqual(($0 as? StoreError)?.reason, .timeLimit, "\($0)")
    }
    XCTAssertLessThan(ContinuousClock.now - start, .seconds(10))
    try execute("DROP TRIGGER t", in: url)
    try context.save()
    XCTAssertEqual(try container.makeContext().fetch(Part.all).map(\.number), [2])
  }

  /// A save uses a separate statement for each row, so the time limit applies to each row.
  func testASaveOfManyObjectsIsNotStopped() throws {
    var configuration = StoreConfiguration(url: url)
    configuration.statementTimeLimit = 0.05
    let context = try PersistentContainer(.links, configuration: configuration).makeContext()
    for number in 0..<40_000 { _ = Part(in: context, number: Int32(number)) }
    try context.save()
    XCTAssertEqual(try rows("SELECT count(*) FROM ZPART", in: url), ["40000"])
  }

  func testAnInsertThatATriggerSwallowsIsNoticed() throws {
    let container = try open()
    try execute(
      "CREATE TRIGGER t BEFORE INSERT ON ZPART BEGIN SELECT RAISE(IGNORE); END", in: url)
    let context = try container.makeContext()
    let part = Part(in: context, number: 1)
    _ = Owner(in: context, number: 2)
    XCTAssertThrowsError(try context.save()) {
      XCTAssertEqual(($0 as? StoreError)?.objectIDs, [part.objectID])
    }
    XCTAssertTrue(part.isInserted)
    try execute("DROP TRIGGER t", in: url)
    try context.save()
    XCTAssertEqual(try container.makeContext().count(Part.all), 1)
  }

  /// A view that has the name of a table is refused before anything is read from it.
  func testAViewInThePlaceOfATableIsRefused() throws {
    _ = try open()
    try execute(
      """
      PRAGMA foreign_keys = OFF; DROP TABLE ZPART; \
      CREATE VIEW ZPART AS WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) \
      SELECT x AS Z_PK, 2 AS Z_ENT, 1 AS Z_OPT, x AS ZNUMBER FROM c
      """, in: url)
    let start = ContinuousClock.now
    XCTAssertThrowsError(try open()) {
      XCTAssertEqual(($0 as? StoreError)?.reason, .modelMismatch, "\($0)")
    }
    XCTAssertLessThan(ContinuousClock.now - start, .seconds(5))
  }

  // MARK: Batch operations that wait for others

  func testASaveWithinABatchInsertIsAnError() async throws {
    let configurations: [(SQLiteOptions.JournalMode, StoreType)] = [
      (.writeAheadLog, .sqlite), (.delete, .sqlite), (.writeAheadLog, .xml),
    ]
    for (mode, type) in configurations {
      let container = try open(mode, type: type)
      let context = try container.makeContext()
      let start = ContinuousClock.now
      var errors: [StoreError.Reason?] = []
      try context.batchInsert([1, 2, 3], into: Part.self) { part, number in
        part.number = Int32(number)
        do {
          try container.performAndWait { (other: ManagedObjectContext) in
            _ = Owner(in: other, number: Int32(number))
            try other.save()
          }
        } catch { errors.append((error as? StoreError)?.reason) }
      }
      XCTAssertEqual(errors, [.busy, .busy, .busy], "\(mode)")
      XCTAssertLessThan(ContinuousClock.now - start, .seconds(5))
      XCTAssertEqual(try container.makeContext().count(Part.all), 3)
      XCTAssertEqual(try container.makeContext().count(Owner.all), 0)
      folder = try MemoryFolder()
    }
  }

  func testABatchInsertThatWaitsForASaveElsewhereGoesOn() throws {
    let container = try open()
    let context = try container.makeContext()
    let start = ContinuousClock.now
    let failed = Failures()
    try context.batchInsert([1, 2], into: Part.self) { part, number in
      part.number = Int32(number)
      let done = DispatchSemaphore(value: 0)
      Task {
        do {
          try await container.perform { other in
            _ = Owner(in: other, number: Int32(number))
            try other.save()
          }
        } catch { failed.note(error) }
        done.signal()
      }
      XCTAssertEqual(done.wait(timeout: .now() + 10), .success)
    }
    XCTAssertEqual(failed.reasons, [.busy, .busy])
    XCTAssertLessThan(ContinuousClock.now - start, .seconds(10))
    XCTAssertEqual(try container.makeContext().count(Part.all), 2)
  }

  /// A running batch operation makes other saves wait, however long it takes.
  func testASaveWaitsForABatchInsertThatGoesOn() async throws {
    let container = try open()
    let context = try container.makeContext()
    let saved = Task {
      try await Task.sleep(for: .milliseconds(100))
      try await container.perform { other in
        _ = Owner(in: other, number: 1)
        try other.save()
      }
    }
    try context.batchInsert(Array(0..<16), into: Part.self) { part, number in
      part.number = Int32(number)
      Thread.sleep(forTimeInterval: 0.05)
    }
    try await saved.value
    XCTAssertEqual(try container.makeContext().count(Owner.all), 1)
  }

  private final class Failures: @unchecked Sendable {
    // because one thread waits while the other one writes.
    private(set) var reasons: [StoreError.Reason?] = []

    func note(_ error: any Error) { reasons.append((error as? StoreError)?.reason) }
  }

  // MARK: Pairs of a relationship that is its own inverse

  func testADeleteLeavesNoFriends() throws {
    for mode in [SQLiteOptions.JournalMode.writeAheadLog, .delete] {
      for way in ["save", "batch", "child", "undo", "loaded at one end"] {
        let container = try open(mode)
        let first = try container.makeContext()
        let owners = (1...3).map { Owner(in: first, number: Int32($0)) }
        owners[0].friends = [owners[1], owners[2], owners[0]]
        owners[1].friends.insert(owners[2])
        try first.save()
        let context = try container.makeContext()
        if way == "undo" { context.undoHistory = UndoHistory() }
        let editor = way == "child" ? context.makeChild() : context
        let owner = try XCTUnwrap(try editor.first(Owner.where { $0.number == 1 }))
        if way == "loaded at one end" {
          _ = try editor.first(Owner.where { $0.number == 2 })?.friends.count
        }
        if way == "batch" {
          try editor.batchDelete(Owner.where { $0.number == 1 })
        } else {
          editor.delete(owner)
          try editor.save()
          if editor !== context { try context.save() }
        }
        let reader = try container.makeContext()
        let found = try reader.fetch(Owner.all.sorted { [$0.number.ascending] })
        XCTAssertEqual(found.map { $0.friends.map(\.number) }, [[3], [2]], "\(mode) \(way)")
        XCTAssertEqual(try container.integrityCheck(), [], "\(mode) \(way)")
        folder = try MemoryFolder()
      }
    }
  }
}
