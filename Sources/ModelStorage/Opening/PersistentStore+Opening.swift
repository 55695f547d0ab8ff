extension PersistentStore {
  /// Opens a store, and migrates it if it has an older version, or creates a
  /// new store.
  ///
  /// - Throws: `StoreError` if the store cannot be opened, or belongs to another model.
  package convenience init(
    _ model: CompiledModel, configuration: StoreConfiguration,
    incremental: (any IncrementalStore)? = nil, isReadOnly: Bool = false
  ) throws {
    // The database beside an incremental store contains no rows, so its history would be empty.
    var database = configuration
    if incremental != nil { database.keepsHistory = false }
    try self.init(model, configuration: database) { connection, metadata in
      try StoreMigration(model: model, connection: connection, configuration: configuration)
        .migrateIfNeeded(metadata)
    } backing: { mapping in
      try incremental.map {
        try IncrementalBacking($0, mapping, configuration, isReadOnly: isReadOnly)
      }
    }
  }

  /// Joins several stores, each of which contains some of the model's entities.
  ///
  /// All stores are attached to every connection, so that fetches and saves
  /// work as in a single store.
  ///
  /// - Throws: `StoreError` if a store cannot be opened, or the stores cannot be
  ///   joined.
  package convenience init(
    _ model: CompiledModel, joining configurations: [StoreConfiguration]
  ) throws {
    let division = try StoreDivision(model, configurations)
    self.init(
      model,
      joining: try division.parts.map {
        try PersistentStore($0.model, configuration: $0.configuration)
      })
  }

  /// Opens the store of a configuration, whose URL is a file URL or another
  /// address.
  package static func open(
    _ model: CompiledModel, _ configuration: StoreConfiguration
  ) throws -> PersistentStore {
    guard case .file(let url) = configuration.location, !url.isFileURL else {
      return try PersistentStore(model, configuration: configuration)
    }
    var beside = StoreConfiguration.inMemory
    beside.migration = configuration.migration
    beside.keepsHistory = configuration.keepsHistory
    beside.trace = configuration.trace
    beside.isTraced = false
    return try PersistentStore(
      model, configuration: beside, incremental: try StoreAddresses.store(at: url),
      isReadOnly: configuration.isReadOnly)
  }
}
