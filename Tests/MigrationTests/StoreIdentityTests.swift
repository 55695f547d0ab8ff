import Foundation
import ModelRuntime
import ModelSchema
import TestSupport
import XCTest

@testable import ModelstoreCommands

/// The version that `modelstore` reports for a store, including stores of Core Data.
final class StoreIdentityTests: XCTestCase {
  private let commands = StoreCommands()

  private func gallery(_ name: String) throws -> String {
    guard let folder = SharedFiles.url("apple") else {
      throw XCTSkip("Apple's files are not here: ../shared/apple is missing")
    }
    return folder.appending(path: "gallery/\(name)").path(percentEncoded: false)
  }

  private func bundle() throws -> String {
    let folder = try gallery("")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    return folder + (try XCTUnwrap(names.first { $0.hasSuffix(".xcdatamodeld") }))
  }

  private func copy(_ name: String, in folder: TemporaryFolder) throws -> String {
    let url = folder.file(name)
    try FileManager.default.copyItem(atPath: try gallery(name), toPath: url.path)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: url.path)
    return url.path(percentEncoded: false)
  }

  func testAStoreIsIdentified() throws {
    let folder = try TemporaryFolder()
    let store = try copy("ArtsyPartner_2.0.sqlite", in: folder)
    let outcome = try commands.outcome(["identify", store, "--model", try bundle()])
    let text = try outcome.text
    XCTAssertEqual(outcome.status, 0, text)
    XCTAssertTrue(text.hasPrefix("\(store) is of '"), text)
  }

  func testTheNearestVersionIsNamedWithWhatDiffers() throws {
    let folder = try TemporaryFolder()
    let store = try copy("ArtsyPartner_2.0.sqlite", in: folder)
    let metadata = try rows(
      "SELECT hex(Z_PLIST) FROM Z_METADATA", in: folder.file("ArtsyPartner_2.0.sqlite"))[0]
    let digits = Array(metadata)
    let data = Data(
      stride(from: 0, to: digits.count, by: 2).compactMap {
        UInt8(String(digits[$0...$0 + 1]), radix: 16)
      })
    var list = try XCTUnwrap(
      PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
    var hashes = try XCTUnwrap(list["NSStoreModelVersionHashes"] as? [String: Data])
    hashes["Artist"] = Data(repeating: 1, count: 32)
    hashes["Stranger"] = Data(repeating: 2, count: 32)
    hashes["Note"] = nil
    list["NSStoreModelVersionHashes"] = hashes
    let changed = try PropertyListSerialization.data(
      fromPropertyList: list, format: .binary, options: 0)
    try execute(
      "UPDATE Z_METADATA SET Z_PLIST = x'\(changed.map { String(format: "%02x", $0) }.joined())'",
      in: folder.file("ArtsyPartner_2.0.sqlite"))
    let outcome = try commands.outcome(["identify", store, "--model", try bundle()])
    let text = try outcome.text
    XCTAssertEqual(outcome.status, 1)
    for line in [
      "'Artist' has another hash", "'Stranger' is in the store, and not in the version",
      "'Note' is in the version, and not in the store",
    ] {
      XCTAssertTrue(text.contains(line), text)
    }
  }

  func testHashesAreJSONAndInfoSaysWhatCoreDataDoes() throws {
    let folder = try TemporaryFolder()
    let store = try copy("ArtsyPartner_2.0.sqlite", in: folder)
    let text = try commands.outcome(["hashes", store]).text
    let hashes = try JSONDecoder().decode([String: Data].self, from: Data(text.utf8))
    XCTAssertEqual(
      hashes, try StoreInspection(url: folder.file("ArtsyPartner_2.0.sqlite")).versionHashes())
    XCTAssertTrue(try commands.outcome(["info", store]).text.contains("\ncore data   takes it"))
    XCTAssertEqual(
      try commands.outcome(["check", store, "--model", try bundle()]).status,
      try commands.outcome(["check", store, "--model", try bundle()]).text == "ok" ? 0 : 1)
  }

  func testADryRunRefusesWhatTheRealRunRefuses() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("store.sqlite")
    func model(_ name: String) -> ManagedObjectModel {
      ManagedObjectModel(
        name: "Shop", version: 1,
        entities: [
          EntityDescription(
            name: "Item",
            properties: [.attribute(AttributeDescription(name: name, type: .string))])
        ])
    }
    _ = try PersistentContainer(
      CompiledModel(model("name")), configuration: StoreConfiguration(url: url))
    // Like a store of Core Data, the file does not contain its model.
    try execute("UPDATE Z_METADATA SET Z_PLIST = NULL", in: url)
    let other = StoreCommands(model: CompiledModel(model("title")))
    let store = url.path(percentEncoded: false)
    var messages: [String] = []
    for arguments in [["migrate", store, "--dry-run"], ["migrate", store]] {
      XCTAssertThrowsError(try other.outcome(arguments)) { messages.append("\($0)") }
    }
    XCTAssertEqual(Set(messages).count, 1, "\(messages)")
    XCTAssertTrue(messages.first?.contains("Item.title") == true, "\(messages)")
  }
}
