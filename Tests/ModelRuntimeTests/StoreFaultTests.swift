import BankModel
import Foundation
import ModelRuntime
import ModelSQLite
import TestSupport
import XCTest

/// Stores that are damaged, locked, full, or changed by another program. Every failure is
/// an error with its cause, nothing is lost, and the context can try again.
final class StoreFaultTests: BankTestCase {
  private func open(
    _ change: (inout StoreConfiguration) -> Void = { _ in }
  ) throws -> PersistentContainer {
    var configuration = StoreConfiguration(url: storeURL)
    change(&configuration)
    return try PersistentContainer(.bank, configuration: configuration)
  }

  private func reason(_ error: any Error) -> StoreError.Reason? { (error as? StoreError)?.reason }

  /// The number of banks in the file, read through a connection of its own.
  private func storedCount() throws -> String {
    try rows("SELECT count(*) FROM ZFAILEDBANKINFO", in: storeURL)[0]
  }

  func testATruncatedFileIsRefusedAndLeftAlone() throws {
    for number in 0..<200 { makeBank("Bank \(number)") }
    try context.save()
    let copy = folder.file("whole.sqlite")
    try container.copyStore(to: copy)
    try execute("PRAGMA journal_mode = DELETE", in: copy)
    let whole = try Data(contentsOf: copy)
    let cut = folder.file("cut.sqlite")
    for part in 1..<8 {
      let bytes = whole.prefix(whole.count * part / 8)
      try bytes.write(to: cut)
      XCTAssertThrowsError(try readEverything(cut), "\(part)/8") { error in
        XCTAssertEqual(reason(error), .notAStore, "\(part)/8: \(error)")
        XCTAssertTrue("\(error)".contains("cut.sqlite"), "\(error)")
      }
      for suffix in ["-wal", "-shm"] {
        try? FileManager.default.removeItem(
          atPath: cut.path(percentEncoded: false) + suffix)
      }
    }
  }

  private func readEverything(_ url: URL) throws {
    let container = try PersistentContainer(.bank, configuration: StoreConfiguration(url: url))
    let context = try container.makeContext()
    let banks = try context.fetch(FailedBankInfo.all)
    let details = try context.fetch(FailedBankDetails.all)
    // A file that is cut after its last used page is complete, but a file that is cut
    // before it has too few pages.
    XCTAssertEqual(banks.count, details.count)
  }

  func testALockedStoreIsSavedOnceItIsFree() throws {
    let container = try open { $0.busyTimeout = 0.05 }
    let context = try container.makeContext()
    let tag = Tag(in: context, name: "big")
    let writer = try Connection(path: storeURL.path(percentEncoded: false))
    try writer.execute("BEGIN IMMEDIATE")
    XCTAssertThrowsError(try context.save()) { error in
      XCTAssertEqual(reason(error), .busy)
      XCTAssertEqual((error as? StoreError)?.coreDataCode, 134090)
      XCTAssertTrue("\(error)".contains("try again"), "\(error)")
    }
    XCTAssertTrue(tag.isInserted)
    XCTAssertEqual(try context.fetch(Tag.all), [tag])
    try writer.execute("COMMIT")
    try context.save()
    XCTAssertEqual(try rows("SELECT ZNAME FROM ZTAG", in: storeURL), ["big"])
  }

  /// With a rollback journal, a writer briefly blocks readers.
  func testWhatCannotBeMergedNowIsMergedNext() throws {
    var configuration = StoreConfiguration(url: folder.file("Locked.sqlite"))
    configuration.options.journalMode = .delete
    configuration.busyTimeout = 0.05
    let container = try PersistentContainer(.bank, configuration: configuration)
    let context = try container.makeContext()
    context.automaticallyMergesChanges = true
    let tag = Tag(in: context, name: "big")
    try context.save()
    try container.checkForExternalChanges()
    let path = folder.file("Locked.sqlite").path(percentEncoded: false)
    let writer = try Connection(path: path)
    try writer.execute("UPDATE ZTAG SET ZNAME = 'small', Z_OPT = 9")
    XCTAssertTrue(try container.checkForExternalChanges())
    try writer.execute("BEGIN EXCLUSIVE")
    context.mergePendingChanges()
    XCTAssertEqual(tag.name, "big")
    try writer.execute("COMMIT")
    XCTAssertEqual(try context.count(Tag.where { $0.name == "small" }), 1)
    XCTAssertEqual(tag.name, "small")
  }

  func testAnObjectMadeWhileTheStoreIsLockedIsSavedOnceItIsFree() throws {
    let container = try open { $0.busyTimeout = 0.05 }
    let context = try container.makeContext()
    let writer = try Connection(path: storeURL.path(percentEncoded: false))
    try writer.execute("BEGIN IMMEDIATE")
    let tag = Tag(in: context, name: "early")
    let bank = FailedBankInfo(
      in: context, name: "A", city: "C", state: "S", details: FailedBankDetails(in: context))
    bank.details?.tags.insert(tag)
    XCTAssertThrowsError(try context.save()) { XCTAssertEqual(reason($0), .busy) }
    try writer.execute("COMMIT")
    try context.save()
    XCTAssertGreaterThan(tag.objectID.key, 0)
    XCTAssertEqual(bank.details?.tags.map(\.name), ["early"])
    XCTAssertEqual(try rows("SELECT Z_PK > 0, ZNAME FROM ZTAG", in: storeURL), ["1|early"])
    let other = try self.container.makeContext()
    let found = try XCTUnwrap(try other.first(FailedBankInfo.all))
    XCTAssertEqual(found.details?.tags.map(\.name), ["early"])
    XCTAssertEqual(try self.container.integrityCheck(), [])
  }

  func testLinksMadeWhileTheStoreIsLockedAreSavedBesideOthersThatLeadNowhere() throws {
    let container = try open { $0.busyTimeout = 0.05 }
    let context = try container.makeContext()
    let writer = try Connection(path: storeURL.path(percentEncoded: false))
    try writer.execute("BEGIN IMMEDIATE")
    FailedBankDetails(in: context).tags.insert(Tag(in: context, name: "early"))
    XCTAssertThrowsError(try context.save()) { XCTAssertEqual(reason($0), .busy) }
    try writer.execute("COMMIT")
    try context.save()
    let other = try self.container.makeContext()
    XCTAssertEqual(try other.first(FailedBankDetails.all)?.tags.map(\.name), ["early"])
  }

  func testAFullDiskInTheMiddleOfASaveLosesNothing() throws {
    makeBank("First")
    try context.save()
    let pages = try XCTUnwrap(Int(try rows("PRAGMA page_count", in: storeURL)[0]))
    let small = try open { $0.options.maximumPageCount = pages + 2 }
    let context = try small.makeContext()
    let first = try XCTUnwrap(try context.first(FailedBankInfo.all))
    first.city = "Changed"
    let banks = (0..<500).map { number in
      FailedBankInfo(
        in: context, name: String(repeating: "x", count: 200) + "\(number)", city: "", state: "")
    }
    XCTAssertThrowsError(try context.save()) { error in
      XCTAssertEqual(reason(error), .diskFull)
      XCTAssertTrue("\(error)".contains("nothing was saved"), "\(error)")
    }
    XCTAssertEqual(
      try rows("SELECT ZNAME, ZCITY FROM ZFAILEDBANKINFO", in: storeURL), ["First|Springfield"])
    XCTAssertEqual(context.insertedObjects.count, 500)
    XCTAssertEqual(first.city, "Changed")
    for bank in banks.dropFirst(2) { context.delete(bank) }
    try context.save()
    XCTAssertEqual(try storedCount(), "3")
    XCTAssertEqual(try container.integrityCheck(), [])
  }

  func testADiskThatFailsInTheMiddleOfASaveLosesNothing() throws {
    makeBank("First")
    try context.save()
    let size = try Data(contentsOf: folder.file("Bank.sqlite-wal")).count
    for number in 0..<300 { makeBank(String(repeating: "y", count: 300) + "\(number)") }
    try FileSizeLimit.run(size + 20_000) {
      XCTAssertThrowsError(try context.save()) { error in
        XCTAssertTrue([.ioFailure, .diskFull].contains(reason(error)), "\(error)")
        XCTAssertTrue("\(error)".contains("Bank.sqlite"), "\(error)")
      }
    }
    XCTAssertEqual(try storedCount(), "1")
    try context.save()
    XCTAssertEqual(try storedCount(), "301")
    XCTAssertEqual(try rows("PRAGMA integrity_check", in: storeURL), ["ok"])
  }

  func testAFullDiskLeavesAnXMLStoreAsItWas() throws {
    let url = folder.file("Bank.xml")
    let container = try PersistentContainer(
      .bank, configuration: StoreConfiguration(url: url, type: .xml))
    let context = try container.makeContext()
    _ = Tag(in: context, name: "first")
    try context.save()
    let before = try Data(contentsOf: url)
    for number in 0..<200 { _ = Tag(in: context, name: "\(number)") }
    try FileSizeLimit.run(before.count + 1000) {
      XCTAssertThrowsError(try context.save()) { XCTAssertTrue($0 is StoreError, "\($0)") }
    }
    XCTAssertEqual(try Data(contentsOf: url), before)
    XCTAssertEqual(try container.makeContext().count(Tag.all), 1)
    try context.save()
    XCTAssertEqual(try container.makeContext().count(Tag.all), 201)
    XCTAssertEqual(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path(percentEncoded: false))
        .filter { $0.hasPrefix(".Bank.xml") }, [])
  }

  func testAFileThatMayOnlyBeReadRefusesASave() throws {
    makeBank("A")
    try context.save()
    let copy = folder.file("rights.sqlite")
    try container.copyStore(to: copy)
    try execute("PRAGMA journal_mode = DELETE", in: copy)
    let path = copy.path(percentEncoded: false)
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    try XCTSkipIf(FileManager.default.isWritableFile(atPath: path), "root may write every file")
    let reader = try PersistentContainer(.bank, configuration: StoreConfiguration(url: copy))
    XCTAssertTrue(reader.isReadOnly)
    let context = try reader.makeContext()
    try XCTUnwrap(try context.first(FailedBankInfo.all)).name = "B"
    XCTAssertThrowsError(try context.save()) { XCTAssertEqual(reason($0), .readOnly) }
  }

  func testARowDeletedUnderAFaultIsNamed() throws {
    makeBank("A")
    try context.save()
    let other = try container.makeContext()
    let bank = try XCTUnwrap(try other.first(FailedBankInfo.all))
    let details = try XCTUnwrap(bank.details)
    try execute("PRAGMA foreign_keys = OFF; DELETE FROM ZFAILEDBANKDETAILS", in: storeURL)
    XCTAssertEqual(details.zip, 0)
    if details.isInaccessible {
      XCTAssertEqual(details.accessError?.objectIDs, [details.objectID])
      XCTAssertEqual(
        "\(try XCTUnwrap(details.accessError))", "FailedBankDetails p1: its row is gone")
    }
    details.zip = 7
    do {
      // Its values were loaded before, or the changes of a deleted object are dropped.
      try other.save()
      XCTAssertNil(details.context)
    } catch {
      XCTAssertEqual(reason(error), .conflict, "\(error)")
      XCTAssertEqual((error as? StoreError)?.objectIDs, [details.objectID])
    }
    other.rollback()
    bank.city = "Elsewhere"
    try other.save()
    XCTAssertEqual(try rows("SELECT ZCITY FROM ZFAILEDBANKINFO", in: storeURL), ["Elsewhere"])
  }

  func testAValueOfAnotherTypeIsNamedAndCanBeSetRight() throws {
    makeBank("A")
    try context.save()
    try execute("UPDATE ZFAILEDBANKINFO SET ZCERT = 'many', Z_OPT = 2", in: storeURL)
    let other = try container.makeContext()
    let bank = try XCTUnwrap(try other.first(FailedBankInfo.all))
    XCTAssertEqual(bank.name, "A")
    XCTAssertTrue(bank.isInaccessible)
    bank.cert = 5
    XCTAssertThrowsError(try other.save()) { error in
      XCTAssertEqual(reason(error), .inaccessible)
      XCTAssertTrue("\(error)".contains("'FailedBankInfo.cert'"), "\(error)")
    }
    XCTAssertEqual(
      try container.integrityCheck().map(\.description),
      [
        "FailedBankInfo p1: the value of 'cert' (text) is not of its type; set it again"
      ])
    try execute("UPDATE ZFAILEDBANKINFO SET ZCERT = 5, Z_OPT = 3", in: storeURL)
    other.rollback()
    XCTAssertEqual(try other.first(FailedBankInfo.all)?.cert, 5)
    XCTAssertFalse(bank.isInaccessible)
  }

  func testADamagedPageIsReportedAndTheRestCanBeRead() throws {
    for number in 0..<300 { makeBank("Bank \(number)") }
    _ = Tag(in: context, name: "sound")
    try context.save()
    let copy = folder.file("damaged.sqlite")
    try container.copyStore(to: copy)
    try execute("PRAGMA journal_mode = DELETE", in: copy)
    let root = try XCTUnwrap(
      Int(
        try rows("SELECT rootpage FROM sqlite_schema WHERE name = 'ZFAILEDBANKINFO'", in: copy)[0]))
    var bytes = try Data(contentsOf: copy)
    let size = try XCTUnwrap(Int(try rows("PRAGMA page_size", in: copy)[0]))
    bytes.replaceSubrange((root - 1) * size..<root * size, with: Data(repeating: 0x55, count: size))
    try bytes.write(to: copy)
    let container = try PersistentContainer(.bank, configuration: StoreConfiguration(url: copy))
    let damaged = try container.makeContext()
    XCTAssertThrowsError(try damaged.fetch(FailedBankInfo.all)) {
      XCTAssertEqual(reason($0), .notAStore)
    }
    XCTAssertEqual(try damaged.fetch(Tag.all).map(\.name), ["sound"])
    XCTAssertEqual(try container.integrityCheck().first?.kind, .damagedFile)
  }

  func testAStoreWithAHistoryOfAnotherFormOpensReadOnlyWithAClearWord() throws {
    makeBank("A")
    try context.save()
    try execute(
      "CREATE TABLE ATRANSACTION (Z_PK INTEGER PRIMARY KEY); CREATE TABLE ACHANGE (Z_PK INTEGER)",
      in: storeURL)
    XCTAssertThrowsError(try open()) { error in
      XCTAssertEqual(reason(error), .unsupportedFeature)
      XCTAssertTrue(
        "\(error)".hasSuffix(
          "keeps a history in tables of another form, which is not written here; open it read-only"),
        "\(error)")
    }
    let reader = try open { $0.isReadOnly = true }
    XCTAssertEqual(try reader.makeContext().fetch(FailedBankInfo.all).map(\.name), ["A"])
  }

  func testAFileThatCannotBeWrittenSaysWhy() throws {
    for type in [StoreType.xml, .binary] {
      let url = folder.file("Bank.\(type.name)")
      let container = try PersistentContainer(
        .bank, configuration: StoreConfiguration(url: url, type: type))
      let context = try container.makeContext()
      for number in 0..<20 { _ = Tag(in: context, name: "\(number)") }
      try FileSizeLimit.run(100) {
        XCTAssertThrowsError(try context.save(), type.name) { error in
          XCTAssertEqual(reason(error), .ioFailure, "\(error)")
          XCTAssertTrue("\(error)".hasSuffix(": file too large"), "\(error)")
        }
      }
      try OpenFileLimit.run {
        XCTAssertThrowsError(try context.save(), type.name) { error in
          XCTAssertEqual(reason(error), .ioFailure, "\(error)")
          XCTAssertTrue("\(error)".hasSuffix(": too many open files"), "\(error)")
        }
      }
      try context.save()
    }
  }

  func testTheCheckOfAStoreThatWasEmptiedNamesIt() throws {
    (context, container) = (nil, nil)
    let container = try open { $0.options.journalMode = .delete }
    let file = try FileHandle(forWritingTo: storeURL)
    try file.truncate(atOffset: 0)
    XCTAssertThrowsError(try container.integrityCheck()) { error in
      XCTAssertTrue("\(error)".contains("Bank.sqlite' is a database"), "\(error)")
    }
  }

  /// Runs the body while another program holds a write lock on the store.
  private func whileLocked(_ body: () -> Void) throws {
    let writer = try Connection(path: storeURL.path(percentEncoded: false))
    try writer.execute("BEGIN IMMEDIATE")
    body()
    try writer.execute("COMMIT")
  }

  func testAnObjectMadeWhileTheStoreIsLockedIsListedOnce() throws {
    let context = try open { $0.busyTimeout = 0.05 }.makeContext()
    let list = FetchedResultsController(Tag.all.sorted { [$0.name.ascending] }, in: context)
    try list.performFetch()
    var made: Tag?
    try whileLocked {
      made = Tag(in: context, name: "a")
      context.processPendingChanges()
    }
    let tag = try XCTUnwrap(made)
    try context.save()
    XCTAssertEqual(list.position(of: tag), list.position(of: try XCTUnwrap(list.objects.first)))
    tag.name = "b"
    context.processPendingChanges()
    XCTAssertEqual(Array(list.objects), [tag])
  }

  func testAChildMakesObjectsBesideItsParentsWhileTheStoreIsLocked() throws {
    let parent = try open { $0.busyTimeout = 0.05 }.makeContext()
    let child = parent.makeChild()
    try whileLocked {
      let contexts = [(parent, "a"), (child, "b"), (parent, "c")]
      let tags = contexts.map { Tag(in: $0, name: $1) }
      XCTAssertEqual(Set(tags.map(\.objectID)).count, 3)
    }
    XCTAssertEqual(try child.fetch(Tag.all).map(\.name).sorted(), ["a", "b", "c"])
    try child.save()
    try parent.save()
    XCTAssertEqual(
      try rows("SELECT ZNAME FROM ZTAG WHERE Z_PK > 0 ORDER BY 1", in: storeURL), ["a", "b", "c"])
  }

  func testCopiesOfAnObjectMadeWhileTheStoreIsLockedFollowItsKey() throws {
    let parent = try open { $0.busyTimeout = 0.05 }.makeContext()
    let child = parent.makeChild()
    let details = FailedBankDetails(in: parent)
    try parent.save()
    try whileLocked { details.tags.insert(Tag(in: parent, name: "a")) }
    let tag = try XCTUnwrap(try child.first(Tag.all))
    let copy = try XCTUnwrap(try child.first(FailedBankDetails.all))
    XCTAssertEqual(copy.tags.objects, [tag])
    tag.name = "b"
    try parent.save()
    XCTAssertEqual(tag.objectID, details.tags.objects.first?.objectID)
    XCTAssertEqual(copy.tags.objects, [tag])
    try child.save()
    try parent.save()
    XCTAssertEqual(try rows("SELECT Z_PK > 0, ZNAME FROM ZTAG", in: storeURL), ["1|b"])
  }

  func testSavedReferencesOfCopiesFollowKeysToo() throws {
    let parent = try open { $0.busyTimeout = 0.05 }.makeContext()
    let child = parent.makeChild()
    let bank = FailedBankInfo(in: parent, name: "A", city: "C", state: "S")
    try parent.save()
    try whileLocked { bank.details = FailedBankDetails(in: parent, zip: 5) }
    let copy = try XCTUnwrap(try child.first(FailedBankInfo.all))
    copy.name = "B"
    try parent.save()
    XCTAssertEqual(Array(copy.changedValues().keys), ["name"])
    child.rollback()
    XCTAssertEqual(copy.details?.zip, 5)
    XCTAssertEqual(copy.details?.objectID, bank.details?.objectID)
  }

  func testAChildGivesKeysToNoneOfItsParentsObjects() throws {
    let parent = try open { $0.busyTimeout = 0.05 }.makeContext()
    let child = parent.makeChild()
    try whileLocked {
      _ = Tag(in: parent, name: "a")
      _ = Tag(in: child, name: "b")
    }
    try XCTUnwrap(try child.first(Tag.where { $0.name == "a" })).name = "c"
    try child.save()
    try parent.save()
    XCTAssertEqual(
      try rows("SELECT ZNAME FROM ZTAG WHERE Z_PK > 0 ORDER BY 1", in: storeURL), ["b", "c"])
  }

  func testACopyThatOutlivesItsOriginalGetsAKeyOfTheStore() throws {
    let parent = try open { $0.busyTimeout = 0.05 }.makeContext()
    let child = parent.makeChild()
    try whileLocked { _ = Tag(in: parent, name: "a") }
    try XCTUnwrap(try child.first(Tag.all)).name = "b"
    parent.rollback()
    try child.save(mergePolicy: .objectWins)
    try parent.save()
    XCTAssertEqual(try rows("SELECT Z_PK > 0, ZNAME FROM ZTAG", in: storeURL), ["1|b"])
  }

  func testBatchesHaveWhatIsHeldAlsoWhereItCannotBeReadAgain() throws {
    let bank = makeBank("A")
    try context.save()
    let batches = try context.batches(of: FailedBankInfo.all)
    try execute("DROP TABLE ZFAILEDBANKINFO", in: storeURL)
    XCTAssertTrue(batches[0] === bank)
    XCTAssertFalse(bank.isInaccessible)
  }

  func testAKeyThatComesLateLeavesNothingToUndo() throws {
    let context = try open { $0.busyTimeout = 0.05 }.makeContext()
    let details = FailedBankDetails(in: context)
    try context.save()
    context.undoHistory = UndoHistory()
    try whileLocked {
      details.tags.insert(Tag(in: context, name: "a"))
      context.processPendingChanges()
    }
    try context.save()
    XCTAssertFalse(context.undo())
    try context.save()
    XCTAssertEqual(details.tags.count, 1)
    XCTAssertEqual(try rows("SELECT Z_PK FROM ZTAG", in: storeURL), ["1"])
  }
}
