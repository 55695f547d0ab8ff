/// An observer that is told about every statement that a store runs.
///
/// ```swift
/// configuration.trace = SQLTrace { statement in
///   print(statement.duration, statement.rowCount, statement.sql)
/// }
/// ```
///
/// Values stay hidden unless they are asked for: they are the users', and logs
/// are read by others. A store without a trace spends nothing on it.
///
/// Without changing the program, the environment variable `MODEL_SQL_TRACE`
/// writes statements to standard error: `statements` shows them with
/// parameters, `values` with the values.
public struct SQLTrace: Sendable {
  /// A Boolean value that says whether values are shown, as literals in
  /// `StatementTrace.expandedSQL`.
  public let showsValues: Bool
  let body: @Sendable (StatementTrace) -> Void
  private let identity = Identity()

  private final class Identity: Sendable {}

  /// Reports statements when they have run, on whatever thread runs them.
  ///
  /// - Parameters:
  ///   - showsValues: Whether values are shown, as literals.
  ///   - body: What is told of each; it must not use the store.
  public init(
    showsValues: Bool = false, _ body: @escaping @Sendable (StatementTrace) -> Void
  ) {
    self.showsValues = showsValues
    self.body = body
  }

  /// Tells of a statement that has run, or failed: of a store that runs statements of its own.
  ///
  /// - Parameters:
  ///   - sql: The statement, without values.
  ///   - duration: The time that it ran.
  ///   - rowCount: The number of rows that it gave.
  ///   - expandedSQL: The statement with its values, which is made where they are asked for.
  public func report(
    _ sql: String, duration: Duration, rowCount: Int,
    expandedSQL: @autoclosure () -> String? = nil
  ) {
    body(
      StatementTrace(
        sql: sql, expandedSQL: showsValues ? expandedSQL() : nil, duration: duration,
        rowCount: rowCount))
  }

  /// The trace that the environment asks for; nil for none.
  static let fromEnvironment: SQLTrace? = {
    let setting = getenv("MODEL_SQL_TRACE").map { String(cString: $0) }
    guard let setting, ["statements", "values"].contains(setting) else { return nil }
    return SQLTrace(showsValues: setting == "values") { statement in
      try? StandardStream.errors.show("\(statement)\n")
    }
  }()
}

extension SQLTrace: Hashable {
  /// Returns whether both are the same trace.
  public static func == (one: SQLTrace, other: SQLTrace) -> Bool { one.identity === other.identity }

  /// Hashes the trace's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(identity)) }
}
