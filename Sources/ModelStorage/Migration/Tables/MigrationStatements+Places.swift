// The positions of members in ordered relationships. Rows and pairs are created
// by entity and mapping, and the members of one list may come from several
// mappings:
//
// 1. A row or a pair is created with its previous position, or with none.
// 2. Once all rows and pairs exist, the members of each owner are numbered.

extension MigrationStatements {
  /// The statements that number the members of all relationships whose
  /// positions may have gaps, or may come from several older lists.
  var places: [MigrationStatement] { columnPlaces + joinPlaces }

  /// Returns the statement that numbers the members of each owner in the order
  /// of their positions.
  ///
  /// Members without a position follow the others, in the order in which they
  /// were created.
  ///
  ///     UPDATE ZITEM AS n SET Z_FOK_BOX = p.place FROM (SELECT rowid AS k,
  ///         1024 * row_number() OVER (PARTITION BY ZBOX
  ///         ORDER BY Z_FOK_BOX IS NULL, Z_FOK_BOX, Z_PK) AS place
  ///         FROM ZITEM WHERE ZBOX IS NOT NULL) AS p
  ///       WHERE n.rowid = p.k AND n.Z_FOK_BOX IS NOT p.place
  private func numbering(
    _ table: String, place: String, owner: String, member: String, rows: Int
  ) -> MigrationStatement {
    let (name, place) = (StoreNames.quoted(table), StoreNames.quoted(place))
    let (owner, member) = (StoreNames.quoted(owner), StoreNames.quoted(member))
    return MigrationStatement(
      """
      UPDATE \(name) AS n SET \(place) = p.place FROM (SELECT rowid AS k, \
      \(PlaceList.step) * row_number() OVER (PARTITION BY \(owner) \
      ORDER BY \(place) IS NULL, \(place), \(member)) AS place \
      FROM \(name) WHERE \(owner) IS NOT NULL) AS p \
      WHERE n.rowid = p.k AND n.\(place) IS NOT p.place
      """, rows: rows, "ordering \(table)")
  }

  // MARK: Pairs

  private var joinPlaces: [MigrationStatement] {
    joins.filter { $0.keptTable == nil }.flatMap { change -> [MigrationStatement] in
      let join = change.join
      let member = join.isColumn ? "Z_PK" : join.memberColumn
      let ends = [
        (join.orderColumn, join.ownerColumn, member),
        (join.inverseOrderColumn, member, join.ownerColumn),
      ]
      return ends.compactMap { place, owner, member in
        place.map {
          numbering(join.table, place: $0, owner: owner, member: member, rows: change.rowCount)
        }
      }
    }
  }

  // MARK: Columns beside references

  private var columnPlaces: [MigrationStatement] {
    tables.flatMap { table -> [MigrationStatement] in
      let columns = Dictionary(
        first: table.sources.flatMap { source in orders(of: source).map { ($0.name, $0.reference) }
        })
      return columns.filter { needsNumbering($0.key, in: table) }.sorted { $0.key < $1.key }.map {
        numbering(
          table.name, place: $0.key, owner: $0.value, member: "Z_PK",
          rows: table.sources.first.map { plan.rowCount($0.old) } ?? 0)
      }
    }
  }

  /// Returns the columns of positions that a mapping fills, each with the
  /// column of its reference.
  private func orders(
    of source: TableChange.Source
  ) -> [(name: String, reference: String, value: ColumnValue)] {
    source.new.columns.compactMap { column in
      let name = StoreNames.order(column.name)
      return source.values[name].map { (name, column.name, $0) }
    }
  }

  /// Returns whether the positions in a column do not simply come from one
  /// older column, row by row.
  private func needsNumbering(_ place: String, in table: TableChange) -> Bool {
    let sources = table.sources.filter { $0.values[place] != nil }
    let lists = Set(sources.map { [$0.old.table, "\($0.values[place] ?? .null)"] })
    return lists.count > 1 || plan.insertsInto(table.root)
      || sources.contains { hasGaps($0.values[place] ?? .null, $0) }
  }

  private func hasGaps(_ value: ColumnValue, _ source: TableChange.Source) -> Bool {
    switch value {
    case .place, .expression: true
    case .column, .filled, .constant, .perRow, .null:
      plan.policyMappings.contains(source.mapping.name)
    }
  }

  /// The statements that keep the positions of objects migrated by policies, if
  /// the owner is the same. If several objects are created from one, the first
  /// gets its position.
  ///
  ///     UPDATE Z__NEW_ZITEM AS n SET Z_FOK_BOX = t0.Z_FOK_BOX
  ///       FROM (SELECT source, min(destination) AS destination
  ///         FROM Z__ASSOCIATIONS WHERE mapping = 'Items' GROUP BY source) AS a
  ///       CROSS JOIN ZITEM AS t0
  ///       WHERE t0.Z_PK = a.source AND n.Z_PK = a.destination AND n.ZBOX = t0.ZBOX
  var policyPlaces: [MigrationStatement] {
    sources.filter { plan.policyMappings.contains($0.mapping.name) }.flatMap { source in
      orders(of: source).compactMap { order -> MigrationStatement? in
        guard let place = plan.sql(of: order.value),
          let reference = source.values[order.reference].flatMap(plan.sql)
        else { return nil }
        return MigrationStatement(
          """
          UPDATE \(interim.entities[source.new.entity.index].quotedTable) AS n \
          SET \(StoreNames.quoted(order.name)) = \(place) \
          FROM (SELECT source, min(destination) AS destination FROM \(Association.policyTable) \
          WHERE mapping = \(SQLLiteral.quoted(source.mapping.name)) GROUP BY source) AS a \
          CROSS JOIN \(source.old.quotedTable) AS t0 WHERE t0.Z_PK = a.source \
          AND n.Z_PK = a.destination AND n.\(StoreNames.quoted(order.reference)) = \(reference)
          """, rows: plan.rowCount(source.old), "ordering \(source.new.entity.name)")
      }
    }
  }
}
