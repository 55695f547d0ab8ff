import Foundation
import ModelRuntime
import TestSupport
import XCTest

/// Tests of files that someone else put beside a store or into its folder of large values.
/// They are not read, written or removed, and `integrityCheck()` reports them.
final class StrangeFileTests: XCTestCase {
  private var folder: MemoryFolder!
  private let values = ".S_SUPPORT/_EXTERNAL_DATA"

  override func setUpWithError() throws { folder = try MemoryFolder() }

  override func tearDown() { folder = nil }

  private func open(_ name: String = "S.db") throws -> PersistentContainer {
    var configuration = StoreConfiguration(url: folder.file(name))
    configuration.externalStorageThreshold = 100
    return try PersistentContainer(.links, configuration: configuration)
  }

  @discardableResult
  private func make(_ name: String, _ bytes: [UInt8]) throws -> PersistentContainer {
    let container = try open(name)
    let context = try container.makeContext()
    for byte in bytes {
      Part(in: context, number: Int32(byte)).picture = FaultScenario.picture(byte)
    }
    try context.save()
    return container
  }

  private func path(_ name: String) -> String { folder.file(name).path(percentEncoded: false) }

  private func names(_ name: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: path(name)).sorted()
  }

  private func put(_ name: String) throws {
    try FileManager.default.createDirectory(
      at: folder.file(name).deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(repeating: 1, count: 10).write(to: folder.file(name))
  }

  private func link(_ name: String, to other: String) throws {
    try FileManager.default.createSymbolicLink(
      at: folder.file(name), withDestinationURL: folder.file(other))
  }

  /// Sets the dates of all files in a folder back by two hours, so that they look like
  /// files left over by a crash.
  private func age(_ name: String) throws {
    for file in try names(name) {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -7200)],
        ofItemAtPath: path(name + "/" + file))
    }
  }

  /// Opens, replaces and destroys the store, and expects all files in a folder to remain.
  private func assertNothingGoes(
    _ folder: String, _ words: String, line: UInt = #line
  ) throws {
    try age(folder)
    let before = try names(folder)
    XCTAssertFalse(before.isEmpty, line: line)
    let findings = try open().integrityCheck()
    XCTAssertEqual(
      Set(findings.map(\.kind)), [.strangeFile], "\(findings)", line: line)
    XCTAssertTrue(findings.contains { $0.message.contains(words) }, "\(findings)", line: line)
    XCTAssertEqual(try names(folder), before, "opened", line: line)
    try make("R.db", [])
    try PersistentContainer.replaceStore(
      at: self.folder.file("S.db"), with: self.folder.file("R.db"))
    XCTAssertEqual(try names(folder), before, "replaced", line: line)
    try PersistentContainer.destroyStore(at: self.folder.file("S.db"))
    XCTAssertEqual(try names(folder), before, "destroyed", line: line)
  }

  func testALinkToAnotherStoresFolderIsNotFollowed() throws {
    try make("V.db", [1, 2])
    try make("S.db", [])
    try link(".S_SUPPORT", to: ".V_SUPPORT")
    try assertNothingGoes(".V_SUPPORT", ".S_SUPPORT")
  }

  func testALinkToAnotherFolderOfValuesIsNotFollowed() throws {
    try make("V.db", [1, 2])
    try make("S.db", [])
    try FileManager.default.createDirectory(
      at: folder.file(".S_SUPPORT"), withIntermediateDirectories: false)
    try link(values, to: ".V_SUPPORT/_EXTERNAL_DATA")
    try assertNothingGoes(".V_SUPPORT", "_EXTERNAL_DATA")
  }

  func testFilesOfOtherNamesStay() throws {
    try make("S.db", [])
    try put(values + "/thesis.doc")
    try assertNothingGoes(values, "thesis.doc")
  }

  func testFoldersStay() throws {
    try make("S.db", [])
    let name = UUID().uuidString
    try put(values + "/\(name)/thesis.doc")
    try assertNothingGoes(values, name)
  }

  func testLinksStay() throws {
    try make("S.db", [])
    try put("secret")
    try put(values + "/thesis.doc")
    let name = UUID().uuidString
    try link(values + "/" + name, to: "secret")
    try assertNothingGoes(values, name)
    XCTAssertEqual(try Data(contentsOf: folder.file("secret")).count, 10)
  }

  func testPipesStay() throws {
    try make("S.db", [])
    try put(values + "/thesis.doc")
    let name = UUID().uuidString
    XCTAssertEqual(mkfifo(path(values + "/" + name), 0o600), 0)
    // A second pipe, named like a store in the same folder.
    XCTAssertEqual(mkfifo(path("S.pipe"), 0o600), 0)
    try assertNothingGoes(values, name)
  }

  func testAnotherUsersFilesStay() throws {
    try XCTSkipUnless(geteuid() == 0, "only root can give files away")
    let name = UUID().uuidString
    for file in [".S_SUPPORT", values, values + "/" + name] {
      folder = try MemoryFolder()
      try make("S.db", [])
      try put(values + "/" + name)
      XCTAssertEqual(chown(path(file), 65534, 65534), 0)
      try assertNothingGoes(values, file == ".S_SUPPORT" ? "_SUPPORT" : file)
    }
  }

  /// A store's table of dropped files is not trusted: a file that it lists is removed only
  /// if no store needs it.
  func testAStoreThatListsFilesOfOthersRemovesNone() throws {
    try make("S.db", [1, 2])
    try make("S.sqlite", [])
    let named = try names(values)
    XCTAssertEqual(named.count, 2)
    for store in ["S.sqlite", "S.db"] {
      for name in named + ["../../S.db", "thesis.doc"] {
        try execute(
          """
          CREATE TABLE IF NOT EXISTS MODELDROPPEDFILES (NAME TEXT NOT NULL PRIMARY KEY);
          INSERT OR IGNORE INTO MODELDROPPEDFILES VALUES ('\(name)')
          """, in: folder.file(store))
      }
    }
    for store in ["S.sqlite", "S.db"] {
      _ = try open(store)
      XCTAssertEqual(try names(values), named, store)
    }
    try FileManager.default.removeItem(at: folder.file("S.sqlite"))
    let container = try open()
    XCTAssertEqual(try names(values), named)
    XCTAssertEqual(try container.makeContext().count(Part.all), 2)
  }

  func testNothingIsWrittenThroughALink() throws {
    for place in [".S_SUPPORT", ".S_SUPPORT/_EXTERNAL_DATA"] {
      folder = try MemoryFolder()
      try put("victim/file")
      let context = try open().makeContext()
      if place.contains("/") {
        try FileManager.default.createDirectory(
          at: folder.file(".S_SUPPORT"), withIntermediateDirectories: false)
      }
      try link(place, to: "victim")
      Part(in: context, number: 1).picture = FaultScenario.picture(1)
      XCTAssertThrowsError(try context.save()) { error in
        XCTAssertTrue(error is StoreError, "\(error)")
        XCTAssertTrue("\(error)".contains(place), "\(error)")
      }
      XCTAssertEqual(try names("victim"), ["file"])
      let other = try make("O.db", [1])
      XCTAssertThrowsError(try other.copyStore(to: folder.file("S.db")))
      XCTAssertEqual(try names("victim"), ["file"])
      try FileManager.default.removeItem(at: folder.file(place))
      try context.save()
      XCTAssertEqual(try context.first(Part.all)?.picture, FaultScenario.picture(1))
    }
  }

  /// A store whose header is damaged can be mended, and refers to its files until then.
  func testADamagedStoreOfTheSameNameKeepsItsFiles() throws {
    try make("S.db", [1, 2])
    try make("S.sqlite", [])
    let file = try FileHandle(forWritingTo: folder.file("S.db"))
    try file.write(contentsOf: Data(repeating: 0x58, count: 8))
    try file.close()
    try age(values)
    let before = try names(values)
    XCTAssertEqual(before.count, 2)
    _ = try open("S.sqlite")
    XCTAssertEqual(try names(values), before)
    try PersistentContainer.destroyStore(at: folder.file("S.sqlite"))
    XCTAssertEqual(try names(values), before)
  }

  /// What lies beside the folder of large values, or has a name that is almost theirs.
  func testNeighboursOfValuesAreToldAndLeftAlone() throws {
    try make("S.db", [])
    let names = [
      ".S_SUPPORT/stray", ".S_SUPPORT/other/file", "\(values)/\(UUID().uuidString.lowercased())",
    ]
    for name in names { try put(name) }
    try assertNothingGoes(".S_SUPPORT", "/.S_SUPPORT/stray'")
  }

  /// Whatever has the name of the table of dropped files, a store can be saved.
  func testATableOfDroppedFilesOfOthersIsLeftAlone() throws {
    for columns in ["(X)", "(NAME TEXT, Y NOT NULL)", "(NAME TEXT)"] {
      let name = "\(columns.utf8.count).db"
      try make(name, [1])
      let table = "CREATE TABLE modeldroppedfiles\(columns)"
      try execute(
        "\(table); INSERT INTO modeldroppedfiles VALUES (\(columns.contains("Y") ? "1, 2" : "1"))",
        in: folder.file(name))
      let container = try open(name)
      XCTAssertEqual(try container.integrityCheck().map(\.kind), [.strangeSchema], columns)
      let context = try container.makeContext()
      let part = try XCTUnwrap(context.first(Part.all))
      part.picture = FaultScenario.picture(2)
      try context.save()
      XCTAssertEqual(try open(name).integrityCheck().map(\.kind), [.strangeSchema], columns)
      XCTAssertEqual(
        try open(name).makeContext().first(Part.all)?.picture, FaultScenario.picture(2), columns)
    }
  }

  /// A store may list more files than an opening should handle.
  func testListedFilesAreTakenOverInParts() throws {
    try make("S.db", [1])
    try execute(
      """
      CREATE TABLE MODELDROPPEDFILES (NAME TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID;
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
      INSERT INTO MODELDROPPEDFILES SELECT printf('%08X-0000-4000-8000-000000000000', i) FROM n
      """, in: folder.file("S.db"))
    for (picture, count) in [(2, 10_001), (3, 2)] {
      let context = try open().makeContext()
      try XCTUnwrap(context.first(Part.all)).picture = FaultScenario.picture(UInt8(picture))
      try context.save()
      XCTAssertEqual(
        try rows("SELECT count(*) FROM MODELDROPPEDFILES", in: folder.file("S.db")), ["\(count)"])
    }
  }

  /// A row names no file of the store: the value can be set again.
  func testAValueWithADamagedNameCanBeSetAgain() throws {
    try make("S.db", [1])
    try execute(
      "UPDATE ZPART SET ZPICTURE = x'022E2E2F2E2E2F532E646200'", in: folder.file("S.db"))
    let container = try open()
    XCTAssertEqual(try container.integrityCheck().first?.kind, .missingFile)
    let context = try container.makeContext()
    let part = try XCTUnwrap(context.first(Part.all))
    XCTAssertNil(part.picture)
    XCTAssertFalse(part.isInaccessible)
    XCTAssertThrowsError(try part.value(forKey: "picture")) {
      XCTAssertEqual(($0 as? StoreError)?.reason, .missingFile)
    }
    part.picture = FaultScenario.picture(2)
    try context.save()
    XCTAssertEqual(try open().makeContext().first(Part.all)?.picture, FaultScenario.picture(2))
    XCTAssertTrue(FileManager.default.fileExists(atPath: path("S.db")))
  }

  /// A value still exists if its folder was replaced by a symbolic link to it, so it must
  /// not be read as nil.
  func testValuesBehindALinkMakeTheirObjectsInaccessible() throws {
    try make("S.db", [1])
    try FileManager.default.moveItem(at: folder.file(".S_SUPPORT"), to: folder.file("moved"))
    try link(".S_SUPPORT", to: "moved")
    let container = try open()
    let part = try XCTUnwrap(try container.makeContext().first(Part.all))
    XCTAssertNil(part.picture)
    XCTAssertTrue(part.isInaccessible)
    XCTAssertEqual(
      Set(try container.integrityCheck().map(\.kind)), [.missingFile, .strangeFile])
    XCTAssertThrowsError(try container.copyStore(to: folder.file("C.db"))) {
      XCTAssertTrue("\($0)".contains("is a link") || "\($0)".contains("a link"), "\($0)")
    }
  }

  /// The owner's program can read the files that a program of root has written beside the
  /// owner's store.
  func testFilesOfRootsProgramAreTheOwners() throws {
    try XCTSkipUnless(geteuid() == 0, "only root can give files away")
    try make("S.db", [])
    XCTAssertEqual(chmod(path("S.db"), 0o600), 0)
    XCTAssertEqual(chown(path("S.db"), 65534, 65534), 0)
    try make("S.db", [1])
    for name in try [".S_SUPPORT", values] + names(values).map({ values + "/" + $0 }) {
      var state = stat()
      XCTAssertEqual(stat(path(name), &state), 0)
      XCTAssertEqual([state.st_uid, state.st_gid], [65534, 65534], name)
    }
  }
}
