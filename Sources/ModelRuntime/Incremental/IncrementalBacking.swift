internal import ModelSchema

/// An incremental store that is open, and what it was told to keep.
struct IncrementalBacking: Sendable {
  let store: any IncrementalStore
  let schema: StoreSchema

  /// Opens the store for the entities of a mapping.
  init(_ store: any IncrementalStore, _ mapping: StoreMapping) throws {
    self.store = store
    schema = StoreSchema(mapping)
    try store.open(schema)
  }
}

extension PersistentStore {
  /// Refuses what works on a store's own rows, where they are somewhere else.
  ///
  /// - Throws: `StoreError` (`.unsupportedFeature`).
  func requireRows(for feature: String) throws {
    if incremental != nil { throw StoreError(withoutRowsFor: feature) }
  }
}

extension StoreError {
  /// The error of what works on the rows of a file.
  init(withoutRowsFor feature: String) {
    self.init(.unsupportedFeature, "\(feature) on the rows of a file, and this store has none")
  }
}

extension PersistentContainer {
  /// Opens a store that is no file: one that a program brings along.
  ///
  /// What needs rows of a file is refused: batch operations, SQL of the program's own,
  /// history, copies.
  ///
  /// - Parameters:
  ///   - model: The model of its objects.
  ///   - incrementalStore: The store.
  ///   - trace: Who is told about the statements that are made of fetches to check
  ///     them; nil for nobody.
  /// - Throws: What the store throws when it is opened.
  public convenience init(
    _ model: CompiledModel, incrementalStore: any IncrementalStore,
    trace: SQLTrace? = nil
  ) throws {
    var configuration = StoreConfiguration.inMemory
    configuration.trace = trace
    try self.init(
      PersistentStore(model, configuration: configuration, incremental: incrementalStore))
  }
}
