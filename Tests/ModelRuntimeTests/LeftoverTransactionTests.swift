import BankModel
import Foundation
import ModelRuntime
import ModelSQLite
import TestSupport
import XCTest

/// Stores with a rollback journal, in which readers and writers block each other. A lock
/// during the start of a transaction must not leave the transaction open.
final class LeftoverTransactionTests: XCTestCase {
  private var folder: TemporaryFolder!
  private var container: PersistentContainer!
  /// The connection of another program.
  private var other: Connection!

  private var url: URL { folder.file("Rollback.sqlite") }

  override func setUpWithError() throws {
    folder = try TemporaryFolder()
    var configuration = StoreConfiguration(url: url)
    configuration.options.journalMode = .delete
    configuration.busyTimeout = 0.05
    // Without grouped saves, each context reserves its own keys.
    configuration.groupsSaves = false
    container = try PersistentContainer(.bank, configuration: configuration)
    let context = try container.makeContext()
    _ = Tag(in: context, name: "first")
    try context.save()
    other = try Connection(path: url.path(percentEncoded: false))
  }

  override func tearDown() {
    other = nil
    container = nil
    folder = nil
  }

  /// Makes a context pin its reads while another program locks the store exclusively.
  private func failToPin(_ context: ManagedObjectContext) throws {
    try other.execute("BEGIN EXCLUSIVE")
    XCTAssertThrowsError(try context.pinReads()) { error in
      XCTAssertEqual((error as? StoreError)?.reason, .busy)
    }
    XCTAssertFalse(context.isReadingPinned)
    try other.execute("COMMIT")
  }

  private func storedNames() throws -> [String] {
    try rows("SELECT ZNAME FROM ZTAG ORDER BY ZNAME", in: url)
  }

  func testASaveAfterAPinThatFailedIsCommitted() throws {
    let context = try container.makeContext()
    try failToPin(context)
    _ = Tag(in: context, name: "second")
    try context.save()
    XCTAssertEqual(try storedNames(), ["first", "second"])
  }

  func testTheNextContextIsFreeOfAPinThatFailed() throws {
    try failToPin(try container.makeContext())
    let context = try container.makeContext()
    try context.pinReads()
    context.unpinReads()
    _ = Tag(in: context, name: "second")
    try context.save()
    XCTAssertEqual(try storedNames(), ["first", "second"])
  }

  func testKeysWhoseReservationIsNotCommittedAreNotGivenOut() throws {
    let context = try container.makeContext()
    let first = Tag(in: context, name: "0")
    // The reader allows the reservation to be written, but prevents its commit.
    try other.execute("BEGIN; SELECT * FROM ZTAG")
    let second = Tag(in: context, name: "1")
    try other.execute("COMMIT")
    let tags = [first, second] + (2..<8).map { Tag(in: context, name: "\($0)") }
    XCTAssertLessThan(second.objectID.key, 0)
    XCTAssertEqual(Set(tags.map(\.objectID)).count, tags.count)
    try context.save()
    let next = try container.makeContext()
    for number in 8..<12 { _ = Tag(in: next, name: "\(number)") }
    try next.save()
    XCTAssertEqual(try storedNames().count, 13)
    XCTAssertEqual(try container.integrityCheck(), [])
  }
}
