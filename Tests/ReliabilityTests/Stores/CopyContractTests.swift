import Foundation
import ModelRuntime
import TestSupport
import XCTest

/// Tests that a copy has all files that its source refers to, or that nothing happens. An
/// obstacle to any file is found before anything at the destination changes.
final class CopyContractTests: XCTestCase {
  private var folder: MemoryFolder!
  private let values = ".S_SUPPORT/_EXTERNAL_DATA"

  override func setUpWithError() throws { folder = try MemoryFolder() }

  override func tearDown() { folder = nil }

  private func open(_ name: String) throws -> PersistentContainer {
    var configuration = StoreConfiguration(url: folder.file(name))
    configuration.externalStorageThreshold = 100
    return try PersistentContainer(.links, configuration: configuration)
  }

  private func make(_ name: String, _ bytes: [UInt8]) throws {
    let context = try open(name).makeContext()
    for byte in bytes {
      Part(in: context, number: Int32(byte)).picture = FaultScenario.picture(byte)
    }
    try context.save()
  }

  private func pictures(_ name: String) throws -> [UInt8?] {
    let context = try open(name).makeContext()
    return try context.fetch(Part.all.sorted { [$0.number.ascending] }).map(\.picture?.first)
  }

  private func path(_ name: String) -> String { folder.file(name).path(percentEncoded: false) }

  /// Returns the contents of all files that belong to the destination, by path; nil for a
  /// folder.
  private func destination() throws -> [String: Data?] {
    let manager = FileManager.default
    let own = try manager.contentsOfDirectory(atPath: path("")).flatMap { name -> [String] in
      guard name.hasPrefix("T") || name.hasPrefix(".T") || name.hasPrefix("new"),
        !name.hasSuffix("-shm"), !name.hasSuffix("-wal")
      else { return [] }
      let inner = (try? manager.subpathsOfDirectory(atPath: path(name))) ?? []
      return [name] + inner.map { name + "/" + $0 }
    }
    return Dictionary(
      uniqueKeysWithValues: own.map { ($0, try? Data(contentsOf: folder.file($0))) })
  }

  private func file() throws -> String {
    let names = try FileManager.default.contentsOfDirectory(atPath: path(values))
    return values + "/" + (try XCTUnwrap(names.min()))
  }

  /// The obstacles to a copy: each makes some data of the source unreadable.
  private var obstacles: [(name: String, needsNobody: Bool, make: () throws -> Void)] {
    let manager = FileManager.default
    let link = { [self] (name: String, other: String) in
      try manager.moveItem(at: folder.file(name), to: folder.file(other))
      try manager.createSymbolicLink(
        at: folder.file(name), withDestinationURL: folder.file(other))
    }
    return [
      ("no folder", false, { [self] in try manager.removeItem(atPath: path(".S_SUPPORT")) }),
      (
        "a file of the folder's name", false,
        { [self] in
          try manager.removeItem(atPath: path(values))
          try Data().write(to: folder.file(values))
        }
      ),
      ("a linked folder", false, { try link(".S_SUPPORT", "moved") }),
      ("a linked inner folder", false, { [values] in try link(values, "moved") }),
      ("a file less", false, { [self] in try manager.removeItem(atPath: path(try file())) }),
      ("a linked file", false, { [self] in try link(try file(), "moved") }),
      (
        "a folder in a file's place", false,
        { [self] in
          let file = try file()
          try manager.removeItem(atPath: path(file))
          try manager.createDirectory(atPath: path(file), withIntermediateDirectories: false)
        }
      ),
      ("a folder that may not be read", true, { [self] in chmod(path(".S_SUPPORT"), 0) }),
      ("an inner folder that may not be read", true, { [self] in chmod(path(values), 0) }),
      ("a file that may not be read", true, { [self] in chmod(path(try file()), 0) }),
    ]
  }

  private var copies: [(name: String, run: () throws -> Void)] {
    [
      (
        "replace",
        { [self] in
          try PersistentContainer.replaceStore(at: folder.file("T.db"), with: folder.file("S.db"))
        }
      ),
      (
        "replace a new one",
        { [self] in
          try PersistentContainer.replaceStore(
            at: folder.file("new/T.db"), with: folder.file("S.db"))
        }
      ),
      ("copy", { [self] in try open("S.db").copyStore(to: folder.file("T.db")) }),
      ("copy to a new one", { [self] in try open("S.db").copyStore(to: folder.file("new/T.db")) }),
      (
        "copy as XML",
        { [self] in try open("S.db").copyStore(to: folder.file("new/T.x"), as: .xml) }
      ),
      (
        "preload",
        { [self] in
          var configuration = StoreConfiguration(url: folder.file("new/P.db"))
          configuration.preloadedStore = folder.file("S.db")
          _ = try PersistentContainer(.links, configuration: configuration)
        }
      ),
    ]
  }

  func testWhatIsInTheWayIsFoundBeforeAnythingChanges() throws {
    for obstacle in obstacles where !obstacle.needsNobody || geteuid() == 0 {
      for copy in copies {
        folder = try MemoryFolder()
        try make("S.db", [1, 2])
        try make("T.db", [7])
        if obstacle.needsNobody { try giveAway() }
        try asNobody(obstacle.needsNobody) {
          try obstacle.make()
          let before = try destination()
          XCTAssertThrowsError(try copy.run(), "\(copy.name), \(obstacle.name)") {
            XCTAssertTrue($0 is StoreError, "\(copy.name), \(obstacle.name): \($0)")
          }
          XCTAssertEqual(try destination(), before, "\(copy.name), \(obstacle.name)")
          XCTAssertEqual(try pictures("T.db"), [7], "\(copy.name), \(obstacle.name)")
        }
      }
    }
  }

  /// The destination cannot be written at all, or only in part.
  func testADestinationThatCannotBeWrittenStays() throws {
    let limits: [(name: String, needsNobody: Bool, run: (() throws -> Void) throws -> Void)] = [
      ("full", false, { try FileSizeLimit.run(3000, $0) }),
      ("nearly full", false, { try FileSizeLimit.run(30_000, $0) }),
      (
        "a folder that may not be written", true,
        { [self] body in
          try FileManager.default.createDirectory(
            atPath: path("new"), withIntermediateDirectories: true)
          let folders = ["new", ".T_SUPPORT/_EXTERNAL_DATA"]
          for name in folders { chmod(path(name), 0o555) }
          defer { for name in folders { chmod(path(name), 0o755) } }
          try body()
        }
      ),
    ]
    for limit in limits where !limit.needsNobody || geteuid() == 0 {
      for copy in copies {
        folder = try MemoryFolder()
        try make("S.db", [1, 2])
        try make("T.db", [7])
        if limit.needsNobody { try giveAway() }
        try asNobody(limit.needsNobody) {
          var before: [String: Data?] = [:]
          try limit.run {
            before = try destination()
            XCTAssertThrowsError(try copy.run(), "\(copy.name), \(limit.name)") {
              XCTAssertTrue($0 is StoreError, "\(copy.name), \(limit.name): \($0)")
            }
          }
          XCTAssertEqual(try destination(), before, "\(copy.name), \(limit.name)")
          XCTAssertEqual(try pictures("T.db"), [7], "\(copy.name), \(limit.name)")
        }
      }
    }
  }

  /// Whether a row of the destination names a file cannot be known afterwards.
  func testACopyOverAStoreThatMayNotBeReadLeavesNoFiles() throws {
    try XCTSkipUnless(geteuid() == 0, "only root can give files away")
    for copy in copies where ["replace", "copy"].contains(copy.name) {
      folder = try MemoryFolder()
      try make("S.db", [1, 2])
      try make("T.db", [7])
      try giveAway()
      chmod(path("T.db"), 0)
      let values = ".T_SUPPORT/_EXTERNAL_DATA"
      let before = try FileManager.default.contentsOfDirectory(atPath: path(values))
      try asNobody(true) { XCTAssertThrowsError(try copy.run(), copy.name) }
      let after = try FileManager.default.contentsOfDirectory(atPath: path(values))
      XCTAssertEqual(after.sorted(), before.sorted(), copy.name)
    }
  }

  private func giveAway() throws {
    let names = try FileManager.default.subpathsOfDirectory(atPath: path("")) + [""]
    for name in names { XCTAssertEqual(lchown(path(name), 65534, 65534), 0) }
  }

  /// Runs the body as the user `nobody`, who has no rights, if `isNobody` is true.
  private func asNobody(_ isNobody: Bool, _ body: () throws -> Void) throws {
    guard isNobody else { return try body() }
    XCTAssertEqual(setegid(65534), 0)
    XCTAssertEqual(seteuid(65534), 0)
    defer {
      XCTAssertEqual(seteuid(0), 0)
      XCTAssertEqual(setegid(0), 0)
    }
    try body()
  }

  /// A folder in the destination's place.
  func testACopyInAFoldersPlaceLeavesNothing() throws {
    try make("S.db", [1, 2])
    try FileManager.default.createDirectory(
      at: folder.file("T.db"), withIntermediateDirectories: false)
    for type in [StoreType.sqlite, .xml, .binary] {
      XCTAssertThrowsError(try open("S.db").copyStore(to: folder.file("T.db"), as: type)) {
        XCTAssertTrue("\($0)".hasSuffix("it is a folder; name a file"), "\($0)")
      }
    }
    XCTAssertThrowsError(
      try PersistentContainer.replaceStore(at: folder.file("T.db"), with: folder.file("S.db")))
    XCTAssertEqual(try destination().keys.sorted(), ["T.db"])
  }

  /// Opening a pipe would wait until somebody writes into it.
  func testAPipeIsNoStore() throws {
    try make("S.db", [1])
    XCTAssertEqual(mkfifo(path("T.db"), 0o600), 0)
    let uses: [(name: String, run: () throws -> Void)] = [
      ("open", { [self] in _ = try open("T.db") }),
      ("look", { [self] in _ = try StoreInspection(url: folder.file("T.db")).versionHashes() }),
      ("copy", { [self] in try open("S.db").copyStore(to: folder.file("T.db")) }),
      ("copy as XML", { [self] in try open("S.db").copyStore(to: folder.file("T.db"), as: .xml) }),
      (
        "open as XML",
        { [self] in
          _ = try PersistentContainer(
            .links, configuration: StoreConfiguration(url: folder.file("T.db"), type: .xml))
        }
      ),
      (
        "replace",
        { [self] in
          try PersistentContainer.replaceStore(at: folder.file("S.db"), with: folder.file("T.db"))
        }
      ),
    ]
    for use in uses {
      XCTAssertThrowsError(try use.run(), use.name) {
        XCTAssertTrue("\($0)".contains("it is a pipe or a device"), "\(use.name): \($0)")
      }
    }
    XCTAssertEqual(try pictures("S.db"), [1])
    let names = try FileManager.default.contentsOfDirectory(atPath: path(""))
    XCTAssertEqual(names.filter { $0.hasPrefix("T") || $0.hasPrefix(".T") }, ["T.db"])
  }

  func testKeysThatWereReservedBeforeARestoreAreAssignedOnce() throws {
    let container = try open("T.sqlite")
    let context = try container.makeContext()
    try container.copyStore(to: folder.file("S.sqlite"))
    for number in 0..<20 { _ = Part(in: context, number: Int32(number)) }
    try context.save()
    try PersistentContainer.replaceStore(
      at: folder.file("T.sqlite"), with: folder.file("S.sqlite"))
    context.reset()
    let others = try open("T.sqlite").makeContext()
    for each in [others, context, others] {
      for number in 0..<200 { _ = Part(in: each, number: Int32(number)) }
      try each.save()
    }
    XCTAssertEqual(try context.count(Part.all), 600)
    XCTAssertEqual(try container.integrityCheck().count, 0)
  }
}
