extension PersistentStore {
  /// Everything that is wrong with the store, or with each of those that it joins.
  package func integrityCheck() throws -> [IntegrityFinding] {
    try requireRows(for: "integrity is checked")
    // No link leads from one store to another: each is whole by itself.
    return try (members.isEmpty ? [self] : members).flatMap { try $0.integrityFindings() }
  }

  private func integrityFindings() throws -> [IntegrityFinding] {
    let connection = try borrow()
    defer { giveBack(connection) }
    return try StoreError.translating(configuration.displayPath) {
      try IntegrityCheck(
        mapping: mapping, connection: connection.connection, path: configuration.displayPath,
        isForeign: isForeign, storage: ExternalStorage(configuration),
        keyCounter: keyCounter(rootIndex:)
      ).findings()
    }
  }
}
