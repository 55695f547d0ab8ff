#if PostgreSQL
  extension PostgresStore {
    public func keepHistory() throws {
      try pool.withConnection {
        try PostgresSetup($0, schema: pool.schema, profile).createHistory()
      }
      keepsHistory = true
    }

    public func history(from point: StoreHistoryPoint, limit: Int?) throws -> StoreHistory {
      try pool.withConnection {
        try PostgresHistory(connection: $0).read(from: point, limit: limit)
      }
    }

    public func deleteHistory(before point: StoreHistoryPoint) throws -> Int {
      try pool.withConnection { try PostgresHistory(connection: $0).delete(before: point) }
    }
  }

  extension StoreTransaction {
    /// Returns the transaction without deletions that others had made before.
    func leaving(_ gone: [StoreChanges.Delete]) -> StoreTransaction {
      guard !gone.isEmpty else { return self }
      let keys = Dictionary(grouping: gone, by: \.entity.name).mapValues { Set($0.map(\.key)) }
      var transaction = self
      transaction.changes.removeAll { change in
        change.kind == .delete && keys[change.entityName]?.contains(change.key) == true
      }
      return transaction
    }
  }

  extension PostgresSetup {
    /// True if the store keeps a history.
    var hasHistory: Bool {
      get throws {
        try has("model_history") && connection.query("SELECT 1 FROM model_history").count == 1
      }
    }

    /// Creates the tables of the history.
    ///
    /// - Throws: `StoreError` (`.modelMismatch`) if other objects have their names.
    func createHistory() throws {
      try locked {
        let own = PostgresHistory.columns
        for (name, kind, _) in try taken(Set(own.keys)) {
          // The portable profile may have been interrupted after it created some of the tables.
          guard kind == "table", try Set(own[name] ?? []).isSubset(of: columns(of: name).keys)
          else { throw taken(name, kind) }
        }
        for statement in PostgresHistory.creation { try connection.execute(statement) }
      }
    }
  }

  extension PostgresWriter {
    /// Adds the transaction of a save to the history, in the last statements before COMMIT.
    ///
    /// - Returns: The transaction's number.
    func add(_ transaction: StoreTransaction) throws -> Int64 {
      let encoder = JSONEncoder.ofAllNumbers
      let changes = try transaction.changes.map { change in
        (
          change: change,
          tombstone: change.tombstone.isEmpty
            ? nil : String(decoding: try encoder.encode(change.tombstone), as: UTF8.self)
        )
      }
      // Checks that would wait for another save come first: that save may be waiting for the
      // counter.
      if profile == .full { try connection.execute("SET CONSTRAINTS ALL IMMEDIATE") }
      let history = PostgresHistory(connection: connection)
      let (number, last) = try history.begin(transaction)
      for part in chunks(of: changes, by: { $0.tombstone?.utf8.count ?? 0 }) {
        try history.add(part, of: number, after: last)
      }
      return number
    }
  }

  extension PostgresOrigins {
    /// Makes the changes of the history follow their objects in a migration, as in files: changes of
    /// removed entities are deleted, and the names of changed properties and the preserved values
    /// are forgotten where the entity's properties of this kind differ.
    ///
    /// - Parameter moved: The keys of objects that have got another key, by the former key, and by
    ///   the index of the older hierarchy.
    func moveHistory(
      _ connection: PostgresConnection, moved: [Int: [Int64: Int64]] = [:]
    ) throws {
      func run(_ sql: String, _ lists: [String]...) throws {
        try connection.query(sql, PostgresParameters(lists: lists))
      }
      let heirs = heirs
      try run("DELETE FROM achange WHERE NOT entity = ANY($1)", heirs.map(\.old.name))
      let changed = heirs.filter { $0.old.historyNames != $0.new.historyNames }
      try run(
        "UPDATE achange SET properties = NULL WHERE entity = ANY($1)", changed.map(\.old.name))
      let stale = heirs.filter { $0.old.keptNames != $0.new.keptNames }
      try run("UPDATE achange SET tombstone = NULL WHERE entity = ANY($1)", stale.map(\.old.name))
      for heir in heirs {
        guard let keys = moved[heir.old.rootIndex] else { continue }
        var parameters = PostgresParameters(keys: Array(keys.keys), Array(keys.values))
        try parameters.add(.string(heir.old.name), .text)
        try connection.query(
          """
          UPDATE achange a SET key = u.new FROM unnest($1, $2) u (old, new) \
          WHERE a.key = u.old AND a.entity = $3
          """, parameters)
      }
      // One statement changes all names, since two entities may swap them.
      let renamed = heirs.filter { $0.old.name != $0.new.name }
      try run(
        """
        UPDATE achange a SET entity = u.new FROM unnest($1, $2) u (old, new) \
        WHERE a.entity = u.old
        """, renamed.map(\.old.name), renamed.map(\.new.name))
    }
  }
#endif
