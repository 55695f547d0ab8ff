#if PostgreSQL
  // The history has three tables, which exist only in a store that keeps one:
  //
  //   model_history   transactions, changes                          the numbers given out, in one row
  //   atransaction    id, last_change, date, author, context_name, process_name, bundle_id
  //   achange         transaction_id, id, kind, entity, key, properties, tombstone
  //
  // A save takes its numbers from the row of `model_history` in its last statements before COMMIT.
  // The row stays locked until the transaction has ended, so numbers are in the order of commits,
  // and a reader that sees a number will never see a lower one appear.

  /// The history of a store, on one connection.
  struct PostgresHistory {
    let connection: PostgresConnection

    /// The columns of the tables, by the table's name.
    static let columns = [
      "model_history": ["number", "transactions", "changes"],
      "atransaction": [
        "id", "last_change", "date", "author", "context_name", "process_name", "bundle_id",
      ],
      "achange": ["transaction_id", "id", "kind", "entity", "key", "properties", "tombstone"],
    ]

    /// The statements that create the tables. The row of `model_history` comes last, because it
    /// shows that the tables are complete.
    static let creation = [
      """
      CREATE TABLE IF NOT EXISTS atransaction (id bigint PRIMARY KEY, last_change bigint NOT NULL, \
      date timestamptz NOT NULL, author text, context_name text, process_name text, bundle_id text)
      """,
      "CREATE INDEX IF NOT EXISTS atransaction_date_idx ON atransaction (date)",
      """
      CREATE TABLE IF NOT EXISTS achange (transaction_id bigint NOT NULL, id bigint NOT NULL, \
      kind text NOT NULL, entity text NOT NULL, key bigint NOT NULL, properties text[], \
      tombstone text, PRIMARY KEY (transaction_id, id))
      """,
      """
      CREATE TABLE IF NOT EXISTS model_history (number integer PRIMARY KEY, \
      transactions bigint NOT NULL, changes bigint NOT NULL)
      """,
      "INSERT INTO model_history VALUES (1, 0, 0) ON CONFLICT DO NOTHING",
    ]

    // MARK: Writing

    /// Adds a transaction without its changes, and takes the numbers of both.
    ///
    /// - Returns: The transaction's number, and the number before its first change.
    @discardableResult
    func begin(_ transaction: StoreTransaction) throws -> (number: Int64, lastChange: Int64) {
      let count = Int64(transaction.changes.count)
      var parameters = PostgresParameters()
      try parameters.add(.integer(count), .int8)
      for text in [
        transaction.author, transaction.contextName, transaction.processID, transaction.bundleID,
      ] {
        try parameters.add(text.map(ConstantValue.string) ?? .null, .text)
      }
      // The time is the server's, after the lock, so that it grows with the numbers.
      let row = try connection.query(
        """
        WITH n AS (UPDATE model_history SET transactions = transactions + 1, \
        changes = changes + $1 RETURNING transactions, changes) \
        INSERT INTO atransaction \
        (id, last_change, date, author, context_name, process_name, bundle_id) \
        SELECT n.transactions, n.changes, clock_timestamp(), $2, $3, $4, $5 FROM n \
        RETURNING id, last_change
        """, parameters)
      guard let number = row.count == 1 ? row.integer(0, 0) : nil, let last = row.integer(0, 1)
      else { throw StoreError(.modelMismatch, "the table 'model_history' has lost its row") }
      return (number, last - count)
    }

    /// Adds changes of a transaction, with the numbers after the given one.
    func add(
      _ changes: ArraySlice<(change: StoreTransaction.Change, tombstone: String?)>,
      of transaction: Int64, after last: Int64
    ) throws {
      func text(_ text: String?) -> ConstantValue { text.map(ConstantValue.string) ?? .null }
      var parameters = PostgresParameters()
      try parameters.add(.integer(transaction), .int8)
      parameters.add(keys: changes.indices.map { last + 1 + Int64($0) })
      try parameters.add(changes.map { text($0.change.kind.rawValue) }, .text)
      try parameters.add(changes.map { text($0.change.entityName) }, .text)
      parameters.add(keys: changes.map(\.change.key))
      // An array cannot contain arrays of different lengths.
      try parameters.add(
        changes.map { text($0.change.changedProperties?.joined(separator: ",")) }, .text)
      try parameters.add(changes.map { text($0.tombstone) }, .text)
      try connection.query(
        """
        INSERT INTO achange (transaction_id, id, kind, entity, key, properties, tombstone) \
        SELECT $1, u.id, u.kind, u.entity, u.key, string_to_array(u.names, ','), u.tombstone \
        FROM unnest($2, $3, $4, $5, $6, $7) u (id, kind, entity, key, names, tombstone)
        """, parameters)
    }

    // MARK: Reading

    /// Returns the transactions from a point on, in one consistent state.
    func read(from point: StoreHistoryPoint, limit: Int?) throws -> StoreHistory {
      try connection.transaction {
        try connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        let range = try connection.query(
          "SELECT transactions, (SELECT min(id) FROM atransaction) FROM model_history")
        var start: Date?
        if case .behind(let number) = point {
          start = try heads("id = $1", .integer(number), .int8, limit: 1).first?.date
        }
        var transactions = limit == 0 ? [] : try heads(from: point, limit: limit)
        try addChanges(to: &transactions)
        return StoreHistory(
          lastNumber: range.count > 0 ? range.integer(0, 0) ?? 0 : 0,
          firstNumber: range.count > 0 ? range.integer(0, 1) : nil, startDate: start,
          transactions: transactions)
      }
    }

    private func heads(from point: StoreHistoryPoint, limit: Int?) throws -> [StoreTransaction] {
      switch point {
      case .behind(let number): try heads("id > $1", .integer(number), .int8, limit: limit)
      case .since(let date): try heads("date >= $1", .date(date), .timestamp, limit: limit)
      }
    }

    private func heads(
      _ condition: String, _ value: ConstantValue, _ type: PostgresType, limit: Int?
    ) throws -> [StoreTransaction] {
      let rows = try connection.query(
        """
        SELECT id, date, author, context_name, process_name, bundle_id FROM atransaction \
        WHERE \(condition) ORDER BY id\(limit.map { " LIMIT \($0)" } ?? "")
        """, PostgresParameters((value, type)))
      return (0..<rows.count).map { row in
        var transaction = StoreTransaction(
          date: rows.date(row, 1), author: rows.text(row, 2), contextName: rows.text(row, 3))
        transaction.number = rows.integer(row, 0) ?? 0
        (transaction.processID, transaction.bundleID) = (rows.text(row, 4), rows.text(row, 5))
        return transaction
      }
    }

    private func addChanges(to transactions: inout [StoreTransaction]) throws {
      guard let first = transactions.first, let last = transactions.last else { return }
      var changes: [Int64: [StoreTransaction.Change]] = [:]
      // The text of preserved values is `{"name": {"string": {"_0": "Ann"}}}`.
      let decoder = JSONDecoder.ofAllNumbers
      try connection.stream(
        """
        SELECT transaction_id, id, kind, entity, key, array_to_string(properties, ','), tombstone \
        FROM achange WHERE transaction_id BETWEEN $1 AND $2 ORDER BY transaction_id, id
        """, PostgresParameters((.integer(first.number), .int8), (.integer(last.number), .int8))
      ) { rows in
        for row in 0..<rows.count {
          guard let kind = rows.text(row, 2).flatMap(StoreTransaction.Change.Kind.init) else {
            continue
          }
          changes[rows.integer(row, 0) ?? 0, default: []].append(
            StoreTransaction.Change(
              number: rows.integer(row, 1) ?? 0, kind: kind, entityName: rows.text(row, 3) ?? "",
              key: rows.integer(row, 4) ?? 0,
              changedProperties: rows.text(row, 5)?.split(separator: ",").map(String.init),
              tombstone: rows.text(row, 6).flatMap {
                try? decoder.decode([String: ConstantValue].self, from: Data($0.utf8))
              } ?? [:]))
        }
      }
      for index in transactions.indices {
        transactions[index].changes = changes[transactions[index].number] ?? []
      }
    }

    // MARK: Purging

    /// Deletes the transactions before a point, and returns their number.
    func delete(before point: StoreHistoryPoint) throws -> Int {
      try connection.transaction {
        let end = try PostgresParameters((.integer(try self.end(of: point)), .int8))
        try connection.query("DELETE FROM achange WHERE transaction_id < $1", end)
        return try connection.query("DELETE FROM atransaction WHERE id < $1", end).changeCount
      }
    }

    /// Returns the number of the first transaction that is not before a point.
    private func end(of point: StoreHistoryPoint) throws -> Int64 {
      switch point {
      case .behind(let number): return number
      case .since(let date):
        // A save that is committed in the meantime is not deleted, whatever its date.
        return try connection.query(
          """
          SELECT coalesce((SELECT min(id) FROM atransaction WHERE date >= $1), \
          (SELECT transactions + 1 FROM model_history), 0)
          """, PostgresParameters((.date(date), .timestamp))
        ).integer(0, 0) ?? 0
      }
    }
  }

  extension PostgresResult {
    /// Returns the date in a row and a column; the reference date if it is NULL.
    fileprivate func date(_ row: Int, _ column: Int) -> Date {
      guard let bytes = bytes(row, column),
        case .date(let date) = PostgresValue.constant(bytes, .timestamp, .date)
      else { return Date(timeIntervalSinceReferenceDate: 0) }
      return date
    }
  }
#endif
