extension IncrementalSource {
  /// Returns the transaction that the store adds to its history with a save; nil if
  /// the store keeps no history, or if nothing has changed.
  func transaction(
    of changes: ChangeSet, _ derived: DerivedValues, _ context: ManagedObjectContext
  ) throws -> StoreTransaction? {
    guard incremental.keepsHistory else { return nil }
    var notes = HistoryNotes()
    notes.note(deleted: changes.deletes)
    notes.note(changes)
    notes.note(derived: derived.ids(besides: changes), in: store)
    guard !notes.groups.isEmpty else { return nil }
    var transaction = StoreTransaction(
      ofProcessAt: .now, author: context.transactionAuthor, contextName: context.name)
    // As in files, a batch does not tell which properties it changed.
    let isNamed = !context.isOfBatch
    transaction.changes = try notes.groups.flatMap { try self.changes($0, $1, isNamed: isNamed) }
    return transaction
  }

  private func changes(
    _ change: HistoryNotes.Change, _ keys: [Int64], isNamed: Bool
  ) throws -> [StoreTransaction.Change] {
    let entity = store.model.entities[change.entity]
    let names = isNamed ? change.properties.map(entity.historyNames) : nil
    let tombstones = change.kind == .delete ? try tombstones(keys, of: entity) : [:]
    return keys.map { key in
      StoreTransaction.Change(
        kind: change.kind, entityName: entity.name, key: key, changedProperties: names,
        tombstone: tombstones[key] ?? [:])
    }
  }

  /// Returns the values of rows that are preserved after deletion, by key. They are
  /// read from the store, because the objects may be faults or have unsaved values.
  private func tombstones(
    _ keys: [Int64], of entity: CompiledEntity
  ) throws -> [Int64: [String: ConstantValue]] {
    guard !entity.keptAttributes.isEmpty else { return [:] }
    let names = Set(entity.keptAttributes.map(\.name))
    let kept = store.mapping.mapping(of: entity).columns.enumerated().filter {
      names.contains($1.keyPath)
    }
    var tombstones: [Int64: [String: ConstantValue]] = [:]
    let sink = RowSink(registers) { register, row in
      let values = Row(register.statement)
      for (place, column) in kept {
        // The key and the version precede the columns.
        let number = Int32(2 + place)
        guard let type = column.type, !values.isNull(number) else { continue }
        tombstones[row.key, default: [:]][column.keyPath] = values.constant(number, type)
      }
    }
    try incremental.read(keys: keys, of: schema.entities[entity.index], into: sink)
    return tombstones
  }
}

extension CompiledEntity {
  /// Returns the names of changed properties that a history records, in order.
  fileprivate func historyNames(_ properties: PropertySet) -> [String] {
    historyProperties.filter { properties.contains($0.number) }.map(\.name)
  }
}
