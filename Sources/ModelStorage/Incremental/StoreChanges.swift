/// The changes of a save in an incremental store, all or nothing.
///
/// Deletes come first, so that what they free can be taken in the same save;
/// references are to be checked at the end.
public struct StoreChanges: Sendable {
  /// A new row, or one with its key and its version of before.
  public struct Row: Sendable {
    /// The entity of the object itself.
    public let entity: StoreSchema.Entity
    /// The key.
    public let key: Int64
    /// The version that the row has to have now; 0 for a new one.
    public let baseVersion: Int32
    /// The version that it gets.
    public let version: Int32
    /// The places of the columns that are written, ascending; all of a new row.
    public let columns: [Int]
    /// Their values; keys of to-one relationships are integers.
    public let values: [ConstantValue]

    /// A new row with all of its values.
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

  /// A row that goes.
  public struct Delete: Sendable {
    /// The entity of the object itself.
    public let entity: StoreSchema.Entity
    /// The key.
    public let key: Int64
    /// The version that the row has to have, if it is still there.
    public let baseVersion: Int32

    package init(
      entity: StoreSchema.Entity, key: Int64, baseVersion: Int32
    ) {
      self.entity = entity
      self.key = key
      self.baseVersion = baseVersion
    }
  }

  /// Pairs that come or go, as their writing end names them.
  public struct Link: Sendable {
    /// The name of the pairs.
    public let pairs: String
    /// The first keys.
    public var owners: [Int64] = []
    /// The second keys, of as many pairs.
    public var members: [Int64] = []

    /// Makes an empty set of pairs of a name.
    package init(pairs: String) { self.pairs = pairs }
  }

  /// The members of an ordered relationship in their order.
  public struct Order: Sendable {
    /// The relationship.
    public let relationship: StoreSchema.Relationship
    /// The key of the owner.
    public let owner: Int64
    /// The keys of all members.
    public let members: [Int64]

    /// The order of an owner's members.
    package init(relationship: StoreSchema.Relationship, owner: Int64, members: [Int64]) {
      self.relationship = relationship
      self.owner = owner
      self.members = members
    }
  }

  /// The rows that go; their pairs go with them.
  public package(set) var deletes: [Delete] = []
  /// The rows that change.
  public package(set) var updates: [Row] = []
  /// The rows that come.
  public package(set) var inserts: [Row] = []
  /// The pairs that go.
  public package(set) var removedLinks: [Link] = []
  /// The pairs that come; some may be there. They take the place of others of the same
  /// member where it has one owner (``StoreSchema/Pairs/hasOneOwner``).
  public package(set) var insertedLinks: [Link] = []
  /// The orders that change.
  public package(set) var orders: [Order] = []
  /// The author of the changes, where the context has one.
  public package(set) var author: String?

  /// Makes an empty set of changes.
  package init() {}
}
