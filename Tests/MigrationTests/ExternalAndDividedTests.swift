import Foundation
import ModelSchema
import TestSupport
import XCTest

@testable import ModelRuntime
@testable import ModelStorage

/// Migrations of stores with external files for large values, and of models with several
/// stores.
final class ExternalAndDividedTests: MigrationTestCase {
  private static func scan(
    _ name: String = "scan", external: Bool = true, renamed: String? = nil
  ) -> PropertyDescription {
    .attribute(
      AttributeDescription(
        name: name, type: .data, isOptional: true, allowsExternalStorage: external,
        renamingIdentifier: renamed))
  }

  private static let title = PropertyDescription.attribute("title", .string)
  private let large = Data((0..<5000).map { UInt8($0 % 251) })
  private let small = Data([2, 1, 0])

  private var external: ManagedObjectModel { model(1, entity("Page", [Self.title, Self.scan()])) }

  private func container(_ model: ManagedObjectModel) throws -> PersistentContainer {
    var configuration = StoreConfiguration(url: url)
    configuration.externalStorageThreshold = 1000
    return try PersistentContainer(
      CompiledModel(versions: ModelVersions(current: model)), configuration: configuration)
  }

  private func makePages(_ model: ManagedObjectModel) throws {
    try container(model).performAndWait { [large, small] context in
      try context.insert(entityName: "Page", ["title": "large", "scan": large])
      try context.insert(entityName: "Page", ["title": "small", "scan": small])
      try context.save()
    }
  }

  /// The values of an attribute, in the order of the keys.
  private func values(_ model: ManagedObjectModel, _ name: String) throws -> [Data?] {
    try container(model).performAndWait { context in
      try context.fetch(entityName: "Page").sorted { $0._key < $1._key }
        .map { try $0.value(forKey: name) as? Data }
    }
  }

  private var fileCount: Int {
    let folder = ExternalStorage.supportFolder(of: url).appending(path: "_EXTERNAL_DATA")
    return (try? FileManager.default.contentsOfDirectory(atPath: folder.path).count) ?? 0
  }

  func testLargeValuesKeepTheirFiles() throws {
    let renamed = model(
      2,
      entity(
        "Page",
        [
          Self.title, Self.scan("picture", renamed: "scan"),
          .attribute("n", .int16, defaultValue: .constant(.integer(0))),
        ]))
    for place in [MigrationOptions.Place.inPlace, .onCopy] {
      tearDown()
      try setUpWithError()
      try makePages(external)
      XCTAssertEqual(fileCount, 1)
      try open(renamed) { $0.place = place }
      XCTAssertEqual(fileCount, 1, "\(place)")
      XCTAssertEqual(try values(renamed, "picture"), [large, small], "\(place)")
    }
  }

  func testValuesGoIntoTheRowAndOutAgain() throws {
    try makePages(external)
    let inside = model(2, entity("Page", [Self.title, Self.scan(external: false)]))
    try open(inside)
    XCTAssertEqual(try values(inside, "scan"), [large, small])
    XCTAssertEqual(try stored("SELECT length(ZSCAN) FROM ZPAGE ORDER BY Z_PK"), ["5000", "3"])
    var outside = external
    outside.version = 3
    try open(outside)
    XCTAssertEqual(try values(outside, "scan"), [large, small])
    XCTAssertEqual(try StoreInspection(url: url).findings(), [])
  }

  func testAValueThatIsRequiredInTheRowHasItsDefault() throws {
    try makePages(external)
    try container(external).performAndWait { context in
      try context.insert(entityName: "Page", ["title": "none"])
      try context.save()
    }
    let scan = AttributeDescription(
      name: "scan", type: .data, defaultValue: .constant(.data(Data([7]))))
    let inside = model(2, entity("Page", [Self.title, .attribute(scan)]))
    try open(inside)
    XCTAssertEqual(try values(inside, "scan"), [large, small, Data([7])])
  }

  func testDefaultsAreReadAsTheyAre() throws {
    try makePages(external)
    try container(external).performAndWait { context in
      try context.insert(entityName: "Page", ["title": "none"])
      try context.save()
    }
    // They begin with the same bytes as the marks of values in rows and in files.
    let (scan, cover) = (Data([1, 7]), Data([2, 65, 0]))
    let new = model(
      2,
      entity(
        "Page",
        [
          Self.title,
          .attribute(
            "scan", .data, defaultValue: .constant(.data(scan)), allowsExternalStorage: true),
          .attribute(
            "cover", .data, defaultValue: .constant(.data(cover)), allowsExternalStorage: true),
        ]))
    try open(new)
    XCTAssertEqual(try values(new, "scan"), [large, small, scan])
    XCTAssertEqual(try values(new, "cover"), [cover, cover, cover])
  }

  func testPoliciesSeeValuesAndKeepFiles() throws {
    struct Measuring: EntityMigrationPolicy {
      func createDestinationInstances(
        for source: MigrationObject, session: MigrationSession
      ) throws {
        var page = session.destination(for: source)
        guard case .data(let data) = source["scan"] else { return }
        page["size"] = .integer(Int64(data.count))
        if source.string("title") == "small" { page["scan"] = .data(Data([9])) }
        try session.insert(page, for: source)
      }
    }
    try makePages(external)
    let sized = model(
      2, entity("Page", [Self.title, Self.scan(), .attribute("size", .int32, isOptional: true)]))
    try open(sized) { $0.code.add(Measuring(), for: "Page", from: 1, to: 2) }
    XCTAssertEqual(try stored("SELECT ZSIZE FROM ZPAGE ORDER BY Z_PK"), ["5000", "3"])
    XCTAssertEqual(try values(sized, "scan"), [large, Data([9])])
    XCTAssertEqual(fileCount, 1)
  }

  func testMappingsReadAndWriteValues() throws {
    try makePages(external)
    let new = model(
      2,
      entity(
        "Page", [Self.title, Self.scan("copy"), .attribute("size", .int32, isOptional: true)]))
    var mapping = MappingModel.Entity(
      name: "Pages", kind: .transform, sourceName: "Page", destinationName: "Page")
    mapping.map("copy", to: .expression(.source("scan")))
    try mapping.map("size", format: "$source.scan.length")
    let report = try PersistentContainer.dryRunMigration(
      of: mapped(mapping), to: CompiledModel(layoutOf: new))
    XCTAssertNil(report.error)
    try open(new) { [mapping] in $0.code.add(MappingModel(entities: [mapping]), from: 1, to: 2) }
    XCTAssertEqual(try values(new, "copy"), [large, small])
    XCTAssertEqual(try stored("SELECT ZSIZE FROM ZPAGE ORDER BY Z_PK"), ["5000", "3"])
  }

  private func mapped(_ mapping: MappingModel.Entity) -> StoreConfiguration {
    var configuration = StoreConfiguration(url: url)
    configuration.migration.code.add(MappingModel(entities: [mapping]), from: 1, to: 2)
    return configuration
  }

  // MARK: Several stores

  private func divided(_ version: Int, _ more: [PropertyDescription]) -> ManagedObjectModel {
    var divided = model(
      version, entity("Book", [Self.title] + more), entity("Note", [Self.title] + more))
    divided.configurations = [
      ConfigurationDescription(name: "Shop", entityNames: ["Book"]),
      ConfigurationDescription(name: "User", entityNames: ["Note"]),
    ]
    return divided
  }

  private func openDivided(
    _ model: ManagedObjectModel, released: [ManagedObjectModel] = [],
    _ change: (inout MigrationOptions) -> Void = { _ in }
  ) throws -> PersistentContainer {
    let configurations = ["Shop", "User"].map { name in
      var configuration = StoreConfiguration(url: folder.file("\(name).sqlite"))
      configuration.modelConfiguration = name
      change(&configuration.migration)
      return configuration
    }
    return try PersistentContainer(
      CompiledModel(versions: ModelVersions(current: model, released: released)),
      configurations: configurations)
  }

  private func makeDivided() throws {
    try openDivided(divided(1, [])).performAndWait { context in
      try context.insert(entityName: "Book", ["title": "Emma"])
      try context.insert(entityName: "Note", ["title": "read it"])
      try context.save()
    }
  }

  func testEachOfSeveralStoresIsMigrated() throws {
    try makeDivided()
    let length = PropertyDescription.attribute("length", .int32, isOptional: true)
    var new = divided(2, [length])
    new.migrations = [
      MigrationDescription(
        fromVersion: 1,
        steps: ["Book", "Note"].map { name in
          .map(
            from: name, to: name,
            [.init("length", .function("length:", [.keyPath(["title"], of: .variable("old"))]))])
        })
    ]
    _ = try openDivided(new)
    XCTAssertEqual(
      try rows("SELECT ZTITLE, ZLENGTH FROM ZBOOK", in: folder.file("Shop.sqlite")), ["Emma|4"])
    XCTAssertEqual(
      try rows("SELECT ZTITLE, ZLENGTH FROM ZNOTE", in: folder.file("User.sqlite")), ["read it|7"])
  }

  func testFunctionsRunInEachOfSeveralStores() throws {
    try makeDivided()
    var new = divided(2, [.attribute("length", .int32, isOptional: true)])
    new.migrations = [MigrationDescription(fromVersion: 1, steps: [.after("Shop.note")])]
    _ = try openDivided(new) { options in
      options.code.add("Shop.note") { access in
        for entity in access.model.entities {
          try access.execute("UPDATE Z\(entity.name.uppercased()) SET ZLENGTH = 1", [])
        }
      }
    }
    for (store, table) in [("Shop", "ZBOOK"), ("User", "ZNOTE")] {
      XCTAssertEqual(
        try rows("SELECT ZLENGTH FROM \(table)", in: folder.file("\(store).sqlite")), ["1"])
    }
  }

  func testEachOfSeveralStoresGoesOverTheVersionsInBetween() throws {
    try makeDivided()
    let label = PropertyDescription.attribute("label", .string, isOptional: true)
    func block(_ from: Int, _ expression: ObjectExpression) -> MigrationDescription {
      MigrationDescription(
        fromVersion: from,
        steps: ["Book", "Note"].map { .map(from: $0, to: $0, [.init("label", expression)]) })
    }
    var (second, third) = (divided(2, [label]), divided(3, [label]))
    second.migrations = [
      block(1, .function("uppercase:", [.keyPath(["title"], of: .variable("old"))]))
    ]
    let text = ObjectExpression.keyPath(["label"], of: .variable("old"))
    third.migrations = [block(2, .function("add:to:", [text, .constant(.string("!"))]))]
    _ = try openDivided(third, released: [divided(1, []), second])
    XCTAssertEqual(try rows("SELECT ZLABEL FROM ZBOOK", in: folder.file("Shop.sqlite")), ["EMMA!"])
    XCTAssertEqual(
      try rows("SELECT ZLABEL FROM ZNOTE", in: folder.file("User.sqlite")), ["READ IT!"])
  }

  func testAMappingModelServesSeveralStores() throws {
    try makeDivided()
    let label = PropertyDescription.attribute("label", .string, isOptional: true)
    let mappings = try ["Book", "Note"].map { name in
      var mapping = MappingModel.Entity(
        name: name, kind: .transform, sourceName: name, destinationName: name)
      try mapping.map("label", format: "uppercase($source.title)")
      return mapping
    }
    _ = try openDivided(divided(2, [label])) {
      $0.code.add(MappingModel(entities: mappings), from: 1, to: 2)
    }
    XCTAssertEqual(try rows("SELECT ZLABEL FROM ZBOOK", in: folder.file("Shop.sqlite")), ["EMMA"])
    XCTAssertEqual(
      try rows("SELECT ZLABEL FROM ZNOTE", in: folder.file("User.sqlite")), ["READ IT"])
  }
}
