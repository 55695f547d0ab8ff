/// A deletion of rows in SQL that applies their delete rules.
///
/// 1. Record the requested rows.
/// 2. Follow `cascade` rules in rounds until no rows are added.
/// 3. Throw an error if a `deny` rule prevents a deletion.
/// 4. Clear the references of `nullify` relationships.
/// 5. Delete pairs, then rows.
struct BatchDeletion {
  let table: BatchTable
  private let links: [BatchLink]

  init(_ table: BatchTable) {
    self.table = table
    links = table.store.model.entities.flatMap { BatchLink.declared(by: $0, in: table.store) }
  }

  /// Deletes the recorded rows, and the rows that are deleted with them because
  /// of delete rules.
  func run() throws {
    try cascade()
    // If none of the rows at the source are deleted, a relationship does not need to be
    // followed.
    let present = Set(try table.roots(.deleted).map(\.index))
    let links = links.filter { present.contains($0.source.entity.rootIndex) }
    // This precedes `nullify`, which clears the columns through which the blocking
    // objects are found.
    for link in links where link.relationship.deleteRule == .deny { try refuse(link) }
    for link in links where link.relationship.deleteRule == .nullify { try clear(link) }
    try deletePairs()
    // This precedes the deletion of the rows, because the history preserves some of
    // their values.
    try table.history?.noteDeletes(table)
    for root in try table.roots(.deleted) {
      let mapping = table.mapping(root.index)
      try dropFiles(root, mapping)
      try table.run(
        """
        DELETE FROM \(mapping.quotedTable) \
        WHERE Z_PK IN \(BatchTable.keys(.deleted, root: root.index))
        """)
    }
  }

  /// Records the files of large values in the deleted rows of a hierarchy. The
  /// files are deleted after the commit.
  private func dropFiles(_ root: CompiledEntity, _ mapping: EntityMapping) throws {
    let columns = Set(
      table.store.mapping.externalColumns.filter { $0.entity.table == mapping.table }
        .map(\.column.quotedName))
    guard !columns.isEmpty else { return }
    // A function in the result columns is called only for the rows that satisfy the
    // condition.
    let drops = columns.sorted().map { "model_external_drop(\($0))" }.joined(separator: ", ")
    let rows = BatchTable.keys(.deleted, root: root.index)
    try table.connection.statement(
      "SELECT \(drops) FROM \(mapping.quotedTable) WHERE Z_PK IN \(rows)"
    ).forEachRow { _ in }
  }

  private func cascade() throws {
    let cascading = links.filter { $0.relationship.deleteRule == .cascade }
    if !cascading.isEmpty { try table.indexRounds() }
    var round = 0
    var found = 1
    while found > 0 {
      found = 0
      for link in cascading {
        guard let rows = link.related(to: .deleted, round: round) else { continue }
        found += try table.note(.deleted, round: round + 1, of: link.destination, from: rows)
      }
      round += 1
    }
  }

  /// Checks that no remaining objects deny the deletion.
  ///
  /// - Throws: `StoreError` if a relationship with the `deny` rule still has
  ///   objects.
  private func refuse(_ link: BatchLink) throws {
    guard let rows = link.related(to: .deleted) else { return }
    let destination = link.destination
    let blocking = try table.objectIDs(
      """
      SELECT DISTINCT d.Z_PK, \(BatchTable.number(of: destination, "d")) FROM \(rows) \
      AND d.Z_PK NOT IN \(BatchTable.keys(.deleted, root: destination.entity.rootIndex)) LIMIT 10
      """, of: destination.entity)
    guard !blocking.isEmpty else { return }
    throw StoreError(
      denied: link.source.entity, link.relationship, blocking, table.title(of: blocking[0]))
  }

  /// Removes the deleted objects from the relationships of the remaining
  /// objects.
  private func clear(_ link: BatchLink) throws {
    guard let rows = link.related(to: .deleted) else { return }
    let root = link.destination.entity.rootIndex
    let gone = BatchTable.keys(.deleted, root: root)
    let staying = "\(rows) AND d.Z_PK NOT IN \(gone)"
    guard let column = link.inverseColumn else {
      // The owners' rows do not change, but they may now have too few members.
      guard link.destination.entity.hasGraphRules else { return }
      try table.note(.linked, round: 0, of: link.destination, from: staying)
      return
    }
    try table.note(.updated, round: 1, of: link.destination, from: staying)
    let settings = [column, link.placeColumn].compactMap(\.self).map { "\($0) = NULL" }
    try table.run(
      """
      UPDATE \(link.destination.quotedTable) SET \(settings.joined(separator: ", ")) \
      WHERE Z_PK IN \(BatchTable.keys(.updated, root: root)) \
      AND \(column) IN \(BatchTable.keys(.deleted, root: link.source.entity.rootIndex))
      """)
  }

  /// Deletes the pairs in which either object is deleted.
  private func deletePairs() throws {
    for link in links {
      guard let join = table.store.mapping.join(link.relationship, of: link.source.entity) else {
        continue
      }
      let ends = [
        (join.ownerColumn, link.source.entity), (join.memberColumn, link.destination.entity),
      ]
      for (column, entity) in ends where join.writes {
        try table.run(
          join.removal(
            where: StoreNames.quoted(column)
              + " IN \(BatchTable.keys(.deleted, root: entity.rootIndex))"))
      }
    }
  }
}

extension StoreError {
  /// Creates the error for objects that deny a deletion.
  init(
    denied entity: CompiledEntity, _ relationship: CompiledRelationship, _ blocking: [ObjectID],
    _ example: String
  ) {
    self.init(
      .deniedDelete,
      """
      \(entity.description.noun) cannot be deleted: \(relationship.description.noun) still has objects, \
      such as \(example)
      """, objectIDs: blocking, propertyNames: [relationship.name])
  }
}
