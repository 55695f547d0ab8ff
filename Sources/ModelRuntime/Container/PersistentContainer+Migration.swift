internal import Foundation
internal import ModelSQLite
internal import ModelSchema

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

  /// Calls a closure with a connection of the store, which has all functions
  /// that the store's indexes call, and with the names of tables and columns.
  package func withConnection(_ body: (Connection, StoreMapping) throws -> Void) throws {
    let connection = try store.borrow()
    defer { store.giveBack(connection) }
    try body(connection.connection, store.mapping)
  }

  /// Migrates a store file in place and says each statement before it runs: a
  /// trial ends the program there.
  package static func migrateStore(
    _ configuration: StoreConfiguration, to model: CompiledModel,
    willRun: @escaping @Sendable (String) -> Void
  ) throws {
    try StoreMigration.run(configuration, to: model, willRun: willRun)
  }
}
