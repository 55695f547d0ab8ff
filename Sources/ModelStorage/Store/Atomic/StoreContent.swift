/// Everything that a store holds, as plain values: what an atomic store reads
/// and writes.
public struct StoreContent: Sendable, Hashable {
  /// The store's identifier, part of every object's ID.
  public var identifier: UUID
  /// The store's metadata; keys that nobody here knows are kept.
  public var metadata: [String: PropertyListValue]
  /// The greatest key that was ever given to an object.
  public var lastKey: Int64
  /// The objects, in any order.
  public var objects: [StoredObject]

  /// Makes content from its parts.
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

/// An object as an atomic store holds it.
public struct StoredObject: Sendable, Hashable {
  /// The name of its entity, which is not abstract.
  public var entityName: String
  /// Its key; it names one object in the whole store.
  public var key: Int64
  /// The values of its attributes by name, an element of a composite by its
  /// path (`address.zip`); what is not there is nil.
  ///
  /// Enumerations stand as their raw values, JSON, lists and `Codable` types as
  /// the text of their JSON, transformed values as their bytes.
  public var values: [String: ConstantValue]
  /// The keys of the objects that its relationships lead to, by name, those of
  /// ordered relationships in order.
  public var links: [String: [Int64]]

  /// Makes an object from its parts.
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

/// The facts that an atomic store gives about itself without being loaded.
public struct StoreDescription: Sendable, Hashable {
  /// The store's identifier.
  public var identifier: UUID
  /// The store's metadata, by Core Data's keys.
  public var metadata: [String: PropertyListValue]

  /// Makes a description from its parts.
  public init(identifier: UUID, metadata: [String: PropertyListValue]) {
    self.identifier = identifier
    self.metadata = metadata
  }
}

extension StoreDescription {
  /// Describes a store that a model wrote.
  package init(identifier: UUID, _ model: ManagedObjectModel, type: StoreType) throws {
    self.init(
      identifier: identifier,
      metadata: try StoreMetadata(model, type: type).properties)
  }

  /// The version hashes of the entities, by name; empty where there are none.
  package var versionHashes: [String: Data] {
    metadata[StoreMetadata.Key.hashes]?.hashes ?? [:]
  }

  /// The checksum of how the entities are stored, where the store says so.
  var storageChecksum: String? { metadata[StoreMetadata.Key.storage]?.string }

  /// The model that the store was last written with, where it says so: not where
  /// Core Data has migrated it since.
  package var model: ManagedObjectModel? {
    StoreMetadata(identifier: identifier, properties: metadata).model
  }
}
