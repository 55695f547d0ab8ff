/// A table, index or trigger of a store.
package struct SearchObject: Sendable, Equatable {
  let type: String
  let name: String
  let sql: String

  init(_ type: String, _ name: String, _ sql: String) {
    self.type = type
    self.name = name
    self.sql = sql
  }
}

/// A table that belongs to an entity's table and is used by searches. It
/// contains no data of its own, and can be recreated at any time.
package protocol SearchTable: AttachedPart, Sendable {
  /// The table's name, which is unique in a store.
  var name: String { get }
  /// The tables, indexes and triggers, in the order of creation.
  var objects: [SearchObject] { get }
  /// The statement that fills the table when the table is created.
  var filling: String { get }
  /// The statement that returns a row if the table is not up to date.
  var staleRow: String { get }
  /// The statements that bring the table up to date.
  var refreshing: [String] { get }
}

extension SearchTable {
  func trigger(_ event: String, _ body: String) -> SearchObject {
    let name = name + "_" + event
    return SearchObject("trigger", name, "CREATE TRIGGER \(StoreNames.quoted(name)) \(body)")
  }
}

/// Creates, checks and removes the tables for searches in a store.
struct SearchTables {
  /// The prefix of the names of all search tables. No other names in a store
  /// have this prefix.
  static let prefix = "MODEL_"

  let tables: [any SearchTable]
  let connection: Connection

  init(_ mapping: StoreMapping, _ connection: Connection) {
    tables = mapping.searchTables
    self.connection = connection
  }

  /// Creates the missing tables, and brings the existing tables up to date.
  ///
  /// When Core Data itself migrates a store, it drops triggers together with
  /// their tables; a search table without its triggers is recreated.
  ///
  /// - Parameter isReadOnly: True if the tables cannot be written.
  /// - Returns: The names of the tables that searches can use.
  func prepare(isReadOnly: Bool) throws -> Set<String> {
    guard !tables.isEmpty else { return [] }
    if !isReadOnly { try requireFullText() }
    // Tables that cannot be written are used only if they are complete.
    if isReadOnly { return Set(try complete().map(\.name)) }
    if try complete().count == tables.count, try !hasStaleRows() { return names }
    try connection.transaction { try make() }
    return names
  }

  /// Throws an error if a model has a full-text index but SQLite was built
  /// without FTS5.
  private func requireFullText() throws {
    guard let index = tables.lazy.compactMap({ $0 as? FullTextIndex }).first else { return }
    let statement = try connection.prepare(
      "SELECT sqlite_version() FROM pragma_module_list WHERE name = 'fts5'")
    guard try !statement.hasRow else { return }
    throw StoreError(
      .unsupportedFeature,
      "the full-text index '\(index.entityName).\(index.description.name)' needs FTS5, which the "
        + "SQLite of this system was built without")
  }

  private var names: Set<String> { Set(tables.map(\.name)) }

  /// Returns the tables whose parts all exist in their current form.
  private func complete() throws -> [any SearchTable] {
    let present = try present()
    return tables.filter { table in table.objects.allSatisfy { present[$0.name] == $0.sql } }
  }

  private func present() throws -> [String: String] {
    var present: [String: String] = [:]
    try connection.prepare("SELECT name, sql FROM sqlite_schema WHERE name GLOB 'MODEL_*'")
      .forEachRow { row in present[row.string(0)] = row.optionalString(1) }
    return present
  }

  private func hasStaleRows() throws -> Bool {
    try tables.contains { try connection.prepare($0.staleRow).hasRow }
  }

  private func make() throws {
    let complete = Set(try complete().map(\.name))
    for table in tables {
      guard !complete.contains(table.name) else {
        for sql in table.refreshing { try connection.execute(sql) }
        continue
      }
      for sql in Self.removal(of: try Self.objects(in: connection), belongingTo: table) {
        try connection.execute(sql)
      }
      // The triggers are created last, so that rows are written only once.
      for object in table.objects where object.type != "trigger" {
        try connection.execute(object.sql)
      }
      try connection.execute(table.filling)
      for object in table.objects where object.type == "trigger" {
        try connection.execute(object.sql)
      }
    }
  }

  // MARK: Removal

  /// Returns the tables and triggers of a store that are used for searches.
  static func objects(in connection: Connection) throws -> [SearchObject] {
    try connection.prepare(
      """
      SELECT type, name, sql FROM sqlite_schema \
      WHERE type IN ('trigger', 'table') AND name GLOB 'MODEL_*' ORDER BY type DESC, name
      """
    ).rows { SearchObject($0.string(0), $0.string(1), $0.optionalString(2) ?? "") }
  }

  /// Returns the statements that remove a table and its triggers, or all tables of
  /// searches if no table is given.
  static func removal(
    of objects: [SearchObject], belongingTo table: (any SearchTable)? = nil
  ) -> [String] {
    let names = table.map { Set($0.objects.map(\.name)) }
    return objects.filter {
      names?.contains($0.name) ?? true
    }.map { "DROP \($0.type.uppercased()) IF EXISTS \(StoreNames.quoted($0.name))" }
  }
}

extension StoreMapping {
  var searchTables: [any SearchTable] {
    fullTextIndexes.map { $0 as any SearchTable } + foldedIndexes.map { $0 as any SearchTable }
  }
}
