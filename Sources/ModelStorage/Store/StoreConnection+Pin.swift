// A query generation is a read transaction that stays open: with a write-ahead
// log, the transaction sees the state of the store at its first read.

extension StoreConnection {
  /// Pins the connection to the current state of the store.
  package func pin() throws {
    unpin()
    try endLeftoverTransaction()
    try connection.execute("BEGIN DEFERRED")
    do {
      // The first read of each file determines the state that the transaction sees.
      for (schema, identity) in zip(mapping.schemas, identities) where identity != nil {
        try statement("SELECT 1 FROM \(schema).Z_METADATA").forEachRow { _ in }
      }
    } catch {
      // Without a rollback, the next save would be nested in this transaction, and
      // never committed.
      connection.rollBack()
      throw error
    }
    isPinned = true
  }

  /// Unpins the connection, which then reads the newest state.
  package func unpin() {
    guard isPinned else { return }
    isPinned = false
    connection.rollBack()
  }

  /// Runs the body without a pin, then pins the connection to the state after
  /// it.
  package func withoutPin<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard isPinned else { return try body() }
    unpin()
    defer { try? pin() }
    return try body()
  }
}
