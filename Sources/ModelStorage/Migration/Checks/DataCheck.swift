/// Checks that the data satisfy the conditions of a migration. For each
/// condition, one statement selects the keys of the objects that break it, such
/// as for unique values:
///
///     SELECT Z_PK FROM ZITEM WHERE Z_ENT = 2 AND ZNAME IS NOT NULL
///       AND (ZNAME) IN (SELECT ZNAME FROM ZITEM WHERE ...
///         GROUP BY ZNAME HAVING count(*) > 1)
///
/// SQLite's own error for the unique index would name no objects and only one
/// value.
struct DataCheck {
  let connection: Connection
  let identifier: UUID

  private static let shownKeys = 20

  /// Returns the objects that break conditions on the old tables.
  func failures(
    _ conditions: [DataCondition], in old: StoreMapping
  ) throws -> [MigrationError.Failure] {
    try conditions.compactMap { condition in
      guard let (entity, sql) = select(condition, old) else { return nil }
      return try failure(condition, entity, sql)
    }
  }

  /// Returns the objects that break the conditions of a migration that cannot be
  /// carried out: conditions on old tables, and duplicates that the old columns show.
  func failures(
    _ inferred: InferredMapping, in old: StoreMapping
  ) throws -> [MigrationError.Failure] {
    try failures(inferred.conditions, in: old)
      + inferred.conditions.compactMap { condition in
        guard case .unique(let name, let keyPaths) = condition,
          let mapping = inferred.mapping.entities.first(where: { $0.destinationName == name }),
          let source = mapping.sourceName.flatMap({ self.source($0, old) })
        else { return nil }
        let columns = keyPaths.compactMap { path -> String? in
          guard case .source(let name)? = mapping.property(named: path)?.value else { return nil }
          return source.column(name).map { StoreNames.quoted($0.name) }
        }
        guard columns.count == keyPaths.count else { return nil }
        return try duplicates(condition, name, columns, "\(source.rows)")
      }
  }

  /// Returns the objects that break uniqueness rules, once the rows are migrated.
  func duplicates(_ plan: SchemaMigrationPlan) throws -> [MigrationError.Failure] {
    try plan.inferred.conditions.compactMap { condition in
      guard case .unique(let name, let keyPaths) = condition,
        let entity = plan.new.model.entity(named: name)
      else { return nil }
      let mapping = plan.new.entities[entity.index]
      let columns = keyPaths.compactMap { mapping.column($0).map { StoreNames.quoted($0.name) } }
      guard columns.count == keyPaths.count else { return nil }
      return try duplicates(
        condition, name, columns,
        "\(mapping.quotedTable) WHERE \(plan.new.familyCondition(entity))")
    }
  }

  /// Returns the objects that break one-to-one relationships assigned by a
  /// block, once the rows are migrated: objects that several objects lead to,
  /// and objects that do not lead back.
  func failures(_ ends: [AssignedEnd]) throws -> [MigrationError.Failure] {
    try ends.flatMap { end in
      let (owner, name) = (end.owner.entity.name, end.name)
      let column = end.column.quotedName
      let shared = try failure(
        .atMostOneOwner(entity: owner, relationship: name), end.destination.entity.name,
        """
        SELECT \(column) FROM \(end.owner.quotedTable) WHERE \(column) IS NOT NULL \
        AND \(end.ownerRows) GROUP BY \(column) HAVING count(*) > 1
        """)
      // A reference that the migration sets from this side always leads back.
      guard end.isShared, shared == nil else { return [shared].compactMap(\.self) }
      let text = "must lead to an object whose '\(end.inverse.keyPath)' leads back"
      let astray = try failure(
        .rule(entity: owner, property: name, text: text), owner,
        """
        SELECT Z_PK FROM \(end.owner.quotedTable) AS t0 WHERE \(column) IS NOT NULL \
        AND \(end.ownerRows) AND NOT EXISTS (SELECT 1 FROM \(end.destination.quotedTable) AS d \
        WHERE d.Z_PK = t0.\(column) AND d.\(end.inverse.quotedName) = t0.Z_PK)
        """)
      return [astray].compactMap(\.self)
    }
  }

  /// Returns a failure for the rows that have equal values in some columns; nil
  /// if there are none.
  private func duplicates(
    _ condition: DataCondition, _ entity: String, _ columns: [String], _ from: String
  ) throws -> MigrationError.Failure? {
    let list = columns.joined(separator: ", ")
    // Like a unique index, the check does not treat NULLs as equal.
    let rows = from + columns.map { " AND \($0) IS NOT NULL" }.joined()
    return try failure(
      condition, entity,
      "SELECT Z_PK FROM \(rows) AND (\(list)) IN "
        + "(SELECT \(list) FROM \(rows) GROUP BY \(list) HAVING count(*) > 1)")
  }

  /// Returns a failure for the rows whose keys a statement selects; nil if
  /// there are none.
  func failure(
    _ condition: DataCondition, _ entity: String, _ sql: String
  ) throws -> MigrationError.Failure? {
    let keys = try connection.prepare(sql).rows { $0.int64(0) }
    guard !keys.isEmpty else { return nil }
    return MigrationError.Failure(
      condition: condition, count: keys.count,
      objectIDs: keys.prefix(Self.shownKeys).map {
        ObjectID(store: identifier, entityName: entity, key: $0)
      })
  }

  /// Returns an entity, and the statement that selects the objects that break a
  /// condition; nil for a condition that does not concern the old tables.
  private func select(_ condition: DataCondition, _ old: StoreMapping) -> (String, String)? {
    switch condition {
    // These conditions are checked on the new rows.
    case .unique, .rule: return nil
    case .noObjects(let name):
      return source(name, old).map { (name, "SELECT Z_PK FROM \($0.rows)") }
    case .hasValue(let name, let property):
      return source(name, old).flatMap { missing(property, $0, old) }.map { (name, $0) }
    case .atMostOne(let name, let relationship):
      guard let source = source(name, old),
        let pairs = PairSelect(source.entity.relationship(named: relationship), of: source, in: old)
      else { return nil }
      // The owners of the pairs may belong to any entity of the hierarchy.
      return (
        name,
        "SELECT owner FROM (\(pairs.sql)) WHERE owner IN (SELECT Z_PK FROM \(source.rows)) "
          + "GROUP BY owner HAVING count(*) > 1"
      )
    case .atMostOneOwner(let name, let relationship):
      return source(name, old).flatMap { shared(relationship, $0, old) }
    case .leadsToNone(let name, let relationship, let gone):
      return source(name, old).flatMap { leading(relationship, $0, to: gone, old) }
        .map { (name, $0) }
    case .noValues(let name, let attribute, let values):
      return source(name, old).flatMap { holding(values, attribute, $0) }.map { (name, $0) }
    case .isConvertible(let name, let attribute, let type):
      return values(of: attribute, name, as: type, old) { $0.fails($1) }
    case .isCase(let name, let attribute, let type, let values):
      // SQL cannot examine the elements of lists.
      if case .list = type { return nil }
      let literals = values.compactMap { SQLLiteral.text($0, .integer) }.joined(separator: ", ")
      return self.values(of: attribute, name, as: type, old) { conversion, column in
        // A value that cannot be read as the raw type is NULL.
        "ifnull(\(conversion.sql(column)) NOT IN (\(literals)), 1)"
      }
    case .keepsDigits(let name, let attribute):
      return values(of: attribute, name, as: .decimal, old) { $0.losesDigits($1) }
    }
  }

  /// Returns an entity, and the statement that selects its objects whose value
  /// satisfies a condition when it is read as another type; nil if the old
  /// tables have no such attribute.
  private func values(
    of attribute: String, _ name: String, as type: AttributeType, _ old: StoreMapping,
    where condition: (TypeConversion, String) -> String
  ) -> (String, String)? {
    guard let source = source(name, old), let column = source.column(attribute),
      let before = column.type
    else { return nil }
    let conversion = TypeConversion(from: before, isExact: column.isExact, to: type)
    let quoted = column.quotedName
    return (
      name,
      "SELECT Z_PK FROM \(source.rows) AND \(quoted) IS NOT NULL "
        + "AND (\(condition(conversion, quoted)))"
    )
  }

  /// Returns an entity, and the statement that selects its objects to which
  /// several objects lead; nil if the old tables have no such relationship.
  private func shared(
    _ name: String, _ source: EntityMapping, _ old: StoreMapping
  ) -> (String, String)? {
    guard let relationship = source.entity.relationship(named: name) else { return nil }
    let selects = source.entity.family.compactMap { index in
      let owner = old.entities[index]
      return PairSelect(owner.entity.relationship(relationship.number), of: owner, in: old)
        .map {
          "SELECT owner, member FROM (\($0.sql)) WHERE owner IN (SELECT Z_PK FROM \(owner.rows))"
        }
    }
    return (
      old.model.entities[relationship.destinationIndex].name,
      "SELECT member FROM (\(selects.joined(separator: " UNION ALL "))) "
        + "GROUP BY member HAVING count(*) > 1"
    )
  }

  /// Returns the statement that selects the objects that lead to an object of
  /// one of the given entities; nil if the old tables have no such
  /// relationship.
  private func leading(
    _ name: String, _ source: EntityMapping, to entities: [String], _ old: StoreMapping
  ) -> String? {
    guard let relationship = source.entity.relationship(named: name),
      let pairs = PairSelect(relationship, of: source, in: old)
    else { return nil }
    let destination = old.entities[relationship.destinationIndex]
    let numbers = entities.compactMap { self.source($0, old).map { String($0.number) } }
    return """
      SELECT DISTINCT owner FROM (\(pairs.sql)) \
      WHERE owner IN (SELECT Z_PK FROM \(source.rows)) AND member IN (SELECT Z_PK FROM \
      \(destination.quotedTable) WHERE Z_ENT IN (\(numbers.joined(separator: ", "))))
      """
  }

  /// Returns the statement that selects the objects that have one of the given
  /// values; nil for lists, whose elements SQL cannot examine.
  private func holding(
    _ values: [ConstantValue], _ attribute: String, _ source: EntityMapping
  ) -> String? {
    let literals = values.compactMap { SQLLiteral.text($0, .integer) }
    guard let column = source.column(attribute), !literals.isEmpty,
      case .enumeration? = column.type
    else { return nil }
    return "SELECT Z_PK FROM \(source.rows) AND \(StoreNames.quoted(column.name)) "
      + "IN (\(literals.joined(separator: ", ")))"
  }

  private func source(_ name: String, _ old: StoreMapping) -> EntityMapping? {
    old.model.entity(named: name).map { old.entities[$0.index] }
  }

  private func missing(
    _ name: String, _ source: EntityMapping, _ old: StoreMapping
  ) -> String? {
    let columns = source.columns(under: name)
    if !columns.isEmpty {
      let isMissing = columns.map { "\($0.quotedName) IS NULL" }.joined(separator: " AND ")
      // An element is regarded as missing only if its composite exists.
      let parent = name.split(separator: ".").dropLast().joined(separator: ".")
      let siblings = parent.isEmpty ? [] : source.columns(under: parent)
      let isThere = siblings.map { "\($0.quotedName) IS NOT NULL" }.joined(separator: " OR ")
      return "SELECT Z_PK FROM \(source.rows) AND \(isMissing)"
        + (isThere.isEmpty ? "" : " AND (\(isThere))")
    }
    guard let pairs = PairSelect(source.entity.relationship(named: name), of: source, in: old)
    else { return nil }
    return "SELECT Z_PK FROM \(source.rows) AND Z_PK NOT IN (SELECT owner FROM (\(pairs.sql)))"
  }
}

extension EntityMapping {
  /// The rows of this entity, without its subentities, as a table and a
  /// condition.
  var rows: String { "\(quotedTable) WHERE Z_ENT = \(number)" }
}
