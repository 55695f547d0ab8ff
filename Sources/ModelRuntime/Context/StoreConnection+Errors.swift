extension StoreConnection {
  /// Runs a closure, and throws its SQLite errors as errors of the store.
  @inline(__always)
  func translating<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      throw storeError(error)
    }
  }
}
