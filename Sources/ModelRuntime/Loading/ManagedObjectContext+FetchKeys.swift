extension ManagedObjectContext {
  /// Fetches the IDs of a request's objects, in its order, without reading the objects.
  ///
  /// - Throws: The errors of `fetch(_:)`.
  public func fetchIDs<Object: ManagedObject>(
    _ request: FetchRequest<Object>
  ) throws -> [ObjectID] {
    try objectIDs(request.plan, entity(of: Object.self))
  }

  /// Returns the IDs of the objects of a plan, including unsaved changes.
  func objectIDs(_ plan: FetchPlan, _ entity: CompiledEntity) throws -> [ObjectID] {
    if notificationQueue != nil { mergePendingChanges() }
    if let overlay = try FetchOverlay(context: self, plan: plan, entity: entity) {
      return try overlay.objects().map(\.objectID)
    }
    return try source.objectIDs(plan, entity)
  }

  /// Returns the values of an attribute of a plan's objects, including unsaved
  /// changes; null for objects that cannot be read.
  func values(
    of name: String, _ plan: FetchPlan, _ entity: CompiledEntity
  ) throws -> [(value: ConstantValue, id: ObjectID)] {
    guard let overlay = try FetchOverlay(context: self, plan: plan, entity: entity) else {
      return try source.values(of: name, plan, entity)
    }
    return entity.values(of: name, try overlay.objects())
  }

  /// Returns the updated objects with the keys that a request has found, in the order
  /// of the keys; objects whose rows have been deleted are left out.
  func foundObjects(
    ofKeys keys: ArraySlice<Int64>, _ entity: CompiledEntity
  ) throws -> [ManagedObject] {
    try load(Array(keys), of: entity)
    return maps[entity.rootIndex].objects(keys)
  }

  /// Returns the objects with the given keys, in the order of the keys; objects whose
  /// rows have been deleted are left out.
  func objects(ofKeys keys: ArraySlice<Int64>, _ entity: CompiledEntity) throws -> [ManagedObject] {
    try loadMissing(keys, of: entity)
    return maps[entity.rootIndex].objects(keys)
  }
}

extension CompiledEntity {
  /// Returns the values of an attribute of the given objects; null for objects that
  /// cannot be read.
  func values(
    of name: String, _ objects: [ManagedObject]
  ) -> [(value: ConstantValue, id: ObjectID)] {
    let constant = property(named: name).flatMap { bindings[$0.number]?.constant }
    return objects.map { object in
      // The value is read first, because this determines whether a fault is accessible.
      let value = constant?(object) ?? .null
      return (object.isInaccessible ? .null : value, object.objectID)
    }
  }
}
