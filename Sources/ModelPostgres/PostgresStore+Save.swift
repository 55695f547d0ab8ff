#if PostgreSQL
  public import ModelRuntime
  internal import ModelSchema

  extension PostgresStore {
    public func save(_ changes: StoreChanges) throws {
      var witness: PostgresWitness?
      var isSaved = false
      func isRepeatable(_ failure: PostgresFailure) throws -> Bool {
        guard failure.isOutcomeUnknown else { return true }
        isSaved = try witness?.isCommitted(pool) ?? false
        return !isSaved && witness != nil
      }
      do {
        try pool.withConnection(isRepeatable: isRepeatable) { connection in
          witness = nil
          try connection.transaction {
            try PostgresWriter(layout, connection, profile).write(changes)
            witness = try PostgresWitness(changes, layout, pool, connection, profile)
          }
        }
      } catch {
        // What was lost is the answer alone.
        if !isSaved { throw error }
      }
    }
  }
#endif
