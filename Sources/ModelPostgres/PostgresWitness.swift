#if PostgreSQL
  // The response to a COMMIT can be lost with the connection or the server. The outcome
  // of the transaction is then determined by queries:
  //
  //   SELECT pg_xact_status('7423')                 committed, aborted or unknown
  //   SELECT 1 FROM pg_stat_bgwriter WHERE …        checks that the server has not crashed since
  //   SELECT 1 FROM bank WHERE id = 7 AND xmin = …  or that a row of the transaction exists
  //
  // The other queries are needed because after a crash, the server reuses transaction
  // numbers that were not written to disk, and resets its statistics. The row alone is
  // not sufficient evidence, because another program may have changed it in the
  // meantime.

  // In a portable store, the row with the number of the connection's saves is checked.

  /// A transaction whose outcome can be determined through another connection.
  struct PostgresWitness {
    private enum Trace {
      case transaction(Transaction)
      /// The name of a writer, and the number of its saves, including the
      /// current save.
      case saves(UUID, Int64)
    }

    /// A transaction in a store with the full profile.
    private struct Transaction {
      let number: String
      /// The start time of the server and a time before the commit, according
      /// to the server's clock.
      let start: String
      let time: String
      /// A row that the transaction has written; nil if there is none.
      var row: (table: String, key: Int64)?
    }

    private var trace: Trace

    /// Notifies other programs about a save that is about to be committed, and
    /// records its transaction.
    init(
      _ changes: StoreChanges, _ layout: PostgresLayout, _ pool: PostgresPool,
      _ connection: PostgresConnection, _ profile: PostgresProfile
    ) throws {
      guard profile == .full else {
        connection.saves += 1
        trace = .saves(connection.writer, connection.saves)
        _ = try Self.count(connection, connection.writer, connection.saves, isNew: true)
        return
      }
      let rows = try connection.query(
        """
        SELECT pg_current_xact_id()::text, pg_notify($1, $2)::text, \
        pg_postmaster_start_time()::text, clock_timestamp()::text
        """, try pool.notification)
      let row = (changes.inserts.first ?? changes.updates.first).map {
        (layout.table($0.entity).quoted, $0.key)
      }
      trace = .transaction(
        Transaction(
          number: rows.text(0, 0) ?? "", start: rows.text(0, 2) ?? "", time: rows.text(0, 3) ?? "",
          row: row))
    }

    /// Records the number of the save's transaction in the history, whose row is a better witness
    /// than a row that other programs can change.
    mutating func note(_ number: Int64) {
      guard case .transaction(var transaction) = trace else { return }
      transaction.row = ("atransaction", number)
      trace = .transaction(transaction)
    }

    /// Records the given number of saves if `isNew` is true, and returns the
    /// recorded number. If another save is in progress, this waits for it
    /// first.
    private static func count(
      _ connection: PostgresConnection, _ writer: UUID, _ saves: Int64, isNew: Bool
    ) throws -> Int64 {
      let number = isNew ? "excluded.saves" : "w.saves"
      return try connection.query(
        """
        INSERT INTO model_writers AS w (writer, saves) VALUES ($1, $2) \
        ON CONFLICT (writer) DO UPDATE SET saves = \(number) RETURNING saves
        """, PostgresParameters((.uuid(writer), .uuid), (.integer(saves), .int8))
      ).integer(0, 0) ?? 0
    }

    /// Returns whether the transaction was committed.
    ///
    /// - Throws: `StoreError` (`.ioFailure`) if the outcome cannot be determined.
    func isCommitted(_ pool: PostgresPool) throws -> Bool {
      do {
        return try pool.withConnection(isCommitted)
      } catch let error as StoreError {
        throw StoreError(.ioFailure, error.message)
      }
    }

    private func isCommitted(_ connection: PostgresConnection) throws -> Bool {
      switch trace {
      case .saves(let writer, let saves):
        return try Self.count(connection, writer, 0, isNew: false) == saves
      case .transaction(let transaction): return try isCommitted(transaction, connection)
      }
    }

    private func isCommitted(
      _ transaction: Transaction, _ connection: PostgresConnection
    ) throws -> Bool {
      // A transaction in progress will end soon, because its connection is lost.
      for _ in 0..<100 {
        switch try status(transaction.number, connection) {
        case "committed":
          guard try hasNotCrashed(since: transaction, connection) else {
            return try confirm(transaction, connection)
          }
          return true
        case "aborted": return false
        case "in progress": try connection.execute("SELECT pg_sleep(0.05)")
        default: throw unknown
        }
      }
      throw unknown
    }

    private var unknown: StoreError {
      StoreError(
        .ioFailure,
        "the connection was lost before the server confirmed the save, whose outcome is unknown")
    }

    private func status(
      _ transaction: String, _ connection: PostgresConnection
    ) throws -> String? {
      do {
        return try connection.query(
          "SELECT pg_xact_status(\(PostgresNames.literal(transaction))::xid8)"
        ).text(0, 0)
      } catch let failure as PostgresFailure where failure.state == "22023" {
        // If the server crashed, it has not assigned this number again yet.
        return "aborted"
      }
    }

    /// Returns true if it is certain that the server has run without
    /// interruption since a transaction.
    private func hasNotCrashed(
      since transaction: Transaction, _ connection: PostgresConnection
    ) throws -> Bool {
      let (start, time) = (
        PostgresNames.literal(transaction.start), PostgresNames.literal(transaction.time)
      )
      return try connection.query(
        """
        SELECT 1 FROM pg_stat_bgwriter WHERE stats_reset < \(time)::timestamptz \
        AND pg_postmaster_start_time() = \(start)::timestamptz
        """
      ).count == 1
    }

    private func confirm(
      _ transaction: Transaction, _ connection: PostgresConnection
    ) throws -> Bool {
      guard let row = transaction.row else { throw unknown }
      let found = try connection.query(
        """
        SELECT 1 FROM \(row.table) WHERE id = \(row.key) \
        AND xmin = \(PostgresNames.literal(transaction.number))::xid8::xid
        """)
      guard found.count == 1 else { throw unknown }
      return true
    }
  }
#endif
