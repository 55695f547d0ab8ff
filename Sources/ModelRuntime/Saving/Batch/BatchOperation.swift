/// A batch operation, with the parts that are common to insertions, updates and
/// deletions of rows.
///
/// In one transaction under the store's write lock, the operation creates a
/// table of changed rows, runs the body, checks rules, increments versions,
/// computes derived values, and reads the report from the table. A child
/// context delegates the operation to its parent, because the rows belong to
/// the store. For an incremental store, which has no tables, the operation uses
/// objects instead of SQL.
struct BatchOperation {
  typealias Body = (BatchTable) throws -> BatchReport
  typealias Check = (BatchValidation) throws -> Void
  /// A closure that runs the operation with objects, for an incremental store.
  typealias Objects = (ObjectBatch) throws -> BatchReport

  let options: BatchOptions
  /// True if all changed objects are reported; otherwise, only the changed
  /// objects in the context are reported.
  let reportsAll: Bool
  /// True if the operation can be repeated after a conflict.
  let isRepeatable: Bool

  /// Runs the operation, and merges its changes into the context.
  func run(
    in context: ManagedObjectContext, _ body: Body, _ check: Check, _ objects: Objects
  ) throws -> (report: BatchReport, changes: SaveReport) {
    guard !context.isRunningBatch else {
      throw StoreError(.busy, "a batch operation is running")
    }
    // A batch operation in a hook would empty the table of this operation.
    context.isRunningBatch = true
    defer { context.isRunningBatch = false }
    let source = context.source
    let (report, changes): (BatchReport, SaveReport)
    if let parent = source.parentContext {
      // The parent runs the operation, and the child merges the changes as its parent
      // did.
      (report, changes) = try run(in: parent, body, check, objects)
    } else {
      // Earlier saves by others are merged before this operation.
      context.mergePendingChanges()
      (report, changes) =
        source.hasRows
        ? try write(for: context, body, check) : try writeObjects(for: context, objects)
    }
    context.mergeChanges(from: changes)
    if source.isStore {
      context.store.notifications.post(changes, from: context.notificationQueue)
    }
    return (report, changes)
  }

  /// Runs the operation in a transaction, and returns its report and its
  /// changes.
  private func write(
    for context: ManagedObjectContext, _ body: Body, _ check: Check
  ) throws -> (report: BatchReport, changes: SaveReport) {
    let (store, connection) = (context.store, context.connection)
    let table = BatchTable(
      context: context, connection: connection, store: store, history: HistoryWriter(context))
    var changes = SaveReport()
    var report = BatchReport()
    do {
      try store.writing(connection) {
        store.writeLock.noteRow()
        try table.prepare()
        report = try body(table)
        // The check is within the transaction, so that a broken rule rolls everything
        // back.
        if options.checksRules { try check(BatchValidation(table: table, context: context)) }
        try table.countVersions()
        changes = try changed(table, for: context)
        if var derived = try DerivationWork(table, in: context) {
          try derived.run()
          let others = derived.results.subtracting(changes.inserted + changes.updated)
          changes.updated += others
          try table.history?.note(table, derived: others)
        } else {
          try table.history?.note(table, derived: [])
        }
        let witness = try table.witness()
        try table.clear()
        return witness
      }
    } catch {
      throw store.mapping.batchError(error) ?? connection.storeError(error)
    }
    return (report, changes)
  }

  /// The maximum number of attempts at an operation with objects if other
  /// contexts or programs save at the same time.
  private static var attempts: Int { 16 }

  /// Runs the operation with objects, for a store without rows, and returns its
  /// report and its changes.
  private func writeObjects(
    for context: ManagedObjectContext, _ body: Objects
  ) throws -> (report: BatchReport, changes: SaveReport) {
    var attempt = 1
    while true {
      do {
        let objects = try ObjectBatch(besides: context, options)
        return (try body(objects), objects.changes)
      } catch let error as StoreError where error.reason == .conflict {
        // The objects have changed in the meantime.
        guard isRepeatable, attempt < Self.attempts else { throw error }
        attempt += 1
      }
    }
  }

  /// Returns the report of the changed objects: of all of them, or only of
  /// those in the context.
  private func changed(
    _ table: BatchTable, for context: ManagedObjectContext
  ) throws -> SaveReport {
    var report = SaveReport()
    report.author = context.transactionAuthor
    // One deleted object of each entity is sufficient for unloading members that are
    // known only by key.
    var gone: Set<EntityReference> = []
    try table.visit { kind, id in
      guard
        reportsAll || kind == .inserted && report.inserted.isEmpty
          || kind == .deleted && gone.insert(id.entity).inserted
          || context.registeredObject(with: id) != nil
      else { return }
      switch kind {
      case .inserted: report.inserted.append(id)
      case .updated, .linked: report.updated.append(id)
      case .deleted: report.deleted.append(id)
      }
    }
    return report
  }
}

extension StoreMapping {
  /// Returns the error for a row of a batch whose unique values already exist;
  /// nil for other errors.
  fileprivate func batchError(_ error: any Error) -> StoreError? {
    guard let violation = error as? SQLiteError, violation.isUniquenessViolation else { return nil }
    let names = violation.columnNames.compactMap { name in
      entities.lazy.flatMap(\.columns).first { $0.name == name }?.keyPath
    }
    return StoreError(
      .notUnique, "several objects would have the same \(names.joined(separator: ", "))",
      propertyNames: names, underlying: violation)
  }
}
