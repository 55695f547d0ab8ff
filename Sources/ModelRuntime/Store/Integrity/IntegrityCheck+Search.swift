internal import ModelSQLite

extension IntegrityCheck {
  /// Tables of searches that do not have what they are made of.
  func searchFindings() throws -> [IntegrityFinding] {
    let tables = Set(try SearchTables.objects(in: connection).map(\.name))
    return try mapping.foldedIndexes.filter { tables.contains($0.name) }.flatMap { index in
      let column = mapping.entities.first { $0.table == index.table && $0.entity.depth == 0 }
      return try findings(index.faults) { row in
        IntegrityFinding(
          .staleIndex, entityName: column?.entity.name, key: row.int64(0),
          message: "the folded text of \(index.column) is not the row's",
          cure: "drop the table \(index.name) and open the store: it is made anew")
      }
    }
  }
}
