#if PostgreSQL
  internal import CModelPostgres

  /// A connection to a server, which is used by only one thread at a time.
  final class PostgresConnection {
    private let handle: OpaquePointer
    private var prepared: [String: String] = [:]
    private static var preparedLimit: Int { 256 }
    /// The name under which the connection counts its saves in a portable store.
    let writer = UUID()
    var saves: Int64 = 0
    /// True if the connection has requested notifications about saves from the
    /// server.
    var isListening = false
    /// The observer that receives every statement; nil if there is none.
    var trace: SQLTrace?

    /// Connects to a server.
    ///
    /// - Throws: `StoreError` (`.cannotOpen`) if the server cannot be reached.
    init(_ text: String) throws {
      guard let handle = PQconnectdb(text) else {
        throw StoreError(.cannotOpen, "the database cannot be reached, because no memory is left")
      }
      self.handle = handle
      guard PQstatus(handle) == CONNECTION_OK else {
        let message = Self.text(String(cString: PQerrorMessage(handle)).trimmed, of: text)
        throw StoreError(.cannotOpen, "the database cannot be reached: \(message)")
      }
      PQsetNoticeProcessor(handle, { _, _ in }, nil)
      try checkEncoding()
    }

    /// Checks that the database can store all Unicode characters.
    ///
    /// - Throws: `StoreError` if its encoding is not UTF-8.
    private func checkEncoding() throws {
      guard
        let encoding = PQparameterStatus(handle, "server_encoding").map({ String(cString: $0) }),
        encoding != "UTF8"
      else { return }
      throw StoreError(
        .unsupportedFeature,
        """
        the encoding \(encoding) of the database cannot represent all characters; create one \
        with "CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0"
        """)
    }

    /// Returns libpq's message about a connection. If libpq cannot parse the
    /// address, its message can contain the password, and is replaced by
    /// another message.
    private static func text(_ message: String, of address: String) -> String {
      if let options = PQconninfoParse(address, nil) {
        defer { PQconninfoFree(options) }
        // The password ends at its first '@', and libpq interprets the rest as the
        // host.
        let isWhole = value(of: "host", in: options)?.contains("@") != true
        if isWhole, !message.hasPrefix("invalid ") { return message }
      }
      return """
        the address is not valid; write '%', '/', '@' and ':' in a password as '%25', \
        '%2F', '%40' and '%3A'
        """
    }

    /// Returns the value of an option in a list of libpq's options; nil if the
    /// option is not set.
    private static func value(
      of keyword: String, in options: UnsafeMutablePointer<PQconninfoOption>
    ) -> String? {
      var option = options
      while let name = option.pointee.keyword {
        if String(cString: name) == keyword {
          return option.pointee.val.map { String(cString: $0) }
        }
        option += 1
      }
      return nil
    }

    deinit { PQfinish(handle) }

    /// True if the connection is intact and not in a transaction.
    var isUsable: Bool {
      PQstatus(handle) == CONNECTION_OK && PQtransactionStatus(handle) == PQTRANS_IDLE
    }

    /// True if the connection is in a transaction in which nothing has failed.
    var isReadingInTransaction: Bool {
      PQstatus(handle) == CONNECTION_OK && PQtransactionStatus(handle) == PQTRANS_INTRANS
    }

    /// Returns the notifications received since the last call; nil if the connection is
    /// lost.
    func notifications() -> [String]? {
      guard PQconsumeInput(handle) == 1 else { return nil }
      var texts: [String] = []
      while let next = PQnotifies(handle) {
        texts.append(next.pointee.extra.map { String(cString: $0) } ?? "")
        PQfreemem(next)
      }
      return texts
    }

    /// Runs one or more SQL statements without parameters.
    func execute(_ sql: String) throws {
      try reporting(sql) { _ in _ = try check(PQexec(handle, sql), sql) }
    }

    /// Runs a closure that executes a statement, and reports the statement to
    /// the observer, even if it fails.
    ///
    /// - Parameter body: A closure that executes the statement, and sets its
    ///   argument to the number of rows.
    private func reporting<Result>(
      _ sql: String, _ parameters: PostgresParameters = PostgresParameters(),
      _ body: (inout Int) throws -> Result
    ) rethrows -> Result {
      var rows = 0
      guard let trace else { return try body(&rows) }
      let start = ContinuousClock.now
      defer {
        trace.report(
          sql, duration: .now - start, rowCount: rows, expandedSQL: parameters.expanded(sql))
      }
      return try body(&rows)
    }

    /// Runs a statement, which is prepared when it is first used, and returns
    /// its result.
    @discardableResult
    func query(
      _ sql: String, _ parameters: PostgresParameters = PostgresParameters()
    ) throws -> PostgresResult {
      try reporting(sql, parameters) { rows in
        let name = try statement(sql, parameters.types)
        let result = try parameters.withPointers { values, lengths in
          let formats = [Int32](repeating: 1, count: values.count)
          return try check(
            PQexecPrepared(handle, name, Int32(values.count), values, lengths, formats, 1), sql)
        }
        rows = result.count
        return result
      }
    }

    /// Runs a statement, and passes each row to a closure as it arrives. The
    /// rows are not kept in memory.
    func stream(
      _ sql: String, _ parameters: PostgresParameters, _ body: (PostgresResult) throws -> Void
    ) throws {
      try reporting(sql, parameters) { rows in
        try send(sql, parameters) { result in
          rows += result.count
          try body(result)
        }
      }
    }

    private func send(
      _ sql: String, _ parameters: PostgresParameters, _ body: (PostgresResult) throws -> Void
    ) throws {
      let name = try statement(sql, parameters.types)
      let isSent = try parameters.withPointers { values, lengths in
        let formats = [Int32](repeating: 1, count: values.count)
        return PQsendQueryPrepared(
          handle, name, Int32(values.count), values, lengths, formats, 1) == 1
      }
      guard isSent else { throw failure(nil, sql) }
      PQsetSingleRowMode(handle)
      var failure: (any Error)?
      while let next = PQgetResult(handle) {
        // After a failure, the remaining results must still be read.
        guard failure == nil else {
          PQclear(next)
          continue
        }
        do {
          try body(try check(next, sql))
        } catch {
          failure = error
          cancel()
        }
      }
      if let failure { throw failure }
    }

    /// Runs a query without parameters as COPY … TO STDOUT, and passes each row
    /// to a closure as it arrives.
    func copy(from sql: String, _ body: (PostgresCopiedRow) throws -> Void) throws {
      let sql = "COPY (\(sql)) TO STDOUT (FORMAT binary)"
      try reporting(sql) { rows in
        try receive(sql) { row in
          rows += 1
          try body(row)
        }
      }
    }

    private func receive(_ sql: String, _ body: (PostgresCopiedRow) throws -> Void) throws {
      try begin(sql, PGRES_COPY_OUT)
      var row = PostgresCopiedRow()
      var isFirst = true
      var failure: (any Error)?
      var bytes: UnsafeMutablePointer<CChar>?
      while case let count = PQgetCopyData(handle, &bytes, 0), count > 0 {
        defer { PQfreemem(bytes) }
        // After a failure, the remaining results must still be read.
        guard failure == nil else { continue }
        let message = UnsafeRawBufferPointer(start: bytes, count: Int(count))
        let start = isFirst ? PostgresCopy.headerCount(message) : 0
        isFirst = false
        guard row.read(UnsafeRawBufferPointer(rebasing: message[start...])) else { continue }
        do {
          try body(row)
        } catch {
          failure = error
          cancel()
        }
      }
      try takeAnswer(to: sql, after: failure)
    }

    /// Runs a COPY … FROM STDIN.
    ///
    /// - Parameters:
    ///   - rows: The number of rows.
    ///   - append: A closure that appends the bytes of the row with the given
    ///     index.
    func copy(_ sql: String, rows: Int, _ append: (Int, inout [UInt8]) throws -> Void) throws {
      try reporting(sql) { _ in try send(sql, rows: rows, append) }
    }

    private func send(
      _ sql: String, rows: Int, _ append: (Int, inout [UInt8]) throws -> Void
    ) throws {
      try begin(sql, PGRES_COPY_IN)
      do {
        var bytes = PostgresCopy.header
        for row in 0..<rows {
          try append(row, &bytes)
          if bytes.count > PostgresCopy.piece { try put(&bytes, sql) }
        }
        bytes += PostgresCopy.trailer
        try put(&bytes, sql)
      } catch {
        try? end("left off")
        throw error
      }
      try end(nil)
    }

    /// Starts a COPY, which the server confirms with a status.
    private func begin(_ sql: String, _ status: ExecStatusType) throws {
      let answer = PQexec(handle, sql)
      guard PQresultStatus(answer) == status else {
        _ = try check(answer, sql)
        throw failure(nil, sql)
      }
      PQclear(answer)
    }

    private func put(_ bytes: inout [UInt8], _ sql: String) throws {
      let code = bytes.withUnsafeBytes { buffer in
        let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
        return PQputCopyData(handle, start, Int32(clamping: buffer.count))
      }
      guard code == 1 else { throw failure(nil, sql) }
      bytes.removeAll(keepingCapacity: true)
    }

    /// Ends a COPY, and reads the server's response.
    ///
    /// - Parameter reason: The reason why the COPY is cancelled; nil if it is
    ///   complete.
    private func end(_ reason: String?) throws {
      PQputCopyEnd(handle, reason)
      try takeAnswer(to: "COPY")
    }

    /// Reads all results of a COPY.
    ///
    /// - Throws: The given failure or, if it is nil, the first error that the
    ///   server reports.
    private func takeAnswer(to sql: String, after failure: (any Error)? = nil) throws {
      var failure = failure
      while let next = PQgetResult(handle) {
        do { _ = try check(next, sql) } catch { failure = failure ?? error }
      }
      if let failure { throw failure }
    }

    /// Runs a closure in a transaction, which is rolled back if the closure
    /// throws an error.
    func transaction<Result>(_ body: () throws -> Result) throws -> Result {
      try execute("BEGIN")
      do {
        let result = try body()
        try commit()
        return result
      } catch {
        if PQstatus(handle) == CONNECTION_OK { try? execute("ROLLBACK") }
        throw error
      }
    }

    private func commit() throws {
      do {
        try execute("COMMIT")
      } catch var failure as PostgresFailure {
        failure.isOutcomeUnknown = failure.isDisconnected
        throw failure
      }
    }

    private func cancel() {
      guard let request = PQgetCancel(handle) else { return }
      var buffer = [CChar](repeating: 0, count: 256)
      PQcancel(request, &buffer, 256)
      PQfreeCancel(request)
    }

    private func statement(_ sql: String, _ types: [UInt32]) throws -> String {
      if let known = prepared[sql] { return known }
      // A program can produce any number of different conditions, so the prepared
      // statements are limited.
      if prepared.count >= Self.preparedLimit {
        try execute("DEALLOCATE ALL")
        prepared = [:]
      }
      let name = "s\(prepared.count + 1)"
      _ = try check(PQprepare(handle, name, sql, Int32(types.count), types), sql)
      prepared[sql] = name
      return name
    }

    private func check(_ result: OpaquePointer?, _ sql: String) throws -> PostgresResult {
      switch PQresultStatus(result) {
      case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_SINGLE_TUPLE:
        guard let result else { throw failure(nil, sql) }
        return PostgresResult(result)
      default:
        defer { PQclear(result) }
        throw failure(result, sql)
      }
    }

    private func failure(_ result: OpaquePointer?, _ sql: String) -> PostgresFailure {
      func field(_ code: Character) -> String? {
        PQresultErrorField(result, Int32(code.asciiValue ?? 0)).map { String(cString: $0) }
      }
      let state = field("C") ?? ""
      return PostgresFailure(
        state: state, message: field("M") ?? String(cString: PQerrorMessage(handle)).trimmed,
        role: PQuser(handle).map { String(cString: $0) } ?? "",
        isDisconnected: PQstatus(handle) != CONNECTION_OK || state.isEmpty || state.hasPrefix("57P")
          || state.hasPrefix("08"))
    }
  }
#endif
