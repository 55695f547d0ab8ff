import Foundation
import ModelSQLite

/// A transaction of another program, which is not committed.
enum SQLTransaction {
  /// Runs the body while the transaction is open.
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
