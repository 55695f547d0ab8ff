internal import Foundation
internal import ModelSQLite
internal import ModelSchema

extension PersistentContainer {
  /// Calls a closure with a connection of the store, which has all functions
  /// that the store's indexes call, and with the names of tables and columns.
  package func withConnection(_ body: (Connection, StoreMapping) throws -> Void) throws {
    let connection = try store.borrow()
    defer { store.giveBack(connection) }
    try body(connection.connection, store.mapping)
  }

  /// Migrates a store file in place and says each statement before it runs: a
  /// trial ends the program there.
  package static func migrateStore(
    _ configuration: StoreConfiguration, to model: CompiledModel,
    willRun: @escaping @Sendable (String) -> Void
  ) throws {
    let connection = try Connection(path: configuration.displayPath)
    try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
    try TextFunctions(connection: connection).register()
    _ = try StoreMigration(
      model: model, connection: connection, configuration: configuration, willRun: willRun
    ).migrateIfNeeded()
  }
}
