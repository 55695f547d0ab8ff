extension IntegrityCheck {
  /// Returns the problems of relationships. Each relationship is checked once,
  /// for the entity that declares it.
  func linkFindings() throws -> [IntegrityFinding] {
    try model.entities.flatMap { entity in
      try entity.relationships
        .filter { entity.declares($0.number) }
        .filter { !$0.description.isTransient }
        .flatMap { try findings(about: $0, of: entity) }
    }
  }

  private func findings(
    about relationship: CompiledRelationship, of entity: CompiledEntity
  ) throws -> [IntegrityFinding] {
    let end = LinkEnd(relationship, of: entity, in: mapping)
    switch relationship.storage {
    case .ownColumn: return try toOneFindings(end)
    case .inverseColumn: return try relationship.description.isOrdered ? placeFindings(end) : []
    case .joinTable: return try end.join.map { try pairFindings(end, $0) } ?? []
    }
  }

  // MARK: To-one

  private func toOneFindings(_ end: LinkEnd) throws -> [IntegrityFinding] {
    guard let column = end.column else { return [] }
    let from = """
      FROM \(end.source.quotedTable) AS t \
      LEFT JOIN \(end.destination.quotedTable) AS d ON d.Z_PK = t.\(column) \
      WHERE t.\(column) IS NOT NULL AND t.Z_ENT IN (\(numbers(end.source.entity)))
      """
    let dangling = try findings("SELECT t.Z_PK, t.\(column) \(from) AND d.Z_PK IS NULL") { row in
      finding(.danglingLink, end, row, "leads to \(end.shown(row)), which is not there")
    }
    let family = numbers(end.destination.entity)
    // A row of an unknown entity is reported once, not for each link to it.
    let known = numbers(model.entities[end.destination.entity.rootIndex])
    let wrong = try findings(
      """
      SELECT t.Z_PK, t.\(column) \(from) \
      AND d.Z_ENT NOT IN (\(family)) AND d.Z_ENT IN (\(known))
      """
    ) { row in
      finding(
        .wrongDestination, end, row,
        "leads to a row of \(end.destination.table) that is no \(end.destination.entity.name)")
    }
    return try dangling + wrong + numberFindings(end, "\(from) AND d.Z_ENT IN (\(family))")
      + oneSided(end, column: column, from)
  }

  /// Returns the rows with a wrong entity number beside a key. Core Data
  /// determines the entity of the destination from this number.
  private func numberFindings(_ end: LinkEnd, _ from: String) throws -> [IntegrityFinding] {
    guard let column = end.column, let number = end.numberColumn else { return [] }
    let rows =
      "SELECT t.Z_PK, t.\(column) \(from) AND t.\(StoreNames.quoted(number)) IS NOT d.Z_ENT"
    return try findings(rows) { row in
      finding(
        .wrongEntityNumber, end, row,
        "leads to \(end.shown(row)), and \(number) has another number than its Z_ENT")
    }
  }

  private func oneSided(
    _ end: LinkEnd, column: String, _ from: String
  ) throws -> [IntegrityFinding] {
    guard let inverse = end.inverseColumn else { return [] }
    return try findings(
      "SELECT t.Z_PK, t.\(column) \(from) AND d.Z_PK IS NOT NULL AND d.\(inverse) IS NOT t.Z_PK"
    ) { row in
      finding(
        .oneSidedLink, end, row, "leads to \(end.shown(row)), which does not lead back")
    }
  }

  // MARK: To-many

  private func pairFindings(_ end: LinkEnd, _ join: JoinMapping) throws -> [IntegrityFinding] {
    let owner = StoreNames.quoted(join.ownerColumn)
    let member = StoreNames.quoted(join.memberColumn)
    var found =
      try join.orderColumn.map { order in
        try orderFindings(
          end, owner: owner, order: StoreNames.quoted(order), join.quotedTable)
      } ?? []
    // The pairs are checked once, for the end that writes them.
    guard join.writes else { return found }
    let pairs = """
      SELECT p.\(owner), p.\(member) FROM (SELECT * FROM \(join.pairs)) AS p
      """
    let source = end.source.quotedTable
    let destination = end.destination.quotedTable
    found += try findings(
      """
      \(pairs) WHERE p.\(member) IS NULL \
      OR NOT EXISTS (SELECT 1 FROM \(destination) WHERE Z_PK = p.\(member))
      """
    ) { row in
      finding(.danglingLink, end, row, "holds \(end.shown(row)), which is not there")
    }
    found += try findings(
      """
      \(pairs) WHERE p.\(owner) IS NULL \
      OR NOT EXISTS (SELECT 1 FROM \(source) WHERE Z_PK = p.\(owner))
      """
    ) { row in
      finding(.danglingLink, end, row, "is of an object that is not there")
    }
    guard end.isItsOwnInverse else { return found }
    return try found
      + findings(
        """
        \(pairs) WHERE NOT EXISTS (SELECT 1 FROM \(join.quotedTable) \
        WHERE \(owner) = p.\(member) AND \(member) = p.\(owner))
        """
      ) { row in
        finding(.oneSidedLink, end, row, "holds \(end.shown(row)), which does not hold it")
      }
  }

  private func placeFindings(_ end: LinkEnd) throws -> [IntegrityFinding] {
    guard let inverse = end.relationship.inverse, let column = end.inverseColumn,
      let order = end.destination.orderColumn(inverse)
    else { return [] }
    return try orderFindings(
      end, owner: column, order: order, end.destination.quotedTable)
  }

  private func orderFindings(
    _ end: LinkEnd, owner: String, order: String, _ table: String
  ) throws -> [IntegrityFinding] {
    try findings(
      """
      SELECT \(owner), \(order), count(*) FROM \(table) WHERE \(owner) IS NOT NULL \
      GROUP BY \(owner), \(order) HAVING count(*) > 1 OR \(order) IS NULL
      """
    ) { row in
      finding(
        .brokenOrder, end, row,
        row.isNull(1)
          ? "has \(row.shownText(2)) object(s) without a place"
          : "has \(row.shownText(2)) objects at place \(row.shownText(1))")
    }
  }

  private func finding(
    _ kind: IntegrityFinding.Kind, _ end: LinkEnd, _ row: Row, _ problem: String
  ) -> IntegrityFinding {
    let cure =
      switch kind {
      case .brokenOrder: "set the relationship again in the order that is meant"
      case .oneSidedLink: "set the relationship again at one end"
      case .wrongEntityNumber: "clear the relationship, save, and set it again"
      default: "set the relationship again, or clear it"
      }
    return IntegrityFinding(
      kind, entityName: end.source.entity.name, key: row.isNull(0) ? nil : row.int64(0),
      propertyName: end.relationship.name, message: "'\(end.relationship.name)' \(problem)",
      cure: cure)
  }
}

/// One end of a relationship, with the tables and columns that store it.
private struct LinkEnd {
  let relationship: CompiledRelationship
  let source: EntityMapping
  let destination: EntityMapping
  let join: JoinMapping?
  /// The column of a to-one relationship; nil for a to-many relationship.
  let column: String?
  /// The column beside `column` with the entity number of the destination; nil
  /// if there is none.
  let numberColumn: String?
  let inverseColumn: String?

  init(_ relationship: CompiledRelationship, of entity: CompiledEntity, in mapping: StoreMapping) {
    self.relationship = relationship
    source = mapping.entities[entity.index]
    let destination = mapping.entities[relationship.destinationIndex]
    self.destination = destination
    join = mapping.join(relationship, of: entity)
    let column = Self.column(relationship.number, of: source)
    self.column = column
    numberColumn =
      mapping.entityColumns.first {
        $0.entityIndex == entity.index && StoreNames.quoted($0.reference) == column
      }?.name
    inverseColumn = relationship.inverse.flatMap { inverse in
      inverse.isToMany ? nil : Self.column(inverse.number, of: destination)
    }
  }

  private static func column(_ number: Int, of entity: EntityMapping) -> String? {
    entity.columns.first { $0.propertyNumber == number && $0.kind == .reference }
      .map { StoreNames.quoted($0.name) }
  }

  /// True if the relationship is its own inverse, such as a friendship.
  var isItsOwnInverse: Bool {
    guard let inverse = relationship.inverse else { return false }
    return source.entity.index == destination.entity.index && inverse.number == relationship.number
  }

  /// Returns the destination object in the second column of a row, as text.
  func shown(_ row: Row) -> String { "\(destination.entity.name) p\(row.shownText(1))" }
}
