/// The changes of a save in an incremental store, which are saved together or
/// not at all.
///
/// Deletions come first, so that the same save can reuse the unique values of
/// deleted rows. References must be checked after all changes.
public struct StoreChanges: Sendable {
  /// A new row, or a changed row with its previous version.
  public struct Row: Sendable {
    /// The entity of the object.
    public let entity: StoreSchema.Entity
    /// The key of the row, which is unique in the entity's hierarchy.
    public let key: Int64
    /// The version that the row must currently have; 0 for a new row.
    public let baseVersion: Int32
    /// The version that the row has after the change.
    public let version: Int32
    /// The indexes of the columns that are written, in ascending order. A new
    /// row has all columns.
    public let columns: [Int]
    /// The values of the columns. Keys of to-one relationships are integers.
    public let values: [ConstantValue]

    /// Creates a new row with all of its values.
    package init(new entity: StoreSchema.Entity, key: Int64, values: [ConstantValue]) {
      self.init(
        entity: entity, key: key, baseVersion: 0, version: 1,
        columns: Array(entity.columns.indices), values: values)
    }

    package init(
      entity: StoreSchema.Entity, key: Int64, baseVersion: Int32, version: Int32, columns: [Int],
      values: [ConstantValue]
    ) {
      self.entity = entity
      self.key = key
      self.baseVersion = baseVersion
      self.version = version
      self.columns = columns
      self.values = values
    }
  }

  /// A deleted row, with its previous version.
  public struct Delete: Sendable {
    /// The entity of the object.
    public let entity: StoreSchema.Entity
    /// The key of the row, which is unique in the entity's hierarchy.
    public let key: Int64
    /// The version that the row must have, if it still exists.
    public let baseVersion: Int32

    package init(
      entity: StoreSchema.Entity, key: Int64, baseVersion: Int32
    ) {
      self.entity = entity
      self.key = key
      self.baseVersion = baseVersion
    }
  }

  /// The pairs of keys that are added to a relationship or removed from it.
  public struct Link: Sendable {
    /// The name of the pairs, as in ``StoreSchema/Pairs/name``.
    public let pairs: String
    /// The first keys of the pairs.
    public var owners: [Int64] = []
    /// The second keys of the pairs, in the same order as the first keys.
    public var members: [Int64] = []

    /// Creates an empty set of pairs with the given name.
    package init(pairs: String) { self.pairs = pairs }
  }

  /// The members of an ordered relationship, in their order.
  public struct Order: Sendable {
    /// The relationship whose members have a new order.
    public let relationship: StoreSchema.Relationship
    /// The key of the object whose members are ordered.
    public let owner: Int64
    /// The keys of all members, in their order.
    public let members: [Int64]

    package init(relationship: StoreSchema.Relationship, owner: Int64, members: [Int64]) {
      self.relationship = relationship
      self.owner = owner
      self.members = members
    }
  }

  /// The deleted rows. Their pairs are deleted with them.
  public package(set) var deletes: [Delete] = []
  /// The changed rows, each with the columns that changed.
  public package(set) var updates: [Row] = []
  /// The new rows, each with all of its columns.
  public package(set) var inserts: [Row] = []
  /// The removed pairs of many-to-many relationships, and of to-many relationships
  /// without an inverse.
  public package(set) var removedLinks: [Link] = []
  /// The added pairs, some of which may already exist. If a member has one
  /// owner (``StoreSchema/Pairs/hasOneOwner``), they replace other pairs of the
  /// member.
  public package(set) var insertedLinks: [Link] = []
  /// The new orders of ordered relationships, each with all members of an owner.
  public package(set) var orders: [Order] = []
  /// The author of the changes; nil if the context has none.
  public package(set) var author: String?
  /// The transaction that the store adds to its history together with the changes; nil if the store
  /// keeps no history, or if nothing has changed.
  public package(set) var transaction: StoreTransaction?

  /// Creates an empty set of changes.
  package init() {}
}
