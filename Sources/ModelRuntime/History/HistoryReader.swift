/// A reader of a file's history on one connection, which also deletes old
/// transactions.
struct HistoryReader: HistoryLog {
  let store: PersistentStore
  let connection: StoreConnection

  private var path: String { store.configuration.displayPath }
  private var tables: HistoryTables { HistoryTables(schema: "main", connection: connection) }

  /// Returns the transactions from a point on, read in one consistent state even if
  /// other contexts or programs delete parts of the history at the same time.
  func part(from point: StoreHistoryPoint, limit: Int?) throws -> HistoryPart {
    try connection.connection.transaction(.deferred) {
      let last = try tables.last(HistorySchema.transaction, "ATRANSACTION")
      let first = try connection.statement("SELECT min(Z_PK) FROM ATRANSACTION")
        .first { $0.optionalInt64(0) }
      return HistoryPart(
        last: last, first: first ?? nil, timestamp: try timestamp(of: point),
        transactions: limit == 0 ? [] : try transactions(from: point, limit: limit))
    }
  }

  /// Returns the timestamp of the transaction behind which a point lies; nil if the
  /// transaction does not exist.
  private func timestamp(of point: StoreHistoryPoint) throws -> Int64? {
    guard case .behind(let number) = point else { return nil }
    return try connection.statement("SELECT ZTIMESTAMP FROM ATRANSACTION WHERE Z_PK = ?", number)
      .first { Self.timestamp($0, 0) }
  }

  private static func timestamp(_ row: Row, _ column: Int32) -> Int64 {
    HistoryToken.timestamp(row.optionalDouble(column) ?? 0)
  }

  // MARK: Transactions

  private func transactions(
    from point: StoreHistoryPoint, limit: Int?
  ) throws -> [HistoryTransaction] {
    var transactions =
      switch point {
      case .behind(let number):
        try heads(where: "t.Z_PK > ?", .integer(number), limit: limit)
      case .since(let date):
        try heads(
          where: "t.ZTIMESTAMP >= ?", .double(date.timeIntervalSinceReferenceDate), limit: limit)
      }
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
    return try statement.rows { row in
      HistoryTransaction(
        token: HistoryToken(
          storeID: store.identifier, transactionNumber: row.int64(0),
          timestamp: Self.timestamp(row, 1)),
        date: Date(timeIntervalSinceReferenceDate: row.optionalDouble(1) ?? 0),
        author: row.optionalString(2), contextName: row.optionalString(3),
        processID: row.optionalString(4), bundleID: row.optionalString(5))
    }
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
      """, first, last)
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

  func delete(before point: StoreHistoryPoint) throws -> Int {
    switch point {
    case .behind(let number): return try delete(where: "Z_PK < ?", .integer(number))
    // Deletion stops at the first transaction that is not older. Therefore, even if
    // the clock was set back, the numbers of the transactions have no gap, by which a
    // token detects missing transactions.
    case .since(let date):
      return try delete(
        where: """
          Z_PK < ifnull((SELECT min(Z_PK) FROM ATRANSACTION WHERE ZTIMESTAMP >= ?), \
          9223372036854775807)
          """, .double(date.timeIntervalSinceReferenceDate))
    }
  }

  private func delete(where condition: String, _ value: ConstantValue) throws -> Int {
    guard !store.isReadOnly else {
      throw StoreError(.readOnly, "'\(path)' is opened read-only")
    }
    var count = 0
    try store.countedWriting(connection) {
      // The changes are deleted first, because they are found through their
      // transactions.
      let transactions = "ATRANSACTION WHERE \(condition)"
      let changes = "ACHANGE WHERE ZTRANSACTIONID IN (SELECT Z_PK FROM \(transactions))"
      for rows in [changes, transactions] {
        try connection.statement("DELETE FROM \(rows)").binding([value]).run()
      }
      count = connection.connection.changeCount
    }
    return count
  }
}
