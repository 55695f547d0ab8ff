extension ManagedObjectContext {
  /// A number that changes whenever anybody else saves to the store: another
  /// context, or another program.
  ///
  /// Two calls that give the same number mean that nothing but this context's
  /// own saves happened in between.
  ///
  /// - Throws: `StoreError` when the store cannot be read.
  package func storeVersion() throws -> Int64 {
    if let backing = store.backing {
      return try backing.foreignChangeCount() ?? 0
    }
    return try connection.translating {
      // SQLite counts the commits of other connections alone here.
      return try connection.dataVersion()
    }
  }
}
