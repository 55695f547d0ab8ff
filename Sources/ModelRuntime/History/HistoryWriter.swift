internal import Foundation
internal import ModelSQLite
internal import ModelSchema

/// The history of one transaction, written with what it tells of: both are
/// committed, or neither is.
///
/// ```
/// INSERT INTO ATRANSACTION (…) VALUES (…)
/// INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS) …
/// UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = 16001
/// ```
final class HistoryWriter {
  private let context: ManagedObjectContext
  private var logs: [String: Log] = [:]
  private var lastColumns: (entity: CompiledEntity, properties: PropertySet, bytes: [UInt8])?

  /// One store's part.
  private struct Log {
    let transaction: Int64
    var lastChange: Int64
    /// The change that the store had last before.
    let before: Int64
  }

  private var store: PersistentStore { context.store }
  private var connection: StoreConnection { context.connection }

  /// Begins to write; nil where no store keeps a history.
  init?(_ context: ManagedObjectContext) {
    guard !context.store.historySchemas.isEmpty else { return nil }
    self.context = context
  }

  // MARK: Saves

  /// The statement that notes the deletion of a row with the values to be kept.
  private static func deletion(_ mapping: EntityMapping, in schema: String) -> String {
    let kept = kept(mapping)
    let names = kept.map { ", " + $0.column }.joined()
    let values = kept.map { ", " + $0.value }.joined()
    return """
      INSERT INTO \(schema).ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, \
      ZTRANSACTIONID\(names)) SELECT ?, \(HistorySchema.change), 2, \(mapping.number), Z_PK, \
      ?\(values) FROM \(mapping.quotedTable) WHERE Z_PK = ?
      """
  }

  /// Notes the objects that are about to be deleted, and the values that are
  /// kept of them.
  func noteDeletes(_ objects: [ManagedObject]) throws {
    // The text of each entity's statement is put together once, not for every row.
    var statements: [Int: String] = [:]
    for object in objects {
      let mapping = store.mapping.mapping(of: object._batch.entity)
      guard let (schema, key, transaction) = try nextChange(of: mapping) else { continue }
      let sql = statements[mapping.entity.index] ?? Self.deletion(mapping, in: schema)
      statements[mapping.entity.index] = sql
      let statement = try connection.statement(sql)
      statement.bind(key)
      statement.bind(transaction)
      statement.bind(object._key)
      try statement.run()
    }
  }

  /// The columns of an entity's kept values in `ACHANGE`, and in its own table.
  private static func kept(_ mapping: EntityMapping) -> [(column: String, value: String)] {
    mapping.entity.keptAttributes.enumerated().compactMap { index, property in
      guard let column = mapping.column(property.name), !column.isExternal else { return nil }
      return (HistorySchema.tombstone(index), column.quotedName)
    }
  }

  /// Notes what a save has written, and what was derived from it.
  func note(_ changes: ChangeSet, derived: Set<ObjectID>) throws {
    var updates: [ObjectIdentifier: (object: ManagedObject, properties: PropertySet)] = [:]
    for update in changes.updates { updates[ObjectIdentifier(update.object)] = update }
    for object in changes.linked where !object._flags.contains(.inserted) {
      var properties = updates[ObjectIdentifier(object)]?.properties ?? PropertySet()
      properties = properties.union(PropertySet(object.changedLinks.map(\.number)))
      updates[ObjectIdentifier(object)] = (object, properties)
    }
    for object in changes.updated {
      guard let update = updates[ObjectIdentifier(object)] else { continue }
      let entity = object._batch.entity
      try note(.update, entity, object._key, columns: columns(entity, update.properties))
    }
    for object in changes.inserts { try note(.insert, object._batch.entity, object._key) }
    let known = Set(changes.written.map(\.objectID))
    for id in derived.subtracting(known).sorted(by: { $0.key < $1.key }) {
      if let entity = store.entity(of: id) { try note(.update, entity, id.key) }
    }
    try finish()
  }

  /// The bytes that say which properties changed; neighbours mostly have the same.
  private func columns(_ entity: CompiledEntity, _ properties: PropertySet) -> [UInt8] {
    if let last = lastColumns, last.entity === entity, last.properties == properties {
      return last.bytes
    }
    let bytes = entity.historyColumns(properties)
    lastColumns = (entity, properties, bytes)
    return bytes
  }

  private func note(
    _ kind: HistoryChange.Kind, _ entity: CompiledEntity, _ key: Int64, columns: [UInt8]? = nil
  ) throws {
    let mapping = store.mapping.mapping(of: entity)
    guard let (schema, change, transaction) = try nextChange(of: mapping) else { return }
    let statement = try connection.statement(
      """
      INSERT INTO \(schema).ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, \
      ZTRANSACTIONID, ZCOLUMNS) VALUES (?, \(HistorySchema.change), ?, ?, ?, ?, ?)
      """)
    statement.bind(change)
    statement.bind(kind.code)
    statement.bind(mapping.number)
    statement.bind(key)
    statement.bind(transaction)
    if let columns { statement.bind(Data(columns)) } else { statement.bindNull() }
    try statement.run()
  }

  // MARK: Batches

  /// Notes the rows that a batch operation is about to delete.
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

  /// Notes the rows that a batch operation has written.
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
    for id in derived.sorted(by: { $0.key < $1.key }) {
      if let entity = store.entity(of: id) { try note(.update, entity, id.key) }
    }
    try finish()
  }

  private func note(
    _ table: BatchTable, _ kind: BatchTable.Kind, code: Int64, _ mapping: EntityMapping,
    columns: [String] = [], values: [String] = []
  ) throws {
    guard let (schema, next, transaction) = try nextChange(of: mapping) else { return }
    let names = columns.map { ", " + $0 }.joined()
    let sources = values.map { ", d." + $0 }.joined()
    let count = try table.run(
      """
      INSERT INTO \(schema).ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, \
      ZTRANSACTIONID\(names)) SELECT \(next - 1) + row_number() OVER (ORDER BY b.key), \
      \(HistorySchema.change), \(code), b.ent, b.key, \(transaction)\(sources) \
      FROM \(BatchTable.name) AS b LEFT JOIN \(mapping.quotedTable) AS d ON d.Z_PK = b.key \
      WHERE b.kind = \(kind.rawValue) AND b.root = \(mapping.entity.rootIndex) \
      AND b.ent = \(mapping.number)
      """)
    logs[schema]?.lastChange = next - 1 + Int64(count)
  }

  // MARK: Counting

  /// The next change of a store's transaction, which its first one begins; nil
  /// where the store keeps no history.
  private func nextChange(
    of mapping: EntityMapping
  ) throws -> (schema: String, key: Int64, transaction: Int64)? {
    let schema = mapping.schema ?? "main"
    guard store.historySchemas.contains(schema) else { return nil }
    var log = try logs[schema] ?? begin(schema)
    log.lastChange += 1
    logs[schema] = log
    return (schema, log.lastChange, log.transaction)
  }

  private func begin(_ schema: String) throws -> Log {
    let tables = HistoryTables(schema: schema, connection: connection)
    let last = try tables.last(HistorySchema.change, "ACHANGE")
    let transaction = try tables.begin(
      author: context.transactionAuthor, contextName: context.name)
    return Log(transaction: transaction, lastChange: last, before: last)
  }

  private func finish() throws {
    for (schema, log) in logs {
      let tables = HistoryTables(schema: schema, connection: connection)
      // A batch that touched nothing is no transaction.
      if log.lastChange == log.before { try tables.forget(log.transaction) }
      try tables.setLast(log.lastChange, HistorySchema.change)
    }
    logs = [:]
  }
}

/// The tables of one store's history on a connection.
struct HistoryTables {
  let schema: String
  let connection: StoreConnection

  /// The last key that was given out.
  func last(_ number: Int64, _ table: String) throws -> Int64 {
    let statement = try connection.statement(
      """
      SELECT max(ifNull((SELECT Z_MAX FROM \(schema).Z_PRIMARYKEY WHERE Z_ENT = \(number)), 0), \
      ifNull((SELECT max(Z_PK) FROM \(schema).\(table)), 0))
      """)
    defer { statement.reset() }
    return try statement.step() ? Row(statement).int64(0) : 0
  }

  func setLast(_ key: Int64, _ number: Int64) throws {
    let statement = try connection.statement(
      "UPDATE \(schema).Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = \(number)")
    statement.bind(key)
    try statement.run()
  }

  /// Writes a transaction.
  ///
  /// - Returns: Its number.
  func begin(author: String?, contextName: String?) throws -> Int64 {
    let key = try last(HistorySchema.transaction, "ATRANSACTION") + 1
    let strings = try [
      author, Bundle.main.bundleIdentifier, contextName, ProcessInfo.processInfo.processName,
    ].map { try $0.map(string) }
    let statement = try connection.statement(
      """
      INSERT INTO \(schema).ATRANSACTION (Z_PK, Z_ENT, ZAUTHORTS, ZBUNDLEIDTS, ZCONTEXTNAMETS, \
      ZPROCESSIDTS, ZTIMESTAMP) VALUES (?, \(HistorySchema.transaction), ?, ?, ?, ?, ?)
      """)
    statement.bind(key)
    for string in strings {
      if let string { statement.bind(string) } else { statement.bindNull() }
    }
    statement.bind(Date.now.timeIntervalSinceReferenceDate)
    try statement.run()
    try setLast(key, HistorySchema.transaction)
    return key
  }

  /// Takes the last transaction back.
  func forget(_ transaction: Int64) throws {
    let statement = try connection.statement("DELETE FROM \(schema).ATRANSACTION WHERE Z_PK = ?")
    statement.bind(transaction)
    try statement.run()
    try setLast(transaction - 1, HistorySchema.transaction)
  }

  /// The key of a text, which is written where it is new.
  private func string(_ text: String) throws -> Int64 {
    let known = try connection.statement(
      "SELECT Z_PK FROM \(schema).ATRANSACTIONSTRING WHERE ZNAME = ?")
    known.bind(text)
    defer { known.reset() }
    if try known.step() { return Row(known).int64(0) }
    let key = try last(HistorySchema.string, "ATRANSACTIONSTRING") + 1
    let insert = try connection.statement(
      """
      INSERT INTO \(schema).ATRANSACTIONSTRING (Z_PK, Z_ENT, ZNAME) \
      VALUES (?, \(HistorySchema.string), ?)
      """)
    insert.bind(key)
    insert.bind(text)
    try insert.run()
    try setLast(key, HistorySchema.string)
    return key
  }
}
