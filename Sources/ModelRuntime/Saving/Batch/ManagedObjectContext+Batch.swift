// Batch operations work on rows, in one transaction and without objects. They enforce
// the model (uniqueness, rules, delete rules and inverses), but do not support the
// features of objects: lifecycle hooks and undo. For incremental stores, `ObjectBatch`
// does the same with objects.

extension ManagedObjectContext {
  /// Inserts a row for every value of a sequence, in one transaction.
  ///
  /// ```swift
  /// try context.batchInsert(names.lazy.map { Tag.Values(name: $0) }, into: Tag.self)
  /// ```
  ///
  /// Properties whose values are not given get the defaults of the model.
  /// References must lead to saved objects, and to-many relationships are
  /// initially empty. No objects are created, so lifecycle hooks are not called
  /// and the operation cannot be undone; contexts of the container are notified
  /// as for a save. The sequence is read while the store is written: it must
  /// not save, and cannot create objects in this context.
  ///
  /// - Returns: The number of new rows and, depending on the options, of skipped or
  ///   updated rows.
  /// - Throws: `ValidationError` if values break rules of the model, `StoreError` if a
  ///   value is not unique (`.notUnique`) or the store cannot be written; in that case,
  ///   nothing is inserted.
  /// - Complexity: O(rows) in time; memory does not depend on their number.
  @discardableResult
  public func batchInsert<Object: ManagedObject, Values: EntityValues>(
    _ rows: some Sequence<Values>, into type: Object.Type, options: BatchOptions = BatchOptions()
  ) throws -> BatchReport {
    try insert(type, options) { written in
      for row in rows { try written.insert(row) }
    }
  }

  /// Inserts a row for every item of a sequence, in one transaction. For each
  /// item, a closure sets the values of the row in an object that has the
  /// model's default values.
  ///
  /// ```swift
  /// try context.batchInsert(names, into: Tag.self) { tag, name in tag.name = name }
  /// ```
  ///
  /// The object is the same for every item and does not belong to a context, so do not
  /// keep it. To-one relationships can be set to saved objects.
  ///
  /// - Throws: The errors of `batchInsert(_:into:options:)` for values, errors of the
  ///   closure, and `StoreError` (`.readOnlyProperty`) if the closure changes a to-many
  ///   relationship.
  @discardableResult
  public func batchInsert<Object: ManagedObject, Item>(
    _ items: some Sequence<Item>, into type: Object.Type, options: BatchOptions = BatchOptions(),
    fill: (Object, Item) throws -> Void
  ) throws -> BatchReport {
    try insert(type, options) { written in
      for item in items { try written.insert(type) { try fill($0, item) } }
    }
  }

  private func insert(
    _ type: ManagedObject.Type, _ options: BatchOptions,
    _ give: (inout BatchRows) throws -> Void
  ) throws -> BatchReport {
    let carrier = try carrier(of: entity(of: type))
    // A sequence can be read only once, so the operation cannot be repeated.
    return try runBatch(options, isRepeatable: false) { table in
      var insertion = try BatchInsertion(table, carrier, context: self, options: options)
      var rows = BatchRows(carrier) { try insertion.insert($0) }
      do {
        try give(&rows)
      } catch let error as SQLiteError where error.isUniquenessViolation {
        throw carrier.uniquenessError(error, store.mapping)
      }
      try insertion.finish()
      return insertion.report
    } check: { validation in
      try validation.checkObjects()
    } objects: { batch in
      var rows = BatchRows(carrier) { try batch.insert(carrier, $0) }
      try give(&rows)
      return try batch.finishInserts(of: carrier._batch.entity)
    }
  }

  /// Inserts a row for the values of every snapshot. The IDs of the snapshots
  /// are ignored.
  ///
  /// - Throws: The errors of `batchInsert(_:into:options:)` for values.
  @discardableResult
  public func batchInsert<Object: ManagedObject, Values: EntityValues>(
    _ snapshots: some Sequence<ObjectSnapshot<Values>>, into type: Object.Type,
    options: BatchOptions = BatchOptions()
  ) throws -> BatchReport {
    try batchInsert(snapshots.lazy.map(\.values), into: type, options: options)
  }

  /// Updates the rows of a request with new values, in one transaction.
  ///
  /// Values are computed from the rows in the store; unsaved changes of this context
  /// are neither used nor lost. Inverse relationships are updated, and versions are
  /// incremented, so that contexts notice the changes.
  ///
  /// - Returns: The number of updated rows.
  /// - Throws: `ValidationError` if values break rules of the model, `StoreError` if a
  ///   value is not unique (`.notUnique`), does not have its property's type
  ///   (`.wrongType`), or cannot be computed in SQL (`.untranslatable`); in that case,
  ///   nothing is changed.
  /// - Complexity: O(rows) in time; memory does not depend on their number.
  @discardableResult
  public func batchUpdate<Object: ManagedObject>(
    _ update: BatchUpdate<Object>, options: BatchOptions = BatchOptions()
  ) throws -> BatchReport {
    let entity = entity(of: Object.self)
    try update.request.predicate?.checked(for: entity.description, in: model)
    // If a composite is nil, setting one of its elements makes the other elements
    // missing, but only in some rows.
    let isConstant = update.assignments.allSatisfy {
      $0.value.isConstant && $0.keyPath.count == 1
    }
    return try runBatch(options) { table in
      var report = BatchReport()
      report.skipped = try BatchUpdating(
        table: table, entity: entity, plan: update.request.plan,
        assignments: update.assignments, skipsConflicts: options.onConflict == .skip
      ).run()
      report.updated = try table.count(.updated, round: 0)
      return report
    } check: { validation in
      try validation.checkValues(onlyFirst: isConstant)
      try validation.checkObjects()
    } objects: { batch in
      try batch.update(update.request.plan, entity, update.assignments)
    }
  }

  /// Deletes the rows of a request and applies their delete rules, in one transaction.
  ///
  /// The request applies to the rows in the store, without unsaved changes of this
  /// context. References to deleted rows are cleared.
  ///
  /// - Returns: The numbers of deleted rows, and of rows that were updated because of
  ///   them.
  /// - Throws: `StoreError` (`.deniedDelete`) with the objects that deny the deletion,
  ///   `ValidationError` if remaining objects would break rules of the model; in that
  ///   case, nothing is deleted.
  /// - Complexity: O(rows) in time; memory does not depend on their number.
  @discardableResult
  public func batchDelete<Object: ManagedObject>(
    _ request: FetchRequest<Object>, options: BatchOptions = BatchOptions()
  ) throws -> BatchReport {
    let entity = entity(of: Object.self)
    try request.predicate?.checked(for: entity.description, in: model)
    return try runBatch(options) { table in
      try BatchUpdating.note(.deleted, request.plan, entity, in: table)
      try BatchDeletion(table).run()
      var report = BatchReport()
      report.deleted = try table.count(.deleted)
      report.updated = try table.count(.updated)
      return report
    } check: { validation in
      try validation.checkValues(onlyFirst: false)
      try validation.checkObjects()
    } objects: { batch in
      try batch.delete(request.plan, entity)
    }
  }

  private func runBatch(
    _ options: BatchOptions, isRepeatable: Bool = true, _ body: BatchOperation.Body,
    check: BatchOperation.Check, objects: BatchOperation.Objects
  ) throws -> BatchReport {
    let operation = BatchOperation(
      options: options, reportsAll: options.reportsIDs || source.isWatched || isFollowed,
      isRepeatable: isRepeatable)
    var (report, changes) = try operation.run(in: self, body, check, objects)
    if options.reportsIDs { report.objectIDs = changes }
    return report
  }
}

extension ManagedObjectContext {
  /// True if the context has followers or observers, which must be notified of
  /// inserted objects.
  private var isFollowed: Bool { journal != nil || !changeHandlers.isEmpty }
}

extension ObjectExpression {
  /// True if the initial value is the same for every object.
  fileprivate var isConstant: Bool { if case .constant = self { true } else { false } }
}
