extension PersistentContainer {
  /// Performs the migration of an incremental store, and undoes it, in order to
  /// find out whether it would succeed.
  ///
  /// - Throws: The error with which the migration would fail.
  package static func tryMigration(
    of store: any IncrementalStore, to model: CompiledModel, _ options: MigrationOptions
  ) throws {
    try IncrementalBacking.tryMigration(of: store, to: model, options)
  }

  /// Opens an incremental store, which is implemented by the program.
  ///
  /// Features that need the rows of a file throw an error: custom SQL and copies.
  ///
  /// - Parameters:
  ///   - model: The model of the store's objects.
  ///   - incrementalStore: The store.
  ///   - keepsHistory: True to begin a history of the store's saves, if the store has none.
  ///   - migration: The options for the migration of an older store.
  ///   - trace: An observer of every statement that the store runs; nil for no
  ///     observer.
  /// - Throws: The error of the store if it cannot be opened, and `MigrationError` if
  ///   it cannot be migrated.
  public convenience init(
    _ model: CompiledModel, incrementalStore: any IncrementalStore,
    keepsHistory: Bool = false, migration: MigrationOptions = MigrationOptions(),
    trace: SQLTrace? = nil
  ) throws {
    var configuration = StoreConfiguration.inMemory
    configuration.keepsHistory = keepsHistory
    configuration.migration = migration
    configuration.trace = trace
    configuration.isTraced = false
    try self.init(
      PersistentStore(model, configuration: configuration, incremental: incrementalStore))
  }
}
