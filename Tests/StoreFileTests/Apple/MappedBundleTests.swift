import Foundation
import ModelLanguage
import ModelRuntime
import ModelSchema
import TestSupport
import XCTest

/// Tests of stores of older versions, migrated with the mapping models beside their
/// bundles.
final class MappedBundleTests: XCTestCase {
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

  /// Returns the folder of a bundle in `../shared/apple`, and its versions by name, with
  /// the mapping models beside it.
  private func models(_ folder: String, _ bundle: String) throws -> (
    folder: URL, models: [String: ManagedObjectModel]
  ) {
    guard let folder = SharedFiles.url("apple/\(folder)") else {
      throw XCTSkip("there is no ../shared/apple")
    }
    let path = folder.appending(path: bundle).path(percentEncoded: false)
    let reading = readDataModel(try Disk().dataModel(at: path))
    let models = reading.versions.compactMap { version in
      version.reading.model.map { (version.name, $0) }
    }
    return (folder, Dictionary(uniqueKeysWithValues: models))
  }

  func testTheLedgersStoreIsMigratedByItsMapping() throws {
    let (folder, models) = try models("ledger", "SampleModel.xcdatamodeld")
    // The bundle's current version is the first one. The mapping leads from the second to
    // the third.
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

  // MARK: Notes

  /// Does the same as the app's policy: sets the size of the image, and the beginning of
  /// the note as its caption.
  private struct ImagePolicy: EntityMigrationPolicy {
    func createDestinationInstances(
      for source: MigrationObject, session: MigrationSession
    ) throws {
      var image = session.destination(for: source)
      if case .data(let data) = source["image"] {
        image["width"] = .double(Double(data.first ?? 0))
        image["height"] = .double(Double(data.last ?? 0))
      }
      let body = try session.rows("SELECT ZBODY FROM ZNOTE WHERE Z_PK = ?", [source["note"]])
      if case .string(let text)? = body.first?.first {
        image["caption"] = .string(String(text.prefix(8)))
      }
      try session.insert(image, for: source)
    }
  }

  /// Makes a store of notes that have their images in an attribute, as in the second
  /// version.
  private func fill(_ model: ManagedObjectModel, at url: URL) throws {
    let context = try PersistentContainer(
      CompiledModel(model), configuration: StoreConfiguration(url: url)
    ).makeContext()
    for index in 0..<6 {
      var values: [String: Any?] = [
        "title": "Note \(index)", "body": "\(index) is the body", "displayIndex": Int64(index),
        "dateCreated": Date(timeIntervalSinceReferenceDate: Double(index)),
      ]
      // Every other note has an image.
      if index.isMultiple(of: 2) {
        values["image"] = Data([UInt8(index + 1), 0, UInt8(index + 40)])
      }
      _ = try context.insert(entityName: "Note", values)
    }
    try context.save()
  }

  func testTheNotesAreMigratedByBothMappingsAndThePolicy() throws {
    let (_, models) = try models("notes", "UnCloudNotesDataModel.xcdatamodeld")
    let versions = try ["", " v2", " v3", " v4"].map {
      try XCTUnwrap(models["UnCloudNotesDataModel\($0)"])
    }
    XCTAssertEqual(versions[2].migrations.map(\.fromVersion), [versions[1].version])
    XCTAssertEqual(versions[3].migrations.map(\.fromVersion), [versions[2].version])
    let store = try TemporaryFolder()
    let url = store.file("UnCloudNotes.sqlite")
    try fill(versions[1], at: url)
    var configuration = StoreConfiguration(url: url)
    configuration.migration.olderVersions = Array(versions.dropLast())
    // Without the policy of its mapping the migration fails, and the store remains
    // unchanged.
    let before = try rows("SELECT * FROM ZNOTE ORDER BY 1", in: url)
    XCTAssertThrowsError(
      try PersistentContainer(CompiledModel(versions[3]), configuration: configuration)
    ) { error in
      XCTAssertTrue(
        "\(error)".contains("AttachmentToImageAttachmentMigrationPolicyV3toV4"), "\(error)")
    }
    XCTAssertEqual(try rows("SELECT * FROM ZNOTE ORDER BY 1", in: url), before)

    configuration.migration.code.add(
      ImagePolicy(), named: "UnCloudNotes.AttachmentToImageAttachmentMigrationPolicyV3toV4")
    let container = try PersistentContainer(
      CompiledModel(versions[3]), configuration: configuration)
    let context = try container.makeContext()
    XCTAssertEqual(try context.count(entityName: "Note"), 6)
    XCTAssertEqual(try context.count(entityName: "Attachment"), 3)
    let images = try context.fetch(entityName: "ImageAttachment")
    let found = try images.map { image in
      let note = try XCTUnwrap(image.value(forKey: "note") as? ManagedObject)
      let members = try XCTUnwrap(note.value(forKey: "attachments") as? any Sequence)
      XCTAssertEqual(members.compactMap { ($0 as? ManagedObject)?.objectID }, [image.objectID])
      let size = try ["width", "height"].map { try XCTUnwrap(image.value(forKey: $0) as? Float) }
      let title = try XCTUnwrap(note.value(forKey: "title") as? String)
      let caption = try XCTUnwrap(image.value(forKey: "caption") as? String)
      let bytes = try XCTUnwrap(image.value(forKey: "image") as? Data)
      return "\(title): \(size) \(caption) \(Array(bytes))"
    }
    XCTAssertEqual(
      found.sorted(),
      [0, 2, 4].map {
        "Note \($0): [\($0 + 1).0, \($0 + 40).0] \($0) is the [\($0 + 1), 0, \($0 + 40)]"
      })
    XCTAssertEqual(try container.integrityCheck(), [])
    let hashes = try StoreInspection(url: url).versionHashes()
    XCTAssertEqual(hashes, versions[3].versionHashes)
  }
}
