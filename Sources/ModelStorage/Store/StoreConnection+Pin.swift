// A query generation is a read transaction that stays open: in
// write-ahead mode SQLite shows it the store as it was at its first read.

extension StoreConnection {
  /// Begins to read from one moment.
  package func pin() throws {
    unpin()
    try endLeftoverTransaction()
    try connection.execute("BEGIN DEFERRED")
    do {
      // The first read of each file decides what the transaction sees of it.
      for (schema, identity) in zip(mapping.schemas, identities) where identity != nil {
        try statement("SELECT 1 FROM \(schema).Z_METADATA").forEachRow { _ in }
      }
    } catch {
      // What is saved next would be nested in it, and never committed.
      connection.rollBack()
      throw error
    }
    isPinned = true
  }

  /// Ends reading from one moment.
  package func unpin() {
    guard isPinned else { return }
    isPinned = false
    connection.rollBack()
  }

  /// Runs the body without a pin, and pins the moment after it.
  package func withoutPin<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard isPinned else { return try body() }
    unpin()
    defer { try? pin() }
    return try body()
  }
}
