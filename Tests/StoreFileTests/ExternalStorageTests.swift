import Foundation
import ModelRuntime
import TestSupport
import XCTest

/// Tests of large values in files beside the store.
final class ExternalStorageTests: XCTestCase {
  private var folder: TemporaryFolder!
  private var url: URL { folder.file("My.Album.sqlite") }
  private var files: URL { folder.file(".My.Album_SUPPORT/_EXTERNAL_DATA") }
  private let large = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0) })
  private let small = Data([1, 2, 3])

  override func setUpWithError() throws { folder = try TemporaryFolder() }

  private func open() throws -> PersistentContainer {
    try PersistentContainer(.album, configuration: StoreConfiguration(url: url))
  }

  private func fileNames() -> [String] {
    let path = files.path(percentEncoded: false)
    return (try? FileManager.default.contentsOfDirectory(atPath: path))?.sorted() ?? []
  }

  private func mark(of name: String) throws -> String {
    try rows("SELECT hex(ZPIXELS) FROM ZPHOTO WHERE ZNAME = '\(name)'", in: url)[0]
  }

  func testStoresThatDifferInTheExtensionAloneLeaveEachOthersFiles() throws {
    // The name of one store may be a prefix of the other store's name.
    for name in ["My.Album.backup", "My.Album.sq"] {
      folder = try TemporaryFolder()
      try assertFilesAreLeft(ofStoreBesides: name)
    }
  }

  private func assertFilesAreLeft(ofStoreBesides name: String) throws {
    let container = try open()
    let context = try container.makeContext()
    _ = Photo(in: context, name: "first", pixels: large)
    try context.save()
    let copy = folder.file(name)
    XCTAssertThrowsError(try container.copyStore(to: copy)) {
      XCTAssertEqual(($0 as? StoreError)?.reason, .wrongOption)
      XCTAssertTrue("\($0)".contains("differs in the extension alone"), "\($0)")
    }
    _ = try rows("PRAGMA wal_checkpoint(TRUNCATE)", in: url)
    try FileManager.default.copyItem(at: url, to: copy)
    _ = Photo(in: context, name: "second", pixels: large)
    try context.save()
    let names = fileNames()
    XCTAssertEqual(names.count, 2)
    for name in names {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -7200)],
        ofItemAtPath: files.appending(path: name).path(percentEncoded: false))
    }
    // The rows of the copy refer only to the first file.
    _ = try PersistentContainer(.album, configuration: StoreConfiguration(url: copy))
    XCTAssertEqual(fileNames(), names)
    try PersistentContainer.destroyStore(at: copy)
    XCTAssertEqual(fileNames(), names)
    let found = try open().makeContext()
    XCTAssertEqual(try found.fetch(Photo.all).map(\.pixels), [large, large])
    try PersistentContainer.destroyStore(at: url)
    XCTAssertEqual(fileNames(), [])
  }

  func testLargeValuesAreFilesAndSmallOnesStayInTheRow() throws {
    let context = try open().makeContext()
    _ = Photo(in: context, name: "large", pixels: large)
    _ = Photo(in: context, name: "small", pixels: small)
    _ = Photo(in: context, name: "empty", pixels: Data())
    _ = Photo(in: context, name: "none")
    try context.save()
    XCTAssertEqual(try mark(of: "small"), "01010203")
    XCTAssertEqual(try mark(of: "empty"), "01")
    XCTAssertEqual(try mark(of: "none"), "")
    let name = try XCTUnwrap(fileNames().first)
    XCTAssertEqual(fileNames(), [name])
    XCTAssertNotNil(UUID(uuidString: name))
    let text = name.utf8.map { String($0, radix: 16, uppercase: true) }.joined()
    XCTAssertEqual(try mark(of: "large"), "02" + text + "00")
    XCTAssertEqual(try Data(contentsOf: files.appending(path: name)), large)
    let other = try open().makeContext()
    let values = try other.fetch(Photo.all.sorted { [$0.name.ascending] }).map(\.pixels)
    XCTAssertEqual(values, [Data(), large, nil, small])
    XCTAssertEqual(try other.fetch(Photo.where { $0.pixels == large }).map(\.name), ["large"])
  }

  func testFoldersMayHaveAnyName() throws {
    let place = folder.file("a folder, 50 % grün")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
    let configuration = StoreConfiguration(url: place.appending(path: "My Album.sqlite"))
    // The second time, the folder for the files exists.
    for name in ["first", "second"] {
      let context = try PersistentContainer(.album, configuration: configuration).makeContext()
      _ = Photo(in: context, name: name, pixels: large)
      try context.save()
    }
    let context = try PersistentContainer(.album, configuration: configuration).makeContext()
    XCTAssertEqual(try context.fetch(Photo.all).map(\.pixels), [large, large])
    let files = place.appending(path: ".My Album_SUPPORT/_EXTERNAL_DATA")
    XCTAssertEqual(
      try FileManager.default.contentsOfDirectory(atPath: files.path(percentEncoded: false)).count,
      2)
  }

  func testFilesOfReplacedAndDeletedValuesGo() throws {
    let context = try open().makeContext()
    let first = Photo(in: context, name: "first", pixels: large)
    let second = Photo(in: context, name: "second", pixels: large)
    try context.save()
    let before = Set(fileNames())
    XCTAssertEqual(before.count, 2)
    first.pixels = large + small
    try context.save()
    XCTAssertEqual(fileNames().count, 2)
    XCTAssertEqual(before.intersection(fileNames()).count, 1)
    first.name = "renamed"
    try context.save()
    XCTAssertEqual(fileNames().count, 2)
    first.pixels = small
    try context.save()
    XCTAssertEqual(fileNames().count, 1)
    context.delete(second)
    try context.save()
    XCTAssertEqual(fileNames(), [])
    XCTAssertEqual(try open().makeContext().first(Photo.all)?.pixels, small)
  }

  func testASaveThatFailsLeavesNoFileAndLosesNone() throws {
    let context = try open().makeContext()
    let photo = Photo(in: context, name: "a", pixels: large)
    try context.save()
    let before = fileNames()
    photo.pixels = large + small
    _ = Photo(in: context, name: "b", pixels: large)
    let clash = Photo(in: context, name: "a")
    XCTAssertThrowsError(try context.save())
    XCTAssertEqual(fileNames(), before)
    XCTAssertEqual(try open().makeContext().first(Photo.all)?.pixels, large)
    context.delete(clash)
    try context.save()
    XCTAssertEqual(fileNames().count, 2)
  }

  func testLeftOverFilesAreSweptOnceTheyAreOld() throws {
    let context = try open().makeContext()
    _ = Photo(in: context, name: "a", pixels: large)
    try context.save()
    let kept = fileNames()
    let (old, young) = (UUID().uuidString, UUID().uuidString)
    let part = ".\(old).\(UUID().uuidString)"
    for name in [old, young, part] { try small.write(to: files.appending(path: name)) }
    for name in kept + [old, part] {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -7200)],
        ofItemAtPath: files.appending(path: name).path(percentEncoded: false))
    }
    _ = try open()
    XCTAssertEqual(fileNames(), (kept + [young]).sorted())
  }

  func testAnExportBesideTheStoreKeepsNoFiles() throws {
    let context = try open().makeContext()
    _ = Photo(in: context, name: "a", pixels: large)
    try context.save()
    XCTAssertEqual(fileNames().count, 1)
    try Data("{}".utf8).write(to: folder.file("My.Album.jsonl"))
    try PersistentContainer.destroyStore(at: url)
    XCTAssertEqual(fileNames(), [])
  }

  func testAMissingFileLeavesTheRestOfItsObjectAndIsFound() throws {
    let context = try open().makeContext()
    let photo = Photo(in: context, name: "a", pixels: large)
    try context.save()
    try FileManager.default.removeItem(at: files.appending(path: fileNames()[0]))
    let container = try open()
    let other = try container.makeContext()
    let found = try XCTUnwrap(try other.first(Photo.all))
    XCTAssertNil(found.pixels)
    XCTAssertFalse(found.isInaccessible)
    XCTAssertEqual(found.name, "a")
    XCTAssertThrowsError(try found.value(forKey: "pixels")) { error in
      XCTAssertEqual((error as? StoreError)?.reason, .missingFile)
      XCTAssertEqual((error as? StoreError)?.propertyNames, ["pixels"])
      XCTAssertTrue("\(error)".contains("Photo.pixels"), "\(error)")
    }
    XCTAssertEqual(try found.value(forKey: "name") as? String, "a")
    let mark = try rows("SELECT hex(ZPIXELS) FROM ZPHOTO", in: url)
    found.name = "b"
    try other.save()
    XCTAssertEqual(try rows("SELECT hex(ZPIXELS) FROM ZPHOTO", in: url), mark)
    XCTAssertEqual(try rows("SELECT ZNAME FROM ZPHOTO", in: url), ["b"])
    let finding = try XCTUnwrap(try container.integrityCheck().first)
    XCTAssertEqual(finding.kind, .missingFile)
    XCTAssertEqual(finding.key, photo.objectID.key)
    XCTAssertEqual(try StoreInspection(url: url).integrityCheck(), [finding])
  }

  func testFilesOfApplesAreRead() throws {
    _ = try open()
    try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
    let name = UUID().uuidString
    try large.write(to: files.appending(path: name))
    try execute(
      """
      INSERT INTO ZPHOTO (Z_PK, Z_ENT, Z_OPT, ZNAME, ZPIXELS) VALUES \
      (1, 2, 1, 'a', x'02' || CAST('\(name)' AS BLOB) || x'00'), (2, 2, 1, 'b', x'01FF');
      UPDATE ZPHOTO SET ZPIXELS = CAST(ZPIXELS AS BLOB);
      UPDATE Z_PRIMARYKEY SET Z_MAX = 2;
      """, in: url)
    let photos = try open().makeContext().fetch(Photo.all.sorted { [$0.name.ascending] }).map(
      \.pixels)
    XCTAssertEqual(photos, [large, Data([0xFF])])
  }

  func testAMarkNeverLeadsOutOfTheFolder() throws {
    let container = try open()
    try small.write(to: folder.file("secret"))
    try execute(
      """
      INSERT INTO ZPHOTO (Z_PK, Z_ENT, Z_OPT, ZNAME, ZPIXELS) \
      VALUES (1, 2, 1, 'a', CAST(x'02' || CAST('../../secret' AS BLOB) || x'00' AS BLOB));
      UPDATE Z_PRIMARYKEY SET Z_MAX = 1;
      """, in: url)
    let context = try container.makeContext()
    let photo = try XCTUnwrap(try context.first(Photo.all))
    XCTAssertNil(photo.pixels)
    XCTAssertThrowsError(try photo.value(forKey: "pixels")) {
      XCTAssertEqual(($0 as? StoreError)?.reason, .missingFile)
    }
  }

  func testCopiesTakeTheFilesAlong() throws {
    let container = try open()
    let context = try container.makeContext()
    _ = Photo(in: context, name: "a", pixels: large)
    try context.save()
    for type in [StoreType.sqlite, .xml, .binary] {
      let copy = folder.file("copies/Copy.\(type.name)")
      try container.copyStore(to: copy, as: type)
      let opened = try PersistentContainer(
        .album, configuration: StoreConfiguration(url: copy, type: type))
      XCTAssertEqual(try opened.makeContext().first(Photo.all)?.pixels, large, type.name)
      let back = folder.file("back\(type.name).sqlite")
      try opened.copyStore(to: back, as: .sqlite)
      let again = try PersistentContainer(.album, configuration: StoreConfiguration(url: back))
      XCTAssertEqual(try again.makeContext().first(Photo.all)?.pixels, large, type.name)
    }
    let replaced = folder.file("replaced.sqlite")
    try PersistentContainer.replaceStore(at: replaced, with: url)
    let other = try PersistentContainer(.album, configuration: StoreConfiguration(url: replaced))
    XCTAssertEqual(try other.makeContext().first(Photo.all)?.pixels, large)
    try PersistentContainer.destroyStore(at: url)
    XCTAssertEqual(fileNames(), [])
    XCTAssertFalse(
      FileManager.default.fileExists(
        atPath: folder.file(".My.Album_SUPPORT").path(percentEncoded: false)))
  }

  func testTheThresholdCanBeSet() throws {
    var configuration = StoreConfiguration(url: url)
    configuration.externalStorageThreshold = 2
    let context = try PersistentContainer(.album, configuration: configuration).makeContext()
    _ = Photo(in: context, name: "a", pixels: small)
    let album = Album(in: context, name: "b")
    album.cover = small
    try context.save()
    XCTAssertEqual(fileNames().count, 2)
    XCTAssertEqual(try open().makeContext().first(Album.all)?.cover, small)
  }

  func testABatchUpdateKeepsAllBytes() throws {
    let context = try open().makeContext()
    _ = Photo(in: context, name: "a", pixels: large)
    try context.save()
    try context.batchUpdate(Photo.all.setting { [$0.pixels.set(to: small)] })
    XCTAssertEqual(try mark(of: "a"), "01010203")
    let other = try open().makeContext()
    XCTAssertEqual(try other.fetch(Photo.all).map(\.pixels), [small])
    try context.batchUpdate(Photo.all.setting { [$0.pixels.set(to: large)] })
    XCTAssertEqual(fileNames().count, 1)
    XCTAssertEqual(try open().makeContext().fetch(Photo.all).map(\.pixels), [large])
  }

  /// Every batch operation leaves the same files as the same changes through objects:
  /// exactly those that rows refer to.
  func testBatchOperationsLeaveTheFilesThatObjectsLeave() throws {
    let operations: [(name: String, files: Int, run: (ManagedObjectContext) throws -> Void)] = [
      ("delete all", 1, { _ = try $0.batchDelete(Photo.all) }),
      ("delete some", 3, { _ = try $0.batchDelete(Photo.where { $0.name == "a" }) }),
      ("delete what goes along", 1, { _ = try $0.batchDelete(Album.all) }),
      ("update to nil", 1, { try $0.batchUpdate(Photo.all.setting { [$0.pixels.set(to: nil)] }) }),
      (
        "update", 4,
        { [small, large] in
          try $0.batchUpdate(Photo.all.setting { [$0.pixels.set(to: large + small)] })
        }
      ),
      (
        "insert in the place of one", 4,
        { [large] in
          _ = try $0.batchInsert(
            ["a"], into: Photo.self, options: BatchOptions(onConflict: .update)
          ) { ($0.name, $0.pixels) = ($1, large) }
        }
      ),
    ]
    for operation in operations {
      folder = try TemporaryFolder()
      let context = try open().makeContext()
      let album = Album(in: context, name: "album")
      album.cover = large
      for name in ["a", "b", "c"] {
        let photo = Photo(in: context, name: name, pixels: large)
        if operation.name == "delete what goes along" { photo.album = album }
      }
      if operation.name == "delete what goes along" {
        Album(in: context, name: "other").cover = nil
        _ = Photo(in: context, name: "d", pixels: large)
      }
      try context.save()
      try operation.run(context)
      XCTAssertEqual(fileNames().count, operation.files, operation.name)
      let named = try rows(
        "SELECT ZPIXELS FROM ZPHOTO WHERE length(ZPIXELS) = 38 UNION ALL "
          + "SELECT ZCOVER FROM ZALBUM WHERE length(ZCOVER) = 38", in: url)
      XCTAssertEqual(named.count, operation.files, operation.name)
      let again = try open()
      XCTAssertEqual(try again.integrityCheck(), [], operation.name)
    }
  }

  func testABatchDeleteThatFailsKeepsTheFiles() throws {
    let context = try open().makeContext()
    for name in ["a", "b"] { _ = Photo(in: context, name: name, pixels: large) }
    try context.save()
    let before = fileNames()
    try execute(
      """
      CREATE TRIGGER refuse BEFORE DELETE ON ZPHOTO WHEN old.ZNAME = 'b' \
      BEGIN SELECT raise(ABORT, 'no'); END
      """, in: url)
    XCTAssertThrowsError(try context.batchDelete(Photo.all))
    XCTAssertEqual(fileNames(), before)
    XCTAssertEqual(try open().makeContext().fetch(Photo.all).map(\.pixels), [large, large])
  }

  func testAnUpdateThatLeavesARowOutKeepsItsFile() throws {
    let context = try open().makeContext()
    for name in ["a", "b", "c"] { _ = Photo(in: context, name: name, pixels: large) }
    try context.save()
    let options = BatchOptions(onConflict: .skip)
    let report = try context.batchUpdate(
      Photo.where { $0.name == "b" }.setting {
        [$0.name.set(to: "a"), $0.pixels.set(to: small)]
      }, options: options)
    XCTAssertEqual([report.updated, report.skipped], [0, 1])
    XCTAssertEqual(fileNames().count, 3)
    let other = try open().makeContext()
    XCTAssertEqual(try other.fetch(Photo.all).map(\.pixels), [large, large, large])
    try context.batchUpdate(
      Photo.where { $0.name == "b" }.setting {
        [$0.name.set(to: "d"), $0.pixels.set(to: small)]
      }, options: options)
    XCTAssertEqual(
      try open().makeContext().first(Photo.where { $0.name == "d" })?.pixels, small)
  }

  func testABatchInsertOfEqualNamesLeavesNoFileThatNoRowNames() throws {
    for conflict in [BatchOptions.Conflict.skip, .update] {
      folder = try TemporaryFolder()
      let context = try open().makeContext()
      _ = Photo(in: context, name: "a", pixels: large)
      try context.save()
      let before = fileNames()
      let new = large + small
      let report = try context.batchInsert(
        ["a", "b", "b"], into: Photo.self, options: BatchOptions(onConflict: conflict)
      ) { ($0.name, $0.pixels) = ($1, new) }
      XCTAssertEqual(report.inserted, 1, "\(conflict)")
      let other = try open().makeContext()
      let stored = try other.fetch(Photo.all.sorted { [$0.name.ascending] }).map(\.pixels)
      XCTAssertEqual(stored, conflict == .skip ? [large, new] : [new, new], "\(conflict)")
      XCTAssertEqual(fileNames().count, 2, "\(conflict)")
      XCTAssertEqual(fileNames().contains(before[0]), conflict == .skip, "\(conflict)")
    }
  }
}
