import Foundation
import TestSupport
import XCTest

@testable import ModelRuntime
@testable import ModelStorage

/// Tests of the external files of large values: which store owns them, and whether they
/// remain when an operation fails.
final class ExternalFileTests: XCTestCase {
  private var folder: MemoryFolder!

  override func setUpWithError() throws { folder = try MemoryFolder() }

  override func tearDown() { folder = nil }

  private func open(_ name: String) throws -> PersistentContainer {
    var configuration = StoreConfiguration(url: folder.file(name))
    configuration.externalStorageThreshold = 100
    return try PersistentContainer(.links, configuration: configuration)
  }

  private func make(_ name: String, _ bytes: [UInt8]) throws -> PersistentContainer {
    let container = try open(name)
    let context = try container.makeContext()
    for byte in bytes {
      Part(in: context, number: Int32(byte)).picture = FaultScenario.picture(byte)
    }
    try context.save()
    return container
  }

  private func files(of name: String) -> [URL] {
    let folder = folder.file(".\(name)_SUPPORT/_EXTERNAL_DATA")
    let files = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return (files ?? []).sorted { $0.path < $1.path }
  }

  private func pictures(_ name: String) throws -> [UInt8?] {
    let context = try open(name).makeContext()
    return try context.fetch(Part.all.sorted { [$0.number.ascending] }).map(\.picture?.first)
  }

  private func mode(_ url: URL) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(
      atPath: url.path(percentEncoded: false))
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
  }

  func testACopyThatFailsLeavesTheOtherStoreAndItsFiles() throws {
    let container = try make("S.db", [1, 2])
    _ = try make("T.db", [7])
    let kept = files(of: "T")
    try FileManager.default.removeItem(at: files(of: "S")[1])
    XCTAssertThrowsError(try container.copyStore(to: folder.file("T.db"))) {
      XCTAssertTrue($0 is StoreError, "\($0)")
    }
    XCTAssertEqual(try pictures("T.db"), [7])
    XCTAssertEqual(files(of: "T"), kept)
    XCTAssertThrowsError(try container.copyStore(to: folder.file("U.db")))
    XCTAssertEqual(files(of: "U"), [])
    XCTAssertFalse(
      FileManager.default.fileExists(atPath: folder.file("U.db").path(percentEncoded: false)))
  }

  func testAReplacementThatFailsLeavesTheOtherStoreAndItsFiles() throws {
    _ = try make("S.db", [1, 2])
    _ = try make("T.db", [7])
    let kept = files(of: "T")
    let file = files(of: "S")[1]
    try FileManager.default.removeItem(at: file)
    try FileManager.default.createSymbolicLink(
      at: file, withDestinationURL: folder.file("nowhere"))
    XCTAssertThrowsError(
      try PersistentContainer.replaceStore(at: folder.file("T.db"), with: folder.file("S.db"))
    ) { XCTAssertTrue($0 is StoreError, "\($0)") }
    XCTAssertEqual(try pictures("T.db"), [7])
    XCTAssertEqual(files(of: "T"), kept)
  }

  func testFilesAndCopiesHaveTheRightsOfTheirStore() throws {
    var container = try make("S.db", [1])
    XCTAssertEqual(chmod(folder.file("S.db").path(percentEncoded: false), 0o600), 0)
    container = try make("S.db", [2])
    try container.copyStore(to: folder.file("C.db"))
    try container.copyStore(to: folder.file("C.xml"), as: .xml)
    try PersistentContainer.replaceStore(at: folder.file("R.db"), with: folder.file("S.db"))
    for name in ["C.db", "C.xml", "R.db"] {
      XCTAssertEqual(try mode(folder.file(name)), 0o600, name)
    }
    XCTAssertEqual(files(of: "C").count, 2)
    for file in files(of: "C") + files(of: "R") { XCTAssertEqual(try mode(file), 0o600) }
    XCTAssertEqual(try mode(folder.file(".C_SUPPORT/_EXTERNAL_DATA")), 0o700)
    XCTAssertEqual(try files(of: "S").map(mode).sorted(), [0o600, 0o644])
  }

  func testACopyOfAStoreThatMayOnlyBeReadCanBeWritten() throws {
    let container = try make("S.db", [1])
    XCTAssertEqual(chmod(folder.file("S.db").path(percentEncoded: false), 0o444), 0)
    try container.copyStore(to: folder.file("C.db"))
    try container.copyStore(to: folder.file("C.xml"), as: .xml)
    var configuration = StoreConfiguration(url: folder.file("P.db"))
    configuration.preloadedStore = folder.file("S.db")
    let context = try PersistentContainer(.links, configuration: configuration).makeContext()
    _ = Part(in: context, number: 2)
    try context.save()
    for name in ["C.db", "C.xml", "P.db"] {
      XCTAssertEqual(try mode(folder.file(name)), 0o644, name)
    }
  }

  /// Files that stayed open would lead to the error "too many open files" in a program that
  /// reads many of them.
  func testReadingClosesTheFiles() throws {
    let open = "/proc/self/fd"
    try XCTSkipUnless(FileManager.default.fileExists(atPath: open), "no list of open files here")
    let container = try make("S.db", Array(1...50))
    func count() throws -> Int {
      let names = try FileManager.default.contentsOfDirectory(atPath: open)
      return names.count {
        let file = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(open)/\($0)")
        return file?.contains("_EXTERNAL_DATA") == true
      }
    }
    let pictures = try container.makeContext().fetch(Part.all).map(\.picture?.first)
    XCTAssertEqual(Set(pictures), Set((1...50).map { UInt8($0) }))
    XCTAssertEqual(try count(), 0)
  }

  func testALinkIsNoFileOfAValue() throws {
    let container = try make("S.db", [1])
    let file = files(of: "S")[0]
    try FileManager.default.moveItem(at: file, to: folder.file("secret"))
    try FileManager.default.createSymbolicLink(
      at: file, withDestinationURL: folder.file("secret"))
    let part = try XCTUnwrap(try container.makeContext().first(Part.all))
    XCTAssertNil(part.picture)
    XCTAssertTrue(part.isInaccessible)
    XCTAssertThrowsError(try container.copyStore(to: folder.file("C.db")))
  }

  private func link(_ name: String, to other: String) throws {
    try FileManager.default.createSymbolicLink(
      at: folder.file(name), withDestinationURL: folder.file(other))
  }

  func testAStoreHasOneFolderUnderAllOfItsNames() throws {
    _ = try make("S.db", [1])
    try link("L.db", to: "S.db")
    XCTAssertEqual(try pictures("L.db"), [1])
    _ = try make("L.db", [2])
    XCTAssertEqual(files(of: "S").count, 2)
    for name in ["S.db", "L.db"] { XCTAssertEqual(try pictures(name), [1, 2], name) }
    try PersistentContainer.destroyStore(at: folder.file("L.db"))
    XCTAssertEqual(try pictures("S.db"), [1, 2])
  }

  func testValuesBesideALinkAreFoundThroughIt() throws {
    _ = try make("S.db", [1])
    try link("L.db", to: "S.db")
    try FileManager.default.moveItem(
      at: folder.file(".S_SUPPORT"), to: folder.file(".L_SUPPORT"))
    let container = try make("L.db", [2])
    XCTAssertEqual(try pictures("L.db"), [1, 2])
    XCTAssertEqual(try container.integrityCheck(), [])
    try container.copyStore(to: folder.file("C.db"))
    try PersistentContainer.replaceStore(at: folder.file("R.db"), with: folder.file("L.db"))
    for name in ["C.db", "R.db"] { XCTAssertEqual(try pictures(name), [1, 2], name) }
  }

  func testAFolderThatCannotBeMadeIsAnErrorOfTheStore() throws {
    let container = try open("S.db")
    try Data().write(to: folder.file(".S_SUPPORT"))
    let context = try container.makeContext()
    Part(in: context, number: 1).picture = FaultScenario.picture(1)
    XCTAssertThrowsError(try context.save()) { error in
      XCTAssertTrue(error is StoreError, "\(type(of: error)) \(error)")
      XCTAssertTrue("\(error)".contains(".S_SUPPORT"), "\(error)")
    }
    try FileManager.default.removeItem(at: folder.file(".S_SUPPORT"))
    try context.save()
    XCTAssertEqual(try pictures("S.db"), [1])
  }

  // MARK: Readers of older moments

  /// Replaces the picture of the first part and deletes the second part.
  private func change(_ container: PersistentContainer) throws {
    let context = try container.makeContext()
    let parts = try context.fetch(Part.all.sorted { [$0.number.ascending] })
    parts[0].picture = FaultScenario.picture(9)
    context.delete(parts[1])
    try context.save()
  }

  func testPinnedReadsFindTheFilesOfTheirMoment() throws {
    let container = try make("S.db", [1, 2, 3])
    for other in [container, try open("S.db")] {
      let pinned = try container.makeContext()
      try pinned.pinReads()
      let parts = try pinned.fetch(Part.all.sorted { [$0.number.ascending] })
      let before = parts.map(\.picture)
      try change(other)
      pinned.refreshAllObjects()
      XCTAssertEqual(try pinned.checkingAccess { parts.map(\.picture) }, before)
      XCTAssertFalse(before.contains(nil))
      pinned.unpinReads()
      let context = try other.makeContext()
      Part(in: context, number: 10).picture = FaultScenario.picture(10)
      try context.save()
    }
    XCTAssertEqual(try pictures("S.db"), [9, 10, 10])
  }

  func testFilesGoWithTheNextSaveAfterTheirReaders() throws {
    let container = try make("S.db", [1, 2])
    let pinned = try container.makeContext()
    try pinned.pinReads()
    let other = try open("S.db")
    try change(other)
    XCTAssertEqual(files(of: "S").count, 3)
    pinned.unpinReads()
    let context = try other.makeContext()
    _ = Part(in: context, number: 5)
    try context.save()
    XCTAssertEqual(files(of: "S").count, 1)
  }

  /// At any moment there is a reader, but none reads for long.
  func testFilesDoNotWaitForReadersThatBeganLater() throws {
    let container = try make("S.db", [1, 2])
    var reader = try container.makeContext()
    try reader.pinReads()
    for round in 1...20 {
      let context = try container.makeContext()
      for part in try context.fetch(Part.all) {
        part.picture = FaultScenario.picture(UInt8(round))
      }
      try context.save()
      let next = try container.makeContext()
      try next.pinReads()
      XCTAssertEqual(try next.fetch(Part.all).map(\.picture?.first), [UInt8(round), UInt8(round)])
      reader.unpinReads()
      reader = next
      // At most two files that the rows refer to, two that the reader's snapshot refers to,
      // and two that wait for the next check.
      XCTAssertLessThanOrEqual(files(of: "S").count, 6)
    }
    reader.unpinReads()
  }

  /// The number of files stays small while programs write and read at the same time, and
  /// every reader finds the files of its snapshot.
  func testFilesStayFewBesideReadersAndWriters() throws {
    _ = try make("S.db", Array(1...8))
    let containers = try (0..<5).map { _ in try open("S.db") }
    let values = folder.file(".S_SUPPORT/_EXTERNAL_DATA").path(percentEncoded: false)
    let end = ContinuousClock.now + (TestRun.isLong ? .seconds(60) : .milliseconds(700))
    let (saves, reads, wrong, most) = (Counter(), Counter(), Counter(), Counter())
    let group = DispatchGroup()
    for number in containers.indices {
      // Use threads, because a dispatch queue runs no more blocks at once than there are
      // processors.
      let thread = Thread {
        defer { group.leave() }
        var byte = UInt8(number)
        while ContinuousClock.now < end {
          do {
            let context = try containers[number].makeContext()
            guard number < 2 else {
              try context.pinReads()
              let pictures = try context.fetch(Part.all).map(\.picture?.count)
              if pictures != Array(repeating: 6000, count: 8) { wrong.add() }
              reads.add()
              continue
            }
            byte &+= 2
            for part in try context.fetch(Part.all) { part.picture = FaultScenario.picture(byte) }
            try context.save()
            saves.add()
            most.raise(to: try FileManager.default.contentsOfDirectory(atPath: values).count)
          } catch let error as StoreError where [.conflict, .busy].contains(error.reason) {
          } catch {
            wrong.add()
          }
        }
      }
      group.enter()
      thread.start()
    }
    group.wait()
    let (saved, largest) = (saves.take(), most.take())
    let read = reads.take()
    print("files: \(saved) saves, \(read) reads, at most \(largest) files")
    XCTAssertGreaterThan(read, 0)
    XCTAssertEqual(wrong.take(), 0)
    XCTAssertGreaterThan(saved, 0)
    // Only files dropped during one reader's read wait for removal. If no dropped file were
    // removed, each save would add eight.
    XCTAssertLessThan(largest, 200 + saved * 2)
    // The files that waited for the last readers are removed by the next saves of the
    // containers that dropped them.
    for (number, container) in containers.prefix(2).enumerated() {
      let context = try container.makeContext()
      for part in try context.fetch(Part.all) {
        part.picture = Data(repeating: 1, count: 7000 + number)
      }
      try context.save()
    }
    XCTAssertEqual(files(of: "S").count, 8)
  }

  func testDroppedFilesOfAProgramThatDiedGoWhenTheStoreIsOpened() throws {
    let reading = try make("S.db", [1, 2])
    let pinned = try reading.makeContext()
    try pinned.pinReads()
    do { try change(try open("S.db")) }
    XCTAssertEqual(files(of: "S").count, 3)
    _ = try open("S.db")
    XCTAssertEqual(files(of: "S").count, 3, "somebody reads them")
    pinned.unpinReads()
    _ = try open("S.db")
    XCTAssertEqual(files(of: "S").count, 1)
    let container = try open("S.db")
    let context = try container.makeContext()
    try XCTUnwrap(try context.first(Part.all)).picture = FaultScenario.picture(10)
    try context.save()
    XCTAssertEqual(files(of: "S").count, 1)
    XCTAssertEqual(try listedNames("S.db").count, 1, "those of before are forgotten")
  }

  private func listedNames(_ name: String) throws -> [String] {
    try rows("SELECT NAME FROM MODELDROPPEDFILES", in: folder.file(name))
  }

  func testAStoreHasTheTableFromTheFirstDroppedFileOn() throws {
    let container = try make("S.db", [1, 2])
    let table = "SELECT count(*) FROM sqlite_schema WHERE name = 'MODELDROPPEDFILES'"
    XCTAssertEqual(try rows(table, in: folder.file("S.db")), ["0"])
    try change(container)
    XCTAssertEqual(files(of: "S").count, 1)
    XCTAssertEqual(try listedNames("S.db").count, 2)
    XCTAssertEqual(try container.integrityCheck(), [])
    XCTAssertEqual(try open("S.db").integrityCheck(), [])
  }

  func testARollbackListsNothing() throws {
    let container = try make("S.db", [1, 2])
    let context = try container.makeContext()
    let parts = try context.fetch(Part.all.sorted { [$0.number.ascending] })
    parts[0].picture = FaultScenario.picture(8)
    try context.save()
    XCTAssertEqual(try listedNames("S.db").count, 1)
    parts[0].picture = FaultScenario.picture(9)
    try execute(
      """
      CREATE TRIGGER refuse BEFORE UPDATE ON ZPART BEGIN SELECT raise(ABORT, 'no'); END
      """, in: folder.file("S.db"))
    XCTAssertThrowsError(try context.save())
    try execute("DROP TRIGGER refuse", in: folder.file("S.db"))
    XCTAssertEqual(try listedNames("S.db").count, 1)
    XCTAssertEqual(files(of: "S").count, 2)
    XCTAssertEqual(try pictures("S.db"), [8, 2])
  }

  func testABackupHasTheFilesOfItsContentAlone() throws {
    let container = try make("S.db", [1, 2])
    try container.copyStore(to: folder.file("B.db"))
    try PersistentContainer.replaceStore(at: folder.file("R.db"), with: folder.file("S.db"))
    let pinned = try open("R.db").makeContext()
    try pinned.pinReads()
    try change(container)
    try container.copyStore(to: folder.file("B.db"))
    try PersistentContainer.replaceStore(at: folder.file("R.db"), with: folder.file("S.db"))
    XCTAssertEqual(files(of: "B").count, 1)
    XCTAssertEqual(try pictures("B.db"), [9])
    let before = try pinned.fetch(Part.all.sorted { [$0.number.ascending] }).map(\.picture?.first)
    XCTAssertEqual(before, [1, 2], "a reader has the files of its moment")
    pinned.unpinReads()
    try PersistentContainer.replaceStore(at: folder.file("R.db"), with: folder.file("S.db"))
    XCTAssertEqual(try pictures("R.db"), [9])
  }

  func testAFileThatWaitsStaysWhereABackupNamesItAgain() throws {
    let container = try make("S.db", [1, 2])
    try container.copyStore(to: folder.file("B.db"))
    let pinned = try container.makeContext()
    try pinned.pinReads()
    let other = try open("S.db")
    try change(other)
    pinned.unpinReads()
    try PersistentContainer.replaceStore(at: folder.file("S.db"), with: folder.file("B.db"))
    let context = try other.makeContext()
    _ = Part(in: context, number: 5)
    try context.save()
    XCTAssertEqual(try pictures("S.db"), [1, 2, nil])
  }

  func testWhatAPinnedContextReplacesItselfGoesAtOnce() throws {
    let container = try make("S.db", [1])
    let context = try container.makeContext()
    try context.pinReads()
    try XCTUnwrap(try context.first(Part.all)).picture = FaultScenario.picture(2)
    try context.save()
    XCTAssertTrue(context.isReadingPinned)
    XCTAssertEqual(files(of: "S").count, 1)
  }

  func testASweepLeavesTheFilesOfOlderMoments() throws {
    let container = try make("S.db", [1, 2])
    let pinned = try container.makeContext()
    try pinned.pinReads()
    try change(try open("S.db"))
    for file in files(of: "S") {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -7200)],
        ofItemAtPath: file.path(percentEncoded: false))
    }
    _ = try open("S.db")
    XCTAssertEqual(
      try pinned.fetch(Part.all.sorted { [$0.number.ascending] }).map(\.picture?.first), [1, 2])
    pinned.unpinReads()
    _ = try open("S.db")
    XCTAssertEqual(files(of: "S").count, 1)
  }

  func testASweepLeavesTheFilesOfATransactionThatTakesLong() throws {
    let context = try open("S.db").makeContext()
    try context.saveInParts { write in
      Part(in: context, number: 1).picture = FaultScenario.picture(1)
      try write()
      for file in files(of: "S") {
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSinceNow: -7200)],
          ofItemAtPath: file.path(percentEncoded: false))
      }
      var configuration = StoreConfiguration(url: folder.file("S.db"))
      configuration.busyTimeout = 0.05
      _ = try PersistentContainer(.links, configuration: configuration)
    }
    XCTAssertEqual(try pictures("S.db"), [1])
  }

  func testCopiesWhileOthersReplaceValuesAreOfOneMoment() async throws {
    let container = try make("S.db", Array(1...40))
    let writer = try open("S.db")
    async let saves: Void = Self.replaceAll(writer, times: 36)
    for number in 1...6 {
      try container.copyStore(to: folder.file("C\(number).db"))
      try PersistentContainer.replaceStore(
        at: folder.file("R\(number).db"), with: folder.file("S.db"))
    }
    try await saves
    for name in (1...6).flatMap({ ["C\($0).db", "R\($0).db"] }) {
      let bytes = try pictures(name)
      XCTAssertTrue(
        bytes == Array(1...40) || bytes == Array(repeating: bytes[0], count: 40),
        "\(name): \(bytes)")
      XCTAssertEqual(try open(name).integrityCheck(), [], name)
    }
  }

  private static func replaceAll(_ container: PersistentContainer, times: UInt8) throws {
    let context = try container.makeContext()
    for byte in 1...times {
      for part in try context.fetch(Part.all) { part.picture = FaultScenario.picture(byte) }
      try context.save()
    }
  }

  func testAFileThatCannotBeWrittenSaysWhy() throws {
    let container = try make("S.db", [1])
    let context = try container.makeContext()
    _ = try context.fetch(Part.all)
    Part(in: context, number: 2).picture = Data(repeating: 2, count: 1_000_000)
    Part(in: context, number: 3).picture = Data(repeating: 3, count: 1_000_000)
    let faults: [(words: String, run: (() throws -> Void) throws -> Void)] = [
      ("file too large", { try FileSizeLimit.run(500_000, $0) }),
      ("too many open files", { try OpenFileLimit.run($0) }),
    ]
    for (words, run) in faults {
      try run {
        XCTAssertThrowsError(try context.save()) { error in
          XCTAssertEqual((error as? StoreError)?.reason, .ioFailure, "\(error)")
          XCTAssertTrue("\(error)".hasSuffix(": \(words)"), "\(error)")
        }
      }
    }
    try context.save()
    XCTAssertEqual(try pictures("S.db"), [1, 2, 3])
  }

  func testACopyThatFailsLeavesNothing() throws {
    let container = try make("S.db", [1, 2])
    let before = try content()
    for type in [StoreType.sqlite, .xml, .binary] {
      for name in ["U.db", "a new/folder/U.db"] {
        try FileSizeLimit.run(50) {
          XCTAssertThrowsError(try container.copyStore(to: folder.file(name), as: type))
        }
        XCTAssertEqual(try content(), before, "\(type.name), \(name)")
      }
    }
    try container.copyStore(to: folder.file("new/folder/U.db"))
    try FileSizeLimit.run(50) {
      XCTAssertThrowsError(
        try PersistentContainer.replaceStore(
          at: folder.file("other/T.db"), with: folder.file("S.db")))
    }
    XCTAssertFalse(try content().contains("other"))
  }

  /// Returns the paths of all files in the folder, except those that SQLite keeps beside
  /// open stores.
  private func content() throws -> Set<String> {
    Set(
      try FileManager.default.subpathsOfDirectory(atPath: folder.url.path(percentEncoded: false))
        .filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") })
  }
}
