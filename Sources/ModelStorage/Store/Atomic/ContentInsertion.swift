/// Inserts content into an empty database.
struct ContentInsertion {
  let content: StoreContent
  let mapping: StoreMapping
  let connection: Connection

  private var model: CompiledModel { mapping.model }

  /// Writes all objects.
  ///
  /// - Throws: `StoreError` if the content has entities or properties that the
  ///   model does not have, or if two objects have the same key.
  func run() throws {
    let entities = try entitiesByKey()
    let links = try completedLinks(entities)
    var statements: [Int: Statement] = [:]
    for object in content.objects {
      let entity = try entity(of: object)
      let statement =
        try statements[entity.index]
        ?? connection.prepare(mapping.mapping(of: entity).insert())
      statements[entity.index] = statement
      try insert(object, entity, links, statement)
    }
    // The positions of members are columns of their rows, so all rows must
    // exist first.
    for object in content.objects { try insertLinks(of: object, try entity(of: object)) }
    // The triggers that update these columns exist only in the connections of
    // contexts, and have not run.
    for column in mapping.entityColumns { try connection.execute(column.update) }
    // A key belongs to one object of the whole content, so all hierarchies
    // continue from the greatest key.
    try connection.prepare("UPDATE Z_PRIMARYKEY SET Z_MAX = ?")
      .binding([.integer(max(content.lastKey, entities.keys.max() ?? 0))]).run()
  }

  private func entity(of object: StoredObject) throws -> CompiledEntity {
    guard let entity = model.entity(named: object.entityName), !entity.description.isAbstract else {
      throw StoreError(
        .modelMismatch,
        """
        object \(object.key) is of entity '\(object.entityName)', of which model \
        '\(model.description.name)' has no objects
        """)
    }
    return entity
  }

  private func entitiesByKey() throws -> [Int64: Int] {
    var entities: [Int64: Int] = [:]
    for object in content.objects {
      let entity = try entity(of: object)
      guard object.key > 0, entities.updateValue(entity.index, forKey: object.key) == nil else {
        throw StoreError(
          .damaged, "the key \(object.key) of a '\(entity.name)' is another object's, or none")
      }
    }
    return entities
  }

  private func insert(
    _ object: StoredObject, _ entity: CompiledEntity, _ links: [Link: Int64],
    _ statement: Statement
  ) throws {
    statement.bind(object.key)
    var used = 0
    for column in mapping.mapping(of: entity).columns {
      if column.kind == .reference {
        let key =
          object.links[column.keyPath]?.first
          ?? links[Link(key: object.key, name: column.keyPath)]
        if let key { statement.bind(key) } else { statement.bindNull() }
      } else if let value = object.values[column.keyPath] {
        statement.bind(value)
        used += 1
      } else {
        statement.bindNull()
      }
    }
    try statement.run()
    // The names are compared only if a value has no column.
    if used < object.values.count { try refuseUnknownValues(of: object, entity) }
  }

  private func refuseUnknownValues(of object: StoredObject, _ entity: CompiledEntity) throws {
    let known = Set(mapping.mapping(of: entity).columns.map(\.keyPath))
    let unknown = object.values.keys.filter { !known.contains($0) }.sorted()
    throw StoreError(
      .modelMismatch,
      """
      object \(object.key) has values that entity '\(entity.name)' of model \
      '\(model.description.name)' has not: \(unknown.joined(separator: ", "))
      """, propertyNames: unknown)
  }
}

extension ContentInsertion {
  /// A to-one relationship of an object.
  private struct Link: Hashable {
    let key: Int64
    let name: String
  }

  /// Returns the to-one relationships for which the content contains only the
  /// other end.
  private func completedLinks(_ entities: [Int64: Int]) throws -> [Link: Int64] {
    var links: [Link: Int64] = [:]
    for object in content.objects {
      let entity = try entity(of: object)
      for relationship in entity.relationships {
        guard let inverse = relationship.inverse, !inverse.isToMany,
          let members = object.links[relationship.name]
        else { continue }
        let destination = model.entities[relationship.destinationIndex]
        let name = destination.properties[inverse.number].name
        for member in members { links[Link(key: member, name: name)] = object.key }
      }
    }
    return links
  }

  /// Writes the pairs and positions of an object's to-many relationships.
  private func insertLinks(of object: StoredObject, _ entity: CompiledEntity) throws {
    for relationship in entity.relationships where relationship.isToMany {
      guard let members = object.links[relationship.name], !members.isEmpty else { continue }
      if let join = mapping.join(relationship, of: entity) {
        try insertPairs(of: object.key, members, join)
      } else if relationship.description.isOrdered,
        let sql = mapping.placeUpdate(relationship)
      {
        let statement = try connection.prepare(sql)
        for (place, member) in members.enumerated() {
          statement.bind(PlaceList.place(place))
          statement.bind(member)
          try statement.run()
        }
      }
    }
  }

  private func insertPairs(of owner: Int64, _ members: [Int64], _ join: JoinMapping) throws {
    let statement = try connection.prepare(join.setPlace ?? join.insert)
    for (place, member) in members.enumerated() {
      statement.bind(owner)
      statement.bind(member)
      if join.setPlace != nil { statement.bind(PlaceList.place(place)) }
      try statement.run()
    }
  }
}
