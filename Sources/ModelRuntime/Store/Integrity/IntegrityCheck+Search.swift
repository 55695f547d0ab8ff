internal import ModelSQLite

extension IntegrityCheck {
  /// Tables of searches that do not have what they are made of.
  func searchFindings() throws -> [IntegrityFinding] {
    let tables = Set(try SearchTables.objects(in: connection).map(\.name))
    let folded = mapping.foldedIndexes.filter { tables.contains($0.name) }
    let fullText = mapping.fullTextIndexes.filter { tables.contains($0.name) }
    return try folded.flatMap(staleRows) + fullText.compactMap(staleIndex)
  }

  /// The rows whose folded texts are others.
  private func staleRows(_ index: FoldedIndex) throws -> [IntegrityFinding] {
    let table = mapping.entities.first { $0.table == index.table && $0.entity.depth == 0 }
    return try findings(index.faults) { row in
      IntegrityFinding(
        .staleIndex, entityName: table?.entity.name, key: row.int64(0),
        message: "the folded text of \(index.column) is not the row's",
        cure: "drop the table \(index.name) and open the store: it is made anew")
    }
  }

  /// What FTS5's own check finds, which only a store that is open for writing can
  /// be asked for.
  private func staleIndex(_ index: FullTextIndex) throws -> IntegrityFinding? {
    guard !connection.isReadOnly else { return nil }
    do {
      try connection.execute(index.check)
      return nil
    } catch {
      guard error.code == .corrupt else { throw error }
      return IntegrityFinding(
        .staleIndex, entityName: index.entityName,
        message: "the full-text index '\(index.description.name)' has other words than the rows",
        cure: "drop the table \(index.name) and open the store: it is made anew")
    }
  }
}
