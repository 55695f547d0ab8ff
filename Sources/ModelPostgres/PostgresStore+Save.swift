#if PostgreSQL
  public import ModelRuntime
  public import ModelSchema

  extension PostgresStore {
    /// The nearest microsecond of a date between two.
    public func keptValue(
      for value: ConstantValue, in column: StoreSchema.Column
    ) throws -> ConstantValue? {
      switch value {
      case .date(let date):
        _ = try PostgresValue.microseconds(date)
        return PostgresValue.kept(date).map(ConstantValue.date)
      case .string(let text):
        try PostgresValue.check(text, PostgresType(column.type))
        return nil
      case .null, .boolean, .integer, .double, .decimal, .data, .uuid, .url, .objectID, .list:
        return nil
      }
    }

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
