internal import Foundation
internal import ModelSQLite
internal import ModelSchema

/// The row that says what a store is: its identifier, and a property list.
///
/// Keys that are not ours are kept as they are.
struct StoreMetadata {
  /// The keys of the property list.
  enum Key {
    static let storeType = "NSStoreType"
    static let hashes = "NSStoreModelVersionHashes"
    static let hashesVersion = "NSStoreModelVersionHashesVersion"
    static let identifiers = "NSStoreModelVersionIdentifiers"
    static let frameworkVersion = "NSPersistenceFrameworkVersion"
    static let autoVacuumLevel = "_NSAutoVacuumLevel"
    /// The whole model, as JSON: ours alone.
    static let model = "ModelRuntimeModel"
    /// A checksum of the model's indexes, which hashes leave out: ours alone.
    static let indexes = "ModelRuntimeIndexes"
  }

  let identifier: UUID
  let properties: [String: Any]

  /// Metadata that is known.
  init(identifier: UUID, properties: [String: Any]) {
    self.identifier = identifier
    self.properties = properties
  }

  /// The metadata of a new store of a model.
  init(_ model: ManagedObjectModel, type: StoreType = .sqlite) throws {
    identifier = UUID()
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let version = model.version.map { ["\($0)"] } ?? []
    properties = [
      Key.storeType: type.name,
      Key.hashes: model.versionHashes,
      Key.hashesVersion: 3,
      Key.identifiers: model.versionIdentifiers.isEmpty ? version : model.versionIdentifiers,
      Key.frameworkVersion: 1,
      Key.autoVacuumLevel: "2",
      Key.model: try encoder.encode(model),
      Key.indexes: model.indexChecksum,
    ]
  }

  /// Reads the metadata of a store.
  init(_ connection: Connection, path: String) throws {
    guard try Self.exists(in: connection) else {
      throw StoreError(
        .notThisLayout, "'\(path)' is a database, but not a store: it has no table Z_METADATA")
    }
    let statement = try connection.prepare("SELECT Z_UUID, Z_PLIST FROM Z_METADATA LIMIT 1")
    defer { statement.reset() }
    guard try statement.step() else {
      throw StoreError(.notThisLayout, "'\(path)' has no metadata: it is not a store")
    }
    let row = Row(statement)
    guard let identifier = row.optionalString(0).flatMap(UUID.init(uuidString:)) else {
      throw StoreError(.notThisLayout, "'\(path)' has no store identifier: it is damaged")
    }
    self.identifier = identifier
    guard let data = row.optionalData(1), !data.isEmpty else {
      properties = [:]
      return
    }
    let list = try? PropertyListSerialization.propertyList(from: data, format: nil)
    guard let properties = list as? [String: Any] else {
      throw StoreError(
        .notThisLayout, "'\(path)' has metadata that is no property list: it is damaged")
    }
    self.properties = properties
  }

  private static func exists(in connection: Connection) throws -> Bool {
    let statement = try connection.prepare(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'Z_METADATA'")
    defer { statement.reset() }
    return try statement.step()
  }

  /// Makes this the metadata of a store.
  func update(in connection: Connection) throws {
    let statement = try connection.prepare("UPDATE Z_METADATA SET Z_PLIST = ?")
    statement.bind(
      try PropertyListSerialization.data(fromPropertyList: properties, format: .binary, options: 0))
    try statement.run()
  }

  /// Writes the metadata of a new store.
  func insert(into connection: Connection) throws {
    let statement = try connection.prepare(
      "INSERT INTO Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST) VALUES (1, ?, ?)")
    statement.bind(identifier.uuidString)
    statement.bind(
      try PropertyListSerialization.data(fromPropertyList: properties, format: .binary, options: 0))
    try statement.run()
  }

  /// The metadata of the same store with another version of its model; keys
  /// that are not about the model stay.
  func updated(for model: ManagedObjectModel) throws -> StoreMetadata {
    let fresh = try StoreMetadata(model).properties
    var properties = properties
    for key in [Key.hashes, Key.hashesVersion, Key.identifiers, Key.model, Key.indexes] {
      properties[key] = fresh[key]
    }
    return StoreMetadata(identifier: identifier, properties: properties)
  }

  /// The checksum of the indexes; nil where the store does not say.
  var indexChecksum: String? { properties[Key.indexes] as? String }

  /// The version hashes of the entities, by name.
  var versionHashes: [String: Data] { properties[Key.hashes] as? [String: Data] ?? [:] }

  /// The model that the store was made or last migrated with, where the store
  /// says so.
  var model: ManagedObjectModel? {
    (properties[Key.model] as? Data).flatMap {
      try? JSONDecoder().decode(ManagedObjectModel.self, from: $0)
    }
  }
}
