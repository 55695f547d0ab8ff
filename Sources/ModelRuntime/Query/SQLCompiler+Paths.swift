internal import ModelSchema

// Key paths: to-one relationships become joins from the left, to-many ones
// sub-selects that refer to the row around them.

extension SQLCompiler {
  /// The table that an expression which stands for an object is about.
  func start(of root: ObjectExpression) throws -> Joins.Table {
    switch root {
    case .evaluatedObject: return table
    case .variable(let name):
      guard let table = variables[name] else {
        throw untranslatable("'$\(name)', which has no value,")
      }
      return table
    default: throw untranslatable("a path from \(root)")
    }
  }

  /// What a key path reads.
  mutating func path(_ names: [String], from root: ObjectExpression) throws -> SQLFragment {
    if names == ["@count"], case .subquery(let collection, let variable, let predicate) = root {
      return "("
        + (try members(collection, variable: variable, predicate, select: "count(*)")) + ")"
    }
    var table = try start(of: root)
    if names.last == "@count" {
      return "("
        + (try members(
          .keyPath(Array(names.dropLast()), of: root), variable: nil, nil, select: "count(*)"))
        + ")"
    }
    for (index, name) in names.enumerated() {
      if let column = mapping.mapping(of: table.entity).column(
        names[index...].joined(separator: "."))
      {
        return SQLFragment("\(table.alias).\(StoreNames.quoted(column.name))")
      }
      table = try next(name, from: table)
    }
    return SQLFragment("\(table.alias).Z_PK")
  }

  /// What the value of a key path is; nil for objects and what is computed.
  func type(of names: [String], from root: ObjectExpression) -> AttributeType? {
    guard var entity = try? start(of: root).entity else { return nil }
    for (index, name) in names.enumerated() {
      let rest = names[index...].joined(separator: ".")
      if let column = mapping.mapping(of: entity).column(rest) { return column.type }
      guard let property = entity.property(named: name),
        let relationship = entity.relationship(property.number)
      else { return nil }
      entity = mapping.model.entities[relationship.destinationIndex]
    }
    return nil
  }

  private mutating func next(_ name: String, from table: Joins.Table) throws -> Joins.Table {
    if name == "objectID" || name == "self" { return table }
    guard let property = table.entity.property(named: name) else {
      throw unknown(name, in: table.entity)
    }
    guard let relationship = table.entity.relationship(property.number) else {
      throw untranslatable("'\(table.entity.name).\(name)', which is not stored,")
    }
    guard !relationship.isToMany else {
      throw untranslatable(
        "'\(table.entity.name).\(name)' leads to many objects and, without ANY or a count,")
    }
    return joins.table(behind: relationship, of: table)
  }

  /// A path up to its first to-many relationship, and the rest.
  func splitAtToMany(
    _ names: [String], from start: Joins.Table
  ) throws -> (collection: [String], rest: [String])? {
    var entity = start.entity
    for (index, name) in names.enumerated() {
      guard let property = entity.property(named: name) else { throw unknown(name, in: entity) }
      guard let relationship = entity.relationship(property.number) else { return nil }
      if relationship.isToMany {
        return (Array(names[...index]), Array(names[(index + 1)...]))
      }
      entity = mapping.model.entities[relationship.destinationIndex]
    }
    return nil
  }

  /// Selects from the members of a to-many relationship that satisfy a
  /// predicate.
  mutating func members(
    _ collection: ObjectExpression, variable: String?, _ predicate: ObjectPredicate?,
    select: String
  ) throws -> SQLFragment {
    guard case .keyPath(let names, let root) = collection, let last = names.last else {
      throw untranslatable("a sub-query over \(collection)")
    }
    var owner = try start(of: root)
    for name in names.dropLast() { owner = try next(name, from: owner) }
    guard let property = owner.entity.property(named: last) else {
      throw unknown(last, in: owner.entity)
    }
    guard let relationship = owner.entity.relationship(property.number), relationship.isToMany
    else { throw untranslatable("a count of '\(owner.entity.name).\(last)'") }
    return try members(relationship, of: owner, variable: variable, predicate, select: select)
  }

  private mutating func members(
    _ relationship: CompiledRelationship, of owner: Joins.Table, variable: String?,
    _ predicate: ObjectPredicate?, select: String
  ) throws -> SQLFragment {
    let destination = mapping.entities[relationship.destinationIndex]
    let element = Joins.Table(alias: joins.newAlias(), entity: destination.entity)
    let source = memberSource(relationship, of: owner, destination, alias: element.alias)
    guard let predicate, let variable else {
      return SQLFragment("SELECT \(select) FROM \(source.tables) WHERE \(source.condition)")
    }
    let outer = joins.beginScope()
    let shadowed = variables[variable]
    variables[variable] = element
    defer { variables[variable] = shadowed }
    let condition = try condition(predicate)
    let clauses = joins.endScope(outer)
    return "SELECT \(select) FROM \(source.tables)\(clauses) WHERE \(source.condition) AND "
      + condition
  }

  /// The tables that hold the members, and what ties them to their owner.
  private mutating func memberSource(
    _ relationship: CompiledRelationship, of owner: Joins.Table, _ destination: EntityMapping,
    alias: String
  ) -> (tables: String, condition: String) {
    let table = "\(destination.quotedTable) AS \(alias)"
    guard let join = mapping.join(relationship, of: owner.entity) else {
      let column = destination.columns.first {
        $0.propertyNumber == relationship.inverse?.number
      }
      let name = StoreNames.quoted(column?.name ?? "")
      return (table, "\(alias).\(name) = \(owner.alias).Z_PK")
    }
    let pairs = joins.newAlias()
    let member = StoreNames.quoted(join.memberColumn)
    return (
      """
      \(StoreNames.quoted(join.table)) AS \(pairs) \
      JOIN \(table) ON \(alias).Z_PK = \(pairs).\(member)
      """,
      "\(pairs).\(StoreNames.quoted(join.ownerColumn)) = \(owner.alias).Z_PK"
    )
  }
}
