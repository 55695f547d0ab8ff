/// A reader of a store's history on one connection, which also deletes old
/// transactions.
struct HistoryReader {
  let store: PersistentStore
  let connection: StoreConnection

  private var path: String { store.configuration.displayPath }
  private var tables: HistoryTables { HistoryTables(schema: "main", connection: connection) }

  /// The number of the last transaction that was written, even if it has been
  /// deleted.
  var last: Int64 {
    get throws { try tables.last(HistorySchema.transaction, "ATRANSACTION") }
  }

  /// Runs a closure that reads the history in one consistent state, even if
  /// other contexts or programs delete parts of it at the same time.
  func reading<Result>(_ body: () throws -> Result) throws -> Result {
    try connection.connection.transaction(.deferred, body)
  }

  // MARK: Tokens

  /// Returns the token of the last transaction.
  func currentToken() throws -> HistoryToken {
    let last = try last
    return HistoryToken(
      storeID: store.identifier, transactionNumber: last, timestamp: try timestamp(of: last))
  }

  /// Returns the timestamp of a transaction; nil if the transaction no longer exists.
  private func timestamp(of number: Int64) throws -> Int64? {
    let statement = try connection.statement("SELECT ZTIMESTAMP FROM ATRANSACTION WHERE Z_PK = ?")
    statement.bind(number)
    var timestamp: Int64?
    try statement.forEachRow { timestamp = Self.timestamp($0, 0) }
    return timestamp
  }

  private static func timestamp(_ row: Row, _ column: Int32) -> Int64 {
    Int64(exactly: ((row.optionalDouble(column) ?? 0) * 1e6).rounded()) ?? 0
  }

  /// Checks that no transactions after a token have been deleted.
  ///
  /// - Throws: `StoreError` if transactions are missing, or if the token is
  ///   unknown to the store.
  func check(_ token: HistoryToken?) throws {
    guard let token, try !checkStore(of: token) else { return }
    var first: Int64?
    try connection.statement("SELECT min(Z_PK) FROM ATRANSACTION")
      .forEachRow { first = $0.optionalInt64(0) }
    // The token's own transaction may have been deleted, as long as the next
    // transaction exists.
    guard try (first ?? last + 1) > token.transactionNumber + 1 else { return }
    throw StoreError(
      .historyPurged,
      "'\(path)' has deleted transactions of its history behind number \(token.transactionNumber): "
        + "read the objects themselves, and go on from the current token")
  }

  /// Checks that a token belongs to the past of this store.
  ///
  /// - Returns: True if the token's transaction still exists.
  ///
  /// - Throws: `StoreError` (`.unknownHistoryToken`) if the token belongs to
  ///   another store, or to transactions that a restored backup does not
  ///   contain.
  @discardableResult
  func checkStore(of token: HistoryToken) throws -> Bool {
    guard try token.storeID == store.identifier && token.transactionNumber <= last else {
      throw StoreError(
        .unknownHistoryToken,
        "the token of transaction \(token.transactionNumber) of store \(token.storeID) is none of "
          + "'\(path)'")
    }
    guard let timestamp = try timestamp(of: token.transactionNumber) else { return false }
    guard token.timestamp ?? timestamp == timestamp else {
      throw StoreError(
        .unknownHistoryToken,
        "transaction \(token.transactionNumber) of '\(path)' is another one than the token's: the "
          + "store was restored from a backup since; read the objects themselves, and go on from "
          + "the current token")
    }
    return true
  }

  // MARK: Transactions

  func transactions(
    where condition: String, _ value: ConstantValue, limit: Int?
  ) throws -> [HistoryTransaction] {
    var transactions = try heads(where: condition, value, limit: limit)
    guard let first = transactions.first, let last = transactions.last else { return [] }
    var changes = try changes(from: first.id, through: last.id)
    for index in transactions.indices {
      transactions[index].changes = changes.removeValue(forKey: transactions[index].id) ?? []
    }
    return transactions
  }

  // Older versions of Core Data store the strings themselves instead of keys.
  private func heads(
    where condition: String, _ value: ConstantValue, limit: Int?
  ) throws -> [HistoryTransaction] {
    let texts = ["AUTHOR", "CONTEXTNAME", "PROCESSID", "BUNDLEID"].map {
      "ifnull((SELECT ZNAME FROM ATRANSACTIONSTRING WHERE Z_PK = t.Z\($0)TS), t.Z\($0))"
    }.joined(separator: ", ")
    let statement = try connection.statement(
      """
      SELECT t.Z_PK, t.ZTIMESTAMP, \(texts) FROM ATRANSACTION AS t WHERE \(condition) \
      ORDER BY t.Z_PK LIMIT \(max(limit ?? -1, -1))
      """)
    statement.bind(value)
    var transactions: [HistoryTransaction] = []
    try statement.forEachRow { row in
      transactions.append(
        HistoryTransaction(
          token: HistoryToken(
            storeID: store.identifier, transactionNumber: row.int64(0),
            timestamp: Self.timestamp(row, 1)),
          date: Date(timeIntervalSinceReferenceDate: row.optionalDouble(1) ?? 0),
          author: row.optionalString(2), contextName: row.optionalString(3),
          processID: row.optionalString(4), bundleID: row.optionalString(5)))
    }
    return transactions
  }

  /// Returns the changes in a range of transactions, by transaction number.
  private func changes(from first: Int64, through last: Int64) throws -> [Int64: [HistoryChange]] {
    let indexes = Dictionary(
      store.mapping.entities.map { ($0.number, $0.entity.index) },
      uniquingKeysWith: { first, _ in first })
    let present = try StoreTables(connection.connection)["ACHANGE"] ?? []
    let tombstones = (0..<present.count).map(HistorySchema.tombstone).prefix(
      while: present.contains)
    let statement = try connection.statement(
      """
      SELECT ZTRANSACTIONID, Z_PK, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZCOLUMNS\
      \(tombstones.map { ", " + $0 }.joined()) FROM ACHANGE \
      WHERE ZTRANSACTIONID BETWEEN ? AND ? ORDER BY Z_PK
      """)
    statement.bind(first)
    statement.bind(last)
    var changes: [Int64: [HistoryChange]] = [:]
    var entities: [Int: HistoryEntity] = [:]
    try statement.forEachRow { row in
      // Changes of unknown entities, such as those of another configuration, are left
      // out.
      guard let index = indexes[row.int64(3)], let kind = HistoryChange.Kind(code: row.int64(2))
      else { return }
      let entity = entities[index] ?? HistoryEntity(store.model.entities[index])
      entities[index] = entity
      changes[row.int64(0), default: []].append(
        HistoryChange(
          id: row.int64(1), kind: kind,
          objectID: ObjectID(entity: store.references[index], key: row.int64(4)),
          changedProperties: kind == .update
            ? row.optionalData(5).map {
              entity.changedNames(
                Array($0), isMirrored: row.int64(1) <= store.lastMirroredChange)
            } : nil,
          tombstone: kind == .delete ? tombstone(row, entity, tombstones.count) : [:]))
    }
    return changes
  }

  private func tombstone(
    _ row: Row, _ entity: HistoryEntity, _ count: Int
  ) -> [String: ConstantValue] {
    var values: [String: ConstantValue] = [:]
    for (index, property) in entity.kept.prefix(count).enumerated() {
      let column = Int32(6 + index)
      guard let attribute = property.description.attribute, !row.isNull(column) else { continue }
      values[property.name] = row.constant(column, attribute.type)
    }
    return values
  }

  // MARK: Purging

  func delete(where condition: String, _ value: ConstantValue) throws -> Int {
    guard !store.isReadOnly else {
      throw StoreError(.readOnly, "'\(path)' is opened read-only")
    }
    var count = 0
    try store.countedWriting(connection) {
      // The changes are deleted first, because they are found through their
      // transactions.
      let changes = try connection.statement(
        """
        DELETE FROM ACHANGE WHERE ZTRANSACTIONID IN \
        (SELECT Z_PK FROM ATRANSACTION WHERE \(condition))
        """)
      changes.bind(value)
      try changes.run()
      let transactions = try connection.statement("DELETE FROM ATRANSACTION WHERE \(condition)")
      transactions.bind(value)
      try transactions.run()
      count = connection.connection.changeCount
    }
    return count
  }
}
