/// The steps that open a store or create a new store.
struct StoreOpening {
  let model: CompiledModel
  let connection: Connection
  let configuration: StoreConfiguration

  struct Opened {
    let metadata: StoreMetadata
    let mapping: StoreMapping
    let isForeign: Bool
    let hasHistory: Bool
    /// The names of the tables that searches can use.
    let searchTables: Set<String>
    /// True if opening the store migrated it.
    var isMigrated = false
  }

  private var path: String { configuration.displayPath }

  /// A closure that migrates an older store to the program's version.
  ///
  /// - Returns: True if the store was migrated.
  typealias Migration = (Connection, StoreMetadata) throws -> Bool

  /// Opens the store; an empty database becomes a new store.
  func open(migrating migrate: Migration) throws -> Opened {
    if try StoreTables(connection).names.isEmpty, !configuration.isReadOnly {
      return try create(migrate)
    }
    return try check(migrate)
  }

  // MARK: New stores

  private func create(_ migrate: Migration) throws -> Opened {
    // The vacuum mode must be set before the first table is created, and the
    // journal mode outside a transaction.
    for statement in configuration.options.creationStatements {
      try connection.execute(statement)
    }
    try useJournalMode()
    return try connection.transaction {
      // Another program may have created the store in the meantime.
      guard try StoreTables(connection).names.isEmpty else { return try check(migrate) }
      return try layOut(StoreMetadata(model.description, type: configuration.type))
    }
  }

  /// Creates the tables of a store without objects.
  func layOut(_ metadata: StoreMetadata) throws -> Opened {
    let mapping = StoreMapping(model, numbers: StoreMapping.newNumbers(model))
    let statements = SchemaStatements(
      mapping: mapping, hasForeignKeys: configuration.addsForeignKeys,
      hasViews: configuration.addsViews, hasTriggers: configuration.type == .sqlite)
    for statement in statements.all { try connection.execute(statement) }
    try metadata.insert(into: connection)
    try insertPrimaryKeys(mapping)
    if case .file = configuration.location, configuration.type == .sqlite {
      try ModelCache.write(model.description, to: connection)
    }
    if configuration.keepsHistory { try HistorySchema.prepare(connection, model) }
    return Opened(
      metadata: metadata, mapping: mapping, isForeign: false,
      hasHistory: configuration.keepsHistory,
      searchTables: try SearchTables(mapping, connection).prepare(isReadOnly: false))
  }

  private func insertPrimaryKeys(_ mapping: StoreMapping) throws {
    let statement = try connection.prepare(
      "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, ?, 0)")
    for entity in mapping.entities {
      let parent = entity.entity.lineage.dropLast().last.map { mapping.entities[$0].number }
      try statement.binding([
        .integer(entity.number), .string(entity.entity.name), .integer(parent ?? 0),
      ]).run()
    }
  }

  /// Sets the journal mode given by the options, if the file has another mode.
  private func useJournalMode() throws {
    guard case .file = configuration.location, configuration.type == .sqlite,
      !configuration.isReadOnly, !connection.isReadOnly
    else { return }
    let wanted = configuration.options.journalMode.rawValue
    guard try journalMode("") != wanted else { return }
    let mode = try journalMode(" = \(wanted)")
    guard mode == wanted else {
      throw StoreError(
        .wrongOption, "'\(path)' cannot have the journal mode '\(wanted)': it stays '\(mode)'")
    }
  }

  private func journalMode(_ setting: String) throws -> String {
    try connection.prepare("PRAGMA journal_mode\(setting)").first { $0.string(0) } ?? ""
  }

  // MARK: Existing stores

  private func check(_ migrate: Migration) throws -> Opened {
    let tables = try StoreTables(connection)
    if let missing = ["Z_METADATA", "Z_PRIMARYKEY"].first(where: { tables[$0] == nil }) {
      throw StoreError(
        .notThisLayout, "'\(path)' is a database, but not a store: it has no table \(missing)")
    }
    var metadata = try StoreMetadata(connection, path: path)
    let isMigrated = try migrate(connection, metadata)
    if isMigrated { metadata = try StoreMetadata(connection, path: path) }
    // The tables are read again, since a migration may have changed all of them.
    let present = try StoreTables(connection)
    let mapping = StoreMapping(model, numbers: try entityNumbers(), tables: present)
    let comparison = StoreComparison(mapping: mapping, tables: present, path: path)
    try comparison.check(metadata)
    if !configuration.isReadOnly, !connection.isReadOnly { try comparison.checkColumns(metadata) }
    // SQLite does not change the journal mode within a transaction.
    if !connection.isInTransaction { try useJournalMode() }
    let hasHistory = try keepHistory(present, &metadata)
    return Opened(
      metadata: metadata, mapping: mapping,
      isForeign: metadata.isForeign,
      hasHistory: hasHistory,
      searchTables: try SearchTables(mapping, connection).prepare(
        isReadOnly: configuration.isReadOnly && configuration.type == .sqlite
          || connection.isReadOnly),
      isMigrated: isMigrated)
  }

  /// Prepares the tables that the store needs to continue or begin its history.
  ///
  /// - Returns: True if the store keeps a history.
  private func keepHistory(
    _ tables: StoreTables, _ metadata: inout StoreMetadata
  ) throws -> Bool {
    let isThere = HistorySchema.isThere(tables)
    guard !configuration.isReadOnly, !connection.isReadOnly else { return isThere }
    let canGoOn = HistorySchema.canGoOn(tables)
    guard canGoOn || tables.names.isDisjoint(with: HistorySchema.tables) else {
      throw StoreError(
        .unsupportedFeature,
        "'\(path)' keeps a history in tables of another form, which is not written here; open it "
          + "read-only")
    }
    guard canGoOn || configuration.keepsHistory else { return false }
    try connection.transaction {
      try HistorySchema.prepare(connection, model)
      metadata = try metadata.endingMirroredChanges(connection)
    }
    return true
  }

  private func entityNumbers() throws -> [String: Int64] {
    Dictionary(
      try StoredEntity.all(in: connection).map { ($0.name, $0.number) }, uniquingKeysWith: { $1 })
  }
}
