/// A batch operation on an incremental store, which uses objects in a separate context
/// instead of SQL.
///
/// The separate context does not call hooks, and is saved once. Rules, delete
/// rules, inverses, derived attributes and unique values are therefore handled
/// as in a save, and the store gets all changes or none. The memory usage grows
/// with the number of objects.
final class ObjectBatch {
  let context: ManagedObjectContext
  private let options: BatchOptions
  private let registers: RowRegisters
  /// The objects that refer to new partners through one-to-one relationships,
  /// by the partner's key and by relationship number. Each partner can have
  /// only one object.
  private var partners: [Int: [Int64: ObjectID]] = [:]
  /// The relationships that are set after their destinations have been loaded.
  private var references:
    [(object: ManagedObject, relationship: CompiledRelationship, key: Int64)] =
      []
  /// The changes that the batch has saved.
  private(set) var changes = SaveReport()

  init(besides context: ManagedObjectContext, _ options: BatchOptions) throws {
    self.context = try context.makeSeparateContext()
    self.options = options
    self.context.transactionAuthor = context.transactionAuthor
    self.context.name = context.name
    self.context.isOfBatch = true
    registers = RowRegisters(context.store, self.context.connection.connection)
  }

  /// Saves all changes of the batch's separate context.
  ///
  /// - Parameter taken: The attributes that an existing object takes from a new
  ///   object with the same unique value.
  private func save(taking taken: Set<String> = []) throws -> (changes: ChangeSet, replaced: Int) {
    try context.reserveMissingKeys()
    let operation = SaveOperation(
      context, BatchPolicy(onConflict: options.onConflict, taken: taken))
    operation.checksRules = options.checksRules
    // Fetches during the save must not read computed values again.
    context.isSaving = true
    defer { context.isSaving = false }
    guard let target = context.source as? any SaveTarget else {
      preconditionFailure("every source is the target of saves")
    }
    let written = try target.write(operation)
    changes = written.report
    changes.updated += operation.derivedIDs.subtracting(changes.inserted + changes.updated)
    changes.author = context.transactionAuthor
    return (written, operation.replaced.count)
  }

  // MARK: Insertion

  /// Inserts an object with the values of a carrier.
  func insert(_ carrier: ManagedObject, _ constants: [BatchDefaults.Constant]) throws {
    let entity = carrier._batch.entity
    let columns = context.store.mapping.mapping(of: entity).columns
    var values = try registers.register(entity, .all).values(of: carrier)
    // The first parameter of a row is its key.
    for constant in constants { values[Int(constant.parameter) - 2] = constant.value }
    let object = entity.type.init(
      _batch: context.loneBatch(entity), key: context.nextKey(for: entity), flags: .inserted)
    // Relationships change both ends, so they are set after all objects have their
    // other values.
    for (place, column) in columns.enumerated() {
      guard let relationship = entity.relationship(column.propertyNumber),
        case .integer(let key) = values[place]
      else { continue }
      references.append((object, relationship, key))
      values[place] = .null
    }
    try registers.read(values, of: object) { _, row in object._decode(row) }
    context.enter(object)
  }

  /// Saves the inserted objects of an entity, and returns the report.
  func finishInserts(of entity: CompiledEntity) throws -> BatchReport {
    let attributes = entity.properties.filter {
      $0.description.attribute.map { !$0.isConstant } ?? false
    }
    try relateAll()
    let (written, replaced) = try save(taking: Set(attributes.map(\.name)))
    var report = BatchReport()
    report.inserted = written.inserts.count
    if options.onConflict == .update {
      report.updated = replaced
    } else {
      report.skipped = replaced
    }
    return report
  }

  // MARK: Updates

  /// Updates the objects of a plan with new values, and returns the report.
  func update(
    _ plan: FetchPlan, _ entity: CompiledEntity, _ assignments: [BatchAssignment]
  ) throws -> BatchReport {
    let targets = try BatchTarget.targets(assignments, of: entity, in: context)
    // Updates that an SQLite store would reject are also rejected here.
    _ = try BatchUpdating.select(plan, entity, targets, context.store)
    let objects = try context.source.objects(plan, entity)
    // All values are computed before any of them is set, because expressions refer to
    // the old objects.
    let values = try objects.map { object in
      try targets.map { try $0.value.value(with: .object(object)).constant }
    }
    for (object, values) in zip(objects, values) { try set(targets, to: values, of: object) }
    try relateAll()
    let changed = Set(objects.filter { !$0.persistentChanges.isEmpty })
    let written = Set(try save().changes.updates.map(\.object))
    var report = BatchReport()
    report.skipped = changed.subtracting(written).count
    report.updated = objects.count - report.skipped
    return report
  }

  private func set(
    _ targets: [BatchTarget], to values: [ConstantValue], of object: ManagedObject
  ) throws {
    let entity = object._batch.entity
    let columns = context.store.mapping.mapping(of: entity).columns
    var all = try registers.register(entity, .all).values(of: object)
    for (target, value) in zip(targets, values) where target.link == nil {
      guard let place = columns.firstIndex(where: { $0.keyPath == target.column.keyPath })
      else { continue }
      all[place] = target.column.kind == .integer ? value.asWholeNumber : value
    }
    let twin = object.twin()
    try registers.read(all, of: twin) { register, row in
      twin._decode(row)
      defer { register.statement.faults.pointee.clear() }
      if let error = twin.batchError(register.statement, register.mapping) { throw error }
    }
    for number in Set(targets.map(\.column.propertyNumber)).sorted()
    where entity.relationship(number) == nil {
      object.take(entity.properties[number], from: twin)
    }
    for (target, value) in zip(targets, values) {
      guard let relationship = entity.relationship(target.column.propertyNumber) else { continue }
      if case .objectID(let id) = value {
        references.append((object, relationship, id.key))
      } else {
        object.relate(relationship, to: nil)
      }
    }
  }

  // MARK: Relationships

  /// Sets the relationships that have been recorded.
  private func relateAll() throws {
    defer { references = [] }
    let keys = Dictionary(grouping: references, by: \.relationship.destinationIndex)
      .mapValues { Set($0.map(\.key)).sorted() }
    // The objects of an entity are loaded together, instead of with one statement each.
    for (index, keys) in keys {
      _ = try context.objects(ofKeys: keys[...], context.store.model.entities[index])
    }
    for (object, relationship, key) in references { try relate(object, relationship, to: key) }
  }

  /// Sets both ends of a to-one relationship.
  private func relate(
    _ object: ManagedObject, _ relationship: CompiledRelationship, to key: Int64
  ) throws {
    let entity = context.store.model.entities[relationship.destinationIndex]
    guard let target = context.maps[entity.rootIndex].object(key) else {
      throw StoreError(
        unsaved: ObjectID(entity: context.store.references[entity.index], key: key), relationship,
        of: object._batch.entity)
    }
    if relationship.inverse?.isToMany == false {
      // An error is thrown if two owners would have the same partner, because it would
      // be arbitrary which of them keeps it.
      let rival = partners[relationship.number, default: [:]]
        .updateValue(object.objectID, forKey: key)
      if let rival {
        throw StoreError(
          rivals: [rival, object.objectID], relationship, entity, object.titleInMessages)
      }
    }
    object.relate(relationship, to: target)
  }

  // MARK: Deletion

  /// Deletes the objects of a plan, applies their delete rules, and returns the
  /// report.
  func delete(_ plan: FetchPlan, _ entity: CompiledEntity) throws -> BatchReport {
    let deletion = Deletion(context: context)
    for object in try context.source.objects(plan, entity) {
      deletion.delete(object)
    }
    if let (denial, blocking) = deletion.standingDenials.first, let first = blocking.first {
      throw StoreError(
        denied: denial.object._batch.entity, denial.relationship,
        blocking.prefix(10).map(\.objectID), first.titleInMessages)
    }
    let written = try save().changes
    var report = BatchReport()
    report.deleted = written.deletes.count
    report.updated = written.updates.count
    return report
  }
}

/// The merge policy of a batch operation, which resolves conflicts of unique values.
/// After other conflicts, the operation starts again.
private struct BatchPolicy: MergePolicy {
  let onConflict: BatchOptions.Conflict
  /// The attributes that an existing object takes from a new object with the
  /// same unique value.
  let taken: Set<String>

  func resolution(of conflict: SaveConflict) -> ConflictResolution {
    switch (conflict.kind, onConflict) {
    case (.uniqueInsert, .skip), (.uniqueUpdate, .skip): .theirs
    case (.uniqueInsert, .update) where conflict.otherID?.entityName == conflict.objectID.entityName:
      .merged(mine: taken)
    default: .refuse
    }
  }
}
