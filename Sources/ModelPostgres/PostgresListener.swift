#if PostgreSQL
  internal import CModelPostgres

  /// Counts the saves of others, of which every save tells by NOTIFY under its store's name; those
  /// of a portable store are looked for in the table of its writers. A copy of a server, a hot
  /// standby, lets nobody listen: there it counts how often the copy had come on.
  final class PostgresListener: @unchecked Sendable {
    // because everything that changes is touched under `lock` alone.
    private let lock = NSLock()
    private let progress: String
    private var connection: PostgresConnection?
    private var count: Int64 = 0
    /// What the last look found where nobody tells of saves.
    private var seen: String?

    /// Makes one that has not looked yet.
    ///
    /// - Parameter progress: The query of how far a copy of a server has come; without a row where
    ///   the server is none, or none any more.
    init(progress: String = "SELECT pg_last_wal_replay_lsn()::text WHERE pg_is_in_recovery()") {
      self.progress = progress
    }

    /// The number of foreign saves since the first look, which begins to listen.
    func foreignCount(_ pool: PostgresPool) throws -> Int64 {
      try lock.withLock {
        let next = try connection ?? pool.newConnection()
        // One that fails is not used again.
        connection = nil
        if try look(next, pool) { connection = next }
        return count
      }
    }

    /// Ends the connection: what nobody reads, the server keeps, in a queue that all saves share.
    func stop() { lock.withLock { connection = nil } }

    /// Counts what a connection has to say.
    ///
    /// - Returns: Whether it goes on.
    private func look(_ connection: PostgresConnection, _ pool: PostgresPool) throws -> Bool {
      if !connection.isListening {
        if let place = try connection.query(progress).text(0, 0) {
          note(place)
          return true
        }
        try connection.execute("LISTEN \(PostgresNames.quoted(pool.channelName))")
        connection.isListening = true
        // What was told before this moment was missed; whoever looks reads again.
        count += 1
      }
      guard let notifications = connection.notifications() else { return false }
      count += Int64(notifications.filter { !pool.isOwn($0) }.count)
      return true
    }

    /// Counts what is another than at the last look.
    private func note(_ state: String) {
      if state != seen { count += 1 }
      seen = state
    }
  }

  extension PostgresListener {
    /// The number of times that the sum of the foreign saves was another one.
    func foreignCount(polling pool: PostgresPool) throws -> Int64 {
      let own = try pool.ownWriters
      let saves = try pool.withConnection { connection in
        try connection.query(
          "SELECT coalesce(sum(saves), 0)::bigint FROM model_writers WHERE NOT writer = ANY($1)",
          own
        ).integer(0, 0) ?? 0
      }
      return lock.withLock {
        note("\(saves)")
        return count
      }
    }
  }

  extension PostgresStore {
    public func foreignChangeCount() throws -> Int64? {
      do {
        return profile == .full
          ? try listener.foreignCount(pool) : try listener.foreignCount(polling: pool)
      } catch let failure as PostgresFailure {
        throw StoreError(failure)
      }
    }

    public func stopFollowing() { listener.stop() }
  }
#endif
