// Batch operations work on rows, in one transaction, without objects. They keep what the model
// promises (uniqueness, rules, delete rules, inverses) and leave out what belongs to objects:
// life-cycle hooks and undo. Over a store that is no file `ObjectBatch` does the same.

extension ManagedObjectContext {
  /// Inserts a row for every value of a sequence, in one transaction.
  ///
  /// ```swift
  /// try context.batchInsert(names.lazy.map { Tag.Values(name: $0) }, into: Tag.self)
  /// ```
  ///
  /// Values are complete: what they leave out has the model's default.
  /// References lead to objects that are saved already; relationships to many
  /// start empty. Objects are not made, so life-cycle hooks are not called and
  /// nothing can be undone; contexts of the container learn of the rows as of a
  /// save. The sequence is read while the store is written: it must not save,
  /// and cannot make objects in this context.
  ///
  /// - Returns: How many rows are new, and with `BatchOptions` how many were
  ///   left out or updated.
  /// - Throws: `ValidationError` when values break rules of the model,
  ///   `StoreError` when a value is not unique (`.notUnique`) or the store cannot
  ///   be written; nothing is inserted then.
  /// - Complexity: O(rows) in time; memory does not depend on their number.
  @discardableResult
  public func batchInsert<Object: ManagedObject, Values: EntityValues>(
    _ rows: some Sequence<Values>, into type: Object.Type, options: BatchOptions = BatchOptions()
  ) throws -> BatchReport {
    try insert(type, options) { written in
      for row in rows { try written.insert(row) }
    }
  }

  /// Inserts a row for every item of a sequence, in one transaction; the closure
  /// sets the row's values in an object that holds the model's defaults.
  ///
  /// ```swift
  /// try context.batchInsert(names, into: Tag.self) { tag, name in tag.name = name }
  /// ```
  ///
  /// The object is the same for every item and belongs to no context: it is not
  /// to be kept. To-one relationships can be set to objects that are saved.
  ///
  /// - Throws: As `batchInsert(_:into:options:)` of values, what the closure
  ///   throws, and `StoreError` (`.readOnlyProperty`) when it changes a
  ///   relationship to many.
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
    // A sequence can be read once.
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

  /// Inserts a row for the values of every snapshot; their identities do not
  /// matter.
  ///
  /// - Throws: As `batchInsert(_:into:options:)` of values.
  @discardableResult
  public func batchInsert<Object: ManagedObject, Values: EntityValues>(
    _ snapshots: some Sequence<ObjectSnapshot<Values>>, into type: Object.Type,
    options: BatchOptions = BatchOptions()
  ) throws -> BatchReport {
    try batchInsert(snapshots.lazy.map(\.values), into: type, options: options)
  }

  /// Gives the rows of a request new values, in one transaction.
  ///
  /// Values are computed of the rows as the store has them; unsaved changes of
  /// this context are neither seen nor lost. Inverse relationships follow, and
  /// versions count, so that contexts notice.
  ///
  /// - Returns: How many rows have new values.
  /// - Throws: `ValidationError` when values break rules of the model,
  ///   `StoreError` when a value is not unique (`.notUnique`), does not fit its
  ///   property (`.wrongType`), or cannot be computed in SQL (`.untranslatable`);
  ///   nothing is changed then.
  /// - Complexity: O(rows) in time; memory does not depend on their number.
  @discardableResult
  public func batchUpdate<Object: ManagedObject>(
    _ update: BatchUpdate<Object>, options: BatchOptions = BatchOptions()
  ) throws -> BatchReport {
    let entity = entity(of: Object.self)
    try update.request.predicate?.checked(for: entity.description, in: model)
    // An element makes a composite that is nil one that lacks the others, in some rows.
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

  /// Deletes the rows of a request and what delete rules take along, in one
  /// transaction.
  ///
  /// Rows are found as the store has them; unsaved changes of this context are
  /// not seen. Rows that lead to deleted ones forget them.
  ///
  /// - Returns: How many rows are gone, and how many were changed along.
  /// - Throws: `StoreError` (`.deniedDelete`) with the objects that forbid the
  ///   delete, `ValidationError` when objects that stay would break rules of the
  ///   model; nothing is deleted then.
  /// - Complexity: O(rows) in time; memory does not depend on their number.
  @discardableResult
  public func batchDelete<Object: ManagedObject>(
    _ request: FetchRequest<Object>, options: BatchOptions = BatchOptions()
  ) throws -> BatchReport {
    let entity = entity(of: Object.self)
    try request.predicate?.checked(for: entity.description, in: model)
    return try runBatch(options) { table in
      try noteDeleted(request.plan, entity, in: table)
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

  private func noteDeleted(
    _ plan: FetchPlan, _ entity: CompiledEntity, in table: BatchTable
  ) throws {
    var numbering = Parameterization()
    var numbered = plan
    numbered.predicate = plan.predicate.map { numbering.predicate($0) }
    numbered.sortKeys = numbering.sortKeys(plan.sortKeys)
    var compiler = SQLCompiler(store, entity: entity, constants: numbering.constants)
    let number = BatchTable.number(of: store.mapping.mapping(of: entity), "t0")
    let select = try compiler.select(
      "\(BatchTable.Kind.deleted.rawValue), \(entity.rootIndex), t0.Z_PK, \(number), 0",
      numbered, isOrdered: plan.limit != nil || plan.offset > 0)
    try table.run(
      "INSERT INTO \(BatchTable.name) " + select,
      FetchConstants(values: numbering.constants, limit: plan.limit, offset: plan.offset))
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
  /// A Boolean value that says whether lists or observers want to know which
  /// objects are new.
  private var isFollowed: Bool { journal != nil || !changeHandlers.isEmpty }
}

extension ObjectExpression {
  /// A Boolean value that says whether it is the same for every object.
  fileprivate var isConstant: Bool { if case .constant = self { true } else { false } }
}
