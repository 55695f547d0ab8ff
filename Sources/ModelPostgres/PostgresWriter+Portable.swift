#if PostgreSQL
  // Without deferred constraints, a save consists of several steps, and all constraints
  // are satisfied after each of them. The server allows NULL in all columns.
  //
  //   UPDATE bank SET details_id = NULL, cert = NULL   references and unique values that change
  //   UPDATE bank SET details_id = NULL                references of rows to be deleted
  //   DELETE FROM …; INSERT INTO …                     new rows without their references
  //   UPDATE bank SET …                                all values, and the references of new rows

  extension PostgresWriter {
    /// Clears the references and unique values that are about to change, and
    /// the references in rows that are about to be deleted.
    func park(_ changes: StoreChanges) throws {
      try update(
        changes.updates.compactMap { row in
          let columns = layout.entities[row.entity.index].columns
          let table = layout.table(row.entity)
          return row.parked(row.columns.filter { table.isConstrained(columns[$0]) })
        })
      for (_, deletes) in groups(of: changes.deletes, by: \.entity.rootIndex) {
        guard let first = deletes.first else { continue }
        let table = layout.table(first.entity)
        let references = table.columns.indices.filter {
          table.columns[$0].destination != nil && $0 != table.shard?.column
        }.map { table.columns[$0] }
        guard !references.isEmpty else { continue }
        let settings = references.map { "\($0.quoted) = NULL" }.joined(separator: ", ")
        try connection.query(
          "UPDATE \(table.quoted) SET \(settings) WHERE id = ANY($1)",
          PostgresParameters(keys: deletes.map(\.key).sorted()))
      }
    }

    /// Removes the references from new rows.
    ///
    /// - Returns: The updates that set the references after all rows have been
    ///   inserted.
    func takeReferences(_ inserts: inout [StoreChanges.Row]) -> [StoreChanges.Row] {
      var updates: [StoreChanges.Row] = []
      for (index, row) in inserts.enumerated() {
        let places = layout.entities[row.entity.index].columns
        let shard = layout.table(row.entity).shard?.column
        let references = row.entity.columns.indices.filter {
          row.entity.columns[$0].destinationName != nil && row.values[$0] != .null
            && places[$0] != shard
        }
        guard !references.isEmpty else { continue }
        var values = row.values
        for place in references { values[place] = .null }
        inserts[index] = StoreChanges.Row(
          entity: row.entity, key: row.key, baseVersion: 0, version: row.version,
          columns: row.columns, values: values)
        updates.append(
          StoreChanges.Row(
            entity: row.entity, key: row.key, baseVersion: row.version, version: row.version,
            columns: references, values: references.map { row.values[$0] }))
      }
      return updates
    }
  }

  extension PostgresLayout.Table {
    fileprivate func isConstrained(_ column: Int) -> Bool {
      columns[column].destination != nil || uniqueColumns.contains(column)
    }
  }

  extension StoreChanges.Row {
    /// Returns an update that sets the given columns of an existing row to
    /// NULL; nil if there are no columns.
    fileprivate func parked(_ columns: [Int]) -> StoreChanges.Row? {
      guard !columns.isEmpty else { return nil }
      return StoreChanges.Row(
        entity: entity, key: key, baseVersion: baseVersion, version: baseVersion, columns: columns,
        values: columns.map { _ in .null })
    }
  }
#endif
