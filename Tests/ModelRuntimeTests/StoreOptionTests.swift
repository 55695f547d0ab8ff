import BankModel
import Foundation
import ModelRuntime
import TestSupport
import XCTest

final class StoreOptionTests: BankTestCase {
  private func open(
    _ name: String = "options.sqlite", _ change: (inout StoreConfiguration) -> Void = { _ in }
  ) throws -> PersistentContainer {
    var configuration = StoreConfiguration(url: folder.file(name))
    change(&configuration)
    return try PersistentContainer(.bank, configuration: configuration)
  }

  func testJournalModesAreSetAndChanged() throws {
    for mode in SQLiteOptions.JournalMode.allCases {
      let container = try open { $0.options.journalMode = mode }
      let context = try container.makeContext()
      _ = Tag(in: context, name: mode.rawValue)
      try context.save()
      // Write-ahead logging is the only journal mode that is stored in the file.
      let kept = try rows("PRAGMA journal_mode", in: folder.file("options.sqlite"))
      XCTAssertEqual(kept, [mode == .writeAheadLog ? "wal" : "delete"], mode.rawValue)
    }
    XCTAssertEqual(try open().makeContext().count(Tag.all), 4)
  }

  func testSavesKeepTheirJournalAsTheModeSays() throws {
    for (mode, isKept) in [
      (SQLiteOptions.JournalMode.delete, false), (.truncate, true), (.persist, true),
    ] {
      let name = "\(mode.rawValue).sqlite"
      let context = try open(name) { $0.options.journalMode = mode }.makeContext()
      _ = Tag(in: context, name: "a")
      try context.save()
      let journal = folder.file(name + "-journal").path(percentEncoded: false)
      XCTAssertEqual(FileManager.default.fileExists(atPath: journal), isKept, mode.rawValue)
    }
  }

  func testOptionsOfNewFiles() throws {
    _ = try open {
      $0.options.pageSize = 8192
      $0.options.autoVacuum = .full
    }
    let file = folder.file("options.sqlite")
    XCTAssertEqual(try rows("PRAGMA page_size", in: file), ["8192"])
    XCTAssertEqual(try rows("PRAGMA auto_vacuum", in: file), ["1"])
  }

  func testCopiesMayHavePagesOfAnotherSize() throws {
    makeBank("A")
    try context.save()
    _ = try open("copy.sqlite") { $0.options.pageSize = 8192 }
    try container.copyStore(to: folder.file("copy.sqlite"))
    let copied = try open("copy.sqlite").makeContext()
    XCTAssertEqual(try copied.fetch(FailedBankInfo.all).map(\.name), ["A"])
    var memory = StoreConfiguration.inMemory
    memory.options.pageSize = 8192
    try PersistentContainer(.bank, configuration: memory)
      .copyStore(to: folder.file("memory.sqlite"))
    XCTAssertEqual(try open("memory.sqlite").makeContext().count(FailedBankInfo.all), 0)
  }

  func testEveryOptionIsTaken() throws {
    let recorder = Recorder()
    let container = try open {
      $0.options.synchronous = .full
      $0.options.cacheSize = .kibibytes(512)
      $0.options.mappedSize = 1 << 20
      $0.options.checkpointInterval = 100
      $0.options.erasesDeletedContent = true
      $0.options.enforcesForeignKeys = false
      $0.trace = SQLTrace(recorder.note)
    }
    let said = Set(recorder.statements.map(\.sql))
    let wanted: Set = [
      "PRAGMA foreign_keys = OFF", "PRAGMA synchronous = full", "PRAGMA cache_size = -512",
      "PRAGMA mmap_size = 1048576", "PRAGMA wal_autocheckpoint = 100", "PRAGMA secure_delete = ON",
    ]
    XCTAssertEqual(wanted.subtracting(said), [])
    _ = try container.makeContext().count(Tag.all)
  }

  func testOptionsThatCannotBeAreRefused() throws {
    let cases: [(says: String, change: (inout StoreConfiguration) -> Void)] = [
      ("a page of 1000 bytes cannot be", { $0.options.pageSize = 1000 }),
      ("a page of 256 bytes cannot be", { $0.options.pageSize = 256 }),
      ("a cache of size 0 cannot be", { $0.options.cacheSize = .pages(0) }),
      ("a cache of size -3 cannot be", { $0.options.cacheSize = .kibibytes(-3) }),
      ("a memory map of -1 bytes", { $0.options.mappedSize = -1 }),
      ("a checkpoint after -1 pages", { $0.options.checkpointInterval = -1 }),
      ("immutable can be opened read-only only", { $0.options.isImmutable = true }),
      ("a time limit of -1.0 seconds", { $0.busyTimeout = -1 }),
      ("a time limit of inf seconds", { $0.busyTimeout = .infinity }),
      ("a time limit of nan seconds", { $0.busyTimeout = .nan }),
    ]
    for row in cases {
      XCTAssertThrowsError(try open("refused.sqlite", row.change), row.says) { error in
        XCTAssertEqual((error as? StoreError)?.reason, .wrongOption, row.says)
        XCTAssertTrue("\(error)".contains(row.says), "\(error)")
      }
    }
    XCTAssertFalse(
      FileManager.default.fileExists(
        atPath: folder.file("refused.sqlite").path(percentEncoded: false)))
  }

  func testAnImmutableFileIsReadWithoutLocksOrLog() throws {
    makeBank("A")
    try context.save()
    let copy = folder.file("a b%20.sqlite")
    try container.copyStore(to: copy)
    try execute("PRAGMA journal_mode = DELETE", in: copy)
    let reader = try open("a b%20.sqlite") {
      $0.isReadOnly = true
      $0.options.isImmutable = true
    }
    XCTAssertTrue(reader.isReadOnly)
    XCTAssertEqual(try reader.makeContext().fetch(FailedBankInfo.all).map(\.name), ["A"])
    XCTAssertFalse(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path(percentEncoded: false))
        .contains { $0.hasPrefix("a b") && $0.hasSuffix("-shm") })
  }

  // MARK: Traces

  private final class Recorder: @unchecked Sendable {
    // because a test runs on one thread.
    var statements: [StatementTrace] = []

    func note(_ statement: StatementTrace) { statements.append(statement) }
  }

  func testEveryStatementIsTracedWithItsRowsAndWithoutValues() throws {
    let recorder = Recorder()
    let container = try open { $0.trace = SQLTrace(recorder.note) }
    let context = try container.makeContext()
    _ = Tag(in: context, name: "secret")
    _ = Tag(in: context, name: "other")
    try context.save()
    recorder.statements = []
    let tags = try context.fetch(Tag.where { $0.name != "secret" || $0.name == "secret" })
    XCTAssertEqual(tags.count, 2)
    let fetch = try XCTUnwrap(recorder.statements.first { $0.sql.contains("FROM ZTAG") })
    XCTAssertEqual(fetch.rowCount, 2)
    XCTAssertGreaterThanOrEqual(fetch.duration, .zero)
    XCTAssertNil(fetch.expandedSQL)
    XCTAssertFalse(recorder.statements.contains { "\($0)".contains("secret") })
  }

  func testValuesAreShownWhenAskedFor() throws {
    let recorder = Recorder()
    let container = try open { $0.trace = SQLTrace(showsValues: true, recorder.note) }
    let context = try container.makeContext()
    _ = Tag(in: context, name: "shown")
    try context.save()
    let insert = try XCTUnwrap(recorder.statements.first { $0.sql.hasPrefix("INSERT INTO ZTAG") })
    XCTAssertTrue(insert.description.contains("'shown'"), insert.description)
    XCTAssertFalse(insert.sql.contains("shown"))
  }
}
