import Foundation
import ModelRuntime
import ModelSchema
import TestSupport
import XCTest

/// Tests that Apple's stores, migrated along the versions of their bundles, have the same
/// schema as a new store of that version and as Apple's own store of it.
final class AppleMigrationTests: XCTestCase {
  /// The migrations that are refused, with the reasons. Core Data cannot infer the first
  /// two either. It migrates the third, but leaves six rows that it would not save itself.
  private let impossible = [
    "SampleStore2.0.sqlite": ["'OCKCDCarePlan.uuid' is new and required"],
    "SampleModel_V2.sqlite": ["'Person.id' is new and required"],
    "oss_stubbed_data.sqlite": [
      "'Image.artwork' is required now",
      // The versions in between have no properties for documents, album covers and artist
      // covers.
      "the step from version 9 to version 16 would lose 'Album.cover', 'Artist.cover', "
        + "'Artist.documents', 'Document'",
    ],
  ]

  func testEveryStoreBecomesOneOfTheLastVersion() throws {
    var used: Set<String> = []
    var count = 0
    let tried = try AppleFiles().tried
    for store in tried {
      guard let last = store.bundle.versions.last else { continue }
      let copy = try TemporaryCopy(of: store.url)
      let before = Set(try StoreSchema(copy.url, exactly: true).indexNames)
      guard try migrate(store, copy.url, to: last) else { continue }
      try checkMetadata(copy.url, last, store.name)
      let folder = try TemporaryFolder()
      let new = folder.file("new.sqlite")
      _ = try PersistentContainer(
        CompiledModel(last.model), configuration: StoreConfiguration(url: new))
      let differences = try StoreSchema(new, exactly: store.version != last.name)
        .differences(to: StoreSchema(copy.url, exactly: store.version != last.name))
        // Indexes in Apple's file that no version declares remain.
        .filter { line in !before.contains { line.hasPrefix("+ CREATE INDEX \($0) ") } }
      let remaining = SchemaException.remaining(differences)
      XCTAssertEqual(remaining.lines, [], store.name)
      used.formUnion(remaining.used)
      count += 1
    }
    // The last version no longer requires 'Image.artwork'.
    let refused: Set<String> = ["SampleStore2.0.sqlite", "SampleModel_V2.sqlite"]
    XCTAssertEqual(count, tried.count { !refused.contains($0.name) })
    let needed: [SchemaException] = [.modelCache, .columnOrder, .columnDefaults, .presentIndexes]
    XCTAssertTrue(used.isSubset(of: Set(needed.map(\.name))), "\(used)")
    XCTAssertTrue(used.contains(SchemaException.columnDefaults.name))
  }

  /// Compares every store with the next and the last store of its bundle.
  func testMigratedStoresHaveTheSchemaOfApplesOwn() throws {
    let stores = try AppleFiles().stores
    var pairs = 0
    for store in try AppleFiles().tried {
      let names = store.bundle.versions.map(\.name)
      guard let own = names.firstIndex(of: store.version) else { continue }
      let later = stores.filter {
        $0.bundle.name == store.bundle.name && (names.firstIndex(of: $0.version) ?? 0) > own
      }.sorted { (names.firstIndex(of: $0.version) ?? 0) < (names.firstIndex(of: $1.version) ?? 0) }
      for other in Set([later.first?.name, later.last?.name]).compactMap(\.self) {
        guard let other = later.first(where: { $0.name == other }),
          let version = store.bundle.versions.first(where: { $0.name == other.version })
        else { continue }
        let copy = try TemporaryCopy(of: store.url)
        guard try migrate(store, copy.url, to: version) else { continue }
        let apple = try TemporaryCopy(of: other.url)
        let remaining = SchemaException.remaining(
          try StoreSchema(apple.url, exactly: false)
            .differences(to: StoreSchema(copy.url, exactly: false)))
        XCTAssertEqual(remaining.lines, [], "\(store.name) as \(other.name)")
        let hashes = try StoreInspection(url: copy.url).versionHashes()
        XCTAssertEqual(hashes, other.hashes, "\(store.name) as \(other.name)")
        pairs += 1
      }
    }
    XCTAssertGreaterThanOrEqual(pairs, TestRun.isLong ? 12 : 3)
  }

  /// Migrates a copy of a store. Returns false if the migration is refused for a known
  /// reason.
  private func migrate(
    _ store: AppleFiles.Store, _ url: URL, to version: AppleFiles.Version
  ) throws -> Bool {
    var configuration = StoreConfiguration(url: url)
    configuration.migration.olderVersions = store.bundle.versions.map(\.model)
      .filter { $0.version ?? 0 < version.model.version ?? 0 }
    do {
      let container = try PersistentContainer(
        CompiledModel(version.model), configuration: configuration)
      XCTAssertEqual(
        try container.integrityCheck().filter { $0.kind == .damagedFile }, [], store.name)
      return true
    } catch let error as MigrationError {
      let reasons = try XCTUnwrap(impossible[store.name], "\(store.name): \(error)")
      XCTAssertTrue(reasons.contains { "\(error)".contains($0) }, "\(store.name): \(error)")
      return false
    }
  }

  /// Checks that the hashes are those of the version, and that the digest and the checksum
  /// match them or are missing.
  private func checkMetadata(_ url: URL, _ version: AppleFiles.Version, _ name: String) throws {
    let information = try StoreInspection(url: url).information()
    XCTAssertEqual(
      try StoreInspection(url: url).versionHashes(), version.hashes, name)
    XCTAssertNotEqual(information.hasRightDigest, false, name)
    XCTAssertNotEqual(information.hasRightChecksum, false, name)
  }
}

extension StoreSchema {
  /// The names of the indexes, in no particular order.
  var indexNames: [String] {
    statements.compactMap { statement in
      let words = statement.split(separator: " ")
      guard let place = words.firstIndex(of: "INDEX"), place + 1 < words.count else { return nil }
      return String(words[place + 1])
    }
  }
}
