import Foundation
import ModelRuntime
import ModelSchema
import TestSupport
import XCTest

@testable import ModelRuntime
@testable import ModelStorage

/// A test case with a store of one version that is opened with another version. The models
/// are descriptions without classes, because moving rows needs no classes.
class MigrationTestCase: XCTestCase {
  private(set) var folder: TemporaryFolder!

  override func setUpWithError() throws { folder = try TemporaryFolder() }

  override func tearDown() { folder = nil }

  /// The `modelstore` tool, which is built beside the tests.
  static var tool: URL {
    let tests = Bundle(for: MigrationTestCase.self).bundleURL
    let places = [tests, tests.deletingLastPathComponent()].map { $0.appending(path: "modelstore") }
    return places.first { FileManager.default.isExecutableFile(atPath: $0.path) } ?? places[0]
  }

  var url: URL { folder.file("Store.sqlite") }

  /// Makes the store of a version, and runs SQL statements on it.
  func make(_ model: ManagedObjectModel, views: Bool = false, _ sql: String...) throws {
    var configuration = StoreConfiguration(url: url)
    configuration.addsViews = views
    _ = try PersistentStore(CompiledModel(layoutOf: model), configuration: configuration)
    for statement in sql { try execute(statement, in: url) }
  }

  /// Opens the store with another version, which migrates the store.
  @discardableResult
  func open(
    _ model: ManagedObjectModel, released: [ManagedObjectModel] = [],
    _ change: (inout MigrationOptions) -> Void = { _ in }
  ) throws -> PersistentStore {
    var configuration = StoreConfiguration(url: url)
    configuration.migration.olderVersions = released
    change(&configuration.migration)
    return try PersistentStore(CompiledModel(layoutOf: model), configuration: configuration)
  }

  /// Returns the rows of a query on the store's file.
  func stored(_ sql: String) throws -> [String] { try rows(sql, in: url) }

  /// Asserts that the schema of the file is the same as in a new store of a model.
  func assertSchema(
    _ model: ManagedObjectModel, _ name: String, line: UInt = #line
  ) throws {
    let other = folder.file("Fresh-\(UUID().uuidString).sqlite")
    _ = try PersistentStore(
      CompiledModel(layoutOf: model), configuration: StoreConfiguration(url: other))
    XCTAssertEqual(
      try Self.schema(of: url), try Self.schema(of: other), "\(name): schema", line: line)
    XCTAssertEqual(
      try rows("PRAGMA integrity_check", in: url), ["ok"], "\(name): integrity", line: line)
    XCTAssertEqual(
      try rows("PRAGMA foreign_key_check", in: url), [], "\(name): references", line: line)
  }

  /// The tables with their columns, foreign keys and indexes, except for the order of
  /// columns, which differs in altered tables.
  private static func schema(of url: URL) throws -> [String] {
    try rows(
      """
      SELECT m.name || '.' || c.name || ' ' || c.type || ' ' || c.pk || ' ' || \
      ifnull(f."table" || '.' || f."to", '') FROM sqlite_schema AS m \
      JOIN pragma_table_info(m.name) AS c \
      LEFT JOIN pragma_foreign_key_list(m.name) AS f ON f."from" = c.name \
      WHERE m.type = 'table' ORDER BY 1
      """, in: url)
      + rows(
        """
        SELECT m.name || ' ' || l.name || ' ' || l."unique" || ' ' || group_concat(c.name) \
        FROM sqlite_schema AS m JOIN pragma_index_list(m.name) AS l \
        JOIN pragma_index_info(l.name) AS c WHERE m.type = 'table' AND l.origin = 'c' \
        GROUP BY m.name, l.name ORDER BY 1
        """, in: url)
      + rows(
        "SELECT type, name, CASE type WHEN 'view' THEN sql END FROM sqlite_schema "
          + "WHERE type <> 'index' ORDER BY 1, 2", in: url)
      + rows("SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY ORDER BY 1", in: url)
  }
}

/// Returns a model named `Shop` with a version and entities.
func model(_ version: Int, _ entities: EntityDescription...) -> ManagedObjectModel {
  ManagedObjectModel(name: "Shop", version: version, entities: entities)
}

func entity(
  _ name: String, _ properties: [PropertyDescription], parent: String? = nil,
  isAbstract: Bool = false, renamed: String? = nil, unique: [[String]] = []
) -> EntityDescription {
  EntityDescription(
    name: name, isAbstract: isAbstract, parentName: parent, properties: properties,
    uniquenessConstraints: unique.map {
      UniquenessConstraint(name: $0.joined(), keyPaths: $0)
    }, renamingIdentifier: renamed)
}
