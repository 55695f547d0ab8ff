#if PostgreSQL
  internal import CModelPostgres
  internal import ModelRuntime
  internal import ModelSchema
  internal import Foundation

  /// Counts the saves of others, of which every save tells by NOTIFY under its store's name; those of a portable store
  /// are looked for in the table of its writers.
  final class PostgresListener: @unchecked Sendable {
    // because everything is touched under `lock` alone.
    private let lock = NSLock()
    private var connection: PostgresConnection?
    private var count: Int64 = 0
    private var saves: Int64?

    /// The number of foreign saves since the first look, which begins to listen.
    func foreignCount(_ pool: PostgresPool) throws -> Int64 {
      try lock.withLock {
        if connection == nil {
          let listening = try pool.newConnection()
          try listening.execute("LISTEN \(PostgresNames.quoted(pool.channelName))")
          connection = listening
          // What was told before this moment was missed; whoever looks reads again.
          count += 1
        }
        guard let connection, let notifications = connection.notifications() else {
          connection = nil
          return count
        }
        count += Int64(notifications.filter { !pool.isOwn($0) }.count)
        return count
      }
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
        if saves != self.saves { count += 1 }
        self.saves = saves
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
  }
#endif
