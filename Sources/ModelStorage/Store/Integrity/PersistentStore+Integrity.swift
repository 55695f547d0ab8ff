extension PersistentStore {
  /// Returns the problems in the store, or in all stores that it joins.
  package func integrityCheck() throws -> [IntegrityFinding] {
    try requireRows(for: "integrity is checked")
    // No relationship leads from one store to another, so each store is checked
    // separately.
    return try (members.isEmpty ? [self] : members).flatMap { try $0.integrityFindings() }
  }

  private func integrityFindings() throws -> [IntegrityFinding] {
    try withConnection { connection in
      try IntegrityCheck(
        mapping: mapping, connection: connection.connection, path: configuration.displayPath,
        isForeign: isForeign, storage: ExternalStorage(configuration),
        keyCounter: keyCounter(rootIndex:)
      ).findings()
    }
  }
}
