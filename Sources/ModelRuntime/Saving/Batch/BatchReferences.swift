/// An update of the other ends of a to-one relationship whose column is written
/// by a batch operation.
struct BatchReferences {
  let table: BatchTable
  /// The kind of the rows that are written.
  let kind: BatchTable.Kind
  let link: BatchLink
  /// The quoted names of the columns that the operation writes.
  var written: Set<String> = []

  private var source: EntityMapping { link.source }
  private var destination: EntityMapping { link.destination }

  /// The subselect of the keys of the rows that are written.
  private var keys: String { BatchTable.keys(kind, root: source.entity.rootIndex, round: 0) }

  /// Records the owners whose members change, while the columns still contain
  /// the old owners. The row of an owner is not changed except for its version,
  /// because a to-many relationship has no column.
  func noteOwners() throws {
    guard link.inverseColumn == nil, let rows = link.related(to: kind, round: 0) else { return }
    try table.note(.linked, round: 0, of: destination, from: rows)
  }

  /// Removes the rows that are written from their previous partners.
  func release() throws {
    guard let inverse = link.inverseColumn else { return }
    let rows = destination.quotedTable
    // If both ends are columns of one table, a written row already has its requested
    // value in the inverse column.
    let isWritten = rows == source.quotedTable && written.contains(inverse)
    let others = isWritten ? " AND Z_PK NOT IN \(keys)" : ""
    let condition = "\(inverse) IN \(keys)\(others)"
    try noteFollowing(destination, from: "\(rows) AS d WHERE \(condition)")
    try table.run("UPDATE \(rows) SET \(inverse) = NULL WHERE \(condition)")
  }

  /// Updates the other ends of the relationship, after its column has the new
  /// values.
  func connect() throws {
    guard let column = link.column, link.relationship.inverse != nil else { return }
    if let inverse = link.inverseColumn { return try pair(column, inverse) }
    if let rows = link.related(to: kind, round: 0) {
      try table.note(.linked, round: 0, of: destination, from: rows)
    }
    if let place = link.ownPlaceColumn { try append(column, place) }
  }

  /// Records rows that change because of the requested changes, unless they
  /// have already been recorded.
  private func noteFollowing(_ mapping: EntityMapping, from rows: String) throws {
    try table.note(.updated, round: 1, of: mapping, from: rows)
  }

  // MARK: One to one

  private func pair(_ column: String, _ inverse: String) throws {
    // An error is thrown if two owners would have the same partner, because it would be
    // arbitrary which of them keeps it.
    try refuseRivals(column)
    let own = source.quotedTable
    let taken = "(SELECT \(column) FROM \(own) WHERE Z_PK IN \(keys))"
    // The previous owner of the new partner loses it.
    let losing = "d.\(column) IN \(taken) AND d.Z_PK NOT IN \(keys)"
    try noteFollowing(source, from: "\(own) AS d WHERE \(losing)")
    try table.run(
      """
      UPDATE \(own) AS d SET \(column) = NULL WHERE \(losing)
      """)
    try noteFollowing(
      destination, from: "\(destination.quotedTable) AS d WHERE d.Z_PK IN \(taken)")
    try table.run(
      """
      UPDATE \(destination.quotedTable) SET \(inverse) = x.key FROM \
      (SELECT Z_PK AS key, \(column) AS partner FROM \(own) \
      WHERE Z_PK IN \(keys) AND \(column) IS NOT NULL) AS x \
      WHERE x.partner = \(destination.quotedTable).Z_PK
      """)
  }

  /// Checks that no two objects would have the same partner.
  ///
  /// - Throws: `StoreError` if several objects refer to the same partner.
  private func refuseRivals(_ column: String) throws {
    let rivals = try table.objectIDs(
      """
      SELECT Z_PK, \(source.starts == nil ? "\(source.number)" : "Z_ENT") \
      FROM \(source.quotedTable) WHERE Z_PK IN \(keys) AND \(column) IS NOT NULL \
      GROUP BY \(column) HAVING count(*) > 1 LIMIT 10
      """, of: source.entity)
    guard !rivals.isEmpty else { return }
    throw StoreError(
      rivals: rivals, link.relationship, destination.entity, table.title(of: rivals[0]))
  }

  // MARK: Ordered

  /// Gives rows without a position a position after the other members of their
  /// owners. The last position for each owner is looked up only once, because a
  /// lookup for each row would visit all of the owner's members.
  private func append(_ column: String, _ place: String) throws {
    let own = source.quotedTable
    try table.run("UPDATE \(own) SET \(place) = NULL WHERE Z_PK IN \(keys) AND \(column) IS NULL")
    try table.run(
      """
      WITH last AS MATERIALIZED (SELECT \(column) AS owner, max(\(place)) AS place FROM \(own) \
      WHERE \(column) IN (SELECT \(column) FROM \(own) WHERE Z_PK IN \(keys)) GROUP BY \(column)) \
      UPDATE \(own) SET \(place) = x.place FROM (SELECT t.Z_PK AS key, \
      row_number() OVER (PARTITION BY t.\(column) ORDER BY t.Z_PK) + coalesce(last.place, 0) \
      AS place FROM \(own) AS t JOIN last ON last.owner = t.\(column) WHERE t.Z_PK IN \(keys) \
      AND t.\(place) IS NULL) AS x WHERE x.key = \(own).Z_PK
      """)
  }
}

extension StoreError {
  /// Creates the error for several objects that would refer to the same partner.
  init(
    rivals: [ObjectID], _ relationship: CompiledRelationship, _ destination: CompiledEntity,
    _ example: String
  ) {
    self.init(
      .notUnique,
      """
      several objects cannot have the same \(relationship.description.noun): \
      \(destination.description.noun) leads to one of them only, such as \(example)
      """, objectIDs: rivals, propertyNames: [relationship.name])
  }
}
