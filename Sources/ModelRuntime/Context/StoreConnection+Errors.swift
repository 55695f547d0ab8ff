extension StoreConnection {
  /// Returns a statement whose first parameters have the given values.
  func statement(_ sql: String, _ values: Int64...) throws -> Statement {
    let statement = try statement(sql)
    for value in values { statement.bind(value) }
    return statement
  }

  /// Runs a closure, and converts SQLite errors that it throws to errors of the
  /// store.
  @inline(__always)
  func translating<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      throw storeError(error)
    }
  }
}
