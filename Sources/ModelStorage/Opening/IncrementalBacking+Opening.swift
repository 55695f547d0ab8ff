extension IncrementalBacking {
  /// Opens the store for the entities of a mapping, and migrates it first if it
  /// has an older version.
  init(
    _ store: any IncrementalStore, _ mapping: StoreMapping, _ configuration: StoreConfiguration,
    isReadOnly: Bool
  ) throws {
    self.init(store: store, schema: StoreSchema(mapping), isReadOnly: isReadOnly)
    if let trace = configuration.trace ?? .fromEnvironment { store.report(to: trace) }
    guard isReadOnly else {
      try Self.migrate(store, to: schema, mapping.model, configuration.migration)
      try store.open(schema)
      if configuration.keepsHistory, !store.keepsHistory { try store.keepHistory() }
      return
    }
    if let stored = try store.storedModel, stored != schema.model {
      throw StoreError(.readOnly, "the store would have to be migrated, and is opened read-only")
    }
    try store.openForReading(schema)
  }

  /// Migrates a store with an older version.
  private static func migrate(
    _ store: any IncrementalStore, to schema: StoreSchema, _ model: CompiledModel,
    _ options: MigrationOptions
  ) throws {
    var known = options
    // The released versions are created only if they are needed.
    if let stored = try store.storedModel, stored != schema.model {
      known.olderVersions += model.versions.released
    }
    if let content = try store.contentToMigrate(to: schema, known) {
      try migrate(content, to: model, options)
    }
  }

  /// Migrates a store with an older version, and undoes the migration.
  package static func tryMigration(
    of store: any IncrementalStore, to model: CompiledModel, _ options: MigrationOptions
  ) throws {
    var options = options
    options.isTrial = true
    let mapping = StoreMapping(model, numbers: StoreMapping.newNumbers(model))
    try migrate(store, to: StoreSchema(mapping), model, options)
  }

  /// Opens the content as a store that is read and written as a whole, which
  /// migrates and saves it.
  private static func migrate(
    _ content: any AtomicStore, to model: CompiledModel, _ options: MigrationOptions
  ) throws {
    let manager = FileManager.default
    let folder = manager.temporaryDirectory.appending(path: "model-\(UUID().uuidString)")
    try manager.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? manager.removeItem(at: folder) }
    let place = folder.appending(path: content.typeName)
    var configuration = StoreConfiguration(url: place, type: .custom(content))
    configuration.isTraced = false
    configuration.migration = options
    configuration.migration.place = .inPlace
    do {
      _ = try PersistentStore(model, configuration: configuration)
    } catch var error as MigrationError {
      // The path of the temporary folder would mean nothing to the user.
      error.message = error.message.replacing(
        place.path(percentEncoded: false), with: content.typeName)
      throw error
    }
  }
}
