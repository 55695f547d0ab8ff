import GRDB

extension DatabaseQueue {
  /// GRDB's serial queue, set up like everyone's connection.
  static func open(_ path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = true
    configuration.prepareDatabase { database in
      for pragma in ConnectionSettings.pragmas {
        try database.execute(sql: pragma)
      }
    }
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  /// The first key that is free, of one entity.
  func nextKey(_ entity: Int32) throws -> Int64 {
    try read { try Int64.fetchOne($0, sql: SQL.maximum, arguments: [entity]) ?? 0 } + 1
  }
}

extension Database {
  /// Records the last key given out, as part of a save.
  func raiseMaximum(of entity: Int32, to key: Int64?) throws {
    guard let key else { return }
    try execute(sql: SQL.raiseMaximum, arguments: [key, entity])
  }

  /// Runs a statement that must change one row.
  func changeOne(_ sql: String, _ arguments: StatementArguments) throws {
    try cachedStatement(sql: sql).execute(arguments: arguments)
    guard changesCount == 1 else { throw BenchError("somebody else changed the row") }
  }
}
