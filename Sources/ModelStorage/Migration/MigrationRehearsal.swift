/// Carries out written migration steps on stores without objects, so that steps
/// that cannot succeed are found before anything is written.
struct MigrationRehearsal {
  let options: MigrationOptions
  let sharesKeys: Bool

  /// Tries out the steps of a migration. Steps that were inferred from the
  /// models alone are not tried.
  ///
  /// - Throws: `MigrationError` if a step cannot be carried out.
  func run(_ way: MigrationPath) throws {
    for step in way.steps where step.isMapped {
      do {
        try run(step)
      } catch let error as SQLiteError {
        throw MigrationError(
          .invalidMapping,
          "the migration from \(step.source.versionTitle) to \(step.destination.versionTitle) "
            + "cannot be carried out: \(error)", underlying: error)
      }
    }
  }

  private func run(_ step: MigrationPath.Step) throws {
    let configuration = StoreConfiguration.inMemory
    let model = CompiledModel(layoutOf: step.source)
    let connection = try Connection(path: ":memory:")
    try TextFunctions(connection: connection).register()
    try MigrationFunctions(connection: connection).register()
    try ExternalValues(nil).register(in: connection)
    _ = try StoreOpening(model: model, connection: connection, configuration: configuration)
      .layOut(StoreMetadata(model.description, type: .sqlite))
    let policies = try options.policies(for: step)
    let plan = try SchemaMigrationPlan(
      step, schema: ExistingSchema(connection), sharesKeys: sharesKeys, now: .date(.now),
      policyMappings: Set(policies.keys))
    let runs = PolicyRuns(connection, plan, policies)
    try runs.begin()
    for statement in try MigrationStatements(plan: plan).all() where statement.policy == nil {
      try connection.prepare(statement.sql).binding(statement.parameters).run()
    }
  }
}
