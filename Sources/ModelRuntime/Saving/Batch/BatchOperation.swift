/// One batch operation: what inserting, updating and deleting rows share.
///
/// In one transaction under the store's write lock it makes a table of what
/// changes, runs the operation, checks rules, counts versions, derives, and reads
/// what happened out of the table. A child context leaves the work to its parent:
/// rows are the store's. A store that is no file has no rows here: there the work is
/// done with objects.
struct BatchOperation {
  typealias Body = (BatchTable) throws -> BatchReport
  typealias Check = (BatchValidation) throws -> Void
  /// What body and check do, with the objects of a store that is no file.
  typealias Objects = (ObjectBatch) throws -> BatchReport

  let options: BatchOptions
  /// A Boolean value that says whether all objects are reported, or only those
  /// that the context holds.
  let reportsAll: Bool
  /// A Boolean value that says whether it can be begun anew.
  let isRepeatable: Bool

  /// Runs the operation, and merges what it changed into the context.
  func run(
    in context: ManagedObjectContext, _ body: Body, _ check: Check, _ objects: Objects
  ) throws -> (report: BatchReport, changes: SaveReport) {
    guard !context.isRunningBatch else {
      throw StoreError(.busy, "a batch operation is running")
    }
    // A hook that began another one would empty the table of this one.
    context.isRunningBatch = true
    defer { context.isRunningBatch = false }
    let source = context.source
    let (report, changes): (BatchReport, SaveReport)
    if let parent = source.parentContext {
      // The rows are the parent's business; the child hears of them as its parent did.
      (report, changes) = try run(in: parent, body, check, objects)
    } else {
      // What others saved comes first, since this is later.
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

  /// Runs the operation in a transaction.
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
        // Inside of the transaction: what breaks a rule is rolled back with all the rest.
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

  /// The number of times that an operation with objects is begun, where somebody else saves in
  /// between.
  private static var attempts: Int { 16 }

  /// Runs the operation with objects, for a store without rows.
  private func writeObjects(
    for context: ManagedObjectContext, _ body: Objects
  ) throws -> (report: BatchReport, changes: SaveReport) {
    var attempt = 1
    while true {
      do {
        let objects = try ObjectBatch(besides: context, options)
        return (try body(objects), objects.changes)
      } catch let error as StoreError where error.reason == .conflict {
        // The objects are others by now.
        guard isRepeatable, attempt < Self.attempts else { throw error }
        attempt += 1
      }
    }
  }

  /// A report of what happened to all objects, or to those that the context
  /// holds.
  private func changed(
    _ table: BatchTable, for context: ManagedObjectContext
  ) throws -> SaveReport {
    var report = SaveReport()
    report.author = context.transactionAuthor
    // One of each entity is enough for members that are known by their keys alone to be forgotten.
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
  /// The error of rows of a batch that have the same unique values; nil for any
  /// other error.
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
