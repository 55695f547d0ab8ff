extension ManagedObjectContext {
  /// Creates a context of a store, with its own connection.
  convenience init(store: PersistentStore) throws {
    if let backing = store.incremental {
      self.init(try IncrementalSource(store, backing), store)
    } else {
      self.init(try StoreSource(store), store)
    }
  }
}
