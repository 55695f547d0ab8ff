extension PersistentContainer {
  /// Migrates a store that is no file, and takes all of it back.
  ///
  /// - Throws: What would be in the way.
  package static func tryMigration(
    of store: any IncrementalStore, to model: CompiledModel, _ options: MigrationOptions
  ) throws {
    try IncrementalBacking.tryMigration(of: store, to: model, options)
  }

  /// Opens a store that is no file: one that a program brings along.
  ///
  /// What needs rows of a file is refused: batch operations, SQL of the program's own,
  /// history, copies.
  ///
  /// - Parameters:
  ///   - model: The model of its objects.
  ///   - incrementalStore: The store.
  ///   - migration: The way an older store is migrated, where it can be.
  ///   - trace: The observer that is told about every statement that the store runs; nil
  ///     for none.
  /// - Throws: What the store throws when it is opened, and `MigrationError` where it
  ///   cannot be migrated.
  public convenience init(
    _ model: CompiledModel, incrementalStore: any IncrementalStore,
    migration: MigrationOptions = MigrationOptions(), trace: SQLTrace? = nil
  ) throws {
    var configuration = StoreConfiguration.inMemory
    configuration.migration = migration
    configuration.trace = trace
    configuration.isTraced = false
    try self.init(
      PersistentStore(model, configuration: configuration, incremental: incrementalStore))
  }
}
