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

/// A table beside an entity's that searches use and that nobody's data are in:
/// it can be made anew at any time.
package protocol SearchTable: Sendable {
  /// Its name, which tells it from all other tables of a store.
  var name: String { get }
  /// The name by which a connection knows the store that it is in.
  var schema: String { get }
  /// Its parts, in the order in which they are made.
  var objects: [SearchObject] { get }
  /// Fills the table when it is made.
  var filling: String { get }
  /// Reads whether a row has changed that the table does not have as it is.
  var staleRow: String { get }
  /// Brings such rows up to date.
  var refreshing: [String] { get }
}

/// The tables of a store that its searches use: made, found, kept.
struct SearchTables {
  /// The beginning of the names of all of them, and of no other name of a
  /// store.
  static let prefix = "MODEL_"

  let tables: [any SearchTable]
  let connection: Connection

  init(_ mapping: StoreMapping, _ connection: Connection) {
    tables = mapping.searchTables
    self.connection = connection
  }

  /// Makes what is missing and brings up to date what is there.
  ///
  /// Core Data, where it migrates a store of its own accord, drops triggers with
  /// their tables: a table without its triggers is made anew.
  ///
  /// - Parameter isReadOnly: Whether nothing can be made.
  /// - Returns: The names of the tables that can be relied on.
  func prepare(isReadOnly: Bool) throws -> Set<String> {
    guard !tables.isEmpty else { return [] }
    if !isReadOnly { try requireFullText() }
    // What cannot be made or brought up to date is used only where it is whole.
    if isReadOnly { return Set(try complete().map(\.name)) }
    if try complete().count == tables.count, try !hasStaleRows() { return names }
    try connection.transaction { try make() }
    return names
  }

  /// Refuses a store with a full-text index where SQLite was built without.
  private func requireFullText() throws {
    guard let index = tables.lazy.compactMap({ $0 as? FullTextIndex }).first else { return }
    let statement = try connection.prepare(
      "SELECT sqlite_version() FROM pragma_module_list WHERE name = 'fts5'")
    defer { statement.reset() }
    guard try !statement.step() else { return }
    throw StoreError(
      .unsupportedFeature,
      "the full-text index '\(index.entityName).\(index.description.name)' needs FTS5, which the "
        + "SQLite of this system was built without")
  }

  private var names: Set<String> { Set(tables.map(\.name)) }

  /// The tables of which every part is there as it would be made.
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
      // The triggers come last: rows are written once.
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

  /// The tables and triggers of a store that are for searches.
  static func objects(in connection: Connection) throws -> [SearchObject] {
    var objects: [SearchObject] = []
    try connection.prepare(
      """
      SELECT type, name, sql FROM sqlite_schema \
      WHERE type IN ('trigger', 'table') AND name GLOB 'MODEL_*' ORDER BY type DESC, name
      """
    ).forEachRow { row in
      objects.append(SearchObject(row.string(0), row.string(1), row.optionalString(2) ?? ""))
    }
    return objects
  }

  /// The statements that remove a table and what belongs to it, triggers first;
  /// all of them where no table is named.
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
  /// The tables that searches use.
  var searchTables: [any SearchTable] {
    fullTextIndexes.map { $0 as any SearchTable } + foldedIndexes.map { $0 as any SearchTable }
  }
}
