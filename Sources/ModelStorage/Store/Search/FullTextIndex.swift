/// A full-text index of a store: an FTS5 table over columns of an entity's table, from which it
/// reads the text.
///
/// ```sql
/// CREATE VIRTUAL TABLE MODEL_WORDS_Bank_search USING fts5(ZNAME, ZNOTES,
///   content='ZBANK', content_rowid='Z_PK', tokenize='unicode61 remove_diacritics 2')
/// CREATE TABLE MODEL_WORDS_Bank_search_CHANGED (Z_PK INTEGER PRIMARY KEY, Z_INDEXED, ZNAME, ZNOTES)
/// ```
///
/// 1. SQLite does not allow a trigger to write an FTS5 table if the schema is not trusted. Triggers
///    in the file therefore record the changed rows, with the text that the index contains for
///    them, in an ordinary table: every program can write the store, whether its SQLite has FTS5 or
///    not.
/// 2. Every transaction of this library updates the index at the end, in a few statements for all
///    rows. Opening the store also updates the index.
/// 3. For the recorded rows, a search tests their own text instead. It is therefore correct
///    whichever program wrote the store, and also within a transaction.
package struct FullTextIndex: Sendable {
  let description: FullTextIndexDescription
  /// The name of the entity that declares the index.
  let entityName: String
  /// The table of the entity, and its columns in the order of the declaration.
  let table: String
  let columns: [String]
  /// The name of the FTS5 table.
  package let name: String
  package var schema = "main"

  /// The prefix of the names of the FTS5 tables of all full-text indexes.
  static let prefix = "MODEL_WORDS_"
  /// The separator between names in an argument of an SQL function.
  static let separator: Character = "\u{1F}"

  /// The FTS5 table in SQL.
  var quotedTable: String { schema + "." + quoted(name) }

  /// The name of the table of changed rows.
  private var changesName: String { name + "_CHANGED" }

  /// The table of changed rows in SQL.
  var changes: String { schema + "." + quoted(changesName) }

  /// The entity's table in SQL.
  private var source: String { schema + "." + quoted(table) }

  private var list: String { columns.map(quoted).joined(separator: ", ") }

  /// Returns the indexes that a model declares.
  static func all(of entities: [EntityMapping]) -> [FullTextIndex] {
    var taken: Set<String> = []
    return entities.flatMap { mapping in
      mapping.entity.description.fullTextIndexes.compactMap { description in
        let columns = description.keyPaths.compactMap { mapping.column($0)?.name }
        guard columns.count == description.keyPaths.count, !columns.isEmpty else { return nil }
        return FullTextIndex(
          description: description, entityName: mapping.entity.name, table: mapping.table,
          columns: columns,
          name: name(prefix + mapping.entity.name + "_" + description.name, &taken))
      }
    }
  }

  /// Returns a name that is unique among tables, including the tables that FTS5 creates in
  /// addition: indexes can be named `a` and `a_data`, or `a` and `A`.
  private static func name(_ wanted: String, _ taken: inout Set<String>) -> String {
    let endings = ["", "_data", "_idx", "_content", "_docsize", "_config", "_changed"]
    var name = wanted
    while !taken.isDisjoint(with: endings.map { name.lowercased() + $0 }) { name += "_" }
    taken.formUnion(endings.map { name.lowercased() + $0 })
    return name
  }

  private func quoted(_ name: String) -> String { StoreNames.quoted(name) }
}

extension FullTextIndexDescription {
  /// The tokenizer of an index if the model does not specify one.
  static let standardTokenizer = "unicode61 remove_diacritics 2"

  /// The options of the FTS5 table, as in its declaration.
  var options: String {
    let tokenizer = SQLLiteral.quoted(tokenizer ?? Self.standardTokenizer)
    let prefixes = (prefixLengths ?? []).map(String.init).joined(separator: " ")
    return "tokenize=\(tokenizer)" + (prefixes.isEmpty ? "" : ", prefix='\(prefixes)'")
  }
}

// MARK: - The parts in a store

extension FullTextIndex: SearchTable {
  package var objects: [SearchObject] {
    let columns = columns.map(quoted)
    return [
      SearchObject(
        "table", name,
        "CREATE VIRTUAL TABLE \(quoted(name)) USING fts5(\(list), "
          + "content=\(SQLLiteral.quoted(table)), content_rowid='Z_PK', \(description.options))"),
      SearchObject(
        "table", changesName,
        "CREATE TABLE \(quoted(changesName)) (Z_PK INTEGER PRIMARY KEY, Z_INDEXED, \(list))"),
    ] + triggers(columns)
  }

  private func triggers(_ columns: [String]) -> [SearchObject] {
    let source = quoted(table)
    let new = note("NEW.Z_PK, 0" + columns.map { _ in ", NULL" }.joined(), "NEW")
    let old = note("OLD.Z_PK, 1, " + columns.map { "OLD.\($0)" }.joined(separator: ", "), "OLD")
    // A row that is replaced by another is deleted without firing a trigger.
    let replaced = note("Z_PK, 1, \(list)", "NEW", from: " FROM \(source)", "Z_PK = NEW.Z_PK AND ")
    let isOther = (["OLD.Z_PK <> NEW.Z_PK"] + columns.map { "OLD.\($0) IS NOT NEW.\($0)" })
      .joined(separator: " OR ")
    return [
      trigger("INSERT", "AFTER INSERT ON \(source) BEGIN \(new) END"),
      trigger("REPLACE", "BEFORE INSERT ON \(source) BEGIN \(replaced) END"),
      trigger(
        "UPDATE",
        "BEFORE UPDATE OF Z_PK, \(list) ON \(source) WHEN \(isOther) "
          + "BEGIN \(old) \(replaced) \(new) END"),
      trigger("DELETE", "AFTER DELETE ON \(source) BEGIN \(old) END"),
    ]
  }

  /// Returns a statement that records a row, unless it is already recorded. The index still
  /// contains the row's first text, so later changes need not be recorded. `OR IGNORE` would not
  /// work in a trigger, since conflicts are handled by the statement that fires the trigger.
  private func note(
    _ values: String, _ row: String, from source: String = "", _ condition: String = ""
  ) -> String {
    "INSERT INTO \(quoted(changesName)) SELECT \(values)\(source) WHERE \(condition)"
      + "NOT EXISTS (SELECT 1 FROM \(quoted(changesName)) AS c WHERE c.Z_PK = \(row).Z_PK);"
  }

  package var filling: String { "INSERT INTO \(quoted(name))(\(quoted(name))) VALUES ('rebuild')" }

  package var staleRow: String { "SELECT 1 FROM \(changes) LIMIT 1" }

  /// The statements that index the changed rows. FTS5 removes a row by its former text.
  package var refreshing: [String] {
    [
      """
      INSERT INTO \(quotedTable)(\(quoted(name)), rowid, \(list)) \
      SELECT 'delete', Z_PK, \(list) FROM \(changes) WHERE Z_INDEXED
      """,
      """
      INSERT INTO \(quotedTable)(rowid, \(list)) \
      SELECT Z_PK, \(list) FROM \(source) WHERE Z_PK IN (SELECT Z_PK FROM \(changes))
      """,
      "DELETE FROM \(changes)",
    ]
  }
}

// MARK: - Conditions

extension FullTextIndex {
  /// Returns the statement for the rows that a query finds in the index,
  /// without the rows that have changed since they were indexed.
  private func indexed(_ selection: String, _ query: SQLFragment) -> SQLFragment {
    "SELECT \(selection) FROM \(quotedTable) WHERE \(quoted(name)) MATCH " + expression(query)
      + " AND rowid NOT IN (SELECT Z_PK FROM \(changes))"
  }

  /// Returns the statement for the changed rows that a query finds by their own text. SQLite does
  /// not know how few changed rows there are, and would first read the text of all rows of the
  /// entity; CROSS JOIN determines the order.
  private func changed(_ selection: String, _ query: SQLFragment) -> SQLFragment {
    let texts = columns.map { "s." + quoted($0) }.joined(separator: ", ")
    return "SELECT \(selection) FROM \(changes) AS c CROSS JOIN \(source) AS s ON s.Z_PK = c.Z_PK "
      + "WHERE model_finds_words(" + query
      + ", \(names), \(SQLLiteral.quoted(description.options)), \(texts))"
  }

  /// The names of the properties as one string.
  private var names: String {
    SQLLiteral.quoted(description.keyPaths.joined(separator: String(Self.separator)))
  }

  /// Returns the expression that translates a query into FTS5's syntax.
  func expression(_ query: SQLFragment) -> SQLFragment {
    let columns = SQLLiteral.quoted(columns.joined(separator: String(Self.separator)))
    return "model_words(" + query + ", \(names), \(columns))"
  }

  /// Returns the condition that a query finds the row with the given key.
  func condition(_ key: String, _ query: SQLFragment) -> SQLFragment {
    "\(key) IN (" + indexed("rowid", query) + " UNION ALL " + changed("s.Z_PK", query) + ")"
  }

  /// Returns the table of the rows that a query finds, with keys (`Z_PK`) and ranks (`Z_RANK`).
  /// Ranks are negative, except for changed rows, whose rank is 0.
  func ranked(_ query: SQLFragment) -> SQLFragment {
    "(" + indexed("rowid AS Z_PK, rank AS Z_RANK", query) + " UNION ALL "
      + changed("s.Z_PK, 0", query) + ")"
  }
}

// MARK: - The check

extension FullTextIndex {
  /// The statements that create, in temporary tables, an index of the current
  /// rows, and lists of the words of both indexes. The store is not changed.
  var comparison: [String] {
    [
      "CREATE VIRTUAL TABLE temp.model_fresh USING fts5(\(list), content='', \(description.options))",
      """
      INSERT INTO temp.model_fresh(rowid, \(list)) \
      SELECT Z_PK, \(list) FROM \(source) WHERE Z_PK NOT IN (SELECT Z_PK FROM \(changes))
      """,
      "CREATE VIRTUAL TABLE temp.model_fresh_words USING fts5vocab(temp, model_fresh, instance)",
      """
      CREATE VIRTUAL TABLE temp.model_words \
      USING fts5vocab(\(schema), \(SQLLiteral.quoted(name)), instance)
      """,
    ]
  }

  /// The statements that drop the temporary tables of a comparison.
  var comparisonEnd: [String] {
    ["model_words", "model_fresh_words", "model_fresh"].map { "DROP TABLE IF EXISTS temp.\($0)" }
  }

  /// The statement that reads the indexed words of the rows that have not
  /// changed since they were indexed.
  var indexedWords: String {
    """
    SELECT term, doc, col, offset FROM temp.model_words \
    WHERE doc NOT IN (SELECT Z_PK FROM \(changes))
    """
  }

  /// The statement that reads the words of a new index of the current rows.
  var freshWords: String { "SELECT term, doc, col, offset FROM temp.model_fresh_words" }
}
