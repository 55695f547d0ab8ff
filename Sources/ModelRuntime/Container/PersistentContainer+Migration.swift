extension PersistentContainer {
  /// Migrates a copy of a store, and returns a report. The store itself is only
  /// read.
  ///
  /// The report lists all obstacles at once: deficiencies of the models, values that
  /// break a rule, and duplicates.
  ///
  /// - Throws: `StoreError` if the store cannot be read or copied. A failure of the
  ///   migration itself is part of the report.
  public static func dryRunMigration(
    of configuration: StoreConfiguration, to model: CompiledModel
  ) throws -> MigrationReport {
    try MigrationDryRun(configuration: configuration, model: model).run()
  }
}
