import Foundation
import ModelSchema
import XCTest

@testable import ModelgenCommands

/// The `--hashes` option: version hashes that Core Data wrote take precedence over computed
/// hashes.
final class HashesOptionTests: ToolTestCase {
  private let hash = Data(repeating: 7, count: 32)

  private func generated(_ option: String) throws -> String? {
    try write(Self.tags, "Tags.model")
    let outcome = run("generate Tags.model --output Out \(option)")
    XCTAssertEqual(outcome.status, .success, outcome.errors)
    return text("Out/Tags.swift")
  }

  func testJSONOfAStoreIsTaken() throws {
    let json = try JSONEncoder().encode(["Tag": hash])
    try write(json, "hashes.json")
    XCTAssertEqual(
      try generated("--hashes hashes.json")?.contains(hash.base64EncodedString()), true)
  }

  func testTheVersionThatFitsIsTakenOfACompiledModel() throws {
    for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
      let versions = ["Old": ["Other": Data(count: 32)], "New": ["Tag": hash]]
      try write(
        try PropertyListSerialization.data(
          fromPropertyList: [
            "NSManagedObjectModel_VersionHashes": versions,
            "NSManagedObjectModel_CurrentVersionName": "New",
          ], format: format, options: 0), "Tags.momd/VersionInfo.plist")
      for path in ["Tags.momd", "Tags.momd/VersionInfo.plist"] {
        XCTAssertEqual(
          try generated("--hashes \(path)")?.contains(hash.base64EncodedString()), true, path)
      }
    }
  }

  /// The hashes in a store belong to its version, which need not be the current version.
  func testHashesOfAnOlderStoreAreThoseOfItsVersion() throws {
    try write(
      "model Tags @version(1)\nentity Label { var name: String? }\n", "Tags.versions/1.model")
    try write(
      """
      model Tags @version(2)
      entity Tag @renamed(from: Label) { var name: String? }

      """, "Tags.model")
    let hashes = [("Label", "old.json"), ("Tag", "new.json")]
    for (name, file) in hashes { try write(try JSONEncoder().encode([name: hash]), file) }
    for (name, file) in hashes {
      let outcome = run("generate Tags.model --output Out --hashes \(file)")
      XCTAssertEqual(outcome.status, .success, outcome.errors)
      let code = try XCTUnwrap(text("Out/Tags.swift"))
      let parts = code.components(separatedBy: "static let tagsVersion1")
      XCTAssertEqual(parts.count, 2)
      let released = try XCTUnwrap(parts.last?.components(separatedBy: "// MARK").first)
      XCTAssertEqual(released.contains(hash.base64EncodedString()), name == "Label", file)
      XCTAssertEqual(
        code.components(separatedBy: hash.base64EncodedString()).count, 2, "once: \(file)")
    }
  }

  /// The file of hashes is still passed after the model has a new version.
  func testHashesOfAReleasedVersionAreNotThoseOfTheNext() throws {
    let name = AttributeDescription(name: "name", type: .string, isOptional: true)
    let released = ManagedObjectModel(
      name: "Tags",
      entities: ["Label", "Tag"].map {
        EntityDescription(name: $0, properties: [.attribute(name)])
      })
    let hashes = released.versionHashes
    let versions = ["A": hashes.mapValues { _ in Data(count: 32) }, "B": hashes]
    try write(
      try PropertyListSerialization.data(
        fromPropertyList: ["NSManagedObjectModel_VersionHashes": versions], format: .xml,
        options: 0), "Tags.momd/VersionInfo.plist")
    let entities = "entity Label { var name: String? }\nentity Tag { var name: String? }\n"
    try write("model Tags @version(1)\n" + entities, "Tags.versions/1.model")
    try write(
      "model Tags @version(2)\n"
        + entities.replacing("Tag { var name", with: "Tag {\n  var note: String?\n  var name"),
      "Tags.model")
    let outcome = run("generate Tags.model --output Out --hashes Tags.momd")
    XCTAssertEqual(outcome.status, .success, outcome.errors)
    let code = try XCTUnwrap(text("Out/Tags.swift"))
    let known = try XCTUnwrap(hashes["Label"]).base64EncodedString()
    XCTAssertEqual(code.components(separatedBy: known).count, 2, "of the released version alone")
  }

  func testAFileWithoutHashesOrOfAnotherModelIsRefused() throws {
    try write(Self.tags, "Tags.model")
    try write("{}}", "broken.json")
    try write(try JSONEncoder().encode(["Other": hash]), "other.json")
    XCTAssertEqual(
      run("generate Tags.model --output Out --hashes broken.json").errors,
      """
      error: 'broken.json' has no version hashes
      fix: name the 'VersionInfo.plist' of a compiled model, its '.momd' folder, or what \
      'modelstore hashes STORE' printed

      """)
    XCTAssertEqual(
      run("generate Tags.model --output Out --hashes other.json").errors,
      "error: no version in 'other.json' has the entities of 'Tags': Tag\n")
    XCTAssertNil(text("Out/Tags.swift"))
  }

  func testAKnownHashIsTheModelsHash() throws {
    let model = ManagedObjectModel(
      name: "Tags",
      entities: [
        EntityDescription(name: "Tag", versionHashModifier: "m"),
        EntityDescription(name: "Part", parentName: "Tag"),
      ])
    let known = model.keeping(versionHashes: ["Tag": hash])
    XCTAssertEqual(known.versionHashes["Tag"], hash)
    XCTAssertNotEqual(known.versionHashes["Part"], model.versionHashes["Part"])
    XCTAssertEqual(model.unconfirmedHashFeatures.count, 1)
    XCTAssertEqual(known.unconfirmedHashFeatures, [])
  }

  /// A changed entity is another version, for which Core Data has not written a hash.
  func testAKnownHashLapsesWhenTheEntityIsChanged() throws {
    let model = ManagedObjectModel(
      name: "Tags",
      entities: [
        EntityDescription(name: "Tag"), EntityDescription(name: "Part", parentName: "Tag"),
      ])
    let other = Data(repeating: 8, count: 32)
    var known = model.keeping(versionHashes: ["Tag": hash, "Part": other])
    known.entities[0].documentation = "It is not hashed."
    XCTAssertEqual(known.versionHashes, ["Tag": hash, "Part": other])
    known.entities[0].properties = [
      .attribute(AttributeDescription(name: "name", type: .string, isOptional: true))
    ]
    XCTAssertNotEqual(known.versionHashes["Tag"], hash)
    XCTAssertNotEqual(known.versionHashes["Part"], other)
  }
}
