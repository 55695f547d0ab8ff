extension StoreConnection {
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
