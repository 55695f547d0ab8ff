/// A source that a context loads its objects from and saves them into: its
/// store, or its parent.
///
/// A context asks it for whatever it does not hold itself. Objects come as those
/// of the context that asks; a source keeps none. It is asked once for a
/// statement, a fault or a save, never for a row or a property.
protocol ObjectSource: AnyObject {
  // MARK: Loading

  /// A Boolean value that says whether objects are rows of their own, with
  /// versions, that a statement can step through; the copies of a parent's
  /// objects are none.
  var hasRows: Bool { get }
  /// True if a statement over the connection's tables finds all that the source has: not where
  /// the rows are elsewhere, nor where a parent has unsaved changes.
  var isAnsweredBySQL: Bool { get }

  /// The connection that rows are read over.
  var connection: StoreConnection { get }
  /// The context that it is, where it is none of a store.
  var parentContext: ManagedObjectContext? { get }

  /// Another source of the same store, with a connection of its own.
  func separate() throws -> any ObjectSource

  /// The objects of a plan, without unsaved changes of the context.
  func objects(
    _ plan: FetchPlan, _ entity: CompiledEntity, for context: ManagedObjectContext
  ) throws -> [ManagedObject]

  /// The number of objects of a plan.
  func count(
    _ plan: FetchPlan, _ entity: CompiledEntity, for context: ManagedObjectContext
  ) throws -> Int

  /// The identities of the objects of a plan.
  func objectIDs(
    _ plan: FetchPlan, _ entity: CompiledEntity, for context: ManagedObjectContext
  ) throws -> [ObjectID]

  /// The object that has a unique value; nil where there is none.
  func object(
    _ entity: CompiledEntity, _ number: Int, _ value: ConstantValue,
    for context: ManagedObjectContext
  ) throws -> ManagedObject?

  /// Reads one object; nil where there is none.
  func load(
    _ key: Int64, of entity: CompiledEntity, for context: ManagedObjectContext
  ) throws -> ManagedObject?

  /// Reads the objects of some keys, which ascend; those that are gone are left
  /// out.
  func load(
    _ keys: [Int64], of entity: CompiledEntity, for context: ManagedObjectContext
  ) throws

  /// The members of a to-many relationship of several owners, in the owners'
  /// order.
  ///
  /// - Parameters:
  ///   - owners: The keys of the owners, ascending.
  ///   - context: The context that wants the objects too, as far as they come
  ///     with the members; nil for the members alone.
  func readMembers(
    _ relationship: CompiledRelationship, of source: CompiledEntity, owners: [Int64],
    objectsFor context: ManagedObjectContext?
  ) throws -> MemberLists

  /// The number of members of a to-many relationship, without loading them.
  func memberCount(
    _ relationship: CompiledRelationship, of object: ManagedObject
  ) throws -> Int

  /// The values of an attribute of a plan's objects, without making objects.
  func values(
    of name: String, _ plan: FetchPlan, _ entity: CompiledEntity,
    for context: ManagedObjectContext
  ) throws -> [(value: ConstantValue, id: ObjectID)]

  /// Rows of a request, as far as the source computes them itself; nil where a
  /// statement does, or memory.
  func rows<Object: ManagedObject>(
    _ request: RowRequest<Object>, _ entity: CompiledEntity
  ) throws -> [ResultRow]?

  /// Returns what the source itself says of how it answers a plan; nil where a
  /// statement does.
  func explanation(
    _ plan: FetchPlan, _ entity: CompiledEntity, for context: ManagedObjectContext
  ) throws -> String?

  // MARK: Versions

  /// A twin of an object as the store has it by now; nil where its row is gone.
  func storedTwin(
    of object: ManagedObject, for context: ManagedObjectContext
  ) throws -> ManagedObject?

  /// The versions of the rows of some keys of a hierarchy, by key; those that are
  /// gone are left out.
  func storedVersions(_ keys: [Int64], _ root: CompiledEntity) throws -> [Int64: Int32]

  /// A Boolean value that says whether there is a row of a key.
  func hasRow(_ key: Int64, of entity: CompiledEntity) throws -> Bool

  /// The keys of the rows whose columns have some values, perhaps with others.
  func keys(
    of entity: CompiledEntity, where columns: [(ColumnMapping, ConstantValue)]
  ) throws -> [Int64]

  // MARK: Merging

  /// Takes over what other contexts have saved.
  func mergePendingChanges()

  /// Takes over what other programs have saved.
  func mergeExternalChanges() throws

  // MARK: Saving

  /// A key for a new object; a range takes in those that are reserved with it.
  func reserveKey(for entity: CompiledEntity, in range: inout KeyRange) throws -> Int64

  /// A Boolean value that says whether anybody beside the context is told what
  /// it writes.
  var isWatched: Bool { get }

  /// Saves the changes of a context, or leaves everything as it was and throws.
  func save(_ context: ManagedObjectContext, _ policy: any MergePolicy) throws
}

extension ObjectSource {
  /// Nil: it is a store.
  var parentContext: ManagedObjectContext? { nil }
  /// True if it is a store and no other context: what it has is saved, with versions.
  var isStore: Bool { parentContext == nil }

  /// Nothing: contexts merge what others have saved into themselves.
  func mergePendingChanges() {}
  /// Nothing: contexts compare their objects with the rows themselves.
  func mergeExternalChanges() {}

  /// Nil: a statement computes them, or memory.
  func rows<Object: ManagedObject>(
    _ request: RowRequest<Object>, _ entity: CompiledEntity
  ) throws -> [ResultRow]? { nil }
}
