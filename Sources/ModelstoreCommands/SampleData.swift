/// Rows for an empty store, created with SQL: a given number for each entity,
/// with values of every kind, and related to each other.
struct SampleData {
  let mapping: StoreMapping
  /// The number of objects of each entity.
  let count: Int
  /// The conditions that the objects satisfy.
  var conditions: [DataCondition] = []

  func fill(_ connection: Connection) throws {
    try connection.execute("PRAGMA foreign_keys = OFF")
    try connection.transaction {
      for entity in mapping.entities where !entity.entity.description.isAbstract {
        if conditions.contains(.noObjects(entity: entity.entity.name)) { continue }
        if lacksPartners(entity.entity) { continue }
        try connection.execute(rows(of: entity))
      }
      for entity in mapping.entities {
        for relationship in entity.entity.relationships {
          guard let join = mapping.join(relationship, of: entity.entity), join.writes,
            !join.isColumn,
            entity.entity.properties[relationship.number].depth == entity.entity.depth
          else { continue }
          try connection.execute(pairs(join, relationship, entity.entity))
        }
      }
      for root in mapping.entities where root.entity.depth == 0 {
        let last = "SELECT ifnull(max(Z_PK), 0) FROM \(root.quotedTable)"
        try connection.execute(
          "UPDATE Z_PRIMARYKEY SET Z_MAX = (\(last)) WHERE Z_ENT = \(root.number)")
      }
    }
  }

  /// The SQL of a table `n` that counts from 1.
  private var numbers: String {
    "WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < \(count))"
  }

  /// Returns the key before the first key of an entity. Entities of one table
  /// have separate ranges of keys.
  private func base(_ entity: CompiledEntity) -> Int {
    let family = mapping.model.entities[entity.rootIndex].family
    return (family.firstIndex(of: entity.index) ?? 0) * count
  }

  private func rows(of mapping: EntityMapping) -> String {
    var names = ["Z_PK", "Z_ENT", "Z_OPT"]
    var values = ["n + \(base(mapping.entity))", "\(mapping.number)", "1"]
    for column in mapping.columns {
      names.append(StoreNames.quoted(column.name))
      values.append(value(of: column, mapping.entity))
    }
    for relationship in mapping.entity.relationships {
      guard let inverse = relationship.inverse, inverse.isToMany, inverse.isOrdered,
        let place = mapping.orderColumn(relationship.number)
      else { continue }
      names.append(place)
      // The value is unique in the table.
      values.append("n + \(base(mapping.entity))")
    }
    return """
      INSERT INTO \(mapping.quotedTable) (\(names.joined(separator: ", "))) \
      \(numbers) SELECT \(values.joined(separator: ", ")) FROM n
      """
  }

  // MARK: Values

  private func value(of column: ColumnMapping, _ entity: CompiledEntity) -> String {
    if let relationship = entity.relationship(column.propertyNumber) {
      return reference(relationship, of: entity)
    }
    let attribute = entity.properties[column.propertyNumber].description.attribute
    let name = entity.properties[column.propertyNumber].name
    let isNeeded = conditions.contains(.hasValue(entity: entity.name, property: name))
    let isOptional = attribute?.isOptional == true && !isNeeded
    let value =
      converted(column, entity) ?? column.type.map { text($0, column, entity) } ?? "NULL"
    return isOptional ? "CASE WHEN n % 3 = 0 THEN NULL ELSE \(value) END" : value
  }

  /// Returns a value that satisfies a condition of the migration, such as a
  /// string that can be converted to the new type; nil if no condition concerns
  /// the column.
  private func converted(_ column: ColumnMapping, _ entity: CompiledEntity) -> String? {
    for case .isCase(entity.name, column.keyPath, _, let values) in conditions {
      return one(of: values)
    }
    for case .isConvertible(entity.name, column.keyPath, let type) in conditions {
      switch (column.kind, type) {
      case (.text, .uuid): return "'00000000-0000-4000-8000-' || printf('%012d', n)"
      case (.text, .boolean), (_, .boolean): return "n % 2"
      case (.text, _), (_, .int16): return "n % 32768"
      default: return "n"
      }
    }
    return nil
  }

  private func text(
    _ type: AttributeType, _ column: ColumnMapping, _ entity: CompiledEntity
  ) -> String {
    switch type {
    case .boolean: "n % 2"
    case .int16: "n % 32768"
    case .int32, .int64: "n"
    case .float, .double: "n + 0.5"
    case .decimal: column.kind == .text ? "model_exact(n)" : "n + 0.25"
    case .string: "'\(column.keyPath) ' || n"
    case .url: "'https://example.com/' || n"
    case .json: "'{}'"
    case .list: "'[]'"
    case .codable: "'null'"
    case .date: "n * 86400.0"
    case .uuid: "randomblob(16)"
    case .data, .transformable: "randomblob(16)"
    case .enumeration(let name, _): enumeration(name, column, entity)
    case .composite, .undefined: "NULL"
    }
  }

  private func enumeration(
    _ name: String, _ column: ColumnMapping, _ entity: CompiledEntity
  ) -> String {
    let refused = conditions.flatMap { condition -> [ConstantValue] in
      guard case .noValues(entity.name, column.keyPath, let values) = condition else { return [] }
      return values
    }
    let cases = mapping.model.description.enumeration(named: name)?.cases ?? []
    return one(of: cases.map(\.rawValue).filter { !refused.contains($0) })
  }

  /// Returns SQL for one of the values, which are used in turn.
  private func one(of values: [ConstantValue]) -> String {
    let values = values.compactMap { SQLLiteral.text($0, .integer) }
    guard !values.isEmpty else { return "NULL" }
    let branches = values.enumerated().map { "WHEN \($0) THEN \($1)" }.joined(separator: " ")
    return "CASE n % \(values.count) \(branches) END"
  }

  // MARK: Relationships

  /// Returns a key of the destination. In one-to-one relationships, objects
  /// with equal numbers are paired, so that both ends agree.
  private func reference(
    _ relationship: CompiledRelationship, of entity: CompiledEntity
  ) -> String {
    guard relationship.inverse?.isToMany == false else {
      let all = destinations(of: relationship, entity)
      guard let destination = all.first(where: { !lacksPartners($0) }) else { return "NULL" }
      return "n * 7919 % \(count) + 1 + \(base(destination))"
    }
    guard let partner = destinations(of: relationship, entity).first, !lacksPartners(partner),
      isPaired(relationship, of: entity)
    else { return "NULL" }
    return "n + \(base(partner))"
  }

  /// Returns whether a one-to-one relationship leads back to an entity. If
  /// several entities have the same destination, it leads back to the first of
  /// them.
  private func isPaired(
    _ relationship: CompiledRelationship, of entity: CompiledEntity
  ) -> Bool {
    guard let partner = destinations(of: relationship, entity).first,
      let back = relationship.inverse.flatMap({ partner.relationship($0) })
    else { return false }
    return destinations(of: back, partner).first === entity
  }

  /// Returns whether objects of an entity would lack required destination
  /// objects, because those are paired with objects of another entity.
  private func lacksPartners(_ entity: CompiledEntity) -> Bool {
    entity.relationships.contains { relationship in
      let description = entity.properties[relationship.number].description.relationship
      return description?.isToMany == false && description?.isOptional == false
        && relationship.inverse?.isToMany == false
        && !destinations(of: relationship, entity).isEmpty && !isPaired(relationship, of: entity)
    }
  }

  /// Returns the entities of the objects that a relationship can lead to.
  private func destinations(
    of relationship: CompiledRelationship, _ entity: CompiledEntity
  ) -> [CompiledEntity] {
    let name = entity.properties[relationship.number].name
    let gone = conditions.flatMap { condition -> [String] in
      guard case .leadsToNone(entity.name, name, let entities) = condition else { return [] }
      return entities
    }
    return concrete(relationship.destinationIndex).filter { !gone.contains($0.name) }
  }

  /// Returns the entities of a family that are not abstract.
  private func concrete(_ index: Int) -> [CompiledEntity] {
    mapping.model.entities[index].family.map { mapping.model.entities[$0] }
      .filter { !$0.description.isAbstract }
  }

  private func pairs(
    _ join: JoinMapping, _ relationship: CompiledRelationship, _ entity: CompiledEntity
  ) -> String {
    guard let owner = concrete(entity.index).first(where: { !lacksPartners($0) }),
      let member = concrete(relationship.destinationIndex).first(where: { !lacksPartners($0) })
    else { return "SELECT 1" }
    let places = [join.orderColumn, join.inverseOrderColumn].compactMap(\.self)
    let columns = ([join.ownerColumn, join.memberColumn] + places).map(StoreNames.quoted)
    // If the relationship is its own inverse, objects of the entity are paired
    // with each other.
    let other =
      relationship.isItsOwnInverse(in: mapping.model, of: entity)
      ? "\(count + 1) - n" : "n * 7919 % \(count) + 1"
    let values = ["n + \(base(owner))", "\(other) + \(base(member))"] + places.map { _ in "n" }
    return """
      INSERT OR IGNORE INTO \(StoreNames.quoted(join.table)) (\(columns.joined(separator: ", "))) \
      \(numbers) SELECT \(values.joined(separator: ", ")) FROM n
      """
  }
}
