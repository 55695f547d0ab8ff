extension ManagedObjectContext {
  /// Fetches the objects of a request, in its order.
  ///
  /// Clean objects that the context holds already are brought up to date.
  ///
  /// - Throws: `ObjectPredicateError` when the condition uses a name that the model
  ///   does not have, or compares values that never compare; `StoreError` when another
  ///   part of the request uses an unknown name (`.unknownName`), when it cannot be
  ///   turned into SQL (`.untranslatable`), or when the store cannot be read.
  public func fetch<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> [Object] {
    unsafeDowncast(try objects(request.plan, entity(of: Object.self)), to: Object.self)
  }

  /// Fetches the first object of a request; nil if there is none.
  ///
  /// - Throws: As `fetch(_:)`.
  public func first<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> Object? {
    try fetch(request.limit(min(request.limit ?? 1, 1))).first
  }

  /// Counts the objects of a request.
  ///
  /// - Throws: As `fetch(_:)`.
  public func count<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> Int {
    try count(request.plan, entity(of: Object.self))
  }

  /// True if any object satisfies a request.
  ///
  /// - Throws: As `fetch(_:)`.
  public func exists<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> Bool {
    try count(request.limit(min(request.limit ?? 1, 1))) > 0
  }

  /// Fetches the objects of a request for an entity.
  ///
  /// - Throws: As `fetch(_:)`, and `StoreError` (`.unknownName`) when the model has no
  ///   such entity.
  public func fetch(
    entityName: String, _ request: FetchRequest<ManagedObject> = FetchRequest()
  ) throws -> [ManagedObject] {
    try objects(request.plan, entity(named: entityName))
  }

  /// All objects of an entity and its subentities, by key.
  ///
  /// - Throws: `StoreError` (`.unknownName`) with a suggestion, when the model
  ///   has no such entity; as `fetch(_:)` when the store cannot be read.
  public func objects(entityName: String) throws -> [ManagedObject] {
    try objects(FetchPlan(), entity(named: entityName))
  }

  /// Counts the objects of a request for an entity.
  ///
  /// - Throws: As `fetch(entityName:_:)`.
  public func count(
    entityName: String, _ request: FetchRequest<ManagedObject> = FetchRequest()
  ) throws -> Int {
    try count(request.plan, entity(named: entityName))
  }

  /// Fetches the values of a request's objects as they are stored: without unsaved
  /// changes, and without making objects.
  ///
  /// The type is a generated snapshot, such as `FailedBankInfo.Snapshot`.
  ///
  /// - Throws: As `fetch(_:)`, and `StoreError` (`.inaccessible`) when a value does not
  ///   fit its type.
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

  /// The values that the objects of a request have in a store without rows.
  @usableFromInline
  func savedValues<Object: ManagedObject>(
    of request: FetchRequest<Object>
  ) throws -> [(ObjectID, AnyObject)] {
    // Another context is used, since this one's objects have unsaved changes. Objects
    // do not keep their context alive.
    let saved = try makeSeparateContext()
    return try withExtendedLifetime(saved) {
      try saved.objects(request.plan, entity(of: Object.self)).map {
        ($0.objectID, $0._copyValues())
      }
    }
  }

  /// Begins a fetch of the rows of a request.
  public func rows<Object: ManagedObject>(of request: FetchRequest<Object>) throws -> SnapshotRows {
    let entity = entity(of: Object.self)
    let statement = try prepared(request.plan, entity, .objects)
    return SnapshotRows(statement, entity: entity, store: store)
  }

  /// The objects of a plan, with unsaved changes.
  func objects(_ plan: FetchPlan, _ entity: CompiledEntity) throws -> [ManagedObject] {
    // Rows that are read now are newer than registered objects: saves of others are
    // merged first.
    if notificationQueue != nil { mergePendingChanges() }
    let overlay = try FetchOverlay(context: self, plan: plan, entity: entity)
    let objects = try overlay?.objects() ?? storedObjects(plan, entity)
    for keyPath in plan.prefetchedKeyPaths { try prefetch(keyPath, of: objects) }
    return objects
  }

  /// The objects of a plan without unsaved changes of this context.
  func storedObjects(_ plan: FetchPlan, _ entity: CompiledEntity) throws -> [ManagedObject] {
    try source.objects(plan, entity, for: self)
  }

  /// The number of objects of a plan, with unsaved changes, regardless of their order.
  func count(_ plan: FetchPlan, _ entity: CompiledEntity) throws -> Int {
    if notificationQueue != nil { mergePendingChanges() }
    var plan = plan
    // The order does not affect the number, but a cursor is a place in it.
    if plan.cursor == nil { plan.sortKeys = [] }
    if let overlay = try FetchOverlay(context: self, plan: plan, entity: entity) {
      return try overlay.objects().count
    }
    return try source.count(plan, entity, for: self)
  }
}

/// The rows of a fetch of snapshots.
public struct SnapshotRows {
  @usableFromInline let statement: Statement
  @usableFromInline let entity: EntityReference
  private let starts: ColumnStarts?

  init(_ statement: Statement, entity: CompiledEntity, store: PersistentStore) {
    self.statement = statement
    self.entity = store.references[entity.index]
    starts = store.mapping.mapping(of: entity).starts?[entity.index]
  }

  /// The next row, or nil after the last.
  ///
  /// - Throws: `StoreError` when the row before had a value that does not fit
  ///   its type, `SQLiteError` when the store cannot be read.
  @inlinable
  public func next() throws -> Row? {
    if statement.faults.pointee.kind != nil { throw fault() }
    return try statement.step() ? row : nil
  }

  /// The identity of the present row's object.
  @inlinable
  public var objectID: ObjectID { ObjectID(entity: entity, key: Row(statement).key) }

  /// Ends the fetch, which need not have reached its last row.
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
