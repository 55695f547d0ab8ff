/// The row that identifies a store: its identifier, and a property list.
///
/// Unknown keys are kept unchanged.
struct StoreMetadata {
  /// The keys of the property list.
  enum Key {
    static let storeType = "NSStoreType"
    static let hashes = "NSStoreModelVersionHashes"
    static let hashesVersion = "NSStoreModelVersionHashesVersion"
    /// The key of the digest, which Core Data compares before it reads the
    /// hashes.
    static let digest = "NSStoreModelVersionHashesDigest"
    static let checksum = "NSStoreModelVersionChecksumKey"
    static let identifiers = "NSStoreModelVersionIdentifiers"
    static let frameworkVersion = "NSPersistenceFrameworkVersion"
    static let autoVacuumLevel = "_NSAutoVacuumLevel"
    /// The key of the whole model as JSON, which only this library uses.
    static let model = "ModelRuntimeModel"
    /// The key of a checksum of those parts of a model that do not exist in
    /// Core Data and that affect the storage. Only this library uses it.
    static let storage = "ModelRuntimeStorage"
    /// The key of a checksum of the model's indexes, which version hashes do
    /// not cover. Only this library uses it.
    static let indexes = "ModelRuntimeIndexes"
    /// The key of a number in the metadata: the primary key of the last change
    /// in the history whose `ZCOLUMNS` was written by an earlier version of
    /// this library, with the bits of each byte in reverse order. Only this
    /// library uses it.
    static let mirroredChanges = "ModelRuntimeMirroredChanges"
  }

  let identifier: UUID
  var properties: [String: PropertyListValue]

  /// The version of the framework whose layout new stores have.
  private static let frameworkVersion: Int64 = 1344

  init(identifier: UUID, properties: [String: PropertyListValue]) {
    self.identifier = identifier
    self.properties = properties
  }

  /// Creates the metadata of a new store of a model.
  init(_ model: ManagedObjectModel, type: StoreType = .sqlite) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let hashes = model.versionHashes
    var properties: [String: PropertyListValue] = [
      Key.storeType: .string(type.name),
      Key.identifiers: .array(model.storedIdentifiers.map { .string($0) }),
      Key.frameworkVersion: .integer(Self.frameworkVersion),
      Key.autoVacuumLevel: .string("2"),
      Key.model: .data(try encoder.encode(model)),
      Key.indexes: .string(model.indexChecksum), Key.mirroredChanges: .integer(0),
      Key.hashes: .dictionary(hashes.mapValues { .data($0) }), Key.hashesVersion: .integer(3),
      Key.storage: .string(model.storageChecksum),
    ]
    // If Core Data may compute other hashes, the store gets no digest and no
    // checksum, so that Core Data compares only the hashes.
    if model.unconfirmedHashFeatures.isEmpty {
      properties[Key.digest] = .string(ManagedObjectModel.versionDigest(of: hashes))
      properties[Key.checksum] = .string(ManagedObjectModel.versionChecksum(of: hashes))
    }
    self.init(identifier: UUID(), properties: properties)
  }

  /// Reads the metadata of a store from its database.
  init(_ connection: Connection, schema: String = "main", path: String) throws {
    guard try Self.exists(in: connection, schema) else {
      throw StoreError(
        .notThisLayout, "'\(path)' is a database, but not a store: it has no table Z_METADATA")
    }
    let statement = try connection.prepare(
      "SELECT Z_UUID, Z_PLIST FROM \(schema).Z_METADATA LIMIT 1")
    guard let row = try statement.first({ ($0.optionalString(0), $0.optionalData(1)) }) else {
      throw StoreError(.notThisLayout, "'\(path)' has no metadata: it is not a store")
    }
    guard let identifier = row.0.flatMap(UUID.init(uuidString:)) else {
      throw StoreError(.notThisLayout, "'\(path)' has no store identifier: it is damaged")
    }
    self.identifier = identifier
    guard let data = row.1, !data.isEmpty else {
      properties = [:]
      return
    }
    guard let properties = try? PropertyListValue.dictionary(of: data) else {
      throw StoreError(
        .notThisLayout, "'\(path)' has metadata that is no property list: it is damaged")
    }
    self.properties = properties
  }

  private static func exists(in connection: Connection, _ schema: String) throws -> Bool {
    try connection.prepare(
      "SELECT 1 FROM \(schema).sqlite_schema WHERE type = 'table' AND name = 'Z_METADATA'"
    ).hasRow
  }

  /// Replaces the metadata of a store in its database.
  func update(in connection: Connection) throws {
    try connection.prepare("UPDATE Z_METADATA SET Z_PLIST = ?").binding([try list]).run()
  }

  /// Records in the store which change of the history is the last with reversed
  /// bits, and returns the new metadata. Later changes are written in Core
  /// Data's form.
  func endingMirroredChanges(_ connection: Connection) throws -> StoreMetadata {
    guard lastMirroredChange == .max else { return self }
    var metadata = self
    metadata.properties[Key.mirroredChanges] = try connection.prepare(
      "SELECT ifNull(max(Z_PK), 0) FROM ACHANGE"
    ).first { .integer($0.int64(0)) }
    try metadata.update(in: connection)
    return metadata
  }

  /// Writes the metadata of a new store.
  func insert(into connection: Connection) throws {
    try connection.prepare("INSERT INTO Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST) VALUES (1, ?, ?)")
      .binding([.string(identifier.uuidString), try list]).run()
  }

  /// The properties as a binary property list.
  private var list: ConstantValue {
    get throws { .data(try PropertyListValue.data(of: properties, format: .binary)) }
  }

  /// Returns the metadata of the same store with another version of its model;
  /// keys that do not concern the model are kept.
  func updated(for model: ManagedObjectModel) throws -> StoreMetadata {
    let fresh = try StoreMetadata(model).properties
    var metadata = self
    // A store without a model is Core Data's, and so is its history.
    if isForeign { metadata.properties[Key.mirroredChanges] = .integer(0) }
    for key in Self.keysOfModel { metadata.properties[key] = fresh[key] }
    return metadata
  }

  private static let keysOfModel = [
    Key.hashes, Key.hashesVersion, Key.digest, Key.checksum, Key.identifiers, Key.model,
    Key.storage, Key.indexes,
  ]

  /// The checksum of those parts of the model that do not exist in Core Data;
  /// nil if the store has none.
  var storageChecksum: String? { properties[Key.storage]?.string }

  /// The checksum of the indexes; nil if the store has none.
  var indexChecksum: String? { properties[Key.indexes]?.string }

  /// The last change of the history whose `ZCOLUMNS` have reversed bits: all
  /// changes if an earlier version of this library created or migrated the
  /// store, and none if Core Data did.
  var lastMirroredChange: Int64 {
    properties[Key.mirroredChanges]?.integer ?? (isForeign ? 0 : .max)
  }

  /// True if Core Data made the store, and this library has not migrated it since.
  var isForeign: Bool { properties[Key.model] == nil }

  /// The version identifiers that the model has in Xcode.
  var versionIdentifiers: [String] {
    let list = properties[Key.identifiers]
    return (list?.array?.compactMap(\.string) ?? list?.string.map { [$0] } ?? [])
      .filter { !$0.isEmpty }
  }

  /// True if the version hashes are complete and were written by Core Data, not by this
  /// library.
  var hasHashesOfCoreData: Bool {
    let hashes = versionHashes
    let digest = properties[Key.digest]?.string
    return isForeign && !hashes.isEmpty
      && hashes.values.allSatisfy { $0.count == 32 }
      && digest.map { $0 == ManagedObjectModel.versionDigest(of: hashes) } != false
  }

  /// The reasons why Core Data may compute version hashes that differ from
  /// those written by this library.
  var doubts: [String] {
    guard let model else { return [] }
    return model.versionHashes == versionHashes
      ? model.unconfirmedHashFeatures : ["version 0.1 computed them"]
  }

  /// The version hashes of the entities, by name.
  var versionHashes: [String: Data] { properties[Key.hashes]?.hashes ?? [:] }

  /// The model that the store was created or last migrated with. It is nil if
  /// the store does not contain the model, or if Core Data has migrated the
  /// store since. Core Data then keeps this library's keys, but writes other
  /// hashes.
  var model: ManagedObjectModel? {
    guard let data = properties[Key.model]?.data,
      let model = try? JSONDecoder().decode(ManagedObjectModel.self, from: data),
      [model.versionHashes, model.formerVersionHashes].contains(versionHashes)
    else { return nil }
    return model
  }
}

extension ManagedObjectModel {
  /// The version identifiers for a store: those that Xcode wrote into a data
  /// model, even if they are empty, else the number of the version.
  var storedIdentifiers: [String] {
    guard versionIdentifiers.isEmpty else { return versionIdentifiers }
    let prefix = "xcode."
    if let identifier = userInfo[prefix + "userDefinedModelVersionIdentifier"] {
      return [identifier]
    }
    let isXcodes = userInfo.keys.contains { $0.hasPrefix(prefix) }
    return isXcodes ? [] : version.map { ["\($0)"] } ?? []
  }
}
