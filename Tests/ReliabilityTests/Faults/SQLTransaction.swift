import Foundation
import ModelSQLite

/// An uncommitted transaction of another program.
enum SQLTransaction {
  /// Runs the body while the transaction is open, then rolls it back.
  static func leaving(
    _ setting: String, _ sql: String, in url: URL, _ body: () throws -> Void
  ) throws {
    let connection = try Connection(path: url.path(percentEncoded: false))
    try connection.execute(setting)
    try connection.execute("BEGIN IMMEDIATE")
    try connection.execute(sql)
    try body()
    try connection.execute("ROLLBACK")
  }
}
