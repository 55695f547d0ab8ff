#if PostgreSQL
  internal import CModelPostgres

  /// A listener that counts the saves of other programs.
  ///
  /// Every save sends a notification on the channel of its store; saves to a
  /// portable store are counted in a table. A hot standby server does not allow
  /// LISTEN, so the progress of the replication is observed instead.
  final class PostgresListener: @unchecked Sendable {
    // because all mutable state is accessed only under `lock`.
    private let lock = NSLock()
    private let progress: String
    private var connection: PostgresConnection?
    private var count: Int64 = 0
    /// The state of the server at the last check, if the server does not send
    /// notifications.
    private var seen: String?

    /// Creates a listener, which does not check for saves yet.
    ///
    /// - Parameter progress: The query for the progress of a hot standby
    ///   server, which returns no row on other servers.
    init(progress: String = "SELECT pg_last_wal_replay_lsn()::text WHERE pg_is_in_recovery()") {
      self.progress = progress
    }

    /// Returns the number of saves by other programs since this method was
    /// first called.
    func foreignCount(_ pool: PostgresPool) throws -> Int64 {
      try lock.withLock {
        let next = try connection ?? pool.newConnection()
        // A connection that fails is not used again.
        connection = nil
        if try look(next, pool) { connection = next }
        return count
      }
    }

    /// Closes the connection of the listener. Otherwise, the server would keep
    /// its unread notifications in a queue that is shared by all programs.
    func stop() { lock.withLock { connection = nil } }

    /// Counts the saves that a connection reports.
    ///
    /// - Returns: True if the connection is still usable.
    private func look(_ connection: PostgresConnection, _ pool: PostgresPool) throws -> Bool {
      if !connection.isListening {
        if let place = try connection.query(progress).text(0, 0) {
          note(place)
          return true
        }
        try connection.execute("LISTEN \(PostgresNames.quoted(pool.channelName))")
        connection.isListening = true
        // Earlier notifications have been missed, so the count is increased and the
        // caller reads again.
        count += 1
      }
      guard let notifications = connection.notifications() else { return false }
      count += Int64(notifications.filter { !pool.isOwn($0) }.count)
      return true
    }

    /// Counts a save if a state differs from the state at the last check.
    private func note(_ state: String) {
      if state != seen { count += 1 }
      seen = state
    }
  }

  extension PostgresListener {
    /// Returns the number of calls so far that found new saves of other
    /// programs. The saves are counted in a table.
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
