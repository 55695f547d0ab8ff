// How a plan becomes a statement:
//
//     plan ── fingerprint ──→ known ──→ bind, step
//                └──────────→ new ──→ check, number constants, compile, prepare, keep
//
// Only what the fingerprint holds may decide about the SQL, but for the state of the store's own
// indexes, which is added to the key.

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
    let usesIndexOrder = try usesIndexOrder(of: plan, entity)
    // One plan has two statements: whether an index has the rows as they are changes with the rows.
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

  /// The SQL of a plan.
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
    // An order, a limit and an offset have no constants of the condition, which memory counts
    // alone.
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

  /// A Boolean value that says whether a plan's order is that of an index of texts
  /// which has all rows as they are.
  func usesIndexOrder(of plan: FetchPlan, _ entity: CompiledEntity) throws -> Bool {
    guard !store.searchTables.isEmpty, let index = orderIndex(of: plan, entity),
      store.searchTables.contains(index.name)
    else { return false }
    return try !connection.hasStaleRow(index)
  }

  /// The first index of texts that a plan's order asks for.
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

  /// Refuses a plan that the store cannot answer: its statement is made, and kept, as
  /// for a fetch. So whatever is evaluated in memory passes the one compiler, and there
  /// is no second list of what it may be.
  ///
  /// - Throws: As `fetch(_:)`.
  func checkFetchable(_ plan: FetchPlan, _ entity: CompiledEntity) throws {
    try connection.translating {
      _ = try prepared(plan, entity, .keys)
    }
  }

  /// A Boolean value that says whether a part of a condition is refused by itself.
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
