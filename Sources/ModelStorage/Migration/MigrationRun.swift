/// Carries out the steps of a migration on one connection, inside a transaction.
///
/// Each step proceeds as follows. Every obstacle is found before the caller's commit:
///
/// 1. The model's `before` functions see the old data.
/// 2. The conditions of the mapping are checked on the old tables.
/// 3. The statements of the plan run, including policies. Duplicates are
///    searched for just before the first unique index is created, since
///    SQLite's own error does not name the objects.
/// 4. The rules are checked on computed rows; copied rows already satisfy them.
///   One-to-one relationships that a block assigned must lead from one object only.
/// 5. The model's `after` functions see the new data.
struct MigrationRun {
  let connection: Connection
  let identifier: UUID
  let sharesKeys: Bool
  /// The version of the store, which is the source of the first step.
  let origin: ManagedObjectModel
  let options: MigrationOptions
  /// A closure that is called with every statement before it runs, for tests
  /// that terminate the program at that point; nil outside tests.
  var willRun: (@Sendable (String) -> Void)?
  /// The obstacles that a dry run collects; nil for a migration that stops at the first
  /// obstacle.
  var obstacles: MigrationObstacles?

  /// Carries out one step.
  ///
  /// - Parameter share: The step's share of the migration's progress.
  func run(_ step: MigrationPath.Step, share: ClosedRange<Double>) throws {
    try call(step.steps, isBefore: true, step.source)
    // The schema is read only now, since the functions may have changed the
    // tables.
    let schema = try ExistingSchema(connection)
    let policies = try options.policies(for: step)
    let plan = try SchemaMigrationPlan(
      step, schema: schema, sharesKeys: sharesKeys, now: .date(.now),
      policyMappings: Set(policies.keys))
    try refuse(check.failures(plan.inferred.conditions, in: plan.old), step)
    try execute(plan, policies, step, share)
    try call(step.steps, isBefore: false, step.destination)
  }

  private func execute(
    _ plan: SchemaMigrationPlan, _ policies: [String: any EntityMigrationPolicy],
    _ step: MigrationPath.Step, _ share: ClosedRange<Double>
  ) throws {
    let statements = try MigrationStatements(plan: plan).all()
    // A statement is counted as one additional row, since statements that
    // change no rows also take time.
    let total = Double(statements.reduce(0) { $0 + $1.rowCount + 1 })
    var done = 0.0
    func report(_ rows: Int, of statement: MigrationStatement) throws {
      try options.stopIfCancelled()
      let part = (done + Double(min(rows, statement.rowCount))) / total
      options.progress?.report(
        share.lowerBound + (share.upperBound - share.lowerBound) * part, statement.text)
    }
    let runs = PolicyRuns(connection, plan, policies)
    try runs.begin()
    var isChecked = false
    for statement in statements {
      if !isChecked, statement.sql.hasPrefix("CREATE UNIQUE INDEX") {
        try refuse(check.duplicates(plan), step)
        isChecked = true
      }
      // A dry run that has found duplicates continues, to find other obstacles.
      if obstacles?.error != nil, statement.sql.hasPrefix("CREATE UNIQUE INDEX") { continue }
      try report(0, of: statement)
      if let call = statement.policy {
        willRun?(statement.sql)
        try runs.run(call) { try report($0, of: statement) }
      } else {
        try run(statement)
      }
      done += Double(statement.rowCount + 1)
    }
    if !isChecked { try refuse(check.duplicates(plan), step) }
    try runs.end()
    try refuse(check.failures(plan.assignedEnds), step)
    try checkRules(plan, step)
  }

  /// Throws an error if objects of policies and mappings break a rule, as a
  /// save does.
  private func checkRules(_ plan: SchemaMigrationPlan, _ step: MigrationPath.Step) throws {
    let scopes = plan.new.model.entities.map { scope(of: $0, plan) }
    guard scopes.contains(where: { $0 != .nothing }) else { return }
    options.progress?.report(
      options.progress?.current.fraction ?? 0,
      "checking the rules of \(step.destination.versionTitle)")
    let check = RuleCheck(connection: connection, identifier: identifier, mapping: plan.new)
    try refuse(check.failures { scopes[$0] }, step)
  }

  /// Returns the rules that are checked for an entity's rows.
  private func scope(of entity: CompiledEntity, _ plan: SchemaMigrationPlan) -> RuleCheck.Scope {
    let sources = plan.sources.filter { $0.new.entity.index == entity.index }
    // The values that a block computes are known, but a policy or distinct values may
    // have set any property.
    let isFree =
      sources.contains { plan.policyMappings.contains($0.mapping.name) }
      || plan.insertedEntities.contains { $0.index == entity.index }
    if isFree || (plan.isRearranged && !sources.isEmpty) { return .all }
    let emptied = plan.emptiedNames(of: entity)
    let computed = Set(sources.flatMap(\.mapping.computedNames))
    if !computed.isEmpty { return .computed(computed.union(emptied)) }
    return emptied.isEmpty ? .nothing : .properties(emptied)
  }

  private func run(_ statement: MigrationStatement) throws {
    willRun?(statement.sql)
    try connection.prepare(statement.sql).binding(statement.parameters).run()
  }

  private var check: DataCheck { DataCheck(connection: connection, identifier: identifier) }

  /// Throws an error if data break rules; a dry run records the failures
  /// instead.
  private func refuse(
    _ failures: [MigrationError.Failure], _ step: MigrationPath.Step
  ) throws {
    guard !failures.isEmpty else { return }
    guard let obstacles else { throw refused(failures, step) }
    obstacles.add(refused(failures, step))
  }

  private func refused(
    _ failures: [MigrationError.Failure], _ step: MigrationPath.Step
  ) -> MigrationError {
    let versions =
      step.source.version == origin.version
      ? origin.versionTitle
      : "\(origin.versionTitle), as \(step.source.versionTitle) has them,"
    return MigrationError(
      .dataBreaksRule,
      "data of '\(step.source.name)' \(versions) break rules of "
        + "\(step.destination.versionTitle); the store is as it was: mend the data with the program "
        + "that wrote them, or say in a migration block what becomes of them",
      failures: failures)
  }

  // MARK: Swift

  /// Calls the functions in a migration block that run before or after the
  /// step.
  private func call(
    _ steps: [MigrationDescription.Step], isBefore: Bool, _ model: ManagedObjectModel
  ) throws {
    for step in steps {
      switch step {
      case .before(let name) where isBefore, .after(let name) where !isBefore:
        guard let function = options.code.functions[name] else {
          throw MigrationError(
            .missingCode,
            "the migration calls '\(name)', which the program did not hand over in "
              + "'MigrationOptions.code'")
        }
        try options.stopIfCancelled()
        options.progress?.report(options.progress?.current.fraction ?? 0, "calling \(name)")
        try function(MigrationAccess(connection: connection, model: model))
      default: continue
      }
    }
  }
}

extension MappingModel.Entity {
  /// The names of the properties whose values are computed; for elements, the
  /// names of their attributes.
  fileprivate var computedNames: [String] {
    (attributes + relationships).filter {
      if case .expression = $0.value { true } else { false }
    }.map { String($0.name.prefix { $0 != "." }) }
  }
}
