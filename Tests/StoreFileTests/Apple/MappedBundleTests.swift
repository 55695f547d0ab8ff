import Foundation
import ModelLanguage
import ModelRuntime
import ModelSchema
import TestSupport
import XCTest

/// Stores of a bundle's older versions, migrated by the mapping models beside it.
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
