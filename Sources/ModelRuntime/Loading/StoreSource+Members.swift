internal import ModelSQLite
internal import ModelSchema

// The members of to-many relationships: of the rows that point to an owner, or
// of a table of pairs.

extension StoreSource {
  /// Reads owners and members with a statement for 512 owners.
  func readMembers(
    _ relationship: CompiledRelationship, of source: CompiledEntity,
    into owners: inout [Int64: KeyList]
  ) throws {
    for batch in KeyBatch.batches(of: owners.keys.sorted()) {
      guard let sql = memberSelect(relationship, of: source, count: batch.size) else { return }
      let statement = try connection.statement(sql)
      batch.bind(to: statement)
      try statement.forEachRow { row in
        owners[row.int64(0), default: KeyList()].append(row.int64(1))
      }
    }
  }

  /// Reads owner and member of a to-many relationship of so many owners.
  ///
  /// ```
  /// SELECT ZOWNER, Z_PK FROM ZPET WHERE ZOWNER IN (?, ...) ORDER BY Z_FOK_OWNER, Z_PK
  /// ```
  private func memberSelect(
    _ relationship: CompiledRelationship, of source: CompiledEntity, count: Int
  ) -> String? {
    if let join = store.mapping.join(relationship, of: source) { return join.select(count: count) }
    let destination = store.mapping.entities[relationship.destinationIndex]
    guard let inverse = relationship.inverse,
      let column = destination.columns.first(where: { $0.propertyNumber == inverse.number })
    else { return nil }
    let places = Array(repeating: "?", count: count).joined(separator: ", ")
    let name = StoreNames.quoted(column.name)
    let order = relationship.description.isOrdered ? destination.orderColumn(inverse.number) : nil
    return """
      SELECT \(name), Z_PK FROM \(destination.quotedTable) WHERE \(name) IN (\(places)) \
      ORDER BY \(order.map { $0 + ", " } ?? "")Z_PK
      """
  }

  func memberCount(
    _ relationship: CompiledRelationship, of object: ManagedObject
  ) throws -> Int {
    guard let sql = memberSelect(relationship, of: object._batch.entity, count: 1) else { return 0 }
    let statement = try connection.statement("SELECT count(*) FROM (\(sql))")
    statement.bind(object._key)
    defer { statement.reset() }
    return try statement.step() ? Int(Row(statement).int64(0)) : 0
  }
}
