/// The folded text of a column, in a separate table with an index. Comparisons with `[cd]` find
/// rows with the index, and lists are sorted by it.
///
/// ```sql
/// CREATE TABLE MODEL_FOLDED_ZBANK_ZNAME (Z_PK INTEGER PRIMARY KEY, Z_TEXT VARCHAR, Z_STALE INTEGER)
/// ```
///
/// 1. Every row of the entity's table has a row in this table. Triggers in the file ensure this
///    with SQLite's own functions only, so that every program can write the store, such as Core
///    Data or the `sqlite3` shell.
/// 2. Such a program writes `lower(text)`, which is the folded text if all of it is
///    ASCII. Otherwise the row is *stale* until this library folds it: at the end of
///    its own transactions, and when the store is opened.
/// 3. So matching rows have matching folded text, or are stale: a search finds both, then tests the
///    original text of the rows, and is correct whichever program wrote the store. Sorting needs an
///    index without stale rows.
package struct FoldedIndex: Sendable {
  /// The table of the entity, and the column of the text.
  let table: String
  let column: String
  package var schema = "main"

  /// The prefix of the names of all tables of folded text.
  static let prefix = "MODEL_FOLDED_"
  /// The options with which text is folded.
  package static let options: StringOptions = [.caseInsensitive, .diacriticInsensitive]

  /// The name of the table of folded text.
  package var name: String { Self.prefix + table + "_" + column }

  /// The name of the table of folded text, in SQL.
  var quotedName: String { schema + "." + quoted(name) }

  /// Returns the indexes that a model declares, one for each column.
  static func all(of entities: [EntityMapping]) -> [FoldedIndex] {
    var known: Set<String> = []
    return entities.flatMap { mapping in
      mapping.entity.description.indexes.compactMap { description -> FoldedIndex? in
        guard let element = description.elements.first, element.collation == .folded,
          let column = mapping.column(element.keyPath), column.kind == .text
        else { return nil }
        let index = FoldedIndex(table: mapping.table, column: column.name)
        return known.insert(index.name).inserted ? index : nil
      }
    }
  }

  private func quoted(_ name: String) -> String { StoreNames.quoted(name) }
}

// MARK: - The parts in a store

extension FoldedIndex: SearchTable {
  /// The table, its indexes, and the triggers that run in every program.
  package var objects: [SearchObject] {
    let (source, text) = (quoted(table), quoted(column))
    // If the text has as many bytes as characters, all of it is ASCII, and `lower` folds it;
    // otherwise the row is stale. The row is deleted before it is inserted, since the conflict
    // clause of the outer statement overrides that of a statement in a trigger: under UPDATE OR
    // IGNORE, INSERT OR REPLACE would not replace it.
    let row = """
      DELETE FROM \(quoted(name)) WHERE Z_PK = NEW.Z_PK; \
      INSERT INTO \(quoted(name)) VALUES (NEW.Z_PK, lower(NEW.\(text)), \
      length(CAST(NEW.\(text) AS BLOB)) IS NOT length(NEW.\(text)))
      """
    let gone = "DELETE FROM \(quoted(name)) WHERE Z_PK = OLD.Z_PK"
    return [
      SearchObject(
        "table", name,
        "CREATE TABLE \(quoted(name)) "
          + "(Z_PK INTEGER PRIMARY KEY, Z_TEXT VARCHAR, Z_STALE INTEGER)"),
      SearchObject(
        "index", name + "_TEXT",
        "CREATE INDEX \(quoted(name + "_TEXT")) ON \(quoted(name)) (Z_TEXT)"),
      SearchObject(
        "index", name + "_STALE",
        "CREATE INDEX \(quoted(name + "_STALE")) ON \(quoted(name)) (Z_STALE) WHERE Z_STALE = 1"),
      trigger("INSERT", "AFTER INSERT ON \(source) BEGIN \(row); END"),
      trigger(
        "UPDATE",
        "AFTER UPDATE OF Z_PK, \(text) ON \(source) "
          // Most updates do not change the text.
          + "WHEN OLD.\(text) IS NOT NEW.\(text) OR OLD.Z_PK <> NEW.Z_PK "
          + "BEGIN \(gone); \(row); END"),
      trigger("DELETE", "AFTER DELETE ON \(source) BEGIN \(gone); END"),
    ]
  }

  /// The statement that fills the table.
  package var filling: String {
    """
    INSERT INTO \(quoted(name)) SELECT Z_PK, \(fold(quoted(column))), 0 FROM \(quoted(table))
    """
  }

  package var staleRow: String { "SELECT 1 FROM \(quotedName) WHERE Z_STALE = 1 LIMIT 1" }

  /// The statements that fold the stale rows.
  package var refreshing: [String] {
    [
      """
      UPDATE \(quotedName) SET Z_TEXT = \(fold(currentText)), Z_STALE = 0 WHERE Z_STALE = 1
      """
    ]
  }

  private func fold(_ sql: String) -> String { "model_fold(\(sql), \(Self.options.rawValue))" }

  private var currentText: String {
    "(SELECT t.\(quoted(column)) FROM \(schema).\(quoted(table)) AS t "
      + "WHERE t.Z_PK = \(quotedName).Z_PK)"
  }

  /// The statement that reads the keys of the rows whose folded text is missing or wrong.
  var faults: String {
    // A stale row is not an error, since searches take it into account.
    """
    SELECT t.Z_PK FROM \(schema).\(quoted(table)) AS t \
    LEFT JOIN \(quotedName) AS f ON f.Z_PK = t.Z_PK WHERE f.Z_PK IS NULL \
    OR f.Z_STALE IS NOT 1 AND f.Z_TEXT IS NOT \(fold("t." + quoted(column)))
    """
  }
}

// MARK: - Conditions

extension FoldedIndex {
  /// Returns the condition that a row's folded text passes a test, or that the row is
  /// stale.
  func candidates(_ key: String, where test: SQLFragment) -> SQLFragment {
    "\(key) IN (SELECT Z_PK FROM \(quotedName) WHERE " + test
      + " UNION ALL SELECT Z_PK FROM \(quotedName) WHERE Z_STALE = 1)"
  }
}
