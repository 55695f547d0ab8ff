/// An FTS5 table in memory that holds one row at a time. It finds words in
/// objects by the same rules by which the table of a store finds words in rows.
package final class FullTextMemory: @unchecked Sendable {
  // because tables are looked up under a lock, and each table is used only
  // under its own lock.

  private static let lock = PlatformLock()
  nonisolated(unsafe) private static var known: [String: FullTextMemory] = [:]
  // because it is read and set only under `lock`.

  private let connection: Connection
  private let columns: [String]
  private let insertion: String
  private let lock = PlatformLock()
  private var prepared: [String: Statement] = [:]

  private init(_ options: String, columnCount: Int) throws(SQLiteError) {
    columns = (0..<columnCount).map { "c\($0)" }
    let list = columns.joined(separator: ", ")
    insertion =
      "INSERT INTO w(rowid, \(list)) VALUES (1\(String(repeating: ", ?", count: columnCount)))"
    connection = try Connection(path: ":memory:")
    try connection.execute("CREATE VIRTUAL TABLE w USING fts5(\(list), \(options))")
  }

  /// Returns the table for an index's options and its number of columns.
  static func of(
    _ options: String, columnCount: Int
  ) throws(ObjectPredicateError) -> FullTextMemory {
    let key = options + "\n\(columnCount)"
    do {
      return try lock.withLock {
        if let memory = known[key] { return memory }
        let memory = try FullTextMemory(options, columnCount: columnCount)
        known[key] = memory
        return memory
      }
    } catch {
      throw ObjectPredicateError(.unsupported("a full-text index (\(options)): \(error);"))
    }
  }

  package static func of(
    _ description: FullTextIndexDescription
  ) throws(ObjectPredicateError) -> FullTextMemory {
    try of(description.options, columnCount: description.keyPaths.count)
  }

  /// Returns a statement, which is prepared only once, since it runs for each object.
  private func statement(_ sql: String) throws(SQLiteError) -> Statement {
    if let known = prepared[sql] { return known }
    let statement = try connection.prepare(sql)
    prepared[sql] = statement
    return statement
  }

  /// Returns a value for a row of strings if a query finds the row; otherwise
  /// nil.
  ///
  /// - Parameter select: The value as SQL that refers to the table `w`.
  package func found(
    _ texts: [String?], _ query: WordQuery, select: String, _ arguments: [String] = []
  ) throws(ObjectPredicateError) -> String? {
    do {
      return try lock.withLock {
        let insert = try statement(insertion)
        for text in texts { if let text { insert.bind(text) } else { insert.bindNull() } }
        try insert.run()
        defer { try? statement("DELETE FROM w").run() }
        let statement = try statement("SELECT \(select) FROM w WHERE w MATCH ?")
        for argument in arguments { statement.bind(argument) }
        statement.bind(query.matchExpression(columns: columns))
        return try statement.first { $0.optionalString(0) ?? "" }
      }
    } catch {
      throw ObjectPredicateError(.unsupported("a search for words in memory: \(error);"))
    }
  }
}
