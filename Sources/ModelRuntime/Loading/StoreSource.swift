/// The store as the source of a context. It is read through a connection that
/// belongs to the context.
final class StoreSource: ObjectSource {
  unowned var owner: ManagedObjectContext?
  let store: PersistentStore
  /// The connection of the context. While its save is written together with the
  /// saves of other contexts, it is their common connection.
  @exclusivity(unchecked) var connection: StoreConnection

  init(_ store: PersistentStore) throws {
    self.store = store
    connection = try store.borrow()
  }

  func separate() throws -> any ObjectSource { try StoreSource(store) }

  deinit {
    // A connection is returned without a transaction.
    connection.unpin()
    store.giveBack(connection)
  }

  var isPinned: Bool { connection.isPinned }

  func pin() throws {
    guard store.isShareable else {
      throw StoreError(
        .unsupportedFeature, "reads can be pinned only in SQLite files and in PostgreSQL")
    }
    try connection.pin()
  }

  func unpin() { connection.unpin() }

  var hasRows: Bool { true }
  var isAnsweredBySQL: Bool { true }
  var isWatched: Bool { store.notifications.isWatched }

  func objects(_ plan: FetchPlan, _ entity: CompiledEntity) throws -> [ManagedObject] {
    try connection.translating {
      let mapping = store.mapping.mapping(of: entity)
      if let properties = try entity.loadedProperties(plan) {
        return try RowLoader(
          context, try context.prepared(plan, entity, .partial(properties)), mapping
        ).partialObjects(properties)
      }
      return try RowLoader(context, try context.prepared(plan, entity, .objects), mapping).objects()
    }
  }

  func count(_ plan: FetchPlan, _ entity: CompiledEntity) throws -> Int {
    try connection.translating {
      try context.prepared(plan, entity, .count).first { Int($0.int64(0)) } ?? 0
    }
  }

  func objectIDs(_ plan: FetchPlan, _ entity: CompiledEntity) throws -> [ObjectID] {
    let references = store.referencesByNumber(entity)
    return try connection.translating {
      let statement = try context.prepared(plan, entity, .keys)
      var ids: [ObjectID] = []
      try statement.forEachRow { row in
        if let reference = references[row.int64(1)] {
          ids.append(ObjectID(entity: reference, key: row.int64(0)))
        }
      }
      return ids
    }
  }

  func values(
    of name: String, _ plan: FetchPlan, _ entity: CompiledEntity
  ) throws -> [(value: ConstantValue, id: ObjectID)] {
    let references = store.referencesByNumber(entity)
    let column = store.mapping.mapping(of: entity).column(name)
    let type = column?.type ?? .undefined
    return try connection.translating {
      let statement = try context.prepared(plan, entity, .column(column?.name ?? "Z_PK"))
      var values: [(value: ConstantValue, id: ObjectID)] = []
      try statement.forEachRow { row in
        let reference = references[row.int64(1)] ?? store.references[entity.index]
        let value = row.isNull(2) ? .null : row.constant(2, type)
        let id = ObjectID(entity: reference, key: row.int64(0))
        // A value that cannot be read is treated as missing, rather than as its type's
        // default.
        let isReadable = statement.takeFault(of: entity.name) == nil
        values.append((isReadable ? value : .null, id))
      }
      return values
    }
  }

  func object(
    _ entity: CompiledEntity, _ number: Int, _ value: ConstantValue
  ) throws -> ManagedObject? {
    let statement = try connection.selectByValue(entity, number)
    statement.bind(value)
    return try RowLoader(context, statement, store.mapping.mapping(of: entity)).first()
  }

  func load(_ key: Int64, of entity: CompiledEntity) throws -> ManagedObject? {
    let statement = try connection.selectByKey(entity)
    statement.bind(key)
    return try RowLoader(context, statement, store.mapping.mapping(of: entity)).first()
  }

  func load(_ keys: [Int64], of entity: CompiledEntity) throws {
    let mapping = store.mapping.mapping(of: entity)
    // The objects are retained until all of them have been read: if there are more
    // objects than the map accepts between two sweeps, the first ones would otherwise
    // be released before the caller receives them.
    let loaded = try KeyBatch.batches(of: keys).map { batch in
      let statement = try connection.statement(mapping.selectByKeys(batch))
      batch.bind(to: statement)
      return try RowLoader(context, statement, mapping, where: batch.contains).objects()
    }
    withExtendedLifetime(loaded) {}
  }
}

extension PersistentStore {
  /// Returns the entities of a family as parts of object IDs, by their numbers in
  /// `Z_ENT`.
  func referencesByNumber(_ entity: CompiledEntity) -> [Int64: EntityReference] {
    Dictionary(
      entity.family.map { (mapping.entities[$0].number, references[$0]) },
      uniquingKeysWith: { first, _ in first })
  }
}
