/// The whole content of a store as plain values, which an atomic store reads and
/// writes.
public struct StoreContent: Sendable, Hashable {
  /// The store's identifier, which is part of every object's ID.
  public var identifier: UUID
  /// The store's metadata; unknown keys are kept.
  public var metadata: [String: PropertyListValue]
  /// The greatest key that has ever been assigned to an object.
  public var lastKey: Int64
  /// The objects, in any order.
  public var objects: [StoredObject]

  /// Creates content. By default, it is empty and has a new identifier.
  public init(
    identifier: UUID = UUID(), metadata: [String: PropertyListValue] = [:], lastKey: Int64 = 0,
    objects: [StoredObject] = []
  ) {
    self.identifier = identifier
    self.metadata = metadata
    self.lastKey = lastKey
    self.objects = objects
  }
}

/// An object in an atomic store.
public struct StoredObject: Sendable, Hashable {
  /// The name of the object's entity, which is not abstract.
  public var entityName: String
  /// The object's key, which is unique in the whole store.
  public var key: Int64
  /// The values of the attributes by name; the name of a composite's element is its
  /// path (`address.zip`). A missing value is nil.
  ///
  /// Enumerations are stored as their raw values; JSON, lists and `Codable`
  /// types as JSON text; transformed values as their bytes.
  public var values: [String: ConstantValue]
  /// The keys of the objects that the relationships lead to, by relationship
  /// name; those of ordered relationships are in order.
  public var links: [String: [Int64]]

  /// Creates an object with its key, values and links.
  public init(
    entityName: String, key: Int64, values: [String: ConstantValue] = [:],
    links: [String: [Int64]] = [:]
  ) {
    self.entityName = entityName
    self.key = key
    self.values = values
    self.links = links
  }
}

/// The identifier and metadata of a store, which can be read without loading
/// the store.
public struct StoreDescription: Sendable, Hashable {
  /// The store's identifier, which is part of every object's ID.
  public var identifier: UUID
  /// The store's metadata, under Core Data's keys.
  public var metadata: [String: PropertyListValue]

  /// Creates a description with an identifier and metadata.
  public init(identifier: UUID, metadata: [String: PropertyListValue]) {
    self.identifier = identifier
    self.metadata = metadata
  }
}

extension StoreDescription {
  /// Creates the description of a store that was written with a model.
  package init(identifier: UUID, _ model: ManagedObjectModel, type: StoreType) throws {
    self.init(
      identifier: identifier,
      metadata: try StoreMetadata(model, type: type).properties)
  }

  /// The version hashes of the entities, by name; empty if there are none.
  package var versionHashes: [String: Data] {
    metadata[StoreMetadata.Key.hashes]?.hashes ?? [:]
  }

  /// The checksum of the storage of the entities; nil if the store has none.
  var storageChecksum: String? { metadata[StoreMetadata.Key.storage]?.string }

  /// The model that the store was last written with; nil if the store does not
  /// contain it, or if Core Data has migrated the store since.
  package var model: ManagedObjectModel? {
    StoreMetadata(identifier: identifier, properties: metadata).model
  }
}
