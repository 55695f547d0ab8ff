import BankModel
import Foundation
import ModelRuntime
import ModelSchema
import TestSupport
import XCTest

/// Tests of stores that are read and written as a whole while other programs write them
/// too.
final class WholeFileTests: XCTestCase {
  private var folder: MemoryFolder!

  override func setUpWithError() throws { folder = try MemoryFolder() }

  override func tearDown() { folder = nil }

  private var files: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path(percentEncoded: false))
    }
  }

  private func open(_ name: String, _ type: StoreType = .xml) throws -> PersistentContainer {
    try PersistentContainer(
      .links, configuration: StoreConfiguration(url: folder.file(name), type: type))
  }

  func testNoSaveOverwritesAnother() throws {
    for type in [StoreType.xml, .binary] {
      let name = "race 50% ü.\(type.name)"
      let context = try open(name, type).makeContext()
      _ = Part(in: context, number: 0)
      try context.save()
      let counter = Counter()
      let url = folder.file(name)
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        for _ in 0..<6 { counter.count { try Self.increment(url, type) } }
      }
      XCTAssertEqual(counter.failures, [])
      let part = try XCTUnwrap(try open(name, type).makeContext().first(Part.all))
      XCTAssertEqual(Int(part.number), counter.saves, type.name)
      XCTAssertGreaterThanOrEqual(counter.saves, 6)
      XCTAssertEqual(try files.filter { $0.hasPrefix(".") }, [])
    }
  }

  /// Increments the number of the part. Returns false if another save came first.
  private static func increment(_ url: URL, _ type: StoreType) throws -> Bool {
    let configuration = StoreConfiguration(url: url, type: type)
    let context = try PersistentContainer(.links, configuration: configuration).makeContext()
    try XCTUnwrap(try context.first(Part.all)).number += 1
    do {
      try context.save()
      return true
    } catch let error as StoreError where error.reason == .conflict {
      return false
    }
  }

  /// Counts the saves and failures of threads.
  private final class Counter: @unchecked Sendable {
    // because everything is used under the lock.
    private let lock = NSLock()
    private(set) var saves = 0
    private(set) var failures: [String] = []

    func count(_ body: () throws -> Bool) {
      let result = Result { try body() }
      lock.withLock {
        switch result {
        case .success(let isSaved): saves += isSaved ? 1 : 0
        case .failure(let error): failures.append("\(error)")
        }
      }
    }
  }

  func testAWriterThatHoldsTheFileIsWaitedFor() throws {
    let context = try open("S.xml").makeContext()
    _ = Part(in: context, number: 1)
    let path = folder.url.path(percentEncoded: false)
    let descriptor = Foundation.open(path, O_RDONLY)
    defer { close(descriptor) }
    XCTAssertEqual(flock(descriptor, LOCK_EX), 0)
    var configuration = StoreConfiguration(url: folder.file("S.xml"), type: .xml)
    configuration.busyTimeout = 0.02
    XCTAssertThrowsError(try PersistentContainer(.links, configuration: configuration)) {
      XCTAssertEqual(($0 as? StoreError)?.reason, .busy)
    }
    XCTAssertEqual(flock(descriptor, LOCK_UN), 0)
    try context.save()
  }

  func testAStoreBehindALinkIsComparedItself() throws {
    _ = try open("S.xml")
    try FileManager.default.createSymbolicLink(
      at: folder.file("link.xml"), withDestinationURL: folder.file("S.xml"))
    let context = try open("link.xml").makeContext()
    _ = Part(in: context, number: 1)
    let other = try open("S.xml").makeContext()
    _ = Part(in: other, number: 2)
    try other.save()
    XCTAssertThrowsError(try context.save()) {
      XCTAssertEqual(($0 as? StoreError)?.reason, .conflict)
    }
  }

  func testFilesOfKilledSavesGoWhenTheStoreIsOpened() throws {
    _ = try open("S.xml")
    let left = ".S.xml.\(UUID().uuidString)"
    let others = [".S.xml.notes", ".T.xml.\(UUID().uuidString)"]
    for name in [left] + others { try Data("x".utf8).write(to: folder.file(name)) }
    var configuration = StoreConfiguration(url: folder.file("S.xml"), type: .xml)
    configuration.isReadOnly = true
    _ = try PersistentContainer(.links, configuration: configuration)
    XCTAssertTrue(try files.contains(left), "who only reads removes nothing")
    _ = try open("S.xml")
    XCTAssertEqual(Set(try files), Set(["S.xml"] + others))
  }

  func testANameMayHaveAsManyBytesAsAFileSystemAllows() throws {
    let name = String(repeating: "ü", count: 125) + ".xml"
    let context = try open(name).makeContext()
    _ = Part(in: context, number: 1)
    try context.save()
    XCTAssertEqual(try open(name).makeContext().count(Part.all), 1)
    XCTAssertEqual(try files, [name])
  }

  func testACopyOverwritesNoFileThatIsNoStore() throws {
    let container = try open("S.sqlite", .sqlite)
    try Data("precious".utf8).write(to: folder.file("notes.txt"))
    try FileManager.default.createSymbolicLink(
      at: folder.file("link.xml"), withDestinationURL: folder.file("notes.txt"))
    for (name, type) in [
      ("notes.txt", StoreType.xml), ("link.xml", .xml), ("notes.txt", .binary),
      ("notes.txt", .sqlite),
    ] {
      XCTAssertThrowsError(try container.copyStore(to: folder.file(name), as: type), name) {
        XCTAssertEqual(($0 as? StoreError)?.reason, .notAStore, "\($0)")
        XCTAssertTrue("\($0)".contains(name), "\($0)")
      }
    }
    XCTAssertEqual(try String(contentsOf: folder.file("notes.txt"), encoding: .utf8), "precious")
    try container.copyStore(to: folder.file("C.xml"), as: .xml)
    try container.copyStore(to: folder.file("C.xml"), as: .xml)
  }

  func testAMigratedStoreCountsItsKeysOn() throws {
    let old = CompiledModel(versions: ModelVersions(current: .bankVersion1))
    for type in [StoreType.xml, .binary] {
      for round in 0..<3 {
        let url = folder.file("Bank\(round).\(type.name)")
        try fill(try PersistentContainer(old, configuration: .init(url: url, type: type)))
        let container = try PersistentContainer(.bank, configuration: .init(url: url, type: type))
        XCTAssertEqual(try container.integrityCheck(), [], type.name)
        let context = try container.makeContext()
        for number in 0..<3 {
          _ = Tag(in: context, name: "t\(number)")
          _ = FailedBankInfo(
            in: context, name: "n\(number)", city: "c", state: "s",
            details: FailedBankDetails(in: context))
          try context.save()
        }
        XCTAssertEqual(try container.integrityCheck(), [], type.name)
        let again = try PersistentContainer(.bank, configuration: .init(url: url, type: type))
        XCTAssertEqual(try again.integrityCheck(), [], type.name)
        XCTAssertEqual(try again.makeContext().count(FailedBankInfo.all), 23)
      }
    }
  }

  private func fill(_ container: PersistentContainer) throws {
    try container.performAndWait { context in
      for number in 0..<20 {
        let bank = try context.insert(
          entityName: "FailedBankInfo", ["name": "b\(number)", "city": "c", "state": "S"])
        let details = try context.insert(
          entityName: "FailedBankDetails", ["zip": Int32(number)])
        try bank.setValue(details, forKey: "details")
      }
      try context.save()
    }
  }
}
