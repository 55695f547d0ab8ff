extension ManagedObjectContext {
  /// Creates a context of a store, with a connection of its own.
  convenience init(store: PersistentStore) throws {
    if let backing = store.incremental {
      self.init(try IncrementalSource(store, backing), store)
    } else {
      self.init(try StoreSource(store), store)
    }
  }
}
