/// A writer of the history of one transaction, which is committed together with the
/// transaction's changes or not at all.
///
/// ```
/// INSERT INTO ATRANSACTION (…) VALUES (…)
/// INSERT INTO ACHANGE (Z_PK, …, ZENTITYPK, …) SELECT ? + key, …, value, … FROM json_each(?)
/// UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = 16001
/// ```
///
/// One statement writes all changes of an entity with the same changed
/// properties, so that SQLite only appends to the table and its index. This
/// takes half as long for each row.
final class HistoryWriter {
  private let context: ManagedObjectContext
  private var logs: [String: Log] = [:]
  /// The changes that have not been written yet.
  private var waiting = HistoryNotes()
  /// The log of the first store to which a transaction has been written; nil if
  /// there is none.
  private var written: Log?

  /// The history of one store, to which one transaction is written.
  private final class Log {
    let schema: String
    let transaction: Int64
    var lastChange: Int64
    /// The number of the store's last change before this transaction.
    let before: Int64

    init(_ schema: String, transaction: Int64, before: Int64) {
      self.schema = schema
      self.transaction = transaction
      self.before = before
      lastChange = before
    }
  }

  private var store: PersistentStore { context.store }
  private var connection: StoreConnection { context.connection }

  /// Creates a writer for the stores of a context. The initialiser returns nil
  /// if no store keeps a history.
  init?(_ context: ManagedObjectContext) {
    guard !context.store.historySchemas.isEmpty else { return nil }
    self.context = context
  }

  // MARK: Saves

  /// Records objects that are about to be deleted, with the values that are
  /// preserved.
  func noteDeletes(_ objects: [ManagedObject]) throws {
    waiting.note(deleted: objects)
    // The changes are written immediately, while the rows still exist.
    try write()
  }

  /// Returns the columns of an entity's preserved values, in `ACHANGE` and in the
  /// entity's table.
  private static func kept(_ mapping: EntityMapping) -> [(column: String, value: String)] {
    mapping.entity.keptAttributes.enumerated().compactMap { index, property in
      guard let column = mapping.column(property.name), !column.isExternal else { return nil }
      return (HistorySchema.tombstone(index), column.quotedName)
    }
  }

  /// Records the changes that a save has written, including changes of derived
  /// values.
  func note(_ changes: ChangeSet, derived: Set<ObjectID>) throws {
    waiting.note(changes)
    if !derived.isEmpty {
      waiting.note(derived: derived.subtracting(changes.written.map(\.objectID)), in: store)
    }
    try finish()
  }

  /// Writes the waiting changes, in the order in which they were first
  /// recorded.
  private func write() throws {
    for (change, keys) in waiting.groups {
      let mapping = store.mapping.entities[change.entity]
      guard let log = try log(of: mapping) else { continue }
      let statement = try connection.statement(
        change.kind == .delete ? Self.deletion(mapping, log.schema) : Self.insertion(log.schema))
      statement.bind(log.lastChange + 1)
      statement.bind(change.kind.code)
      statement.bind(mapping.number)
      statement.bind(log.transaction)
      statement.bind("[\(keys.lazy.map(String.init).joined(separator: ","))]")
      // The statement for a deletion itself reads the preserved values instead of this
      // parameter.
      if let properties = change.properties {
        statement.bind(Data(mapping.entity.historyColumns(properties)))
      } else if change.kind != .delete {
        statement.bindNull()
      }
      try statement.run()
      log.lastChange += Int64(keys.count)
    }
    waiting = HistoryNotes()
  }

  /// Returns the SQL of the statement that records changes of existing rows,
  /// with the changed properties.
  private static func insertion(_ schema: String) -> String {
    // `key` is the index in the array, so rows are numbered in the order of their
    // objects.
    """
    INSERT INTO \(schema).ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, \
    ZCOLUMNS) SELECT ?1 + key, \(HistorySchema.change), ?2, ?3, value, ?4, ?6 FROM json_each(?5)
    """
  }

  /// Returns the SQL of the statement that records rows before they are
  /// deleted, with the values that are preserved.
  private static func deletion(_ mapping: EntityMapping, _ schema: String) -> String {
    let kept = kept(mapping)
    let names = kept.map { ", " + $0.column }.joined()
    let values = kept.map { ", d." + $0.value }.joined()
    return """
      INSERT INTO \(schema).ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, \
      ZTRANSACTIONID\(names)) SELECT ?1 + e.key, \(HistorySchema.change), ?2, ?3, d.Z_PK, ?4\(values) \
      FROM json_each(?5) AS e CROSS JOIN \(mapping.quotedTable) AS d ON d.Z_PK = e.value
      """
  }

  /// Returns the row of the written transaction as a witness of the commit; nil
  /// if no transaction was written. Its time distinguishes it from another
  /// transaction that gets the same number.
  func witness() throws -> CommitWitness? {
    try written.map { log in
      try CommitWitness(
        table: "\(log.schema).ATRANSACTION", key: log.transaction,
        mark: "CAST(ZTIMESTAMP * 1000000 AS INTEGER)", in: connection)
    }
  }

  // MARK: Batches

  /// Records the rows that a batch operation is about to delete.
  func noteDeletes(_ table: BatchTable) throws {
    for root in try table.roots(.deleted) {
      for index in root.family {
        let mapping = store.mapping.entities[index]
        let kept = Self.kept(mapping)
        try note(
          table, .deleted, code: HistoryChange.Kind.delete.code, mapping,
          columns: kept.map(\.column), values: kept.map(\.value))
      }
    }
  }

  /// Records the rows that a batch operation has written.
  func note(_ table: BatchTable, derived: Set<ObjectID>) throws {
    let kinds: [(BatchTable.Kind, HistoryChange.Kind)] = [
      (.inserted, .insert), (.updated, .update), (.linked, .update),
    ]
    for (kind, code) in kinds {
      for root in try table.roots(kind) {
        for index in root.family {
          try note(table, kind, code: code.code, store.mapping.entities[index])
        }
      }
    }
    waiting.note(derived: derived, in: store)
    try finish()
  }

  private func note(
    _ table: BatchTable, _ kind: BatchTable.Kind, code: Int64, _ mapping: EntityMapping,
    columns: [String] = [], values: [String] = []
  ) throws {
    guard let log = try log(of: mapping) else { return }
    let names = columns.map { ", " + $0 }.joined()
    let sources = values.map { ", d." + $0 }.joined()
    let count = try table.run(
      """
      INSERT INTO \(log.schema).ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, \
      ZTRANSACTIONID\(names)) SELECT \(log.lastChange) + row_number() OVER (ORDER BY b.key), \
      \(HistorySchema.change), \(code), b.ent, b.key, \(log.transaction)\(sources) \
      FROM \(BatchTable.name) AS b LEFT JOIN \(mapping.quotedTable) AS d ON d.Z_PK = b.key \
      WHERE b.kind = \(kind.rawValue) AND b.root = \(mapping.entity.rootIndex) \
      AND b.ent = \(mapping.number)
      """)
    log.lastChange += Int64(count)
  }

  // MARK: Counting

  /// Returns the log of the store that contains an entity; nil if the store
  /// keeps no history. The first call for a store begins the transaction in its
  /// history.
  private func log(of mapping: EntityMapping) throws -> Log? {
    let schema = mapping.schema ?? "main"
    if let known = logs[schema] { return known }
    guard store.historySchemas.contains(schema) else { return nil }
    let log = try begin(schema)
    logs[schema] = log
    return log
  }

  private func begin(_ schema: String) throws -> Log {
    let tables = HistoryTables(schema: schema, connection: connection)
    let last = try tables.last(HistorySchema.change, "ACHANGE")
    let transaction = try tables.begin(
      author: context.transactionAuthor, contextName: context.name)
    return Log(schema, transaction: transaction, before: last)
  }

  private func finish() throws {
    try write()
    written = logs.values.first
    for (schema, log) in logs {
      let tables = HistoryTables(schema: schema, connection: connection)
      // A batch operation without changes does not leave a transaction.
      if log.lastChange == log.before { try tables.forget(log.transaction) }
      try tables.setLast(log.lastChange, HistorySchema.change)
    }
    logs = [:]
  }
}
