extension PersistentContainer {
  /// Migrates a copy of a store and says what happened; the store itself is
  /// only read.
  ///
  /// Everything that is in the way is in the report: what the models lack,
  /// values that break a rule, and duplicates, all at once.
  ///
  /// - Throws: `StoreError` when the store cannot be read or copied. Why the
  ///   migration would fail is in the report.
  public static func dryRunMigration(
    of configuration: StoreConfiguration, to model: CompiledModel
  ) throws -> MigrationReport {
    try MigrationDryRun(configuration: configuration, model: model).run()
  }
}
