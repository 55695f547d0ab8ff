// The current rows of objects with a conflict.
//
//   SELECT Z_PK, Z_OPT FROM ZBANK WHERE Z_PK IN (?, ...)
//   SELECT Z_PK FROM ZBANK WHERE ZNAME = ? AND ZCITY = ?

extension StoreSource {
  /// Returns nil, because a fetch from a store is explained by its SQL
  /// statement.
  func explanation(_ plan: FetchPlan, _ entity: CompiledEntity) -> String? { nil }

  func storedTwin(
    of object: ManagedObject, in context: ManagedObjectContext
  ) throws -> ManagedObject? {
    let entity = object._batch.entity
    let statement = try connection.selectByKey(entity)
    defer { statement.reset() }
    statement.bind(object._key)
    guard try statement.step() else { return nil }
    let starts = store.mapping.mapping(of: entity).starts?[entity.index]
    let row = starts.map { Row(statement, starts: $0) } ?? Row(statement, first: 2)
    let twin = entity.type.init(_batch: context.loneBatch(entity), key: object._key, row: row)
    twin._version = row.version
    statement.faults.pointee.clear()
    return twin
  }

  func storedVersions(_ keys: [Int64], _ root: CompiledEntity) throws -> [Int64: Int32] {
    let table = store.mapping.mapping(of: root).quotedTable
    var versions: [Int64: Int32] = [:]
    for batch in KeyBatch.batches(of: keys) {
      let statement = try connection.statement(
        "SELECT Z_PK, Z_OPT FROM \(table) WHERE Z_PK \(batch.condition)")
      batch.bind(to: statement)
      try statement.forEachRow { versions[$0.int64(0)] = $0.version }
    }
    return versions
  }

  func hasRow(_ key: Int64, of entity: CompiledEntity) throws -> Bool {
    let table = store.mapping.mapping(of: entity).quotedTable
    return try connection.statement("SELECT 1 FROM \(table) WHERE Z_PK = ?", key).hasRow
  }

  func keys(
    of entity: CompiledEntity, where columns: [(ColumnMapping, ConstantValue)]
  ) throws -> [Int64] {
    let conditions = columns.map { column, _ in "\(column.quotedName) = \(column.place)" }
    let statement = try connection.statement(
      """
      SELECT Z_PK FROM \(store.mapping.mapping(of: entity).quotedTable) \
      WHERE \(conditions.joined(separator: " AND "))
      """)
    for (_, value) in columns { statement.bind(value) }
    return try statement.rows { $0.int64(0) }
  }
}

extension ManagedObject {
  /// Creates a copy of the object in its currently stored version; returns nil if its
  /// row has been deleted.
  final func storedTwin(in context: ManagedObjectContext) throws -> ManagedObject? {
    try context.source.storedTwin(of: self, in: context)
  }
}
