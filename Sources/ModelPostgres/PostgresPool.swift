#if PostgreSQL
  /// The connections of a store: made when they are needed, handed to one thread at a time.
  final class PostgresPool: @unchecked Sendable {
    // because the list and the count are touched under `condition` alone.
    let schema: String
    private let profile: PostgresProfile
    private let text: String
    private let size: Int
    private let timeout: TimeInterval
    private let condition = NSCondition()
    private var idle: [PostgresConnection] = []
    private var count = 0
    /// The name under which its saves are told of. Numbers of the server's processes would not do:
    /// it gives them to others again, and somebody between may give a process to several programs.
    private let name = UUID().uuidString
    /// The names under which the pool's connections note their saves, for good too.
    private var writers: Set<UUID> = []
    /// The fingerprint of the model that the store is open with.
    private var model: String?
    private var observer: SQLTrace?
    /// The threads that hold a connection and read beside it.
    private var beside: Set<ObjectIdentifier> = []

    init(_ text: String, schema: String, profile: PostgresProfile, size: Int, timeout: TimeInterval)
    {
      self.text = text
      self.schema = schema
      self.profile = profile
      self.size = max(size, 1)
      // As long as the server waits for locks at most: a clock cannot count to a time without end.
      self.timeout = timeout.isNaN ? 30 : min(max(timeout, 0.001), 2_000_000)
    }

    /// Runs the body with a connection; again where it ran into another transaction, and where the
    /// connection was lost before it could have done anything.
    ///
    /// - Parameters:
    ///   - isRepeatable: Says whether the body can run again after a failure.
    ///   - body: What a lost connection undoes: reads, and transactions.
    /// - Throws: `StoreError`: the body's, or what the server said in the runtime's words;
    ///   `.busy` where no connection gets free.
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
          // At the last attempt too: what became of the transaction is known then.
          let isUndone = try isRepeatable(failure)
          guard isUndone, attempt < Self.attempts else {
            var error = StoreError(failure)
            if isUndone { error.isUndone = true }
            throw error
          }
          // Who ran into each other is not to do it again.
          if failure.isTransient { usleep(UInt32.random(in: 0..<1000 << UInt32(attempt))) }
          attempt += 1
        }
      }
    }

    /// The number of times that something is tried that ran into another
    /// transaction.
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
        // A server that ended one connection has mostly ended all.
        if failure?.isDisconnected == true || failure?.isStale == true { dropIdle() }
        throw error
      }
    }

    /// Runs a body that reads over other connections while its thread holds one: it would wait for
    /// itself, so that it gets another one beyond the pool's size.
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
          throw StoreError(.busy, "all \(size) connections of the store are in use")
        }
      }
      if let connection = idle.popLast() {
        connection.trace = observer
        condition.unlock()
        if connection.isUsable { return connection }
        return try renewed()
      }
      count += 1
      condition.unlock()
      return try renewed()
    }

    /// The observer that is told about every statement; nil for none.
    var trace: SQLTrace? {
      get { condition.withLock { observer } }
      set { condition.withLock { observer = newValue } }
    }

    /// The name under which saves are told of.
    var channelName: String { PostgresNames.limited("model_store_" + schema) }

    /// The same and the pool's own name, as parameters.
    var notification: PostgresParameters {
      get throws { try PostgresParameters(texts: channelName, name) }
    }

    /// A Boolean value that says whether a save was told of by this pool.
    func isOwn(_ notification: String) -> Bool { notification == name }

    /// The names of the pool's connections, as a parameter.
    var ownWriters: PostgresParameters {
      get throws {
        var parameters = PostgresParameters()
        try parameters.add(condition.withLock { writers.map(ConstantValue.uuid) }, .uuid)
        return parameters
      }
    }

    /// A connection beside the pool's.
    ///
    /// - Throws: `StoreError`.
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

    /// Lets connections share the store with programs of the same version alone, from now on.
    func share(with model: String) throws {
      condition.withLock { self.model = model }
      dropIdle()
      // One is there from now on, which has the lock.
      try withConnection { _ in }
    }

    /// A lock that keeps migrations away, and a look whether there was one.
    ///
    /// - Throws: `StoreError` (`.modelMismatch`).
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

    /// A new connection in the place of one that is counted already.
    private func renewed() throws -> PostgresConnection {
      do {
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
        // One more than the size is kept, for the next save that reads beside its own.
        if isGood, connection.isUsable, count <= size + 1 {
          idle.append(connection)
        } else {
          count -= 1
        }
      }
      condition.signal()
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
