import BankModel
import Foundation
import ModelRuntime
import TestSupport
import XCTest

/// A store whose file is removed or replaced while a program has it open. No save may go to
/// a file that nobody can find.
final class MovedStoreTests: XCTestCase {
  private var folder: TemporaryFolder!
  private var url: URL { folder.file("stores/Bank.sqlite") }
  private var aside: URL { folder.file("aside") }

  override func setUpWithError() throws { folder = try TemporaryFolder() }

  override func tearDown() { folder = nil }

  private func open(_ journal: SQLiteOptions.JournalMode) throws -> PersistentContainer {
    var configuration = StoreConfiguration(url: url)
    configuration.options.journalMode = journal
    return try PersistentContainer(.bank, configuration: configuration)
  }

  /// A change of the store's file by another program, with the action that reverses it.
  private struct Loss {
    let name: String
    let words: String
    let make: () throws -> Void
    let undo: () throws -> Void
  }

  private var losses: [Loss] {
    let (url, aside, manager) = (url, aside, FileManager.default)
    let folder = url.deletingLastPathComponent()
    return [
      Loss(
        name: "folder", words: "was removed",
        make: { try manager.moveItem(at: folder, to: aside) },
        undo: { try manager.moveItem(at: aside, to: folder) }),
      Loss(
        name: "file", words: "was removed",
        make: { try manager.moveItem(at: url, to: aside) },
        undo: { try manager.moveItem(at: aside, to: url) }),
      Loss(
        name: "another", words: "another file has",
        make: {
          try manager.moveItem(at: url, to: aside)
          try manager.copyItem(at: aside, to: url)
        },
        undo: {
          try manager.removeItem(at: url)
          try manager.moveItem(at: aside, to: url)
        }),
    ]
  }

  func testASaveIntoAFileThatIsGoneThrowsAndCanBeMadeAgain() throws {
    for journal in [SQLiteOptions.JournalMode.writeAheadLog, .delete] {
      for loss in losses {
        let name = "\(journal.rawValue), \(loss.name)"
        let context = try open(journal).makeContext()
        _ = Tag(in: context, name: "before")
        try context.save()
        let tag = Tag(in: context, name: "after")
        try loss.make()
        XCTAssertThrowsError(try context.save(), name) { error in
          XCTAssertEqual((error as? StoreError)?.reason, .movedFile, "\(name): \(error)")
          XCTAssertTrue("\(error)".contains("Bank.sqlite' "), "\(name): \(error)")
          XCTAssertTrue("\(error)".contains(loss.words), "\(name): \(error)")
        }
        XCTAssertTrue(tag.isInserted, name)
        try loss.undo()
        try context.save()
        XCTAssertEqual(
          try rows("SELECT ZNAME FROM ZTAG ORDER BY ZNAME", in: url), ["after", "before"], name)
        try PersistentContainer.destroyStore(at: url)
      }
    }
  }

  func testKeysAndBatchesOfAFileThatIsGoneThrowToo() throws {
    let context = try open(.writeAheadLog).makeContext()
    let loss = losses[1]
    try loss.make()
    _ = Tag(in: context, name: "a")
    XCTAssertThrowsError(try context.save()) {
      XCTAssertEqual(($0 as? StoreError)?.reason, .movedFile, "\($0)")
    }
    XCTAssertThrowsError(try context.batchDelete(Tag.all)) {
      XCTAssertEqual(($0 as? StoreError)?.reason, .movedFile, "\($0)")
    }
    try loss.undo()
    try context.save()
    XCTAssertEqual(try rows("SELECT ZNAME FROM ZTAG", in: url), ["a"])
  }

  func testANewContextMakesNoFileInThePlaceOfOneThatIsGone() throws {
    let container = try open(.writeAheadLog)
    let first = try container.makeContext()
    try losses[1].make()
    XCTAssertThrowsError(try container.makeContext()) { error in
      XCTAssertEqual((error as? StoreError)?.reason, .cannotOpen)
      XCTAssertTrue("\(error)".contains("there is no such file"), "\(error)")
    }
    XCTAssertFalse(FileManager.default.fileExists(atPath: url.path(percentEncoded: false)))
    XCTAssertEqual(try first.count(Tag.all), 0)
  }
}
