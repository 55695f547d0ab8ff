/// The history of an incremental store, which the store reads and deletes itself.
struct IncrementalHistory: HistoryLog {
  let store: PersistentStore
  let backing: IncrementalBacking

  func part(from point: StoreHistoryPoint, limit: Int?) throws -> HistoryPart {
    let part = try backing.store.history(from: point, limit: limit.flatMap { $0 < 0 ? nil : $0 })
    let references = Dictionary(
      zip(store.model.entities.map(\.name), store.references)
    ) { first, _ in first }
    return HistoryPart(
      last: part.lastNumber, first: part.firstNumber,
      timestamp: part.startDate.map(HistoryToken.timestamp),
      transactions: part.transactions.map { transaction($0, references) })
  }

  private func transaction(
    _ stored: StoreTransaction, _ references: [String: EntityReference]
  ) -> HistoryTransaction {
    HistoryTransaction(
      token: HistoryToken(
        storeID: store.identifier, transactionNumber: stored.number,
        timestamp: HistoryToken.timestamp(of: stored.date)),
      date: stored.date, author: stored.author, contextName: stored.contextName,
      processID: stored.processID, bundleID: stored.bundleID,
      changes: stored.changes.compactMap { change in
        // Changes of unknown entities are left out, as in files.
        references[change.entityName].map { reference in
          HistoryChange(
            id: change.number, kind: change.kind,
            objectID: ObjectID(entity: reference, key: change.key),
            changedProperties: change.changedProperties.map(Set.init),
            tombstone: change.tombstone)
        }
      })
  }

  func delete(before point: StoreHistoryPoint) throws -> Int {
    guard !backing.isReadOnly else {
      throw StoreError(.readOnly, "the store is opened read-only")
    }
    return try backing.store.deleteHistory(before: point)
  }
}
