extension StoreSource {
  func reserveKey(for entity: CompiledEntity, in range: inout KeyRange) throws -> Int64 {
    let counter = store.keyCounter(rootIndex: entity.rootIndex)
    if connection.isWritingParts {
      try range.reserve(entityNumber: counter, in: connection)
      return try key(of: &range, for: entity)
    }
    if store.configuration.groupsSaves, store.sharedKeys.fill(&range, entity.rootIndex) {
      return try key(of: &range, for: entity)
    }
    // To write, a pinned connection would have to give up the state to which it is
    // pinned.
    let writer = connection.isPinned ? try store.borrow() : connection
    defer { if writer !== connection { store.giveBack(writer) } }
    if store.configuration.groupsSaves {
      try store.reserveShared(&range, entity.rootIndex, counter, writer)
      return try key(of: &range, for: entity)
    }
    // The keys of a reservation that is not committed will be reserved again by another
    // context.
    var reserved = range
    try store.countedWriting(writer) { try reserved.reserve(entityNumber: counter, in: writer) }
    range = reserved
    return try key(of: &range, for: entity)
  }

  private func key(of range: inout KeyRange, for entity: CompiledEntity) throws -> Int64 {
    guard let key = range.take() else {
      throw StoreError(.database, "the store has no keys left for new objects of '\(entity.name)'")
    }
    return key
  }
}
