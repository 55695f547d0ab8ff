internal import ModelSQLite
public import ModelSchema

extension ManagedObjectContext {
  /// The IDs of the objects that a request asks for, in its order, without
  /// reading the objects.
  ///
  /// - Throws: As `fetch(_:)`.
  public func fetchIDs<Object: ManagedObject>(
    _ request: FetchRequest<Object>
  ) throws -> [ObjectID] {
    let entity = entity(of: Object.self)
    if let overlay = FetchOverlay(context: self, plan: request.plan, entity: entity) {
      return try overlay.objects().map(\.objectID)
    }
    if let parent { return try parent.fetchIDs(request) }
    let references = Dictionary(
      entity.family.map { (store.mapping.entities[$0].number, store.references[$0]) },
      uniquingKeysWith: { first, _ in first })
    do {
      let statement = try prepared(request.plan, entity, .keys)
      var ids: [ObjectID] = []
      try statement.forEachRow { row in
        if let reference = references[row.int64(1)] {
          ids.append(ObjectID(entity: reference, key: row.int64(0)))
        }
      }
      return ids
    } catch {
      throw connection.storeError(error)
    }
  }

  /// The objects of some keys, in their order; those whose rows are gone are
  /// left out.
  func objects(
    ofKeys keys: ArraySlice<Int64>, _ entity: CompiledEntity
  ) throws -> [ManagedObject] {
    try loadMissing(keys, of: entity)
    let map = maps[entity.rootIndex]
    return keys.compactMap { map.object($0) }
  }
}
