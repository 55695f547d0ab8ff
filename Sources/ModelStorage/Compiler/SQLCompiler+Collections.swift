// Collections: the objects of to-many relationships, and values derived from them.

extension SQLCompiler {
  /// Returns the members of a to-many relationship of an object.
  mutating func members(
    _ relationship: CompiledRelationship, of owner: SQLObject
  ) throws -> SQLCollection {
    var collection = SQLCollection(tables: SQLFragment(""), element: .object(owner))
    try join(relationship, ownerKey: owner.key, of: owner.entity, to: &collection)
    return collection
  }

  /// Joins the members of an owner to the tables of a collection.
  private mutating func join(
    _ relationship: CompiledRelationship, ownerKey: SQLFragment, of owner: CompiledEntity,
    to collection: inout SQLCollection
  ) throws {
    guard !relationship.description.isTransient else {
      throw untranslatable("'\(owner.name).\(relationship.name)', which is not stored,")
    }
    let destination = mapping.entities[relationship.destinationIndex]
    let alias = joins.newAlias()
    let table = "\(destination.quotedTable) AS \(alias)"
    let comma = collection.tables.sql.isEmpty ? "" : " JOIN "
    let condition: SQLFragment
    if let join = mapping.join(relationship, of: owner) {
      let pairs = joins.newAlias()
      collection.tables =
        collection.tables
          + """
          \(comma)\(join.quotedTable) AS \(pairs) \
          JOIN \(table) ON \(alias).Z_PK = \(pairs).\(StoreNames.quoted(join.memberColumn))
          """
      condition = "\(pairs).\(StoreNames.quoted(join.ownerColumn)) = " + ownerKey
      collection.order = join.orderColumn.map { "\(pairs).\(StoreNames.quoted($0)), \(alias).Z_PK" }
    } else {
      let number = relationship.inverse?.number ?? -1
      let column = destination.columns.first { $0.propertyNumber == number }
      collection.tables = collection.tables + "\(comma)\(table)"
      condition = "\(alias).\(StoreNames.quoted(column?.name ?? "")) = " + ownerKey
      collection.order =
        relationship.description.isOrdered
        ? destination.orderColumn(number).map { "\(alias).\($0), \(alias).Z_PK" } : nil
    }
    collection.conditions.append(condition)
    collection.element = .object(SQLObject(rowOf: destination.entity, alias: alias))
  }

  /// Returns the values of a property of every element; a nil element has none.
  mutating func step(_ name: String, from collection: SQLCollection) throws -> SQLCollection {
    var collection = collection
    switch collection.element {
    case .object(let object):
      let object = inner(object, in: &collection)
      if let relationship = object.entity.relationship(named: name), relationship.isToMany {
        try join(relationship, ownerKey: object.key, of: object.entity, to: &collection)
        // The model defines no order for the members of members.
        collection.order = nil
      } else {
        try collection.append(step(name, from: .object(object)))
      }
    default:
      if case .value(let value) = collection.element {
        collection.conditions.append(value.sql + " IS NOT NULL")
      }
      try collection.append(step(name, from: collection.element))
    }
    return collection
  }

  /// Returns an element whose table is joined in such a way that elements
  /// without a row are left out.
  private mutating func inner(
    _ object: SQLObject, in collection: inout SQLCollection
  ) -> SQLObject {
    guard object.alias == nil else { return object }
    let alias = joins.newAlias()
    collection.tables =
      collection.tables
      + " JOIN \(mapping.mapping(of: object.entity).quotedTable) AS \(alias) ON \(alias).Z_PK = "
      + object.key
    return SQLObject(rowOf: object.entity, alias: alias)
  }

  /// Returns the elements that satisfy a condition, or a value of each of them.
  mutating func subquery(
    _ expression: ObjectExpression, _ name: String, _ condition: ObjectPredicate,
    value: ObjectExpression? = nil
  ) throws -> SQLOperand {
    guard case .collection(var collection) = try collection(try operand(expression)) else {
      return .list([])
    }
    if condition.follows(name) {
      collection.conditions.append(try scalar(collection.element).sql + " IS NOT NULL")
    }
    let shadowed = variables[name]
    variables[name] = collection.element
    defer { variables[name] = shadowed }
    // A filtered list is no longer the whole list of the column.
    collection.list = nil
    let inner = try scoped { compiler in
      collection.conditions.append(try compiler.condition(condition))
      if let value { collection.append(try compiler.operand(value)) }
    }
    collection.tables = collection.tables + inner
    return .collection(collection)
  }

  /// Returns an operand as a collection, which is empty if the operand is nil.
  mutating func collection(_ operand: SQLOperand) throws -> SQLOperand {
    switch operand {
    case .collection: return operand
    case .value(let value) where value.type == .null: return .list([])
    case .list, .constants:
      let elements = try elements(operand)
      return elements.isEmpty ? .list([]) : .collection(try gathered(elements))
    case .composite: return .value(try scalar(operand))
    case .value, .object: return .collection(try gathered([operand]))
    }
  }

  /// Returns values as a collection. A value that is not a list is one element,
  /// or none if it is nil.
  private mutating func gathered(_ operands: [SQLOperand]) throws -> SQLCollection {
    let values = try operands.map { try scalar($0) }
    let (unified, type) = try self.unified(values)
    let selects = unified.map { "SELECT " + $0.sql + " AS v" }
    return derived(selects.joined(" UNION ALL "), type, like: operands)
  }

  /// Returns a collection of one value. The limit keeps SQLite from computing
  /// the value in each test.
  mutating func row(of value: SQLValue, like operand: SQLOperand) -> SQLCollection {
    derived("SELECT " + value.sql + " AS v LIMIT 1", value.type, like: [operand])
  }

  /// Returns a collection of the rows of a sub-select with one column `v`.
  private mutating func derived(
    _ select: SQLFragment, _ type: SQLType, like operands: [SQLOperand]
  ) -> SQLCollection {
    let alias = joins.newAlias()
    let tables = "(" + select + ") AS \(alias)"
    let column = SQLFragment("\(alias).v")
    let entities = operands.compactMap { operand -> CompiledEntity? in
      if case .object(let object) = operand { object.entity } else { nil }
    }
    if let first = entities.first {
      // Objects of different entities share only the properties of their root
      // entity.
      let isShared = entities.allSatisfy { $0.index == first.index }
      let entity = isShared ? first : mapping.model.entities[first.rootIndex]
      return SQLCollection(
        tables: tables, element: .object(SQLObject(key: column, entity: entity)))
    }
    return SQLCollection(tables: tables, element: .value(SQLValue(column, type)))
  }

  /// Returns the result of a set operator on two collections, or of one
  /// collection without duplicates.
  mutating func combination(
    _ set: ObjectExpression.SetOperator, _ first: ObjectExpression, _ second: ObjectExpression
  ) throws -> SQLOperand {
    let sides = [try collection(try operand(first)), try collection(try operand(second))]
    var selects: [SQLFragment] = []
    var values: [SQLValue] = []
    var elements: [SQLOperand] = []
    for side in sides {
      guard case .collection(let collection) = side else {
        selects.append(SQLFragment("SELECT NULL AS v WHERE 0"))
        continue
      }
      let value = try scalar(collection.element)
      values.append(value)
      elements.append(collection.element)
      selects.append(collection.select(value.sql + " AS v"))
    }
    let word = set == .union ? " UNION " : set == .intersect ? " INTERSECT " : " EXCEPT "
    // The parts may have their own order or limit.
    let parts = selects.map { "SELECT v FROM (" + $0 + ")" }
    let type = try unified(values).type
    // A decimal stored as text and an equal number would be counted as two
    // elements.
    guard type != .number(.tagged) else {
      throw untranslatable("a set of decimals and other numbers")
    }
    return .collection(derived(parts.joined(word), type, like: elements))
  }

  /// Returns a collection without duplicates.
  mutating func distinct(_ operand: SQLOperand) throws -> SQLOperand {
    guard case .collection(let collection) = try collection(operand) else { return .list([]) }
    let value = try scalar(collection.element)
    guard value.type != .number(.tagged) else {
      throw untranslatable("a set of decimals and other numbers")
    }
    let select = "SELECT DISTINCT v FROM (" + collection.select(value.sql + " AS v") + ")"
    return .collection(derived(select, value.type, like: [collection.element]))
  }

  mutating func element(
    _ index: ObjectExpression.Index, of base: ObjectExpression
  ) throws -> SQLOperand {
    let operand = try self.operand(base)
    switch index {
    case .size: return .value(try count(operand))
    case .first: return try element(of: operand, descending: false, offset: SQLFragment("0"))
    case .last: return try element(of: operand, descending: true, offset: SQLFragment("0"))
    case .expression(let expression):
      let position = try value(expression)
      if position.type == .null { return .value(.null) }
      if case .constant(let number)? = position.source,
        case .string(let key) = constants[number]
      {
        return try follow([key], from: operand)
      }
      guard position.type == .number(.integer) else {
        throw untranslatable("an element at what is no whole number")
      }
      return try element(
        of: operand, descending: false, offset: position.sql, mayBeOutside: true)
    }
  }

  private mutating func element(
    of operand: SQLOperand, descending: Bool, offset: SQLFragment, mayBeOutside: Bool = false
  ) throws -> SQLOperand {
    guard case .collection(let collection) = operand, let order = collection.order else {
      throw untranslatable("an element of what has no order")
    }
    let terms = order.split(separator: ",").map { descending ? "\($0) DESC" : "\($0)" }
    let value = try scalar(collection.element)
    // SQLite treats a negative offset as 0.
    let condition = mayBeOutside ? "coalesce(" + offset + ", -1) >= 0" : SQLFragment("1")
    let limit = mayBeOutside ? "coalesce(" + offset + ", 0)" : offset
    let sql =
      "(" + collection.select(value.sql, condition) + " ORDER BY \(terms.joined(separator: ","))"
      + " LIMIT 1 OFFSET " + limit + ")"
    guard case .object(let object) = collection.element else {
      return .value(SQLValue(sql, value.type))
    }
    return .object(SQLObject(key: sql, entity: object.entity))
  }
}
