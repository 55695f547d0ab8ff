import BankModel
import Foundation
import ModelRuntime
import TestSupport
import XCTest

/// Migrations between the three versions of the bank model.
final class BankMigrationTests: XCTestCase {
  private func tutorialStore(_ folder: TemporaryFolder) throws -> URL {
    guard let source = SharedFiles.url("stores/CoreDataTutorial2.sqlite") else {
      throw XCTSkip("the real stores are not here")
    }
    let url = folder.file("copy.sqlite")
    try FileManager.default.copyItem(at: source, to: url)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o644], ofItemAtPath: url.path(percentEncoded: false))
    return url
  }

  func testTheTutorialsStoreOpensWithTheThirdVersion() throws {
    for place in [MigrationOptions.Place.inPlace, .onCopy] {
      let folder = try TemporaryFolder()
      let url = try tutorialStore(folder)
      let identifier = try rows("SELECT Z_UUID FROM Z_METADATA", in: url)
      var configuration = StoreConfiguration(url: url)
      configuration.migration.place = place
      let container = try PersistentContainer(.bank, configuration: configuration)
      let context = try container.makeContext()
      let banks = try context.fetch(FailedBankInfo.all.sorted { [$0.name.ascending] })
      XCTAssertEqual(banks.map(\.name), ["Bank1", "Bank2", "Bank3", "Bank4"])
      XCTAssertEqual(banks.map { $0.details?.zip }, [11111, 22222, 33333, 44444])
      XCTAssertEqual(banks.map { $0.details?.info }, banks)
      let tag = Tag(in: context, name: "large")
      banks[0].details?.tags.insert(tag)
      try context.save()
      let found = try context.fetch(
        FailedBankInfo.where { $0.details.tags.any { $0.name == "large" } })
      XCTAssertEqual(found.map(\.name), ["Bank1"])
      XCTAssertEqual(try rows("SELECT Z_UUID FROM Z_METADATA", in: url), identifier)
      XCTAssertEqual(
        try rows("SELECT count(*) FROM sqlite_schema WHERE type = 'view'", in: url), ["0"],
        "a store of Apple's gets no views")
      _ = try PersistentContainer(.bank, configuration: configuration)
    }
  }

  /// The version hashes in these stores of Core Data are not hashes of our models, so such
  /// stores are recognised by their tables (M-26, M-63).
  func testHashesOfApplesStoresAreNotOurs() throws {
    for (name, entities) in [
      ("CoreDataTutorial2", ["FailedBankDetails", "FailedBankInfo"]),
      ("Recipes", ["Image", "Ingredient", "Recipe", "RecipeType"]),
    ] {
      guard let file = SharedFiles.url("stores/\(name).sqlite") else {
        throw XCTSkip("the real stores are not here")
      }
      let copy = try TemporaryFolder()
      try FileManager.default.copyItem(at: file, to: copy.file("\(name).sqlite"))
      let hashes = try StoreInspection(url: copy.file("\(name).sqlite")).versionHashes()
      XCTAssertEqual(hashes.keys.sorted(), entities)
      XCTAssertEqual(Set(hashes.values.map(\.count)), [32], name)
      let ours = CompiledModel.bank.versions.all.flatMap { $0.versionHashes.values }
      XCTAssertTrue(Set(ours).isDisjoint(with: hashes.values), name)
      XCTAssertEqual(Set(ours.map(\.count)), [32])
    }
  }

  func testEveryVersionBecomesTheThird() throws {
    for version in [ManagedObjectModel.bankVersion1, .bankVersion2] {
      let folder = try TemporaryFolder()
      let configuration = StoreConfiguration(url: folder.file("Bank.sqlite"))
      let path = try MigrationPath(from: version, in: CompiledModel.bank.versions)
      XCTAssertEqual(path.steps.map(\.destination.version), [3])
      _ = try PersistentContainer(.bank, configuration: configuration)
    }
  }
}
