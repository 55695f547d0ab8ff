// The steps from a plan to a statement:
//
//     plan ── fingerprint ──→ known ──→ bind, step
//                └──────────→ new ──→ check, number constants, compile, prepare, keep
//
// The SQL must depend only on the content of the fingerprint, except for the state of
// the store's own indexes, which is added to the key.

extension ManagedObjectContext {
  /// Returns the statement of a plan, with its values bound.
  ///
  /// If the fingerprint of the plan is known, only its values are bound; otherwise, the
  /// plan is checked against the model and compiled.
  func prepared(
    _ plan: FetchPlan, _ entity: CompiledEntity, _ purpose: FetchPurpose
  ) throws -> Statement {
    let fingerprint = try QueryFingerprint(plan, entity, purpose: purpose, store: store)
    let constants = FetchConstants(
      values: fingerprint.constants, limit: plan.limit, offset: plan.offset)
    connection.connection.restartTime()
    let usesIndexOrder = try usesIndexOrder(of: plan, entity)
    // A plan can have two statements, because the rows determine whether an index is up
    // to date.
    let key = usesIndexOrder ? fingerprint.keyInIndexOrder : fingerprint.key
    if let known = connection.knownFetch(key) {
      return try bound(known, constants)
    }
    let sql = try compiled(
      plan, entity, purpose, fingerprint.constants, usesIndexOrder: usesIndexOrder)
    let fetch = CompiledFetch(
      statement: try connection.statement(sql.sql), parameters: sql.parameters)
    connection.keep(fetch, as: key)
    return try bound(fetch, constants)
  }

  /// Returns the SQL of a plan.
  func compiled(
    _ plan: FetchPlan, _ entity: CompiledEntity, _ purpose: FetchPurpose,
    _ constants: [ConstantValue], usesIndexOrder: Bool = false
  ) throws -> SQLFragment {
    try plan.predicate?.checked(for: entity.description, in: model)
    var numbered = plan
    var numbering = Parameterization()
    numbered.predicate = plan.predicate.map { numbering.predicate($0) }
    let ofCondition = numbering.constants.count
    numbered.sortKeys = numbering.sortKeys(plan.sortKeys)
    var compiler = SQLCompiler(store, entity: entity, constants: constants)
    compiler.usesIndexOrder = usesIndexOrder
    let statement: SQLFragment
    do {
      statement = try compiler.statement(numbered, purpose)
    } catch var error as StoreError where error.reason == .untranslatable {
      error.location = plan.predicate?.location { refuses($0, entity) }
      throw error
    }
    // As in memory, only the constants of the condition are counted, not those of the
    // order, limit and offset.
    let count = statement.parameters.count { $0.source.isCondition(of: ofCondition) }
    guard count <= Self.greatestParameterCount else {
      throw StoreError(
        .untranslatable,
        """
        the condition has \(count) constants, and a statement takes \
        \(Self.greatestParameterCount); put values of one path into a list, with IN
        """)
    }
    return statement
  }

  /// Returns whether a plan's order is the order of a text index whose rows are
  /// all up to date.
  func usesIndexOrder(of plan: FetchPlan, _ entity: CompiledEntity) throws -> Bool {
    guard !store.searchTables.isEmpty, let index = orderIndex(of: plan, entity),
      store.searchTables.contains(index.name)
    else { return false }
    return try !connection.hasStaleRow(index)
  }

  /// Returns the first text index that a plan's order uses.
  private func orderIndex(
    of plan: FetchPlan, _ entity: CompiledEntity
  ) -> (any SearchTable)? {
    let mapping = store.mapping
    let table = mapping.mapping(of: entity)
    for key in plan.sortKeys {
      if entity.isRank(key) { return mapping.fullTextIndex(key.keyPath[0], of: entity) }
      guard key.options == FoldedIndex.options,
        let column = table.column(key.keyPath.joined(separator: ".")),
        let index = mapping.foldedIndex(of: column, in: table)
      else { continue }
      return index
    }
    return nil
  }

  /// Checks that the store can execute a plan. Its statement is created, and
  /// kept, as for a fetch, so that conditions that are evaluated in memory are
  /// checked by the same compiler.
  ///
  /// - Throws: The errors of `fetch(_:)`.
  func checkFetchable(_ plan: FetchPlan, _ entity: CompiledEntity) throws {
    try connection.translating {
      _ = try prepared(plan, entity, .keys)
    }
  }

  /// Returns whether a part of a condition cannot be compiled by itself.
  private func refuses(_ part: ObjectPredicate, _ entity: CompiledEntity) -> Bool {
    var numbering = Parameterization()
    let numbered = numbering.predicate(part)
    var compiler = SQLCompiler(store, entity: entity, constants: numbering.constants)
    do {
      _ = try compiler.condition(numbered)
      return false
    } catch {
      return true
    }
  }

  /// The maximum number of parameters. SQLite accepts several times as many, but the
  /// time to parse them is quadratic in their number.
  private static var greatestParameterCount: Int { 2_500 }

  private func bound(_ fetch: CompiledFetch, _ constants: FetchConstants) throws -> Statement {
    // A statement whose rows are still being read cannot be used again.
    let statement =
      fetch.statement.isRunning
      ? try connection.connection.prepare(fetch.statement.sql) : fetch.statement
    constants.bind(fetch.parameters, to: statement)
    return statement
  }
}
