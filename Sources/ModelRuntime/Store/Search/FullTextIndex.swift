internal import ModelSchema

/// A full-text index of a store: an FTS5 table over columns of an entity's
/// table, which it reads the texts from.
///
/// ```sql
/// CREATE VIRTUAL TABLE MODEL_WORDS_Bank_search USING fts5(ZNAME, ZNOTES,
///   content=ZBANK, content_rowid=Z_PK, tokenize='unicode61 remove_diacritics 2')
/// ```
///
/// Triggers in the file keep it in the transaction of every write, whichever
/// program makes it; that program's SQLite needs FTS5, as Apple's and most have.
struct FullTextIndex: Sendable {
  let description: FullTextIndexDescription
  /// The entity that declares it.
  let entityName: String
  /// The table of the entity, and the columns in the order of the declaration.
  let table: String
  let columns: [String]
  private(set) var schema = "main"

  /// What the names of all such tables begin with.
  static let prefix = "MODEL_WORDS_"
  /// What parts names in an argument of SQL's.
  static let separator: Character = "\u{1F}"

  /// The name of the FTS5 table.
  var name: String { Self.prefix + entityName + "_" + description.name }

  /// The FTS5 table in SQL.
  var quotedTable: String { schema + "." + quoted(name) }

  /// The index in a store of several.
  func `in`(_ schema: String) -> FullTextIndex {
    var index = self
    index.schema = schema
    return index
  }

  /// The indexes that a model declares.
  static func all(of entities: [EntityMapping]) -> [FullTextIndex] {
    entities.flatMap { mapping in
      mapping.entity.description.fullTextIndexes.compactMap { description in
        let columns = description.keyPaths.compactMap { mapping.column($0)?.name }
        guard columns.count == description.keyPaths.count, !columns.isEmpty else { return nil }
        return FullTextIndex(
          description: description, entityName: mapping.entity.name, table: mapping.table,
          columns: columns)
      }
    }
  }

  private func quoted(_ name: String) -> String { StoreNames.quoted(name) }
}

extension FullTextIndexDescription {
  /// The tokenizer, unless the model says another.
  static let standardTokenizer = "unicode61 remove_diacritics 2"

  /// The options of an FTS5 table, as its declaration has them.
  var options: String {
    let tokenizer = SQLLiteral.quoted(tokenizer ?? Self.standardTokenizer)
    let prefixes = (prefixLengths ?? []).map(String.init).joined(separator: " ")
    return "tokenize=\(tokenizer)" + (prefixes.isEmpty ? "" : ", prefix='\(prefixes)'")
  }
}

// MARK: - The parts in a store

extension FullTextIndex: SearchTable {
  var objects: [SearchObject] {
    let (source, fts) = (quoted(table), quoted(name))
    let names = columns.map(quoted)
    let list = names.joined(separator: ", ")
    func values(_ row: String) -> String { names.map { "\(row).\($0)" }.joined(separator: ", ") }
    let enter = "INSERT INTO \(fts)(rowid, \(list)) VALUES (NEW.Z_PK, \(values("NEW")));"
    let leave = """
      INSERT INTO \(fts)(\(fts), rowid, \(list)) VALUES ('delete', OLD.Z_PK, \(values("OLD")));
      """
    let changes = (["OLD.Z_PK <> NEW.Z_PK"] + names.map { "OLD.\($0) IS NOT NEW.\($0)" })
      .joined(separator: " OR ")
    return [
      SearchObject(
        "table", name,
        "CREATE VIRTUAL TABLE \(fts) USING fts5(\(list), content=\(SQLLiteral.quoted(table)), "
          + "content_rowid='Z_PK', \(description.options))"),
      trigger("INSERT", "AFTER INSERT ON \(source) BEGIN \(enter) END"),
      trigger(
        "UPDATE",
        "AFTER UPDATE OF Z_PK, \(list) ON \(source) WHEN \(changes) BEGIN \(leave) \(enter) END"),
      trigger("DELETE", "AFTER DELETE ON \(source) BEGIN \(leave) END"),
    ]
  }

  private func trigger(_ event: String, _ body: String) -> SearchObject {
    let name = name + "_" + event
    return SearchObject("trigger", name, "CREATE TRIGGER \(quoted(name)) \(body)")
  }

  var filling: String { "INSERT INTO \(quoted(name))(\(quoted(name))) VALUES ('rebuild')" }

  /// Nothing: triggers of the file keep it.
  var refreshing: String? { nil }

  var connectionTriggers: [String] { [] }

  /// Fails where the index does not have what the rows have.
  var check: String {
    "INSERT INTO \(quotedTable)(\(quoted(name)), rank) VALUES ('integrity-check', 1)"
  }
}

// MARK: - Conditions

extension FullTextIndex {
  /// A query as FTS5 takes it.
  func expression(_ query: SQLFragment) -> SQLFragment {
    let names = SQLLiteral.quoted(description.keyPaths.joined(separator: String(Self.separator)))
    let columns = SQLLiteral.quoted(columns.joined(separator: String(Self.separator)))
    return "model_words(" + query + ", \(names), \(columns))"
  }

  /// The row of a key is one that a query finds.
  func condition(_ key: String, _ query: SQLFragment) -> SQLFragment {
    "\(key) IN (SELECT rowid FROM \(quotedTable) WHERE \(quoted(name)) MATCH " + expression(query)
      + ")"
  }
}
