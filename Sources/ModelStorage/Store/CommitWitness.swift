/// A row that shows whether a transaction was committed.
///
/// SQLite can report that a commit failed although it succeeded: with a
/// rollback journal, SQLite releases its locks after the journal is removed,
/// and that may fail. A row that the transaction wrote is then read from the
/// store:
///
/// ```
/// SELECT Z_OPT FROM ZBANK WHERE Z_PK = ?
/// ```
package struct CommitWitness {
  let table: String
  let key: Int64
  /// The SQL expression for the row's version.
  private let mark: String
  /// The version that the transaction gave the row; nil if it deleted the row.
  private let version: Int64?

  package init(table: String, key: Int64, version: Int64?) {
    (self.table, self.key, self.version) = (table, key, version)
    mark = "Z_OPT"
  }

  /// Creates a witness from a row in its state within the open transaction.
  package init(
    table: String, key: Int64, mark: String = "Z_OPT", in connection: StoreConnection
  ) throws {
    (self.table, self.key, self.mark) = (table, key, mark)
    version = try Self.version(mark, table, key, connection)
  }

  /// Returns whether the row is as the transaction left it.
  package func isThere(in connection: StoreConnection) throws -> Bool {
    try Self.version(mark, table, key, connection) == version
  }

  private static func version(
    _ mark: String, _ table: String, _ key: Int64, _ connection: StoreConnection
  ) throws -> Int64? {
    try connection.statement("SELECT \(mark) FROM \(table) WHERE Z_PK = ?", key)
      .first { $0.int64(0) }
  }
}
