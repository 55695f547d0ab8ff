/// Migrates a store with an older version to the program's version when it is
/// opened.
///
/// 1. All changes are made in one transaction of the store, or on a copy that
///    is written back in one transaction. If the program is terminated, the
///    store is unchanged.
/// 2. The store's metadata contain the model that it was written with. A store of
///    Apple's Core Data is recognised by its tables.
package struct StoreMigration {
  let model: CompiledModel
  let connection: Connection
  let configuration: StoreConfiguration
  var willRun: (@Sendable (String) -> Void)?
  /// The storage of the large values that rows refer to; nil for the storage beside the
  /// store.
  var files: ExternalStorage?
  /// The obstacles that a dry run collects; nil for a migration that stops at
  /// the first obstacle.
  var obstacles: MigrationObstacles?

  private var options: MigrationOptions { configuration.migration }
  private var path: String { configuration.displayPath }
  private var current: ManagedObjectModel { model.description }

  /// Migrates the store if necessary.
  ///
  /// - Parameter metadata: The store's metadata, if they have already been
  ///   read. Reading them takes a considerable part of the time for opening a
  ///   store.
  /// - Returns: True if the store was migrated.
  func migrateIfNeeded(_ metadata: StoreMetadata? = nil) throws -> Bool {
    guard try source(metadata ?? StoreMetadata(connection, path: path)) != nil else {
      // The copy remains if a program was terminated after it had written the
      // copy back.
      if options.place == .onCopy { MigrationCopy(migration: self).removeLeftover() }
      return false
    }
    try refuseWhereOff()
    defer { options.progress?.finish() }
    do {
      switch options.place {
      case .inPlace: return try migrate(connection)
      case .onCopy: return try MigrationCopy(migration: self).run()
      }
    } catch let error as SQLiteError where error.code == .interrupted {
      // SQLite only reports that a statement was interrupted. The reason is
      // known here, so it is reported instead.
      try options.stopIfCancelled()
      throw error
    } catch let error as SQLiteError where error.code == .full {
      throw StoreError(
        .diskFull,
        "the disk of '\(path)' is full; the migration was undone and the store is as it was: make "
          + "room for the store's size once more, \(try connection.size()) bytes, and open it again",
        underlying: error)
    }
  }

  /// Migrates the database of a connection in one transaction. Returns true if
  /// the database was migrated.
  func migrate(_ connection: Connection) throws -> Bool {
    try MigrationFunctions(connection: connection).register()
    try ExternalValues(files ?? ExternalStorage(configuration)).register(in: connection)
    // The pragma has no effect inside a transaction, so it comes first. Tables
    // are created and dropped during the migration, and references are checked
    // at the end.
    try connection.execute("PRAGMA foreign_keys = OFF")
    defer { try? connection.execute("PRAGMA foreign_keys = ON") }
    if let progress = options.progress {
      connection.setInterruption { progress.isCancelled }
    }
    defer { connection.setInterruption(nil) }
    return try connection.transaction {
      // Another program may have migrated the store in the meantime.
      let metadata = try StoreMetadata(connection, path: path)
      guard let source = try source(metadata) else { return false }
      let way = try way(from: source, connection)
      // Missing policies of all steps are reported before anything is written.
      for step in way.steps { _ = try options.policies(for: step) }
      try MigrationRehearsal(options: options, sharesKeys: configuration.type.atomic != nil)
        .run(way)
      try run(way, metadata, connection)
      return true
    }
  }

  private func run(
    _ way: MigrationPath, _ metadata: StoreMetadata, _ connection: Connection
  ) throws {
    let run = MigrationRun(
      connection: connection, identifier: metadata.identifier,
      sharesKeys: configuration.type.atomic != nil, origin: way.steps.first?.source ?? current,
      options: options, willRun: willRun,
      obstacles: obstacles)
    let count = Double(max(way.steps.count, 1))
    for (index, step) in way.steps.enumerated() {
      try run.run(step, share: Double(index) / count * 0.95...Double(index + 1) / count * 0.95)
    }
    // A dry run continues to this point to find every obstacle.
    if let error = obstacles?.error { throw error }
    options.progress?.report(0.95, "checking references")
    // If no row is removed or gets a different key, references are as valid as
    // before.
    if try way.steps.contains(where: movesRows) {
      try checkReferences(connection)
    }
    try metadata.updated(for: current).update(in: connection)
    try ModelCache.write(current, to: connection)
    options.progress?.report(1, "done")
  }

  /// Returns the path from an older version to the program's version.
  func way(from source: ManagedObjectModel, _ connection: Connection) throws -> MigrationPath {
    let known = options.code.adding(
      to: model.versions.released + options.olderVersions + [current], source: source)
    let versions = ModelVersions(
      current: known.last ?? current, released: Array(known.dropLast()))
    let schema = try ExistingSchema(connection)
    let old = StoreMapping(CompiledModel(layoutOf: source), in: schema)
    do {
      return try MigrationPath(
        from: source, in: versions, mappings: mappings(from: source), options: options.inference
      ) { name in
        guard let entity = old.model.entity(named: name) else { return true }
        let rows = entity.family.map { old.entities[$0] }.filter { schema.tables[$0.table] != nil }
        return try rows.allSatisfy { mapping in
          try !connection.prepare("SELECT 1 FROM \(mapping.rows) LIMIT 1").hasRow
        }
      }
    } catch let error as NoMigrationPath {
      throw MigrationError(
        error.diagnostics.isEmpty ? .unknownVersion : .noMapping, "'\(path)': \(error.message)",
        diagnostics: error.diagnostics)
    }
  }

  /// Returns the mapping models. If the store holds only a part of the model,
  /// mappings of entities in other parts are left out.
  private func mappings(
    from source: ManagedObjectModel
  ) -> [MigrationPath.Stride: MappingModel] {
    guard configuration.modelConfiguration != nil else { return options.code.mappings }
    return options.code.mappings.mapValues { mapping in
      MappingModel(
        entities: mapping.entities.filter { entity in
          entity.sourceName.map { source.entity(named: $0) != nil } ?? true
            && entity.destinationName.map { current.entity(named: $0) != nil } ?? true
        })
    }
  }

  /// Returns whether references may change, since a policy may leave objects
  /// out and set keys.
  private func movesRows(_ step: MigrationPath.Step) throws -> Bool {
    try step.inferred.mapping.movesRows || !options.policies(for: step).isEmpty
  }

  private func checkReferences(_ connection: Connection) throws {
    let broken = try connection.prepare("SELECT * FROM pragma_foreign_key_check LIMIT 10")
      .rows { "\($0.shownText(0)) p\($0.shownText(1))" }
    guard broken.isEmpty else {
      throw MigrationError(
        .verification,
        "'\(path)': references that lead nowhere after the migration: "
          + "\(broken.joined(separator: ", ")); the store is as it was, and 'modelstore check' "
          + "says whether it was sound before")
    }
  }

  private func refuseWhereOff() throws {
    if configuration.isReadOnly, configuration.type.atomic == nil {
      throw MigrationError(
        .readOnly,
        "'\(path)' is of an older version and opened read-only, so it cannot be "
          + "migrated; open it once for writing, or migrate a copy ('modelstore migrate')")
    }
  }
}

extension MappingModel {
  /// True if the mapping removes objects, leaves them to code, or changes
  /// relationships, in which case references must be checked.
  fileprivate var movesRows: Bool {
    entities.contains { $0.kind == .remove || $0.kind == .custom }
      || entities.contains { entity in
        entity.relationships.contains {
          if case .source(let name) = $0.value { name != $0.name } else { true }
        }
      }
  }
}

extension StoreMigration {
  /// Migrates a store's file in place, and reports each statement before the
  /// statement runs.
  package static func run(
    _ configuration: StoreConfiguration, to model: CompiledModel,
    willRun: @escaping @Sendable (String) -> Void
  ) throws {
    let connection = try Connection(path: configuration.displayPath)
    try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
    try TextFunctions(connection: connection).register()
    _ = try StoreMigration(
      model: model, connection: connection, configuration: configuration, willRun: willRun
    ).migrateIfNeeded()
  }
}
