/// A source from which a context loads its objects and into which it saves them: its
/// store, or its parent.
///
/// A context asks its source for everything that it does not hold itself. A
/// source belongs to one context, for which it creates objects without keeping
/// them. It is called once for each statement, fault or save, and not for each
/// row or property.
protocol ObjectSource: AnyObject {
  /// The context to which the source belongs; nil until the context exists, which does
  /// not use its source before.
  var owner: ManagedObjectContext? { get set }

  // MARK: Loading

  /// True if the objects are read from rows with versions, which a statement
  /// can step through. The copies of a parent's objects are not.
  var hasRows: Bool { get }
  /// True if a statement on the connection's tables finds all objects of the
  /// source. This is not the case if the rows are stored elsewhere, or if a
  /// parent has unsaved changes.
  var isAnsweredBySQL: Bool { get }

  /// The connection through which rows are read and statements are compiled.
  var connection: StoreConnection { get }
  /// The parent context that is the source; nil if the source is a store.
  var parentContext: ManagedObjectContext? { get }

  /// True if all reads see the same state of the store.
  var isPinned: Bool { get }
  /// Pins reads to the current state of the store.
  ///
  /// - Throws: `StoreError` (`.unsupportedFeature`) if the store does not keep its states.
  func pin() throws
  /// Lets reads see the newest state again.
  func unpin()

  /// Returns another source for the same store, with its own connection.
  func separate() throws -> any ObjectSource

  /// Returns the objects of a plan, without the context's unsaved changes.
  func objects(_ plan: FetchPlan, _ entity: CompiledEntity) throws -> [ManagedObject]

  /// Returns the number of objects of a plan.
  func count(_ plan: FetchPlan, _ entity: CompiledEntity) throws -> Int

  /// Returns the IDs of the objects of a plan.
  func objectIDs(_ plan: FetchPlan, _ entity: CompiledEntity) throws -> [ObjectID]

  /// Returns the object that has the given unique value; nil if there is no
  /// such object.
  func object(
    _ entity: CompiledEntity, _ number: Int, _ value: ConstantValue
  ) throws -> ManagedObject?

  /// Reads one object; returns nil if it does not exist.
  func load(_ key: Int64, of entity: CompiledEntity) throws -> ManagedObject?

  /// Reads the objects with the given keys, which are ascending; missing objects are
  /// left out.
  func load(_ keys: [Int64], of entity: CompiledEntity) throws

  /// Reads the members of a to-many relationship for several owners, in the order of
  /// the owners.
  ///
  /// - Parameters:
  ///   - owners: The keys of the owners, in ascending order.
  ///   - withObjects: True if the members' objects are also created; otherwise, only
  ///     the members' keys are read.
  func readMembers(
    _ relationship: CompiledRelationship, of source: CompiledEntity, owners: [Int64],
    withObjects: Bool
  ) throws -> MemberLists

  /// Returns the number of members of a to-many relationship, without loading them.
  func memberCount(_ relationship: CompiledRelationship, of object: ManagedObject) throws -> Int

  /// Returns the values of an attribute of a plan's objects, without creating objects.
  func values(
    of name: String, _ plan: FetchPlan, _ entity: CompiledEntity
  ) throws -> [(value: ConstantValue, id: ObjectID)]

  /// Returns the rows of a request if the source computes them itself; nil if
  /// they must be computed by a statement or in memory.
  func rows<Object: ManagedObject>(
    _ request: RowRequest<Object>, _ entity: CompiledEntity
  ) throws -> [ResultRow]?

  /// Returns the source's own explanation of a plan; nil if the plan is
  /// explained by a statement.
  func explanation(_ plan: FetchPlan, _ entity: CompiledEntity) throws -> String?

  // MARK: Versions

  /// Creates a copy of an object in its currently stored version; returns nil if its
  /// row no longer exists.
  func storedTwin(
    of object: ManagedObject, in context: ManagedObjectContext
  ) throws -> ManagedObject?

  /// Returns the versions of the rows with the given keys in a hierarchy, by key;
  /// missing rows are left out.
  func storedVersions(_ keys: [Int64], _ root: CompiledEntity) throws -> [Int64: Int32]

  /// Returns whether there is a row with the given key.
  func hasRow(_ key: Int64, of entity: CompiledEntity) throws -> Bool

  /// Returns the keys of the rows that have the given values in some columns; the
  /// result can also contain the keys of other rows.
  func keys(
    of entity: CompiledEntity, where columns: [(ColumnMapping, ConstantValue)]
  ) throws -> [Int64]

  // MARK: Merging

  /// Merges the saves of other contexts into a parent context.
  func mergePendingChanges()

  /// Merges the saves of other programs into a parent context.
  func mergeExternalChanges() throws

  // MARK: Saving

  /// Returns a key for a new object. If more keys are reserved with it, they
  /// are stored in the range.
  func reserveKey(for entity: CompiledEntity, in range: inout KeyRange) throws -> Int64

  /// True if anything other than the context itself is notified of saves to the
  /// source.
  var isWatched: Bool { get }

  /// Saves the changes of the context; if this throws, nothing has been changed.
  func save(_ policy: any MergePolicy) throws
}

extension ObjectSource {
  /// The context to which the source belongs.
  var context: ManagedObjectContext {
    guard let owner else { preconditionFailure("a source is not used before its context exists") }
    return owner
  }

  /// The parent context, which is nil because the source is a store.
  var parentContext: ManagedObjectContext? { nil }
  /// True if the source is a store, whose values are all saved and have versions.
  var isStore: Bool { parentContext == nil }

  /// Does nothing, because a store has no changes to merge: contexts merge the
  /// saves themselves.
  func mergePendingChanges() {}
  /// Does nothing, because contexts themselves compare their objects with the
  /// rows of the store.
  func mergeExternalChanges() {}

  /// Returns the members of one object's to-many relationship in the source.
  func members(
    _ relationship: CompiledRelationship, of object: ManagedObject
  ) throws -> KeyList {
    try readMembers(
      relationship, of: object._batch.entity, owners: [object._key], withObjects: false)[0]
  }

  /// Returns nil, because the rows are computed by a statement or in memory.
  func rows<Object: ManagedObject>(
    _ request: RowRequest<Object>, _ entity: CompiledEntity
  ) throws -> [ResultRow]? { nil }
}
