extension StoreConnection {
  /// Runs a body, and throws what SQLite throws in it as an error of the store.
  @inline(__always)
  func translating<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      throw storeError(error)
    }
  }
}
