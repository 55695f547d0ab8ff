public import ModelSchema

extension ManagedObjectContext {
  /// The IDs of the objects that a request asks for, in its order, without
  /// reading the objects.
  ///
  /// - Throws: As `fetch(_:)`.
  public func fetchIDs<Object: ManagedObject>(
    _ request: FetchRequest<Object>
  ) throws -> [ObjectID] {
    try objectIDs(request.plan, entity(of: Object.self))
  }

  /// The identities of the objects of a plan, with unsaved changes.
  func objectIDs(_ plan: FetchPlan, _ entity: CompiledEntity) throws -> [ObjectID] {
    if let overlay = FetchOverlay(context: self, plan: plan, entity: entity) {
      return try overlay.objects().map(\.objectID)
    }
    return try source.objectIDs(plan, entity, for: self)
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
