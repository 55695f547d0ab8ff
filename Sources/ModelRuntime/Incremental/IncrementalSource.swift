/// An incremental store as the source of a context.
///
/// The context also has a connection to an empty database with the store's
/// tables. It compiles the statements of fetches for this database, so that the
/// same conditions are rejected as for any store, and reads rows through
/// registers.
///
/// 1. The store performs the parts of a fetch that it declares to support; the
///    other parts are performed in memory, on the store's results.
/// 2. The store applies the limit and offset only if it also applies the condition and
///    the order; otherwise the result would be wrong.
final class IncrementalSource: ObjectSource {
  unowned var owner: ManagedObjectContext?
  let store: PersistentStore
  private let backing: IncrementalBacking
  /// The store that is read: the store itself, or the state to which reads are pinned.
  private(set) var incremental: any IncrementalStore
  let connection: StoreConnection
  let schema: StoreSchema
  let isReadOnly: Bool
  let registers: RowRegisters

  init(_ store: PersistentStore, _ incremental: IncrementalBacking) throws {
    self.store = store
    backing = incremental
    self.incremental = incremental.store
    schema = incremental.schema
    isReadOnly = incremental.isReadOnly
    connection = try store.borrow()
    registers = RowRegisters(store, connection.connection)
  }

  func separate() throws -> any ObjectSource { try IncrementalSource(store, backing) }

  deinit {
    store.giveBack(connection)
  }

  /// False, because the tables of the connection are empty.
  var hasRows: Bool { false }
  var isAnsweredBySQL: Bool { false }
  var isWatched: Bool { store.notifications.isWatched }

  // MARK: Pinned reads

  var isPinned: Bool { incremental !== backing.store }

  func pin() throws {
    unpin()
    incremental = try backing.store.snapshot()
  }

  func unpin() { incremental = backing.store }

  /// Runs the body without a pin, then pins reads to the state after it.
  func withoutPin<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard isPinned else { return try body() }
    unpin()
    defer { try? pin() }
    return try body()
  }

  // MARK: Fetching

  func objects(_ plan: FetchPlan, _ entity: CompiledEntity) throws -> [ManagedObject] {
    try check(plan, entity)
    // Without notifications, saves by others are not known in time, so the members of
    // fetched objects are read again. During a save, the objects have new derived
    // values that are not in any row yet, so they are not marked.
    if context.notificationQueue == nil, !context.isSaving {
      for map in context.maps { map.mark(.stale) }
    }
    let (fetch, parts) = fetch(plan, entity)
    let objects = try read { try incremental.read(fetch, parts, into: $0) }
    return try parts == .all ? objects : plan.rest(after: parts, of: objects, entity)
  }

  func count(_ plan: FetchPlan, _ entity: CompiledEntity) throws -> Int {
    try check(plan, entity)
    let (fetch, parts) = fetch(plan, entity)
    guard parts.contains(.condition), plan.cursor == nil else {
      return try objects(plan, entity).count
    }
    // The store counts all matching objects.
    let rest = max(try incremental.count(fetch) - max(plan.offset, 0), 0)
    return min(rest, max(plan.limit ?? .max, 0))
  }

  func objectIDs(_ plan: FetchPlan, _ entity: CompiledEntity) throws -> [ObjectID] {
    try check(plan, entity)
    let (fetch, parts) = fetch(plan, entity)
    guard parts == .all else { return try objects(plan, entity).map(\.objectID) }
    var ids: [ObjectID] = []
    let sink = RowSink(registers) { [references = store.references] register, row in
      ids.append(ObjectID(entity: references[register.entity.index], key: row.key))
    }
    try incremental.read(fetch, parts, into: sink)
    return ids
  }

  func values(
    of name: String, _ plan: FetchPlan, _ entity: CompiledEntity
  ) throws -> [(value: ConstantValue, id: ObjectID)] {
    entity.values(of: name, try objects(plan, entity))
  }

  func object(
    _ entity: CompiledEntity, _ number: Int, _ value: ConstantValue
  ) throws -> ManagedObject? {
    let name = ObjectExpression.keyPath(entity.properties[number].name)
    let plan = FetchPlan(predicate: .compare(name, .equal, .constant(value)), limit: 1)
    return try objects(plan, entity).first
  }

  func keys(
    of entity: CompiledEntity, where columns: [(ColumnMapping, ConstantValue)]
  ) throws -> [Int64] {
    var fetch = fetch(FetchPlan(), entity).0
    fetch.condition = .and(
      columns.map { column, value in
        .compare(
          .keyPath(column.keyPath.split(separator: ".").map(String.init), of: .evaluatedObject),
          .equal, .constant(compared(value, column, entity)))
      })
    let parts = incremental.parts(of: fetch)
    var keys: [Int64] = []
    let sink = RowSink(registers) { _, row in keys.append(row.key) }
    // A superset is sufficient, because the caller compares the values.
    try incremental.read(fetch, parts.intersection(.condition), into: sink)
    return keys
  }

  /// Returns the value of a column in the form in which conditions compare it,
  /// which is an object ID instead of the key of a reference.
  private func compared(
    _ value: ConstantValue, _ column: ColumnMapping, _ entity: CompiledEntity
  ) -> ConstantValue {
    guard case .integer(let key) = value,
      let relationship = entity.relationship(column.propertyNumber)
    else { return value }
    return .objectID(
      ObjectID(entity: store.references[relationship.destinationIndex], key: key))
  }

  /// Checks a fetch for parts that every incremental store rejects, before it
  /// is compiled or executed.
  ///
  /// - Throws: `StoreError` if the store would reject the fetch.
  private func check(_ plan: FetchPlan, _ entity: CompiledEntity) throws {
    _ = try entity.loadedProperties(plan)
    if plan.sortKeys.contains(where: { entity.isRank($0) }) {
      try store.requireRows(for: "orders by rank work")
    }
    try context.checkFetchable(plan, entity)
  }

  /// Returns the fetch that the store executes, and the parts of the plan that
  /// it performs.
  func fetch(_ plan: FetchPlan, _ entity: CompiledEntity) -> (StoreFetch, StoreFetch.Parts) {
    if let found = fetchBehindCursor(plan, entity) { return found }
    let family = plan.includesSubentities ? entity.family : [entity.index]
    let fetch = StoreFetch(
      entity: schema.entities[entity.index], entities: family.map { schema.entities[$0] },
      condition: plan.predicate, order: plan.sortKeys, offset: max(plan.offset, 0),
      limit: plan.limit.map { max($0, 0) })
    var parts = incremental.parts(of: fetch).intersection(.all)
    if plan.predicate == nil { parts.insert(.condition) }
    // The objects after a cursor are determined in memory and must be sorted there,
    // because the store does not know the cursor.
    if plan.cursor != nil { parts.remove(.order) }
    // The limit and offset apply to the sorted matches, so the store must perform both
    // the condition and the order.
    if !parts.contains([.condition, .order]) { parts.remove(.window) }
    if parts.contains([.condition, .order]), plan.limit == nil, plan.offset <= 0 {
      parts.insert(.window)
    }
    return (fetch, parts)
  }

  /// Returns the fetch with its cursor as a condition; nil if there is no
  /// cursor, or if the store cannot perform all parts of this fetch.
  private func fetchBehindCursor(
    _ plan: FetchPlan, _ entity: CompiledEntity
  ) -> (StoreFetch, StoreFetch.Parts)? {
    guard let cursor = plan.cursor else { return nil }
    let behind = cursor.condition(plan.sortKeys, store.references[entity.index])
    var plan = plan
    plan.cursor = nil
    plan.predicate = plan.predicate.map { ObjectPredicate.and([$0, behind]) } ?? behind
    let found = fetch(plan, entity)
    return found.1 == .all ? found : nil
  }

  func explanation(_ plan: FetchPlan, _ entity: CompiledEntity) throws -> String? {
    try check(plan, entity)
    let (fetch, parts) = fetch(plan, entity)
    let rest = StoreFetch.Parts.all.subtracting(parts)
    let text = try incremental.explanation(of: fetch, parts)
    return rest.isEmpty ? text : text + "\nin memory: \(rest)"
  }

  // MARK: Rows

  func load(_ key: Int64, of entity: CompiledEntity) throws -> ManagedObject? {
    try read([key], of: entity).first
  }

  func load(_ keys: [Int64], of entity: CompiledEntity) throws {
    _ = try read(keys, of: entity)
  }

  func storedTwin(
    of object: ManagedObject, in context: ManagedObjectContext
  ) throws -> ManagedObject? {
    let entity = object._batch.entity
    var twin: ManagedObject?
    let sink = RowSink(registers) { register, row in
      guard register.entity === entity else { return }
      twin = entity.type.init(_batch: context.loneBatch(entity), key: row.key, row: row)
      twin?._version = row.version
      register.statement.faults.pointee.clear()
    }
    try incremental.read(keys: [object._key], of: schema.entities[entity.index], into: sink)
    return twin
  }

  func storedVersions(_ keys: [Int64], _ root: CompiledEntity) throws -> [Int64: Int32] {
    try incremental.versions(of: keys, schema.entities[root.index])
  }

  func hasRow(_ key: Int64, of entity: CompiledEntity) throws -> Bool {
    try incremental.versions(of: [key], schema.entities[entity.rootIndex])[key] != nil
  }

  /// Reads rows again, because other contexts or programs may have changed
  /// their derived values and members, which does not increase the versions of
  /// the rows.
  ///
  /// - Returns: The keys of the rows that exist.
  func readAnew(_ keys: [Int64], of entity: CompiledEntity) throws -> Set<Int64> {
    let map = context.maps[entity.rootIndex]
    for key in keys { map.object(key)?._flags.insert(.stale) }
    let objects = try read(keys, of: entity)
    // The objects form new batches, because the members of these objects are needed
    // next, rather than those of the objects with which they were first read.
    var batches: [Int: FaultBatch] = [:]
    for object in objects.sorted(by: { $0._key < $1._key }) {
      let entity = object._batch.entity
      let batch = batches[entity.index] ?? FaultBatch(context: context, entity: entity)
      batches[entity.index] = batch
      batch.keys.append(object._key)
      object._batch = batch
    }
    return Set(objects.map(\._key))
  }

  /// Returns the objects with the given keys that have a row.
  private func read(_ keys: [Int64], of entity: CompiledEntity) throws -> [ManagedObject] {
    try read { try incremental.read(keys: keys, of: schema.entities[entity.index], into: $0) }
  }

  /// Returns the objects of the rows that a closure adds to a sink, in the
  /// order of the rows.
  private func read(_ body: (RowSink) throws -> Void) throws -> [ManagedObject] {
    let collector = RowCollector(context)
    try body(RowSink(registers) { register, row in collector.add(row, of: register) })
    return collector.finish()
  }

  // MARK: Relationships

  func readMembers(
    _ relationship: CompiledRelationship, of source: CompiledEntity, owners: [Int64],
    withObjects: Bool
  ) throws -> MemberLists {
    guard let end = end(relationship, of: source) else {
      return MemberLists(owners.map { _ in KeyList() })
    }
    let members = try incremental.members(of: end, owners: owners)
    return MemberLists(members.map { KeyList(end.isOrdered ? $0 : $0.sorted()) })
  }

  func memberCount(_ relationship: CompiledRelationship, of object: ManagedObject) throws -> Int {
    try members(relationship, of: object).count
  }

  /// Returns the store's description of a to-many relationship; nil if the
  /// store has none.
  func end(
    _ relationship: CompiledRelationship, of source: CompiledEntity
  ) -> StoreSchema.Relationship? {
    schema.entities[source.index].relationships.first { $0.name == relationship.name }
  }

  // MARK: Keys

  func reserveKey(for entity: CompiledEntity, in range: inout KeyRange) throws -> Int64 {
    let root = schema.entities[entity.rootIndex]
    return try range.reserve { try backing.store.reserveKeys($0, of: root) }
  }
}
