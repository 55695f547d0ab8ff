extension ManagedObjectContext {
  /// Returns a number that changes whenever another context or program saves to the
  /// store.
  ///
  /// If two calls return the same number, the store has not been changed in between,
  /// except by this context.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  package func storeVersion() throws -> Int64 {
    if let backing = store.backing {
      return try backing.foreignChangeCount() ?? 0
    }
    return try connection.translating {
      // SQLite counts only the commits of other connections here.
      return try connection.dataVersion()
    }
  }
}
