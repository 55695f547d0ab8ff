/// A check of a store for problems.
///
/// Each check is one statement that returns the rows with a problem, at most
/// `limit` of them, so that a badly damaged store does not fill the memory.
struct IntegrityCheck {
  let mapping: StoreMapping
  let connection: Connection
  /// The path of the store's file, for messages.
  let path: String
  /// True if the store was created by Apple's Core Data; the positions of
  /// members may then have gaps.
  let isForeign: Bool
  /// The folder of large values; nil if it is unknown.
  var storage: ExternalStorage?
  /// A closure that returns the key counter of a hierarchy, given the index of
  /// its root; nil if each hierarchy has its own counter.
  var keyCounter: ((Int) -> KeyCounter)?

  static let limit = 100

  var model: CompiledModel { mapping.model }

  /// Returns all problems: those of the file first, then those of each entity.
  func findings() throws -> [IntegrityFinding] {
    let damage = try Self.fileFindings(connection)
    // The rows of a damaged file have no meaning.
    guard damage.isEmpty else { return damage }
    // One transaction is used, so that all statements see the same state.
    return try connection.transaction(.deferred) { try contentFindings() }
  }

  private func contentFindings() throws -> [IntegrityFinding] {
    let structure = try Self.structureFindings(connection, StoreMetadata(connection, path: path))
    let missing = try storageFindings()
    // Statements about missing tables and columns would fail.
    guard missing.isEmpty else {
      return structure.filter { $0.kind != .missingStorage } + missing
    }
    return try structure + rowFindings() + linkFindings() + valueFindings() + fileNameFindings()
      + schemaFindings() + searchFindings()
  }

  // MARK: The file and its tables

  /// Returns the problems that SQLite itself finds.
  static func fileFindings(_ connection: Connection) throws -> [IntegrityFinding] {
    var messages: [String] = []
    do {
      try connection.prepare("PRAGMA integrity_check(\(limit))").forEachRow { row in
        if row.string(0) != "ok" { messages.append(row.string(0)) }
      }
    } catch let error as SQLiteError where error.code == .corrupt {
      // Damage can prevent SQLite from checking for damage.
      messages.append(error.message)
    }
    return messages.map { message in
      IntegrityFinding(
        .damagedFile, message: "SQLite says: \(message)",
        cure: "go back to a copy, or save what can be read with copyStore(to:)")
    }
  }

  /// Returns the entities and properties without a table or column. A view with
  /// the same name is ignored, since reading it may never end.
  private func storageFindings() throws -> [IntegrityFinding] {
    let tables = try StoreTables(connection)
    return mapping.entities.flatMap { entity in
      let columns = tables[entity.table] ?? []
      return entity.columns.filter { !columns.contains($0.name) }.map { column in
        IntegrityFinding(
          .missingStorage, entityName: entity.entity.name, propertyName: column.keyPath,
          message: "there is no column \(column.name) in a table \(entity.table)",
          cure: Self.cure)
      } + missingJoins(of: entity.entity, tables)
    }
  }

  private static let cure = "open the store with the model that it was made with"

  private func missingJoins(
    of entity: CompiledEntity, _ tables: StoreTables
  ) -> [IntegrityFinding] {
    entity.relationships.filter { !$0.description.isTransient }.compactMap { relationship in
      guard let join = mapping.join(relationship, of: entity), tables[join.table] == nil else {
        return nil
      }
      return IntegrityFinding(
        .missingStorage, entityName: entity.name, propertyName: relationship.name,
        message: "there is no table \(join.table)", cure: Self.cure)
    }
  }

  // MARK: Rows

  private func rowFindings() throws -> [IntegrityFinding] {
    try mapping.entities.filter { $0.entity.depth == 0 }.flatMap { root in
      try unknownEntities(root) + keysBeyondLast(root)
    }
  }

  private func unknownEntities(_ root: EntityMapping) throws -> [IntegrityFinding] {
    let known = numbers(root.entity, concreteOnly: true)
    return try findings(
      """
      SELECT Z_PK, Z_ENT FROM \(root.quotedTable) \
      WHERE Z_ENT IS NULL OR Z_ENT NOT IN (\(known))
      """
    ) { row in
      .unknownEntity(
        root.entity.name, key: row.int64(0), number: row.isNull(1) ? "NULL" : row.shownText(1))
    }
  }

  private func keysBeyondLast(_ root: EntityMapping) throws -> [IntegrityFinding] {
    let counter =
      keyCounter?(root.entity.index) ?? KeyCounter(table: root.keyTable, number: root.number)
    return try findings(
      """
      SELECT max(t.Z_PK), k.Z_MAX FROM \(root.quotedTable) AS t \
      JOIN \(counter.table) AS k ON k.Z_ENT = \(counter.number) \
      HAVING max(t.Z_PK) > ifnull(k.Z_MAX, 0)
      """
    ) { row in
      .keyBeyondLast(root.entity.name, key: row.int64(0), last: row.shownText(1))
    }
  }

  // MARK: Parts

  /// Returns the numbers of an entity and its subentities, as a list in SQL.
  func numbers(_ entity: CompiledEntity, concreteOnly: Bool = false) -> String {
    entity.family
      .filter { !concreteOnly || !model.entities[$0].description.isAbstract }
      .map { String(mapping.entities[$0].number) }.joined(separator: ", ")
  }

  /// Returns the condition of an entity's rows. If no other entity uses the table, it accepts all
  /// rows, which are read whatever their number is.
  func isOf(_ entity: CompiledEntity) -> String {
    entity.isHierarchical ? mapping.familyCondition(entity) : "1"
  }

  /// Returns a finding for each row of a query.
  func findings(
    _ sql: String, _ finding: (Row) throws -> IntegrityFinding
  ) throws -> [IntegrityFinding] {
    try connection.prepare(sql + " LIMIT \(Self.limit)").rows(finding)
  }
}
