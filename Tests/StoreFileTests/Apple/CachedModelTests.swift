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
          XCTAssertEqual(
            other.archivedParts(cached), entity.archivedParts(version.model),
            "\(name): \(entity.name)")
        }
      }
    }
  }

  /// Core Data gives new objects the defaults of the model that it finds in a store.
  func testDefaultsOfEveryTypeAreThere() throws {
    var defaults: [(type: AttributeType, value: ConstantValue)] = [
      (.boolean, .boolean(false)), (.int16, .integer(-3)), (.int64, .integer(.min)),
      (.float, .double(0.5)), (.double, .double(-0.0)), (.string, .string("Ünï")),
      (.date, .date(Date(timeIntervalSinceReferenceDate: -0.25))),
      (.uuid, .uuid(UUID())), (.url, .url(try XCTUnwrap(URL(string: "https://a.example/b?c=%20")))),
    ]
    for text in [
      "0", "1", "-12.5", "0.1", "1e127", "-1e-128", "340282366920938463463374607431768211455",
      "65536", "0.000000000000000000000000000000000000001", "99999999999999999999.999999999",
    ] {
      defaults.append((.decimal, .decimal(try XCTUnwrap(Decimal(string: text)))))
    }
    let bytes = Data([0, 1, 255])
    let attributes = (defaults + [(.data, .data(bytes))]).enumerated().map { number, item in
      AttributeDescription(
        name: "a\(number)", type: item.type, isOptional: true,
        defaultValue: .constant(item.value))
    }
    let model = ManagedObjectModel(
      name: "Defaults", version: 1,
      entities: [EntityDescription(name: "Thing", properties: attributes.map { .attribute($0) })])
    let folder = try TemporaryFolder()
    let url = folder.file("new.sqlite")
    _ = try PersistentContainer(
      CompiledModel(model), configuration: StoreConfiguration(url: url))
    let cached = try XCTUnwrap(try cachedModel(url, "defaults")?.entity(named: "Thing"))
    for (number, item) in defaults.enumerated() {
      let attribute = cached.attributes.first { $0.name == "a\(number)" }
      XCTAssertEqual(attribute?.defaultValue, .constant(item.value), "\(item)")
    }
    // No data model can say bytes, but the archive can.
    let list = try XCTUnwrap(BinaryPropertyList(ModelArchive.bytes(of: model) ?? []))
    let archived = ArchivedValue(list)?["NSEntities"]?.entries.first?.value["NSProperties"]?
      .entries.first { $0.key == "a\(defaults.count)" }?.value["NSDefaultValue"]
    XCTAssertEqual(archived?.plainConstant, .data(bytes))
  }

  /// Constraints over inherited properties and counts at any depth are stored as Core Data names
  /// them.
  func testStoredNamesAndCountsAreCoreDatas() throws {
    func model(_ name: String, _ column: String?) throws -> ManagedObjectModel {
      let parent = EntityDescription(
        name: "Base",
        properties: [
          .attribute(AttributeDescription(name: name, type: .string, columnName: column)),
          .relationship(
            RelationshipDescription(
              name: "others", destinationName: "Base", isToMany: true, isOptional: true)),
          .attribute(
            AttributeDescription(
              name: "count", type: .int64, isOptional: true,
              derivation: .function(
                "add:to:",
                [
                  .keyPath(["others", "@count"], of: .evaluatedObject), .constant(.integer(1)),
                ]))),
        ])
      let child = EntityDescription(
        name: "Child", parentName: "Base",
        uniquenessConstraints: [UniquenessConstraint(name: "unique", keyPaths: [name])])
      return ManagedObjectModel(name: "Names", version: 1, entities: [parent, child])
    }
    let (plain, renamed) = (try model("hash", nil), try model("hash2", "hash"))
    XCTAssertEqual(renamed.versionHashes, plain.versionHashes)
    let text = try XCTUnwrap(ModelArchive.bytes(of: renamed).flatMap(CompiledDataModel.contents))
    XCTAssertTrue(text.contains("<constraint value=\"hash\"/>"), text)
    XCTAssertTrue(text.contains("count:(others)"), text)
    XCTAssertFalse(text.contains("@count"), text)
  }

  /// A compiled model says `count:(pages)`, which the triggers of Core Data keep.
  func testCountsOfCompiledModelsHaveTriggers() throws {
    for derivation: ObjectExpression in [
      .keyPath("others", "@count"), .function("count:", [.keyPath("others")]),
    ] {
      let entity = EntityDescription(
        name: "Base",
        properties: [
          .relationship(
            RelationshipDescription(
              name: "others", destinationName: "Base", inverseName: "one", isToMany: true,
              isOptional: true)),
          .relationship(
            RelationshipDescription(
              name: "one", destinationName: "Base", inverseName: "others", isOptional: true)),
          .attribute(
            AttributeDescription(
              name: "number", type: .int64, isOptional: true, derivation: derivation)),
        ])
      let folder = try TemporaryFolder()
      let url = folder.file("new.sqlite")
      _ = try PersistentContainer(
        CompiledModel(ManagedObjectModel(name: "Counts", version: 1, entities: [entity])),
        configuration: StoreConfiguration(url: url))
      let triggers = try rows("SELECT count(*) FROM sqlite_schema WHERE type = 'trigger'", in: url)
      XCTAssertEqual(triggers, ["5"], "\(derivation)")
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
    XCTAssertEqual(attributes["pagesCount"]?.derivation.map { "\($0)" }, "pages.@count")
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

extension EntityDescription {
  /// All that an archive holds of the entity, by the names in stores.
  fileprivate func archivedParts(_ model: ManagedObjectModel) -> [String] {
    func names(_ paths: [String]) -> String {
      model.storedNames(of: paths, in: self).joined(separator: ",")
    }
    let constraints = allUniquenessConstraints.map { "constraint \(names($0.keyPaths))" }
    let single = attributes.filter(\.isIndexed).map {
      FetchIndexDescription(name: "", elements: [.init($0.name)])
    }
    let indexes = (single + indexes).filter { !$0.isFolded && $0.predicate == nil }.map { index in
      "index \(names(index.elements.map(\.keyPath))) \(index.elements.map(\.isAscending)) "
        + "\(index.elements.map(\.collation))"
    }
    let own: [Any?] = [
      name, parentName, isAbstract, className ?? name, renamingIdentifier, versionHashModifier,
    ]
    return ["\(own)"]
      + (constraints + indexes + properties.compactMap { $0.archivedParts(model) }).sorted()
  }
}

extension PropertyDescription {
  fileprivate func archivedParts(_ model: ManagedObjectModel) -> String? {
    let parts: [Any?]
    switch self {
    case .attribute(let attribute):
      parts = [
        attribute.type.withTransformer, attribute.isOptional, attribute.isTransient,
        attribute.defaultValue,
        attribute.allowsExternalStorage, attribute.preservesValueOnDeletion,
        attribute.renamingIdentifier, attribute.versionHashModifier,
        attribute.derivation,
      ]
    case .relationship(let relationship):
      let destination = model.entity(named: relationship.destinationName)
      let inverse = relationship.inverseName.flatMap { name in
        destination.map { model.storedNames(of: [name], in: $0) }
      }
      parts = [
        relationship.destinationName, inverse, relationship.isToMany, relationship.isOptional,
        relationship.isTransient, relationship.isOrdered, relationship.minCount,
        // No data model can say the greatest number.
        relationship.maxCount == .max ? 0 : relationship.maxCount, relationship.deleteRule,
        relationship.renamingIdentifier,
        relationship.versionHashModifier,
      ]
    case .fetched: return nil
    }
    return "\(storedName) \(parts)"
  }
}

extension AttributeType {
  /// The type with the name of the transformer that stands for none.
  fileprivate var withTransformer: AttributeType {
    guard case .transformable(let name, nil) = self else { return self }
    return .transformable(name, transformer: "NSSecureUnarchiveFromData")
  }
}
