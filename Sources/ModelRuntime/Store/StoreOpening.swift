internal import Foundation
internal import ModelSQLite
internal import ModelSchema

/// The steps that open a store or make a new one.
struct StoreOpening {
  let model: CompiledModel
  let connection: Connection
  let configuration: StoreConfiguration

  /// What an opened store is.
  struct Opened {
    let metadata: StoreMetadata
    let mapping: StoreMapping
    let isForeign: Bool
  }

  private var path: String { configuration.displayPath }

  /// Opens the store; an empty database becomes a new one.
  func open() throws -> Opened {
    if try tableNames().isEmpty, !configuration.isReadOnly { return try create() }
    return try check()
  }

  // MARK: New stores

  private func create() throws -> Opened {
    // Vacuuming is decided before the first table; the journal outside a transaction.
    for statement in configuration.options.creationStatements {
      try connection.execute(statement)
    }
    try useJournalMode()
    return try connection.transaction {
      // Another program may have made the store in the meantime.
      guard try tableNames().isEmpty else { return try check() }
      return try layOut(StoreMetadata(model.description, type: configuration.type))
    }
  }

  /// Makes the tables of a store without objects.
  func layOut(_ metadata: StoreMetadata) throws -> Opened {
    let mapping = StoreMapping(model, numbers: StoreMapping.newNumbers(model))
    let statements = SchemaStatements(
      mapping: mapping, addsViewsAndForeignKeys: configuration.addsViewsAndForeignKeys)
    for statement in statements.all { try connection.execute(statement) }
    try metadata.insert(into: connection)
    try insertPrimaryKeys(mapping)
    return Opened(metadata: metadata, mapping: mapping, isForeign: false)
  }

  private func insertPrimaryKeys(_ mapping: StoreMapping) throws {
    let statement = try connection.prepare(
      "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, ?, 0)")
    for entity in mapping.entities {
      let parent = entity.entity.lineage.dropLast().last
      statement.bind(entity.number)
      statement.bind(entity.entity.name)
      statement.bind(parent.map { mapping.entities[$0].number } ?? 0)
      try statement.run()
    }
  }

  /// Gives the file the journal that the options ask for, where it has another.
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
    var mode = ""
    try connection.prepare("PRAGMA journal_mode\(setting)").forEachRow { mode = $0.string(0) }
    return mode
  }

  // MARK: Existing stores

  private func check() throws -> Opened {
    let tables = try tableNames()
    guard tables.contains("Z_METADATA"), tables.contains("Z_PRIMARYKEY") else {
      throw StoreError(
        .notThisLayout,
        "'\(path)' is a database, but not a store: it has no table Z_METADATA")
    }
    var metadata = try StoreMetadata(connection, path: path)
    if tables.contains("ATRANSACTION"), !configuration.isReadOnly {
      throw StoreError(
        .unsupportedFeature,
        "'\(path)' keeps a history, which is not written here; open it read-only")
    }
    let migration = StoreMigration(
      model: model, connection: connection, configuration: configuration)
    if try migration.migrateIfNeeded() { metadata = try StoreMetadata(connection, path: path) }
    let mapping = StoreMapping(model, numbers: try entityNumbers())
    try compare(mapping, metadata)
    if !connection.isInTransaction { try useJournalMode() }
    return Opened(
      metadata: metadata, mapping: mapping,
      isForeign: metadata.properties[StoreMetadata.Key.model] == nil)
  }

  private func entityNumbers() throws -> [String: Int64] {
    var numbers: [String: Int64] = [:]
    try connection.prepare("SELECT Z_NAME, Z_ENT FROM Z_PRIMARYKEY").forEachRow { row in
      numbers[row.string(0)] = row.int64(1)
    }
    return numbers
  }

  private func tableNames() throws -> Set<String> {
    var names: Set<String> = []
    try connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").forEachRow {
      names.insert($0.string(0))
    }
    return names
  }

  private func columnNames(of table: String) throws -> Set<String> {
    var names: Set<String> = []
    let statement = try connection.prepare("SELECT name FROM pragma_table_info(?)")
    statement.bind(table)
    try statement.forEachRow { names.insert($0.string(0)) }
    return names
  }

  /// Compares the model with the tables; what the model has and the store has
  /// not is an error that names it.
  private func compare(_ mapping: StoreMapping, _ metadata: StoreMetadata) throws {
    var missing: [String] = []
    for entity in mapping.entities {
      let columns = try columnNames(of: entity.table)
      if columns.isEmpty {
        missing.append("entity \(entity.entity.name)")
        continue
      }
      missing += entity.columns.filter { !columns.contains($0.name) }.map {
        "\(entity.entity.name).\($0.keyPath)"
      }
      for relationship in entity.entity.relationships {
        guard let join = mapping.join(relationship, of: entity.entity) else { continue }
        if try !columnNames(of: join.table).isSuperset(of: [join.ownerColumn, join.memberColumn]) {
          missing.append("\(entity.entity.name).\(relationship.name)")
        }
      }
    }
    guard !missing.isEmpty else { return }
    let version = metadata.model?.version.map { " version \($0)" } ?? ""
    throw StoreError(
      .modelMismatch,
      """
      '\(path)' was written by another model\(version) than this program's \
      '\(model.description.name)'\(model.description.version.map { " version \($0)" } ?? ""): \
      it lacks \(missing.joined(separator: ", "))
      """)
  }
}
