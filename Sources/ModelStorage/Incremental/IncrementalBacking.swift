/// An open incremental store, with the schema that it keeps.
package struct IncrementalBacking: Sendable {
  package let store: any IncrementalStore
  package let schema: StoreSchema
  /// True if the store may be neither saved nor migrated.
  package let isReadOnly: Bool
}

extension IncrementalBacking: StoreBacking {
  package var identifier: UUID { store.identifier }
  package func foreignChangeCount() throws -> Int64? { try store.foreignChangeCount() }
  package func stopFollowing() { store.stopFollowing() }
}

extension PersistentStore {
  /// The incremental store that keeps the objects; nil if a database keeps them.
  package var incremental: IncrementalBacking? { backing as? IncrementalBacking }
}
