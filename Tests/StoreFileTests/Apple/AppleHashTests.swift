import Foundation
import ModelLanguage
import ModelRuntime
import TestSupport
import XCTest

@testable import ModelSchema

/// Tests that the computed version hashes equal the hashes that Core Data wrote into its
/// stores.
final class AppleHashTests: XCTestCase {
  func testTheHashesOfEveryStoreAreThoseOfItsModel() throws {
    let files = try AppleFiles()
    var compared = 0
    for store in files.stores {
      let hashes = store.model.versionHashes
      for (name, hash) in store.hashes.sorted(by: { $0.key < $1.key }) {
        XCTAssertEqual(hashes[name], hash, "\(store.name): \(name) of '\(store.version)'")
        compared += 1
      }
      XCTAssertEqual(hashes.count, store.hashes.count, store.name)
    }
    XCTAssertGreaterThanOrEqual(compared, 200)
  }

  func testDigestAndChecksumAreThoseInTheStores() throws {
    let files = try AppleFiles()
    var digests = 0
    var checksums = 0
    for store in files.stores {
      if let digest = store.digest {
        XCTAssertEqual(ManagedObjectModel.versionDigest(of: store.hashes), digest, store.name)
        digests += 1
      }
      if let checksum = store.checksum {
        XCTAssertEqual(ManagedObjectModel.versionChecksum(of: store.hashes), checksum, store.name)
        checksums += 1
      }
    }
    XCTAssertGreaterThanOrEqual(digests, 8)
    XCTAssertGreaterThanOrEqual(checksums, 1)
  }

  func testTheHashesOfCompiledModelsAreThoseOfTheirSources() throws {
    let files = try AppleFiles()
    let info = try PropertyListSerialization.propertyList(
      from: Data(
        contentsOf: files.folder.appending(path: "ledger/SampleModel.momd/VersionInfo.plist")),
      format: nil)
    let root = try XCTUnwrap(info as? [String: Any])
    let all = try XCTUnwrap(
      root["NSManagedObjectModel_VersionHashes"] as? [String: [String: Data]])
    let checksums = root["NSManagedObjectModel_VersionChecksums"] as? [String: String] ?? [:]
    let bundle = try XCTUnwrap(files.bundles.first { $0.name == "SampleModel" })
    for (name, hashes) in all {
      let model = try XCTUnwrap(bundle.versions.first { $0.name == name }, name).model
      XCTAssertEqual(model.versionHashes, hashes, name)
      if let checksum = checksums[name] { XCTAssertEqual(model.versionChecksum, checksum, name) }
    }
    XCTAssertEqual(all.count, bundle.versions.count)
  }

  /// If both ends are required, neither object could be made first, so an import makes one
  /// end optional. Core Data hashes both ends as they are in the file.
  func testAPairThatRequiresEachOtherIsHashedAsXcodeHasIt() throws {
    for flag in ["", "optional=\"NO\""] {
      let text = """
        <model><entity name="A"><relationship name="b" \(flag) maxCount="1" deletionRule="Cascade" \
        destinationEntity="B" inverseName="a" inverseEntity="B"/></entity>
        <entity name="B"><relationship name="a" \(flag) maxCount="1" deletionRule="Nullify" \
        destinationEntity="A" inverseName="b" inverseEntity="A"/></entity></model>
        """
      let files = DataModelFiles(path: "R.xcdatamodel", contents: ["contents": Array(text.utf8)])
      let model = try XCTUnwrap(readDataModel(files).current?.reading.model)
      let hash = try XCTUnwrap(model.versionHashes["A"])
      XCTAssertEqual(hash.prefix(3).map { $0 }, [0x9E, 0xBC, 0xB0], flag)
      // The stored flag no longer applies after a change of the model.
      var changed = model
      guard case .relationship(var link) = changed.entities[0].properties[0] else { return }
      XCTAssertTrue(link.isOptional)
      link.userInfo = [:]
      changed.entities[0].properties[0] = .relationship(link)
      XCTAssertNotEqual(changed.versionHashes["A"], hash)
    }
  }

  /// A required relationship with itself has only one end, so the import stores no flag for
  /// the whole model.
  func testARelationshipThatRequiresItselfIsHashedSo() throws {
    let text = """
      <model><entity name="A"><relationship name="a" maxCount="1" destinationEntity="A" \
      inverseName="a" inverseEntity="A"/></entity><entity name="B"><relationship name="b" \
      maxCount="1" destinationEntity="B" inverseName="b" inverseEntity="B"/></entity></model>
      """
    let files = DataModelFiles(path: "R.xcdatamodel", contents: ["contents": Array(text.utf8)])
    let model = try XCTUnwrap(readDataModel(files).current?.reading.model)
    XCTAssertNotEqual(model.versionHashes, model.formerVersionHashes)
    XCTAssertEqual(model.userInfo.keys.filter { $0.contains("optional") }, [])
  }

  func testTheDigestOfNothingIsThatOfTheStandard() {
    XCTAssertEqual(
      ManagedObjectModel.versionDigest(of: [:]),
      "z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==")
  }
}
