import Foundation
import ModelLanguage
import ModelRuntime
import ModelSchema
import TestSupport
import XCTest

/// Stores of a bundle's older versions, migrated by the mapping models beside it.
final class MappedBundleTests: XCTestCase {
  /// Sets what the app's own policy would.
  private struct ImagePolicy: EntityMigrationPolicy {
    func createDestinationInstances(
      for source: MigrationObject, session: MigrationSession
    ) throws {
      var object = session.destination(for: source)
      object["caption"] = .string("from \(source.key)")
      object["width"] = .double(3)
      object["height"] = .double(4)
      try session.insert(object, for: source)
    }
  }

  private struct Disk: DataModelFileSystem {
    func names(in folder: String) -> [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    func isFolder(_ path: String) -> Bool {
      (try? FileManager.default.contentsOfDirectory(atPath: path)) != nil
    }

    func bytes(of path: String) throws(ModelFileError) -> [UInt8] {
      guard let data = FileManager.default.contents(atPath: path) else {
        throw failure(path, fix: "")
      }
      return Array(data)
    }

    func failure(_ message: String, fix: String) -> ModelFileError {
      ModelFileError(.unreadable, message)
    }
  }

  func testNotesBecomeAttachmentsAsInTheApp() throws {
    guard let apple = SharedFiles.url("apple/notes/UnCloudNotesDataModel.xcdatamodeld") else {
      throw XCTSkip("there is no ../shared/apple")
    }
    let reading = readDataModel(try Disk().dataModel(at: apple.path(percentEncoded: false)))
    let models = try reading.versions.map { try XCTUnwrap($0.reading.model) }
    XCTAssertEqual(models.map(\.migrations.count), [0, 0, 1, 1])
    let folder = try TemporaryFolder()
    let url = folder.file("Notes.sqlite")
    _ = try PersistentContainer(
      CompiledModel(models[1]), configuration: StoreConfiguration(url: url))
    try execute(
      """
      INSERT INTO ZNOTE (Z_PK, Z_ENT, Z_OPT, ZTITLE, ZBODY, ZDISPLAYINDEX, ZDATECREATED, ZIMAGE) \
      VALUES (1, 1, 1, 'one', '', 0, 10, x'01'), (2, 1, 1, 'two', '', 1, 20, NULL), \
      (3, 1, 1, 'three', '', 2, 30, x'03'); UPDATE Z_PRIMARYKEY SET Z_MAX = 3
      """, in: url)
    var configuration = StoreConfiguration(url: url)
    configuration.migration.olderVersions = Array(models.dropLast())
    let current = CompiledModel(try XCTUnwrap(models.last))
    XCTAssertThrowsError(try PersistentContainer(current, configuration: configuration)) {
      XCTAssertTrue("\($0)".contains("AttachmentToImageAttachmentMigrationPolicyV3toV4"), "\($0)")
    }
    configuration.migration.code.add(
      ImagePolicy(), named: "UnCloudNotes.AttachmentToImageAttachmentMigrationPolicyV3toV4")
    let container = try PersistentContainer(current, configuration: configuration)
    XCTAssertEqual(
      try rows(
        """
        SELECT n.ZTITLE, hex(a.ZIMAGE), a.ZCAPTION, a.ZWIDTH FROM ZNOTE AS n \
        LEFT JOIN ZATTACHMENT AS a ON a.ZNOTE = n.Z_PK ORDER BY n.Z_PK
        """, in: url), ["one|01|from 1|3.0", "two|||", "three|03|from 3|3.0"])
    XCTAssertEqual(
      try rows(
        "SELECT count(*), min(Z_ENT), max(Z_ENT) FROM ZATTACHMENT", in: url), ["2|2|2"])
    XCTAssertEqual(try container.integrityCheck(), [])
  }

  func testTheLedgersStoreIsMigratedByItsMapping() throws {
    guard let folder = SharedFiles.url("apple/ledger") else {
      throw XCTSkip("there is no ../shared/apple")
    }
    let path = folder.appending(path: "SampleModel.xcdatamodeld").path(percentEncoded: false)
    let reading = readDataModel(try Disk().dataModel(at: path))
    // Its current version is the first; the mapping leads from the second to the third.
    let models = Dictionary(
      uniqueKeysWithValues: reading.versions.compactMap { version in
        version.reading.model.map { (version.name, $0) }
      })
    let (old, new) = (try XCTUnwrap(models["SampleModel2"]), try XCTUnwrap(models["SampleModel3"]))
    XCTAssertEqual(new.migrations.map(\.fromVersion), [old.version])
    let copy = try TemporaryCopy(of: folder.appending(path: "SampleModel_V2.sqlite"))
    let owners = try rows(
      "SELECT Z_PK, ZOWNER FROM ZCAR WHERE ZOWNER NOT NULL ORDER BY 1", in: copy.url)
    XCTAssertFalse(owners.isEmpty)
    var configuration = StoreConfiguration(url: copy.url)
    configuration.migration.olderVersions = [old]
    configuration.migration.code.add(
      PlainPolicy(), named: "REPLACE_AT_RUNTIME.V2to3MakerPolicy")
    let container = try PersistentContainer(CompiledModel(new), configuration: configuration)
    let context = try container.makeContext()
    var found: [String] = []
    for car in try context.fetch(entityName: "Car") {
      let members = try XCTUnwrap(car.value(forKey: "previousOwners") as? any Sequence)
      for case let owner as ManagedObject in members {
        let own = try XCTUnwrap(car.value(forKey: "owner") as? ManagedObject)
        XCTAssertEqual(own.objectID, owner.objectID)
        found.append("\(car.objectID.key)|\(owner.objectID.key)")
      }
    }
    XCTAssertEqual(found.sorted(), owners.sorted())
    XCTAssertEqual(try container.integrityCheck(), [])
  }

  private struct PlainPolicy: EntityMigrationPolicy {}
}
