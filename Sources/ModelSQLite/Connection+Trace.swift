internal import CModelSQLite

/// A statement that a connection has run.
public struct StatementTrace: Sendable, Hashable {
  /// The SQL of the statement, with parameters instead of values.
  public var sql: String
  /// The SQL of the statement with its bound values; nil if values are not
  /// shown.
  public var expandedSQL: String?
  /// The time for which the statement ran, including the time between rows.
  public var duration: Duration
  /// The number of rows that the statement returned.
  public var rowCount: Int

  package init(sql: String, expandedSQL: String? = nil, duration: Duration, rowCount: Int) {
    self.sql = sql
    self.expandedSQL = expandedSQL
    self.duration = duration
    self.rowCount = rowCount
  }
}

extension Connection {
  /// Calls a closure with every statement after it has run, until the
  /// connection is closed.
  ///
  /// Connections without a trace have no overhead.
  ///
  /// - Parameters:
  ///   - showsValues: True if bound values are shown, as literals.
  ///   - body: The closure, which must not use the connection.
  package func trace(
    showsValues: Bool, _ body: @escaping @Sendable (StatementTrace) -> Void
  ) {
    let tracer = Tracer(showsValues: showsValues, body: body)
    self.tracer = tracer
    let events = SQLITE_TRACE_STMT | SQLITE_TRACE_ROW | SQLITE_TRACE_PROFILE
    sqlite3_trace_v2(
      handle, UInt32(events),
      { event, tracer, statement, detail in
        guard let tracer else { return 0 }
        Unmanaged<Tracer>.fromOpaque(tracer).takeUnretainedValue()
          .note(event, OpaquePointer(statement), detail)
        return 0
      }, Unmanaged.passUnretained(tracer).toOpaque())
  }
}

/// A tracer, which counts the rows of running statements, measures their time,
/// and reports them.
final class Tracer {
  private let showsValues: Bool
  private let body: @Sendable (StatementTrace) -> Void
  private var running: [OpaquePointer: (start: ContinuousClock.Instant, rows: Int)] = [:]

  init(showsValues: Bool, body: @escaping @Sendable (StatementTrace) -> Void) {
    self.showsValues = showsValues
    self.body = body
  }

  /// Handles a trace event of SQLite.
  fileprivate func note(
    _ event: UInt32, _ statement: OpaquePointer?, _ detail: UnsafeMutableRawPointer?
  ) {
    guard let statement else { return }
    switch Int32(bitPattern: event) {
    case SQLITE_TRACE_STMT:
      // The statements of a trigger are reported as comments while the statement that
      // fired it runs.
      if running[statement] == nil { running[statement] = (.now, 0) }
    case SQLITE_TRACE_ROW: running[statement]?.rows += 1
    case SQLITE_TRACE_PROFILE: finish(statement)
    default: break
    }
  }

  private func finish(_ statement: OpaquePointer) {
    guard let (start, rows) = running.removeValue(forKey: statement),
      let sql = sqlite3_sql(statement)
    else { return }
    var trace = StatementTrace(
      sql: String(cString: sql), duration: ContinuousClock.now - start, rowCount: rows)
    if showsValues, let expanded = sqlite3_expanded_sql(statement) {
      trace.expandedSQL = String(cString: expanded)
      sqlite3_free(expanded)
    }
    body(trace)
  }
}

extension StatementTrace: CustomStringConvertible {
  /// The time, the number of rows, and the SQL of the statement.
  public var description: String {
    let rows = rowCount == 1 ? "1 row" : "\(rowCount) rows"
    return "sql: \(duration), \(rows): \(expandedSQL ?? sql)"
  }
}
