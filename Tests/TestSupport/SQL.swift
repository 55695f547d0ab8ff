public import Foundation
internal import ModelSQLite

/// Returns the rows of a query in the format of SQLite's shell, with the values joined
/// by bars.
public func rows(_ sql: String, in url: URL) throws -> [String] {
  let connection = try Connection(path: url.path(percentEncoded: false))
  let statement = try connection.prepare(sql)
  var rows: [String] = []
  try statement.forEachRow { row in
    rows.append(
      (0..<Int32(statement.columnCount)).map { row.shownText($0) }.joined(separator: "|"))
  }
  return rows
}

/// Runs SQL statements on a file through a connection of its own, as another program
/// would.
public func execute(_ sql: String, in url: URL) throws {
  try Connection(path: url.path(percentEncoded: false)).execute(sql)
}
