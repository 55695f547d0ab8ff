internal import ModelSQLite
internal import ModelSchema

extension ManagedObjectContext {
  /// The statement of a plan with its values bound.
  ///
  /// A plan with a known fingerprint is bound and no more; a new one is checked
  /// against the model and compiled.
  func prepared(
    _ plan: FetchPlan, _ entity: CompiledEntity, _ purpose: FetchPurpose
  ) throws -> Statement {
    let fingerprint = try QueryFingerprint(plan, entity, purpose: purpose, store: store)
    let constants = FetchConstants(
      values: fingerprint.constants, limit: plan.limit, offset: plan.offset)
    connection.connection.restartTime()
    if let known = connection.fetches.value(of: fingerprint.key) {
      return try bound(known, constants)
    }
    let sql = try compiled(plan, entity, purpose, fingerprint.constants)
    let fetch = CompiledFetch(
      statement: try connection.statement(sql.sql), parameters: sql.parameters)
    connection.fetches.keep(fetch, as: fingerprint.key)
    return try bound(fetch, constants)
  }

  /// The SQL of a plan.
  func compiled(
    _ plan: FetchPlan, _ entity: CompiledEntity, _ purpose: FetchPurpose,
    _ constants: [ConstantValue]
  ) throws -> SQLFragment {
    try plan.predicate?.checked(for: entity.description, in: model)
    var numbered = plan
    var numbering = Parameterization()
    numbered.predicate = plan.predicate.map { numbering.predicate($0) }
    var compiler = SQLCompiler(store, entity: entity, constants: constants)
    let statement = try compiler.statement(numbered, purpose)
    guard statement.parameters.count <= Self.greatestParameterCount else {
      throw StoreError(
        .untranslatable,
        """
        the condition has \(statement.parameters.count) constants, and a statement takes \
        \(Self.greatestParameterCount); put values of one path into a list, with IN
        """)
    }
    return statement
  }

  /// SQLite takes a few times more, and with the square of their number time to
  /// read them.
  private static var greatestParameterCount: Int { 2_500 }

  private func bound(_ fetch: CompiledFetch, _ constants: FetchConstants) throws -> Statement {
    // A statement whose rows are still being read is left alone.
    let statement =
      fetch.statement.isRunning
      ? try connection.connection.prepare(fetch.statement.sql) : fetch.statement
    constants.bind(fetch.parameters, to: statement)
    return statement
  }
}
