/// A row by which a transaction can be told from one that was not committed.
///
/// SQLite can report a commit as failed that was made: with a rollback journal it
/// lets its locks go when the journal is gone already, and that may fail. Then the
/// store is asked for a row that the transaction wrote:
///
/// ```
/// SELECT Z_OPT FROM ZBANK WHERE Z_PK = ?
/// ```
package struct CommitWitness {
  let table: String
  let key: Int64
  /// The version that the transaction gave the row; nil where it deleted it.
  let version: Int64?

  package init(table: String, key: Int64, version: Int64?) {
    self.table = table
    self.key = key
    self.version = version
  }

  /// A row as it is within the open transaction.
  package init(table: String, key: Int64, in connection: StoreConnection) throws {
    self.init(table: table, key: key, version: try Self.version(table, key, connection))
  }

  /// A Boolean value that says whether the row is as the transaction left it.
  func isThere(in connection: StoreConnection) throws -> Bool {
    try Self.version(table, key, connection) == version
  }

  private static func version(
    _ table: String, _ key: Int64, _ connection: StoreConnection
  ) throws -> Int64? {
    let statement = try connection.statement("SELECT Z_OPT FROM \(table) WHERE Z_PK = ?")
    defer { statement.reset() }
    statement.bind(key)
    return try statement.step() ? Row(statement).int64(0) : nil
  }
}
