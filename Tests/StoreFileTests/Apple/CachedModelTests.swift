import Foundation
import ModelLanguage
import ModelRuntime
import ModelSchema
import TestSupport
import XCTest

/// Tests of the compiled models in the `Z_MODELCACHE` tables of Apple's stores. They are
/// archives like `.mom` files, written by frameworks from 2015 to 2023.
final class CachedModelTests: XCTestCase {
  private func cachedModel(_ store: AppleFiles.Store) throws -> ManagedObjectModel? {
    let copy = try TemporaryCopy(of: store.url)
    return try withExtendedLifetime(copy) { try cachedModel(copy.url, store.name) }
  }

  private func cachedModel(_ url: URL, _ name: String) throws -> ManagedObjectModel? {
    let tables = try rows("SELECT name FROM sqlite_schema WHERE name = 'Z_MODELCACHE'", in: url)
    guard !tables.isEmpty,
      let digits = try rows("SELECT hex(Z_CONTENT) FROM Z_MODELCACHE", in: url).first,
      let packed = Data(hex: digits), !packed.isEmpty
    else { return nil }
    let archive = try XCTUnwrap(Inflation.bytes(of: Array(packed)), name)
    let text = try XCTUnwrap(CompiledDataModel.contents(of: archive), name)
    let files = DataModelFiles(
      path: "Cached.xcdatamodel", contents: ["contents": Array(text.utf8)])
    let reading = try XCTUnwrap(readDataModel(files).current?.reading)
    return try XCTUnwrap(reading.model, "\(name): \(reading.diagnostics)")
  }

  func testNewStoresHaveTheirModelWhereCoreDataLooksForIt() throws {
    for bundle in try AppleFiles().bundles {
      for version in bundle.versions.suffix(TestRun.isLong ? .max : 1) {
        let folder = try TemporaryFolder()
        let url = folder.file("new.sqlite")
        _ = try PersistentContainer(
          CompiledModel(version.model), configuration: StoreConfiguration(url: url))
        let name = "\(bundle.name) \(version.name)"
        let cached = try XCTUnwrap(try cachedModel(url, name), name)
        for (entity, hash) in version.hashes where "\(bundle.name)_V1.sqlite \(entity)" != unsayable
        {
          XCTAssertEqual(cached.versionHashes[entity], hash, "\(name): \(entity)")
        }
        for entity in version.model.entities {
          let other = try XCTUnwrap(cached.entity(named: entity.name), name)
          XCTAssertEqual(other.parentName, entity.parentName, "\(name): \(entity.name)")
          XCTAssertEqual(
            Set(other.relationships.map(\.deleteRule)), Set(entity.relationships.map(\.deleteRule)),
            "\(name): \(entity.name)")
          XCTAssertEqual(
            other.attributes.map(\.storedDefault).sorted(),
            entity.attributes.map(\.storedDefault).sorted(), "\(name): \(entity.name)")
        }
      }
    }
  }

  func testMigrationsReplaceTheCachedModel() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("store.sqlite")
    func model(_ version: Int, _ type: AttributeType) -> ManagedObjectModel {
      ManagedObjectModel(
        name: "Small", version: version,
        composites: [
          CompositeDescription(name: "Place", elements: [.init(name: "zip", type: .int64)])
        ],
        entities: [
          EntityDescription(
            name: "Stop",
            properties: (1...version).map {
              .attribute(
                AttributeDescription(
                  name: "a\($0)", type: $0 == version ? type : .int64, isOptional: true))
            })
        ])
    }
    var versions: [ManagedObjectModel] = []
    // The archive format of composites is not known, but the old model is replaced all the
    // same.
    for type: AttributeType in [.string, .int64, .composite("Place")] {
      var next = model(versions.count + 1, type)
      if type != .composite("Place") { next.composites = [] }
      var configuration = StoreConfiguration(url: url)
      configuration.migration.olderVersions = versions
      _ = try PersistentContainer(CompiledModel(next), configuration: configuration)
      let hashes = try cachedModel(url, "version \(versions.count + 1)")?.versionHashes
      XCTAssertEqual(hashes, next.composites.isEmpty ? next.versionHashes : nil)
      versions.append(next)
    }
  }

  /// A program gave 'books' the greatest integer as its maximum count, which no data model
  /// file can express.
  private let unsayable = "SampleModel2_V1.sqlite Author"

  func testTheHashesOfCachedModelsAreThoseOfTheirStores() throws {
    var compared = 0
    for store in try AppleFiles().stores {
      guard let model = try cachedModel(store) else { continue }
      let hashes = model.versionHashes
      for (name, hash) in store.hashes.sorted(by: { $0.key < $1.key }) {
        guard "\(store.name) \(name)" != unsayable else { continue }
        XCTAssertEqual(hashes[name], hash, "\(store.name): \(name)")
      }
      XCTAssertEqual(hashes.count, store.hashes.count, store.name)
      compared += 1
    }
    XCTAssertGreaterThanOrEqual(compared, 13)
  }

  func testFlagsExpressionsRulesAndFetchesAreRead() throws {
    let stores = try AppleFiles().stores
    let made = try XCTUnwrap(stores.first { $0.name == "SampleModel2_V1.sqlite" })
    let model = try XCTUnwrap(try cachedModel(made))
    let book = try XCTUnwrap(model.entity(named: "Book"))
    let attributes = Dictionary(uniqueKeysWithValues: book.attributes.map { ($0.name, $0) })
    XCTAssertEqual(attributes["pagesCount"]?.derivation.map { "\($0)" }, "count:(pages)")
    XCTAssertEqual(attributes["title"]?.rules.map(\.requirement), [.length(min: 3, max: 50)])
    XCTAssertEqual(
      attributes["title"]?.userInfo["NSValidationPredicates"], "SELF CONTAINS \"title\"")
    let author = try XCTUnwrap(model.entity(named: "Author"))
    let fetched = author.properties.compactMap { property in
      if case .fetched(let fetched) = property { fetched } else { nil }
    }
    // The predicate of the other fetched property uses its own user info, which is not
    // supported.
    XCTAssertEqual(fetched.map(\.name), ["feedbacks"])
    XCTAssertEqual(
      fetched.first?.request.predicate.map { "\($0)" }, "authorAlias == $source.alias")
    XCTAssertEqual(
      author.userInfo.values.contains { $0.contains("$FETCHED_PROPERTY.userInfo.search") }, true)
    XCTAssertEqual(model.configurations.map(\.name), ["SampleConfigurationV1"])
    XCTAssertEqual(model.configurations.first?.entityNames.count, 6)

    let messenger = try XCTUnwrap(stores.first { $0.name == "store2-4.wiredatabase" })
    let user = try XCTUnwrap(try cachedModel(messenger)?.entity(named: "User"))
    XCTAssertEqual(
      user.attributes.filter(\.allowsExternalStorage).map(\.name).sorted(),
      ["imageMediumData", "imageSmallProfileData"])
    let ledger = try XCTUnwrap(stores.first { $0.name == "SampleModel_V1.sqlite" })
    let person = try XCTUnwrap(try cachedModel(ledger)?.entity(named: "Person"))
    XCTAssertEqual(person.attributes.filter(\.preservesValueOnDeletion).map(\.name), ["id"])
  }
}

extension AttributeDescription {
  fileprivate var storedDefault: String {
    // Decimals are archived as objects of a separate class.
    "\(columnName ?? name) \(type == .decimal ? "" : defaultValue.map { "\($0)" } ?? "")"
  }
}
