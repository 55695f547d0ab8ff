internal import ModelSQLite
internal import ModelSchema

// Firing relationship faults. What one object needs is loaded for the objects
// that came with it from the store, so that walking a result over a
// relationship takes a bounded number of statements.

extension ManagedObjectContext {
  /// The object at the other end of a to-one relationship.
  func destination(
    of object: ManagedObject, _ relationship: CompiledRelationship, key: Int64
  ) -> ManagedObject? {
    let entity = store.model.entities[relationship.destinationIndex]
    let map = maps[entity.rootIndex]
    if let known = map.object(key) { return known }
    do {
      try loadDestinations(relationship, near: object, entity)
      if let loaded = map.object(key) { return loaded }
      object.markInaccessible(
        "'\(object.entityName).\(relationship.name)' leads to a row that is gone")
    } catch {
      object.markInaccessible("\(connection.storeError(error))")
    }
    return nil
  }

  private func loadDestinations(
    _ relationship: CompiledRelationship, near object: ManagedObject, _ entity: CompiledEntity
  ) throws {
    let source = object._batch.entity
    let own = object._reference(relationship.number)
    guard object._batch.keys.count > 1 else {
      try loadOne(own, of: entity)
      return
    }
    let sourceMap = maps[source.rootIndex]
    let neighbours = object._batch.keys(from: object._key, limit: KeyBatch.limit)
    var keys = KeyList([own])
    for key in neighbours {
      guard let neighbour = sourceMap.object(key), !neighbour._flags.contains(.fault) else {
        continue
      }
      let reference = neighbour._reference(relationship.number)
      if reference != 0 { keys.append(reference) }
    }
    try loadMissing(keys, of: entity)
  }

  /// Loads the members of a to-many relationship of an object, and of those
  /// that came with it.
  func loadMembers(of object: ManagedObject, _ relationship: CompiledRelationship) throws {
    let map = maps[object._batch.entity.rootIndex]
    var owners: [Int64: KeyList] = [object._key: KeyList()]
    if object._batch.keys.count > 1 {
      for key in object._batch.keys(from: object._key, limit: KeyBatch.limit) {
        let isLoaded = map.object(key)?._state?.knownLink(relationship.number)?.members != nil
        if !isLoaded, map.object(key) != nil { owners[key] = KeyList() }
      }
    }
    try readMembers(relationship, of: object._batch.entity, into: &owners)
    for (key, members) in owners {
      guard let owner = map.object(key) else { continue }
      owner.link(relationship.number).load(members)
      if hasChanges { leaveDeleted(members, of: owner, relationship) }
    }
  }

  /// Takes members out that are to be deleted: their deletion could not, while
  /// the owner was unknown.
  private func leaveDeleted(
    _ members: KeyList, of owner: ManagedObject, _ relationship: CompiledRelationship
  ) {
    let map = maps[store.model.entities[relationship.destinationIndex].rootIndex]
    for key in members where map.object(key)?.isDeleted == true {
      owner.removeLink(key, relationship.number)
    }
  }

  /// Loads the objects behind the members of an object, and behind those of
  /// the objects that came with it.
  func loadMembers(
    _ members: KeyList, of object: ManagedObject, _ relationship: CompiledRelationship
  ) throws {
    let destination = store.model.entities[relationship.destinationIndex]
    let map = maps[destination.rootIndex]
    func isMissing(_ key: Int64) -> Bool {
      map.object(key).map { $0._flags.contains(.fault) } ?? true
    }
    var missing = KeyList(members.keys.filter(isMissing))
    guard !missing.isEmpty else { return }
    let owners = maps[object._batch.entity.rootIndex]
    for key in object._batch.keys(from: object._key, limit: KeyBatch.limit) {
      guard let others = owners.object(key)?._state?.knownLink(relationship.number)?.members else {
        continue
      }
      for key in others where isMissing(key) { missing.append(key) }
    }
    try loadMissing(missing, of: destination)
  }

  private func readMembers(
    _ relationship: CompiledRelationship, of source: CompiledEntity,
    into owners: inout [Int64: KeyList]
  ) throws {
    if let parent {
      return try adoptMembers(relationship, of: source, into: &owners, from: parent)
    }
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

  /// How many members the store holds for one object, without loading them.
  func storedMemberCount(
    of object: ManagedObject, _ relationship: CompiledRelationship
  ) throws -> Int {
    if let parent {
      return try parent.shown(object._key, of: object._batch.entity)?
        .memberCount(of: relationship) ?? 0
    }
    guard let sql = memberSelect(relationship, of: object._batch.entity, count: 1) else { return 0 }
    let statement = try connection.statement("SELECT count(*) FROM (\(sql))")
    statement.bind(object._key)
    defer { statement.reset() }
    return try statement.step() ? Int(Row(statement).int64(0)) : 0
  }
}
