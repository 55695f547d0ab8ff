/// An incremental store that is open, and what it was told to keep.
package struct IncrementalBacking: Sendable {
  package let store: any IncrementalStore
  package let schema: StoreSchema
  /// A Boolean value that says whether nothing is saved or migrated.
  package let isReadOnly: Bool
}

extension IncrementalBacking: StoreBacking {
  package var identifier: UUID { store.identifier }
  package func foreignChangeCount() throws -> Int64? { try store.foreignChangeCount() }
  package func stopFollowing() { store.stopFollowing() }
}

extension PersistentStore {
  /// The store that keeps the objects instead of the database; nil where the database does.
  package var incremental: IncrementalBacking? { backing as? IncrementalBacking }
}
