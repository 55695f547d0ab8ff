import Foundation
import ModelRuntime
import ModelSchema
import TestSupport
import XCTest

/// The hashes that Core Data computes of models, compared with those that it wrote.
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

  func testTheDigestOfNothingIsThatOfTheStandard() {
    XCTAssertEqual(
      ManagedObjectModel.versionDigest(of: [:]),
      "z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==")
  }
}
