extension ManagedObjectContext {
  /// Fetches the objects of a request, in its order.
  ///
  /// Unchanged objects that are already in the context are updated.
  ///
  /// - Throws: `ObjectPredicateError` if the condition contains a name that the model
  ///   does not have, or compares values that cannot be compared; `StoreError` if
  ///   another part of the request contains an unknown name (`.unknownName`), if it
  ///   cannot be translated into SQL (`.untranslatable`), or if the store cannot be
  ///   read.
  public func fetch<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> [Object] {
    unsafeDowncast(try objects(request.plan, entity(of: Object.self)), to: Object.self)
  }

  /// Fetches the first object of a request; nil if there is none.
  ///
  /// - Throws: The errors of `fetch(_:)`.
  public func first<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> Object? {
    try fetch(request.limit(min(request.limit ?? 1, 1))).first
  }

  /// Counts the objects of a request.
  ///
  /// - Throws: The errors of `fetch(_:)`.
  public func count<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> Int {
    try count(request.plan, entity(of: Object.self))
  }

  /// Returns whether any object satisfies a request.
  ///
  /// - Throws: The errors of `fetch(_:)`.
  public func exists<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> Bool {
    try count(request.limit(min(request.limit ?? 1, 1))) > 0
  }

  /// Fetches the objects of a request for an entity.
  ///
  /// - Throws: The errors of `fetch(_:)`, and `StoreError` (`.unknownName`) if the
  ///   model has no such entity.
  public func fetch(
    entityName: String, _ request: FetchRequest<ManagedObject> = FetchRequest()
  ) throws -> [ManagedObject] {
    try objects(request.plan, entity(named: entityName))
  }

  /// Returns all objects of an entity and its subentities, in key order.
  ///
  /// - Throws: `StoreError` (`.unknownName`) with a suggestion, if the model has no
  ///   such entity; the errors of `fetch(_:)` if the store cannot be read.
  public func objects(entityName: String) throws -> [ManagedObject] {
    try objects(FetchPlan(), entity(named: entityName))
  }

  /// Counts the objects of a request for an entity.
  ///
  /// - Throws: The errors of `fetch(entityName:_:)`.
  public func count(
    entityName: String, _ request: FetchRequest<ManagedObject> = FetchRequest()
  ) throws -> Int {
    try count(request.plan, entity(named: entityName))
  }

  /// Fetches the stored values of a request's objects, without unsaved changes and
  /// without creating objects.
  ///
  /// The type is a generated snapshot, such as `FailedBankInfo.Snapshot`.
  ///
  /// - Throws: The errors of `fetch(_:)`, and `StoreError` (`.inaccessible`) if a type
  ///   cannot represent its value.
  @inlinable
  public func fetch<Object: ManagedObject, Values: EntityValues>(
    _ request: FetchRequest<Object>, as type: ObjectSnapshot<Values>.Type
  ) throws -> [ObjectSnapshot<Values>] {
    if isWithoutRows {
      return try savedValues(of: request).compactMap { id, values in
        Values(committed: values).map { ObjectSnapshot(id: id, values: $0) }
      }
    }
    let rows = try rows(of: request)
    defer { rows.end() }
    var snapshots: [ObjectSnapshot<Values>] = []
    while let row = try rows.next() {
      snapshots.append(ObjectSnapshot(id: rows.objectID, values: Values(row)))
    }
    return snapshots
  }

  /// True if the store cannot be read row by row.
  @usableFromInline var isWithoutRows: Bool { store.backing != nil }

  /// Returns the saved values of a request's objects, with their IDs, in a
  /// store without rows.
  @usableFromInline
  func savedValues<Object: ManagedObject>(
    of request: FetchRequest<Object>
  ) throws -> [(ObjectID, AnyObject)] {
    // Another context is used, because this context's objects have unsaved changes.
    // Objects do not keep their context alive.
    let saved = try makeSeparateContext()
    return try withExtendedLifetime(saved) {
      try saved.objects(request.plan, entity(of: Object.self)).map {
        ($0.objectID, $0._copyValues())
      }
    }
  }

  /// Begins a fetch of the rows of a request.
  ///
  /// - Throws: The errors of `fetch(_:)`.
  public func rows<Object: ManagedObject>(of request: FetchRequest<Object>) throws -> SnapshotRows {
    let entity = entity(of: Object.self)
    let statement = try prepared(request.plan, entity, .objects)
    return SnapshotRows(statement, entity: entity, store: store)
  }

  /// Returns the objects of a plan, including unsaved changes.
  func objects(_ plan: FetchPlan, _ entity: CompiledEntity) throws -> [ManagedObject] {
    // The rows read now are newer than registered objects, so saves by others are
    // merged first.
    if notificationQueue != nil { mergePendingChanges() }
    let overlay = try FetchOverlay(context: self, plan: plan, entity: entity)
    let objects = try overlay?.objects() ?? source.objects(plan, entity)
    for keyPath in plan.prefetchedKeyPaths { try prefetch(keyPath, of: objects) }
    return objects
  }

  /// Returns the number of objects of a plan, including unsaved changes.
  func count(_ plan: FetchPlan, _ entity: CompiledEntity) throws -> Int {
    if notificationQueue != nil { mergePendingChanges() }
    var plan = plan
    // The order does not affect the number, but a cursor is a position in it.
    if plan.cursor == nil { plan.sortKeys = [] }
    if let overlay = try FetchOverlay(context: self, plan: plan, entity: entity) {
      return try overlay.objects().count
    }
    return try source.count(plan, entity)
  }
}

/// The rows that a fetch of snapshots reads.
public struct SnapshotRows {
  @usableFromInline let statement: Statement
  @usableFromInline let entity: EntityReference
  private let starts: ColumnStarts?

  init(_ statement: Statement, entity: CompiledEntity, store: PersistentStore) {
    self.statement = statement
    self.entity = store.references[entity.index]
    starts = store.mapping.mapping(of: entity).starts?[entity.index]
  }

  /// Returns the next row; nil after the last one.
  ///
  /// - Throws: `StoreError` if a type cannot represent its value in the previous row,
  ///   `SQLiteError` if the store cannot be read.
  @inlinable
  public func next() throws -> Row? {
    if statement.faults.pointee.kind != nil { throw fault() }
    return try statement.step() ? row : nil
  }

  /// The ID of the current row's object.
  @inlinable
  public var objectID: ObjectID { ObjectID(entity: entity, key: Row(statement).key) }

  /// Ends the fetch, even if it has not reached its last row.
  public func end() {
    statement.faults.pointee.clear()
    statement.reset()
  }

  @usableFromInline
  var row: Row {
    starts.map { Row(statement, starts: $0) } ?? Row(statement, first: 2)
  }

  @usableFromInline
  func fault() -> StoreError { statement.fault(of: entity.name) }
}
