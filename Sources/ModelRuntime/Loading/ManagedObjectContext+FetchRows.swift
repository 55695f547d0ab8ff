internal import ModelSQLite
internal import ModelSchema

extension ManagedObjectContext {
  /// The rows of a request, unsaved changes included.
  ///
  /// Rows come in the request's order; those that are equal by it in that of
  /// the groups, or of the objects.
  ///
  /// - Throws: As `fetch(_:)`.
  public func rows<Object: ManagedObject>(_ rows: RowRequest<Object>) throws -> [ResultRow] {
    let entity = entity(of: Object.self)
    try rows.request.predicate?.checked(for: entity.description, in: model)
    try rows.checkGroups()
    let compiled = try CompiledRows(rows, entity, store)
    if seesChanges { return try RowGrouping(rows).rows(objects(ofRows: rows, entity)) }
    return try storedRows(compiled, rows.request)
  }

  private func objects<Object: ManagedObject>(
    ofRows rows: RowRequest<Object>, _ entity: CompiledEntity
  ) throws -> [ManagedObject] {
    var plan = rows.request.plan
    plan.limit = nil
    plan.offset = 0
    plan.sortKeys = []
    return try objects(plan, entity)
  }

  /// The rows of a request as the store has them, without unsaved changes.
  func storedRows<Object: ManagedObject>(
    _ rows: RowRequest<Object>, _ entity: CompiledEntity
  ) throws -> [ResultRow] {
    try storedRows(CompiledRows(rows, entity, store), rows.request)
  }

  private func storedRows<Object: ManagedObject>(
    _ rows: CompiledRows, _ request: FetchRequest<Object>
  ) throws -> [ResultRow] {
    do {
      let statement = try connection.statement(rows.sql.sql)
      FetchConstants(values: rows.constants, limit: request.limit, offset: request.offset)
        .bind(rows.sql.parameters, to: statement)
      var result: [ResultRow] = []
      try statement.forEachRow { row in
        result.append(
          ResultRow(values: rows.types.enumerated().map { $1.value(row, Int32($0), store) }))
      }
      return result
    } catch {
      throw connection.storeError(error)
    }
  }
}

/// The statement of computed rows. It is made where rows are computed in memory too,
/// so that both refuse the same.
struct CompiledRows {
  let sql: SQLFragment
  let types: [RowColumnType]
  let constants: [ConstantValue]

  init<Object: ManagedObject>(
    _ rows: RowRequest<Object>, _ entity: CompiledEntity, _ store: PersistentStore
  ) throws {
    var numbering = Parameterization()
    var numbered = rows
    numbered.request.predicate = rows.request.predicate.map { numbering.predicate($0) }
    numbered.columns = rows.columns.map {
      FetchTemplate.Selection(numbering.expression($0.expression), name: $0.name)
    }
    numbered.having = rows.having.map { numbering.predicate($0) }
    constants = numbering.constants
    var compiler = SQLCompiler(store, entity: entity, constants: constants)
    (sql, types) = try compiler.rows(numbered)
  }
}
