#if PostgreSQL
  internal import ModelRuntime
  internal import ModelSchema

  internal import Foundation

  /// The connections of a store: made when they are needed, handed to one thread at a time.
  final class PostgresPool: @unchecked Sendable {
    // because the list and the count are touched under `condition` alone.
    let schema: String
    private let text: String
    private let size: Int
    private let patience: TimeInterval = 30
    private let condition = NSCondition()
    private var idle: [PostgresConnection] = []
    private var count = 0
    /// The server's processes that serve the pool, for good: numbers are not used again soon.
    private var processes: Set<Int32> = []

    init(_ text: String, schema: String, size: Int) {
      self.text = text
      self.schema = schema
      self.size = max(size, 1)
    }

    /// Runs the body with a connection; one that broke is not used again.
    ///
    /// - Throws: `StoreError`: the body's, or what the server said in the runtime's words;
    ///   `.busy` where no connection gets free.
    func withConnection<Result>(_ body: (PostgresConnection) throws -> Result) throws -> Result {
      let connection = try take()
      defer { giveBack(connection) }
      do {
        return try body(connection)
      } catch let failure as PostgresFailure {
        throw StoreError(failure)
      }
    }

    private func take() throws -> PostgresConnection {
      condition.lock()
      let end = Date(timeIntervalSinceNow: patience)
      while idle.isEmpty, count >= size {
        guard condition.wait(until: end) else {
          condition.unlock()
          throw StoreError(.busy, "all \(size) connections of the store are in use")
        }
      }
      if let connection = idle.popLast() {
        condition.unlock()
        if connection.isUsable { return connection }
        return try renewed()
      }
      count += 1
      condition.unlock()
      return try renewed()
    }

    /// The name under which saves are told of.
    var channelName: String { PostgresNames.limited("model_store_" + schema) }

    /// The same as a parameter.
    var channel: PostgresParameters {
      get throws {
        var parameters = PostgresParameters()
        try parameters.add(.string(channelName), .text)
        return parameters
      }
    }

    /// A Boolean value that says whether a process of the server serves this pool.
    func isOwn(_ process: Int32) -> Bool { condition.withLock { processes.contains(process) } }

    /// A connection beside the pool's.
    func newConnection() throws -> PostgresConnection {
      let connection = try PostgresConnection(text)
      try connection.execute(
        """
        SET search_path TO \(PostgresNames.quoted(schema)); SET TimeZone TO 'UTC'; \
        SET extra_float_digits TO 1; SET client_encoding TO 'UTF8'; \
        SET standard_conforming_strings TO on
        """)
      return connection
    }

    /// A new connection in the place of one that is counted already.
    private func renewed() throws -> PostgresConnection {
      do {
        let connection = try newConnection()
        condition.withLock { _ = processes.insert(connection.process) }
        return connection
      } catch {
        condition.withLock { count -= 1 }
        condition.signal()
        if let failure = error as? PostgresFailure { throw StoreError(failure) }
        throw error
      }
    }

    private func giveBack(_ connection: PostgresConnection) {
      condition.withLock {
        if connection.isUsable { idle.append(connection) } else { count -= 1 }
      }
      condition.signal()
    }
  }

  extension StoreError {
    /// What the server said, in the runtime's words.
    init(_ failure: PostgresFailure) {
      let text = failure.detail.map { "\(failure.message) (\($0))" } ?? failure.message
      let reason: StoreError.Reason =
        switch failure.state {
        case "40001", "40P01", "23505", "23503": .conflict
        case "55P03", "57014": .busy
        case "53100": .diskFull
        case "25006": .readOnly
        case "42501": .readOnly
        case _ where failure.isDisconnected: .ioFailure
        case _ where failure.state.hasPrefix("58"): .ioFailure
        default: .database
        }
      self.init(reason, "PostgreSQL: \(text)")
    }
  }
#endif
