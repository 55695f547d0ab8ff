import BankModel
import Foundation
import ModelRuntime
import TestSupport
import XCTest

/// Tests of a program that is killed while it migrates a store. The store is the old one or
/// the new one, and opening it again finds every object.
///
/// The test runs itself as a second process and kills it.
final class KilledMigrationTests: XCTestCase {
  private static let environment = ProcessInfo.processInfo.environment
  private static let banks = 2_000

  func testInPlaceWithALog() throws { try check(.inPlace, .writeAheadLog) }

  func testInPlaceWithARollbackJournal() throws { try check(.inPlace, .delete) }

  func testOnACopyWithALog() throws { try check(.onCopy, .writeAheadLog) }

  func testOnACopyWithARollbackJournal() throws { try check(.onCopy, .delete) }

  /// A program that was killed after the last write has left the copy behind.
  func testWhoOpensAMigratedStoreRemovesTheCopy() throws {
    let folder = try MemoryFolder()
    let store = OldBankStore(url: folder.file("Bank"), place: .onCopy)
    try store.make(3)
    _ = try store.open()
    for name in ["Bank-migrating", "Bank-migrating-wal"] { try Data().write(to: folder.file(name)) }
    _ = try store.open()
    let files = try FileManager.default.contentsOfDirectory(
      atPath: folder.url.path(percentEncoded: false))
    XCTAssertFalse(files.contains { $0.contains("migrating") }, "\(files)")
  }

  private func check(
    _ place: MigrationOptions.Place, _ mode: SQLiteOptions.JournalMode
  ) throws {
    try XCTSkipUnless(ChildTest.isPossible, "the test program cannot be run again here")
    let base = try MemoryFolder()
    try OldBankStore(url: base.file("Bank"), journalMode: mode).make(Self.banks)
    let seed = TestRun.seed
    var random = RandomSource(seed: seed)
    // The duration of a migration is measured during the test.
    var longest = 0.2
    var old = 0
    let rounds = TestRun.isLong ? 125 : 4
    for round in 0..<rounds {
      let folder = try MemoryFolder()
      try folder.fill(from: base)
      let store = OldBankStore(url: folder.file("Bank"), journalMode: mode, place: place)
      let delay = Double(random.number(below: 1000)) / 1000 * longest
      let isDone = try kill(store, after: delay)
      longest *= isDone ? 0.8 : 1.3
      let name = "seed \(seed), round \(round)"
      if try columns(store.url).contains("ZCERT") == false { old += 1 }
      try check(store, isDone, name)
    }
    print("migrations killed \(place), \(mode.rawValue), seed \(seed): \(rounds), \(old) old")
  }

  private func check(_ store: OldBankStore, _ isDone: Bool, _ name: String) throws {
    if isDone { XCTAssertTrue(try columns(store.url).contains("ZCERT"), name) }
    let found = try rows(
      "SELECT count(*), count(ZDETAILS), count(DISTINCT ZNAME) FROM ZFAILEDBANKINFO", in: store.url)
    XCTAssertEqual(found, ["\(Self.banks)|\(Self.banks)|\(Self.banks)"], name)
    let container = try store.open()
    XCTAssertEqual(try container.integrityCheck(), [], name)
    let context = try container.makeContext()
    XCTAssertEqual(
      try context.count(FailedBankInfo.where { $0.details.zip >= 0 }), Self.banks, name)
    let files = try FileManager.default.contentsOfDirectory(
      atPath: store.url.deletingLastPathComponent().path(percentEncoded: false))
    XCTAssertFalse(files.contains { $0.contains("migrating") }, "\(name): \(files)")
  }

  private func columns(_ url: URL) throws -> [String] {
    try rows("SELECT name FROM pragma_table_info('ZFAILEDBANKINFO')", in: url)
  }

  /// Starts a migration in a second process and kills it after a delay in seconds.
  ///
  /// - Returns: True if the migration had finished.
  private func kill(_ store: OldBankStore, after delay: TimeInterval) throws -> Bool {
    let said = try ChildTest.killed(
      "ReliabilityTests.KilledMigrationTests/testChildOnly",
      [
        "MODEL_MIGRATED_STORE": store.url.path(percentEncoded: false),
        "MODEL_MIGRATED_MODE": store.journalMode.rawValue,
        "MODEL_MIGRATED_PLACE": "\(store.place)",
      ], afterSaying: "begins\n", delay: delay)
    return said.contains("ends\n")
  }

  /// The migration in the second process.
  func testChildOnly() throws {
    guard let path = Self.environment["MODEL_MIGRATED_STORE"],
      let mode = SQLiteOptions.JournalMode(
        rawValue: Self.environment["MODEL_MIGRATED_MODE"] ?? "")
    else { throw XCTSkip("only another test runs this") }
    let place: MigrationOptions.Place =
      Self.environment["MODEL_MIGRATED_PLACE"] == "onCopy" ? .onCopy : .inPlace
    let store = OldBankStore(url: URL(filePath: path), journalMode: mode, place: place)
    FileHandle.standardOutput.write(Data("begins\n".utf8))
    _ = try store.open()
    FileHandle.standardOutput.write(Data("ends\n".utf8))
  }
}
