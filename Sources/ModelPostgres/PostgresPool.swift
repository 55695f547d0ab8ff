#if PostgreSQL
  /// The connections of a store, which are created on demand. Each of them is
  /// used by only one thread at a time.
  final class PostgresPool: @unchecked Sendable {
    // because the list and the count are accessed only under `condition`.
    let schema: String
    private let profile: PostgresProfile
    private let text: String
    private let size: Int
    private let timeout: TimeInterval
    private let condition = NSCondition()
    private var idle: [PostgresConnection] = []
    private var count = 0
    /// The name by which the pool recognises the notifications of its own
    /// saves. The numbers of server processes are not suitable, because the
    /// server reuses them and a proxy can share a process between programs.
    private let name = UUID().uuidString
    /// The names under which connections of the pool have counted saves.
    private var writers: Set<UUID> = []
    /// The fingerprint of the model with which the store was opened; nil before
    /// it is open.
    private var model: String?
    private var observer: SQLTrace?
    /// The threads that hold a connection and need another connection for
    /// reading.
    private var beside: Set<ObjectIdentifier> = []
    /// True if the only connection is in a transaction that sees one state of the store.
    private var isSnapshot = false

    init(_ text: String, schema: String, profile: PostgresProfile, size: Int, timeout: TimeInterval)
    {
      self.text = text
      self.schema = schema
      self.profile = profile
      self.size = max(size, 1)
      // The timeout is limited to the server's longest lock timeout, because a clock
      // cannot handle an infinite one.
      self.timeout = timeout.isNaN ? 30 : min(max(timeout, 0.001), 2_000_000)
    }

    /// Returns a pool of one connection, which sees the state that the store has now.
    ///
    /// - Throws: `StoreError` if the server refuses the connection.
    func snapshot() throws -> PostgresPool {
      let pool = PostgresPool(text, schema: schema, profile: profile, size: 1, timeout: timeout)
      (pool.model, pool.observer) = condition.withLock { (model, observer) }
      try pool.withConnection { connection in
        try connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        // The first query determines the state that the transaction sees.
        try connection.query("SELECT 1")
        pool.isSnapshot = true
      }
      return pool
    }

    /// Runs a closure with a connection. The closure runs again after a conflict with
    /// another transaction, or if the connection was lost before its changes could take
    /// effect.
    ///
    /// - Parameters:
    ///   - isRepeatable: A closure that returns true if the body can run again
    ///     after a failure.
    ///   - body: A closure that has no lasting effects if the connection is lost,
    ///     because it only reads or runs a transaction.
    /// - Throws: The closure's `StoreError`, the server's error as a `StoreError`, or
    ///   `.busy` if no connection becomes free.
    func withConnection<Result>(
      isRepeatable: (PostgresFailure) throws -> Bool = { !$0.isOutcomeUnknown },
      _ body: (PostgresConnection) throws -> Result
    ) throws -> Result {
      var attempt = 1
      while true {
        do {
          return try once(body)
        } catch let failure as PostgresFailure {
          guard failure.isTransient || failure.isDisconnected || failure.isStale else {
            throw StoreError(failure)
          }
          // This is necessary even at the last attempt, because it determines the
          // outcome of the transaction.
          let isUndone = try isRepeatable(failure)
          guard isUndone, attempt < Self.attempts else {
            var error = StoreError(failure)
            if isUndone { error.isUndone = true }
            throw error
          }
          // A random delay prevents conflicting transactions from meeting again.
          if failure.isTransient { usleep(UInt32.random(in: 0..<1000 << UInt32(attempt))) }
          attempt += 1
        }
      }
    }

    /// The maximum number of attempts to run a closure.
    private static var attempts: Int { 8 }

    private func once<Result>(_ body: (PostgresConnection) throws -> Result) throws -> Result {
      let connection = try take()
      do {
        let result = try body(connection)
        giveBack(connection, isGood: true)
        return result
      } catch {
        let failure = error as? PostgresFailure
        giveBack(connection, isGood: failure?.isStale != true)
        // A server that closes one connection has usually closed all of them.
        if failure?.isDisconnected == true || failure?.isStale == true { dropIdle() }
        throw error
      }
    }

    /// Runs a closure that reads through another connection while its thread
    /// already holds one. To avoid a deadlock, the number of connections can
    /// exceed the pool's size.
    func readingBeside<Result>(_ body: () throws -> Result) rethrows -> Result {
      let thread = ObjectIdentifier(Thread.current)
      condition.withLock { _ = beside.insert(thread) }
      defer { condition.withLock { _ = beside.remove(thread) } }
      return try body()
    }

    private func take() throws -> PostgresConnection {
      condition.lock()
      let end = Date(timeIntervalSinceNow: timeout)
      let isBeside = !beside.isEmpty && beside.contains(ObjectIdentifier(Thread.current))
      while idle.isEmpty, count >= size, !isBeside {
        guard condition.wait(until: end) else {
          condition.unlock()
          throw StoreError(
            .busy,
            "all \(size) connections of the store are in use; try again, or increase 'poolSize'")
        }
      }
      if let connection = idle.popLast() {
        connection.trace = observer
        condition.unlock()
        if isUsable(connection) { return connection }
        return try renewed()
      }
      count += 1
      condition.unlock()
      return try renewed()
    }

    /// The observer that receives every statement; nil if there is none.
    var trace: SQLTrace? {
      get { condition.withLock { observer } }
      set { condition.withLock { observer = newValue } }
    }

    /// The name of the channel for notifications of saves.
    var channelName: String { PostgresNames.limited("model_store_" + schema) }

    /// The names of the channel and of the pool, as the parameters of a
    /// notification.
    var notification: PostgresParameters {
      get throws { try PostgresParameters(texts: channelName, name) }
    }

    /// Returns whether a notification is about a save of this pool.
    func isOwn(_ notification: String) -> Bool { notification == name }

    /// The names under which the pool's connections count their saves, as a parameter.
    var ownWriters: PostgresParameters {
      get throws {
        var parameters = PostgresParameters()
        try parameters.add(condition.withLock { writers.map(ConstantValue.uuid) }, .uuid)
        return parameters
      }
    }

    /// Returns a new connection that does not belong to the pool.
    ///
    /// - Throws: `StoreError` if the server refuses the connection.
    func newConnection() throws -> PostgresConnection {
      let connection = try PostgresConnection(text)
      connection.trace = trace
      do {
        try prepare(connection)
      } catch let failure as PostgresFailure {
        throw StoreError(failure)
      }
      return connection
    }

    private func prepare(_ connection: PostgresConnection) throws {
      try connection.execute(
        """
        SET search_path TO \(PostgresNames.quoted(schema)); SET TimeZone TO 'UTC'; \
        SET extra_float_digits TO 1; SET client_encoding TO 'UTF8'; \
        SET standard_conforming_strings TO on; \
        SET lock_timeout TO \(Int(timeout * 1000))
        """)
    }

    /// Makes all connections hold the store's shared lock, so that only
    /// programs with the same model can open the store.
    func share(with model: String) throws {
      condition.withLock { self.model = model }
      dropIdle()
      // This opens a first connection, which holds the lock.
      try withConnection { _ in }
    }

    /// Locks the store against migrations, and checks that its model is the one
    /// with which it was opened.
    ///
    /// - Throws: `StoreError` (`.modelMismatch`) if the store has been
    ///   migrated.
    private func shareStore(_ connection: PostgresConnection) throws {
      guard let model = condition.withLock({ model }) else { return }
      if profile == .full {
        try connection.query(
          "SELECT pg_advisory_lock_shared(\(PostgresMigration.lock(schema)))::text")
      }
      guard try PostgresMigration.fingerprint(connection) == model else {
        throw StoreError(
          .modelMismatch,
          "another program has migrated the store since this one opened it: open it again")
      }
    }

    /// Returns a new connection, which the count of connections already
    /// includes.
    private func renewed() throws -> PostgresConnection {
      do {
        guard !isSnapshot else {
          throw StoreError(
            .ioFailure, "the connection of the pinned state was lost; call 'pinReads()' again")
        }
        let connection = try newConnection()
        try shareStore(connection)
        _ = condition.withLock { writers.insert(connection.writer) }
        return connection
      } catch {
        condition.withLock { count -= 1 }
        condition.signal()
        if let failure = error as? PostgresFailure { throw StoreError(failure) }
        throw error
      }
    }

    private func giveBack(_ connection: PostgresConnection, isGood: Bool) {
      condition.withLock {
        // One connection beyond the size is kept for the next save that reads through a
        // second connection.
        if isGood, isUsable(connection), count <= size + 1 {
          idle.append(connection)
        } else {
          count -= 1
        }
      }
      condition.signal()
    }

    /// Returns whether a connection can be used again. The transaction of a snapshot stays open.
    private func isUsable(_ connection: PostgresConnection) -> Bool {
      connection.isUsable || (isSnapshot && connection.isReadingInTransaction)
    }

    private func dropIdle() {
      condition.withLock {
        count -= idle.count
        idle = []
      }
      condition.broadcast()
    }
  }
#endif
