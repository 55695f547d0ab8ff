extension ManagedObjectContext {
  /// Computes the rows of a request, including unsaved changes.
  ///
  /// Rows are in the request's order. Rows that are equal in this order are in the
  /// order of the groups, or of the objects.
  ///
  /// - Throws: The errors of `fetch(_:)`, and `StoreError` (`.inaccessible`) if a type
  ///   cannot represent its value.
  public func rows<Object: ManagedObject>(_ rows: RowRequest<Object>) throws -> [ResultRow] {
    let entity = entity(of: Object.self)
    try rows.request.predicate?.checked(for: entity.description, in: model)
    let rows = rows.resolved(for: entity.description, in: model)
    try rows.checkGroups()
    let compiled = try CompiledRows(rows, entity, store)
    if !hasChanges, let known = try source.rows(rows, entity) { return compiled.typed(known) }
    guard !hasChanges, source.isAnsweredBySQL else {
      return compiled.typed(try RowGrouping(rows).rows(objects(ofRows: rows, entity)))
    }
    return try storedRows(compiled, rows.request, entity) { throw $0 }
  }

  private func objects<Object: ManagedObject>(
    ofRows rows: RowRequest<Object>, _ entity: CompiledEntity
  ) throws -> [ManagedObject] {
    var plan = rows.request.plan
    // The limit and the order apply to the rows, not to the objects from which they are
    // computed.
    plan.limit = nil
    plan.offset = 0
    plan.sortKeys = []
    return try objects(plan, entity)
  }

  /// Returns the rows of a request according to the store, without unsaved
  /// changes. Values that cannot be read are null, because this is called by a
  /// save that replaces them.
  func storedRows<Object: ManagedObject>(
    _ rows: RowRequest<Object>, _ entity: CompiledEntity
  ) throws -> [ResultRow] {
    let rows = rows.resolved(for: entity.description, in: model)
    return try storedRows(CompiledRows(rows, entity, store), rows.request, entity) { _ in }
  }

  /// Returns the rows of a request according to the store.
  ///
  /// - Parameter note: A closure that receives the error if a type cannot
  ///   represent its value.
  private func storedRows<Object: ManagedObject>(
    _ rows: CompiledRows, _ request: FetchRequest<Object>, _ entity: CompiledEntity,
    noting note: (StoreError) throws -> Void
  ) throws -> [ResultRow] {
    try connection.translating {
      let statement = try connection.statement(rows.sql.sql)
      FetchConstants(values: rows.constants, limit: request.limit, offset: request.offset)
        .bind(rows.sql.parameters, to: statement)
      var result: [ResultRow] = []
      try statement.forEachRow { row in
        let values: [ConstantValue] = try rows.types.enumerated().map { column, type in
          let value = type.value(row, Int32(column), store)
          guard let fault = statement.takeFault(of: entity.name) else { return value }
          try note(fault)
          return .null
        }
        result.append(ResultRow(values: values))
      }
      return try rows.types.enumerated().reduce(result) { result, type in
        try withClasses(result, type.offset, type.element)
      }
    }
  }

  /// Returns rows in which each ID in a column of objects has the object's own
  /// class, because a key alone does not determine the class within a
  /// hierarchy.
  ///
  ///     SELECT Z_PK, Z_ENT FROM ZOWNER WHERE Z_PK IN (?, ...)
  private func withClasses(
    _ rows: [ResultRow], _ column: Int, _ type: RowColumnType
  ) throws -> [ResultRow] {
    guard case .object(let root) = type.type, root >= 0 else { return rows }
    let entity = store.mapping.model.entities[root]
    // In a hierarchy of one entity, the key is sufficient.
    guard entity.family.count > 1 else { return rows }
    let keys = Set(rows.compactMap { $0.values[column].objectKey })
    let references = store.referencesByNumber(entity)
    var ids: [Int64: ObjectID] = [:]
    for batch in KeyBatch.batches(of: Array(keys)) {
      let table = store.mapping.mapping(of: entity).quotedTable
      let statement = try connection.statement(
        "SELECT Z_PK, Z_ENT FROM \(table) WHERE Z_PK \(batch.condition)")
      batch.bind(to: statement)
      try statement.forEachRow { row in
        ids[row.int64(0)] = references[row.int64(1)].map {
          ObjectID(entity: $0, key: row.int64(0))
        }
      }
    }
    return rows.map { row in
      guard let id = row.values[column].objectKey.flatMap({ ids[$0] }) else { return row }
      var values = row.values
      values[column] = .objectID(id)
      return ResultRow(values: values)
    }
  }
}

extension ConstantValue {
  /// The primary key in an object ID; nil for other values.
  fileprivate var objectKey: Int64? { if case .objectID(let id) = self { id.key } else { nil } }
}

/// A compiled statement that computes rows. It is also created if rows are
/// computed in memory, so that the same requests are rejected in both cases.
struct CompiledRows {
  let sql: SQLFragment
  let types: [RowColumnType]
  let constants: [ConstantValue]

  /// Returns the rows in which empty sums of decimals are decimals, as the statement
  /// returns them: a sum without values does not show its type.
  func typed(_ rows: [ResultRow]) -> [ResultRow] {
    let decimals = types.indices.filter { types[$0].isDecimal }
    guard !decimals.isEmpty else { return rows }
    return rows.map { row in
      var values = row.values
      for column in decimals where values[column] == .integer(0) { values[column] = .decimal(0) }
      return ResultRow(values: values)
    }
  }

  init<Object: ManagedObject>(
    _ rows: RowRequest<Object>, _ entity: CompiledEntity, _ store: PersistentStore
  ) throws {
    var numbering = Parameterization()
    var numbered = rows.plan
    numbered.fetch.predicate = rows.request.predicate.map { numbering.predicate($0) }
    numbered.columns = rows.columns.map {
      FetchTemplate.Selection(numbering.expression($0.expression), name: $0.name)
    }
    numbered.groups = rows.groups.map { numbering.expression($0) }
    numbered.fetch.sortKeys = numbering.sortKeys(rows.request.sortKeys)
    numbered.having = rows.having.map { numbering.predicate($0) }
    constants = numbering.constants
    var compiler = SQLCompiler(store, entity: entity, constants: constants)
    (sql, types) = try compiler.rows(numbered)
  }
}
