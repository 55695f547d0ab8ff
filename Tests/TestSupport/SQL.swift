public import Foundation
internal import ModelSQLite

/// The rows of a query as SQLite's shell prints them: values joined by bars.
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

/// Runs statements on a file, as another program would.
public func execute(_ sql: String, in url: URL) throws {
  try Connection(path: url.path(percentEncoded: false)).execute(sql)
}
