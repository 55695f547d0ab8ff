extension ManagedObjectContext {
  /// Fetches the IDs of a request's objects, in its order, without reading the objects.
  ///
  /// - Throws: As `fetch(_:)`.
  public func fetchIDs<Object: ManagedObject>(
    _ request: FetchRequest<Object>
  ) throws -> [ObjectID] {
    try objectIDs(request.plan, entity(of: Object.self))
  }

  /// The identities of the objects of a plan, with unsaved changes.
  func objectIDs(_ plan: FetchPlan, _ entity: CompiledEntity) throws -> [ObjectID] {
    if notificationQueue != nil { mergePendingChanges() }
    if let overlay = try FetchOverlay(context: self, plan: plan, entity: entity) {
      return try overlay.objects().map(\.objectID)
    }
    return try source.objectIDs(plan, entity, for: self)
  }

  /// The values of an attribute of a plan's objects, with unsaved changes; null for
  /// objects that cannot be read.
  func values(
    of name: String, _ plan: FetchPlan, _ entity: CompiledEntity
  ) throws -> [(value: ConstantValue, id: ObjectID)] {
    guard let overlay = try FetchOverlay(context: self, plan: plan, entity: entity) else {
      return try source.values(of: name, plan, entity, for: self)
    }
    return entity.values(of: name, try overlay.objects())
  }

  /// The objects of keys that a request has found, in their order, brought up to date;
  /// objects whose rows are gone are left out.
  func foundObjects(
    ofKeys keys: ArraySlice<Int64>, _ entity: CompiledEntity
  ) throws -> [ManagedObject] {
    try load(Array(keys), of: entity)
    let map = maps[entity.rootIndex]
    return keys.compactMap { map.object($0) }
  }

  /// The objects of some keys, in their order; objects whose rows are gone are left
  /// out.
  func objects(
    ofKeys keys: ArraySlice<Int64>, _ entity: CompiledEntity
  ) throws -> [ManagedObject] {
    try loadMissing(keys, of: entity)
    let map = maps[entity.rootIndex]
    return keys.compactMap { map.object($0) }
  }
}

extension CompiledEntity {
  /// The values of an attribute of some objects; null for objects that cannot be read.
  func values(
    of name: String, _ objects: [ManagedObject]
  ) -> [(value: ConstantValue, id: ObjectID)] {
    let constant = property(named: name).flatMap { bindings[$0.number]?.constant }
    return objects.map { object in
      // The value is read first, since only then a fault finds out whether it is
      // accessible.
      let value = constant?(object) ?? .null
      return (object.isInaccessible ? .null : value, object.objectID)
    }
  }
}
