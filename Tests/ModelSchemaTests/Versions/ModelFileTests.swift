import Foundation
import ModelSchema
import XCTest

/// Reading model files: a single file, all files of a folder, and the model that a store
/// was written with.
final class ModelFileTests: XCTestCase {
  private var folder: URL!

  override func setUpWithError() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "models-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  override func tearDown() { try? FileManager.default.removeItem(at: folder) }

  private func model(
    _ name: String, _ version: Int, _ entities: [String: [PropertyDescription]]
  ) -> ManagedObjectModel {
    ManagedObjectModel(
      name: name, version: version,
      entities: entities.sorted { $0.key < $1.key }.map {
        EntityDescription(name: $0.key, properties: $0.value)
      })
  }

  private func write(_ versions: ModelVersions, _ name: String) throws -> URL {
    let place = folder.appending(path: name)
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    for file in try versions.files() {
      try Data(file.text.utf8).write(to: place.appending(path: file.name))
    }
    return place
  }

  private func assertFails(
    _ reason: ModelFileError.Reason, _ words: String, line: UInt = #line,
    _ body: () throws -> Void
  ) {
    XCTAssertThrowsError(try body(), line: line) { error in
      XCTAssertEqual((error as? ModelFileError)?.reason, reason, "\(error)", line: line)
      XCTAssertTrue("\(error)".contains(words), "\(error)", line: line)
    }
  }

  func testAVersionsFolderLoadsItsCurrentVersionAndOneFileLoadsAlone() throws {
    let one = model("Shop", 1, ["Item": [.attribute("name", .string)]])
    let two = model("Shop", 2, ["Item": [.attribute("name", .string, isOptional: true)]])
    let place = try write(ModelVersions(current: two, released: [one]), "Shop.versions")
    XCTAssertEqual(try ManagedObjectModel(contentsOf: place), two)
    XCTAssertEqual(try ManagedObjectModel(contentsOf: place.appending(path: "1.json")), one)
    XCTAssertEqual(try ModelVersions(contentsOf: place).released, [one])
  }

  func testAllModelsOfAFolderBecomeOne() throws {
    let shared: [PropertyDescription] = [.attribute("text", .string)]
    let shop = model("Shop", 1, ["Item": [.attribute("name", .string)], "Note": shared])
    let club = model("Club", 1, ["Member": [.attribute("age", .int16)], "Note": shared])
    _ = try write(ModelVersions(current: shop), "Shop.versions")
    try club.encoded().write(to: folder.appending(path: "Club.json"))
    let merged = try ManagedObjectModel.merged(from: folder)
    XCTAssertEqual(Set(merged.entities.map(\.name)), ["Item", "Note", "Member"])
  }

  func testTwoDifferentEntitiesOfOneNameAreRefusedInWords() throws {
    let one = model("Shop", 1, ["Note": [.attribute("text", .string)]])
    let other = model("Club", 1, ["Note": [.attribute("text", .string, isOptional: true)]])
    assertFails(.conflict, "two different entities named 'Note'") {
      _ = try ManagedObjectModel.merged([one, other])
    }
    assertFails(.conflict, "Note.text: is optional now") {
      _ = try ManagedObjectModel.merged([one, other])
    }
  }

  func testTheVersionThatAStoreWasWrittenWithIsFoundByItsHashes() throws {
    let one = model("Shop", 1, ["Item": [.attribute("name", .string)]])
    let two = model("Shop", 2, ["Item": [.attribute("name", .string, isOptional: true)]])
    let versions = ModelVersions(current: two, released: [one])
    XCTAssertEqual(versions.version(matching: one.versionHashes), one)
    XCTAssertNil(versions.version(matching: ["Item": Data(count: 32)]))
    let club = model("Club", 1, ["Member": [.attribute("age", .int16)]])
    let hashes = one.versionHashes.merging(club.versionHashes) { hash, _ in hash }
    let mixed = ManagedObjectModel.merged([two, one, club], matching: hashes)
    XCTAssertEqual(mixed?.versionHashes, hashes)
    XCTAssertNil(ManagedObjectModel.merged([two, club], matching: hashes))
  }

  func testAConfigurationIsCompatibleWhereItsOwnEntitiesAre() {
    var shop = model("Shop", 1, ["Item": [.attribute("name", .string)], "Note": []])
    shop.configurations = [ConfigurationDescription(name: "Items", entityNames: ["Item"])]
    var hashes = shop.versionHashes
    XCTAssertTrue(shop.isCompatible(withHashes: hashes))
    hashes["Note"] = nil
    XCTAssertFalse(shop.isCompatible(withHashes: hashes))
    XCTAssertTrue(shop.isCompatible(withHashes: hashes, configuration: "Items"))
    XCTAssertFalse(shop.isCompatible(withHashes: [:], configuration: "Items"))
    XCTAssertFalse(shop.isCompatible(withHashes: hashes, configuration: "Others"))
  }

  func testRubbishIsRefusedWithAWord() throws {
    assertFails(.unreadable, "cannot be read") {
      _ = try ManagedObjectModel(contentsOf: folder.appending(path: "none.json"))
    }
    assertFails(.empty, "holds no model") { _ = try ManagedObjectModel.merged(from: folder) }
    let file = folder.appending(path: "rubbish.json")
    for text in ["", "{", "[]", "null", "{\"name\": 1}", String(repeating: "[", count: 100_000)] {
      try Data(text.utf8).write(to: file)
      assertFails(.notAModel, "holds no model") { _ = try ManagedObjectModel(contentsOf: file) }
    }
  }

  func testAModelThatContradictsItselfIsRefused() throws {
    let cases: [(String, ManagedObjectModel)] = [
      ("two entities 'A'", model("M", 1, ["A": []]).with { $0.entities += $0.entities }),
      ("inherits from itself", model("M", 1, ["A": []]).with { $0.entities[0].parentName = "A" }),
      ("inherits from 'B'", model("M", 1, ["A": []]).with { $0.entities[0].parentName = "B" }),
      ("leads to 'B'", model("M", 1, ["A": [.toOne("b", "B")]])),
      ("inverse of 'A.b'", model("M", 1, ["A": [.toOne("b", "A", inverse: "c")]])),
      ("two properties 'x'", model("M", 1, ["A": [.toOne("x", "A"), .attribute("x", .date)]])),
      ("is a 'Place'", model("M", 1, ["A": [.attribute("x", .composite("Place"))]])),
    ]
    for (words, model) in cases {
      assertFails(.inconsistent, words) {
        _ = try ManagedObjectModel(json: try model.encoded())
      }
    }
  }

  func testAVersionThatWasExchangedIsNoticed() throws {
    let one = model("Shop", 1, ["Item": [.attribute("name", .string)]])
    let two = model("Shop", 2, ["Item": [.attribute("name", .string, isOptional: true)]])
    let place = try write(ModelVersions(current: two, released: [one]), "Shop.versions")
    var other = two
    other.version = 1
    try other.encoded().write(to: place.appending(path: "1.json"))
    assertFails(.inconsistent, "is not the version 1") { _ = try ModelVersions(contentsOf: place) }
  }
}

extension ManagedObjectModel {
  fileprivate func with(_ change: (inout ManagedObjectModel) -> Void) -> ManagedObjectModel {
    var model = self
    change(&model)
    return model
  }
}
