/// An observer that receives every statement that a store runs.
///
/// ```swift
/// configuration.trace = SQLTrace { statement in
///   print(statement.duration, statement.rowCount, statement.sql)
/// }
/// ```
///
/// Values are hidden unless the program requests them, since they are users'
/// data, and logs are read by other people. A store without a trace has no
/// overhead.
///
/// A program can be traced without a change to its code by the environment
/// variable `MODEL_SQL_TRACE`, which makes it write statements to standard
/// error: `statements` shows the statements with parameters, `values` with
/// their values.
public struct SQLTrace: Sendable {
  /// True if `StatementTrace.expandedSQL` contains values, as literals.
  public let showsValues: Bool
  let body: @Sendable (StatementTrace) -> Void
  private let identity = Identity()

  private final class Identity: Sendable {}

  /// Creates a trace that receives statements after they have run, on the thread that
  /// ran them.
  ///
  /// - Parameters:
  ///   - showsValues: True if values are shown, as literals.
  ///   - body: A closure that receives each statement. It must not use the
  ///     store.
  public init(
    showsValues: Bool = false, _ body: @escaping @Sendable (StatementTrace) -> Void
  ) {
    self.showsValues = showsValues
    self.body = body
  }

  /// Reports a statement that has run or failed. A store that runs its own
  /// statements calls this method.
  ///
  /// - Parameters:
  ///   - sql: The statement, without values.
  ///   - duration: The time for which it ran.
  ///   - rowCount: The number of rows that the statement returned.
  ///   - expandedSQL: The statement with its values, computed only if the trace shows
  ///     values.
  public func report(
    _ sql: String, duration: Duration, rowCount: Int,
    expandedSQL: @autoclosure () -> String? = nil
  ) {
    body(
      StatementTrace(
        sql: sql, expandedSQL: showsValues ? expandedSQL() : nil, duration: duration,
        rowCount: rowCount))
  }

  /// The trace that `MODEL_SQL_TRACE` requests; nil if the variable is not set.
  static let fromEnvironment: SQLTrace? = {
    let setting = getenv("MODEL_SQL_TRACE").map { String(cString: $0) }
    guard let setting, ["statements", "values"].contains(setting) else { return nil }
    return SQLTrace(showsValues: setting == "values") { statement in
      try? StandardStream.errors.show("\(statement)\n")
    }
  }()
}

extension SQLTrace: Hashable {
  /// Returns whether both values are the same trace.
  public static func == (one: SQLTrace, other: SQLTrace) -> Bool { one.identity === other.identity }

  /// Hashes the trace's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(identity)) }
}
