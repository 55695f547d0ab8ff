/// An opened store: the mapping of its objects to tables, and the lock of its
/// writers.
///
/// Contexts borrow connections from the store. A save holds the write lock, so that the
/// contexts of a program save one after the other.
package final class PersistentStore: @unchecked Sendable {
  // because mutable state is accessed only under `lock`, and a connection is used by
  // one context at a time.

  // Invariants:
  // 1. Every writer holds `writeLock`: saves and batches in `writing`, key
  //    reservations and other maintenance in `countedWriting`; a save that
  //    another context's thread writes is covered by that thread's lock.
  // 2. A connection belongs to one context, or is idle; an idle connection has no open
  //    transaction.
  // 3. `keeper` lives as long as the store: a database in memory disappears with its
  //    last connection.

  package let model: CompiledModel
  package let configuration: StoreConfiguration
  package let identifier: UUID
  package let mapping: StoreMapping
  /// The identities of the opened stores, in the order of `mapping.schemas`;
  /// nil for a store that no other program can open.
  let identities: [StoreIdentity?]
  /// The entities as used in object IDs, by entity index.
  package let references: [EntityReference]
  /// True if the store was created by Apple's Core Data; its form is then
  /// preserved.
  let isForeign: Bool
  /// The schema names of the stores that keep a history.
  package let historySchemas: Set<String>
  /// The last change of the history whose `ZCOLUMNS` have reversed bits.
  package let lastMirroredChange: Int64
  /// The names of the tables that searches can use.
  package let searchTables: Set<String>
  /// True if the store cannot be written, because of an option or the file's
  /// permissions.
  package let isReadOnly: Bool
  /// True if opening the store migrated it.
  package let isMigrated: Bool

  package let notifications = SaveNotifications()
  /// The watch that detects the saves of other programs.
  package let watch = ExternalWatch()
  /// The files of former values, which are removed when readers no longer need
  /// them.
  let droppedFiles = DroppedFiles()
  /// The queues on which background contexts run.
  package let lanes = SerialQueuePool()

  private let connector: StoreConnector
  private let lock = PlatformLock()
  package let writeLock = WriteLock()
  /// The keys that contexts take from each other's reservations.
  package let sharedKeys = SharedKeys()
  private var idle: [StoreConnection] = []
  /// A connection that keeps a store in memory alive.
  private let keeper: Connection
  /// The stores that this store joins; empty if it joins none.
  package let members: [PersistentStore]
  /// The file of a store that is read and written as a whole; nil for other stores.
  let file: AtomicStoreFile?
  /// The store that keeps the objects in place of the database; nil if the
  /// database keeps them.
  package let backing: (any StoreBacking)?

  /// Opens a store, or creates a new store.
  ///
  /// - Throws: `StoreError` if the store cannot be opened, or belongs to another model.
  init(
    _ model: CompiledModel, configuration: StoreConfiguration,
    migrating migrate: StoreOpening.Migration,
    backing: (StoreMapping) throws -> (any StoreBacking)?
  ) throws {
    _ = Self.regularExpressions
    connector = try StoreConnector(configuration, model)
    if case .file(let url) = configuration.location, !configuration.isReadOnly {
      // Preloading comes first: if it fails, no folder is left behind.
      try StoreFile.preload(configuration)
      try StoreFile.makeFolder(of: url)
    }
    self.model = model
    self.configuration = configuration
    let opened: StoreOpening.Opened
    do {
      file = try AtomicStoreFile(configuration)
      keeper = try connector.connect(fills: file != nil).connection
      try file?.load(into: keeper, model: model)
      opened = try StoreOpening(
        model: model, connection: keeper, configuration: configuration
      ).open(migrating: migrate)
      // A migration has changed the database in memory, so the file is written at once.
      try file?.saveIfChanged(keeper, opened.mapping)
    } catch let error as SQLiteError {
      throw StoreError(error, path: configuration.displayPath)
    }
    mapping = opened.mapping
    self.backing = try backing(opened.mapping)
    // A backing store that was just created has no identifier until now.
    let identifier = self.backing?.identifier ?? opened.metadata.identifier
    self.identifier = identifier
    let isShared = if case .file = configuration.location { file == nil } else { false }
    identities = try StoreError.translating(configuration.displayPath) { [keeper] in
      [isShared ? try StoreIdentity(opened.metadata, keeper) : nil]
    }
    isForeign = opened.isForeign
    isMigrated = opened.isMigrated
    historySchemas = opened.hasHistory ? ["main"] : []
    lastMirroredChange = opened.metadata.lastMirroredChange
    searchTables = opened.searchTables
    members = []
    isReadOnly = configuration.isReadOnly || keeper.isReadOnly
    references = model.entities.map {
      EntityReference(store: identifier, entityName: $0.name)
    }
    // A store of Apple's Core Data may have columns that do not exist in the
    // model but whose values also refer to files, so its files are not removed.
    if !isReadOnly, !isForeign, let storage = ExternalStorage(configuration) {
      try? takeOverFiles(storage, keeper)
    }
  }

  /// Creates a store that joins several stores, each of which contains some of
  /// the model's entities.
  init(_ model: CompiledModel, joining members: [PersistentStore]) {
    self.model = model
    self.members = members
    configuration = members[0].configuration
    connector = members[0].connector.attaching(members.dropFirst().map(\.connector))
    identifier = members[0].identifier
    mapping = StoreMapping(model, joining: members.map(\.mapping))
    identities = members.flatMap(\.identities)
    isForeign = members.contains(where: \.isForeign)
    isMigrated = members.contains(where: \.isMigrated)
    historySchemas = Set(
      members.indices.filter { !members[$0].historySchemas.isEmpty }.map { StoreNames.schema($0) })
    lastMirroredChange = members[0].lastMirroredChange
    searchTables = members.reduce(into: []) { $0.formUnion($1.searchTables) }
    isReadOnly = members.allSatisfy(\.isReadOnly)
    keeper = members[0].keeper
    file = nil
    backing = nil
    references = model.entities.map { entity in
      let member = members.first { $0.model.entity(named: entity.name) != nil }
      return EntityReference(
        store: (member ?? members[0]).identifier, entityName: entity.name)
    }
  }

  /// Installs, once, the regular expressions that are used both in memory and
  /// in SQL.
  private static let regularExpressions: Void = RegularExpressions.install(
    FoundationRegularExpressions())

  /// Returns an idle connection, or opens a new connection.
  package func borrow() throws -> StoreConnection {
    if let connection = lock.withLock({ idle.popLast() }) { return connection }
    do {
      // If another program has removed the file, no empty file is created in its
      // place.
      let opened = try connector.connect(makesFile: false)
      if !isReadOnly {
        try connector.keepJournals(of: opened.connection)
        // The triggers update the columns of entity numbers.
        for sql in mapping.entityColumns.flatMap(\.triggers) { try opened.connection.execute(sql) }
      }
      return StoreConnection(opened, store: self)
    } catch {
      throw StoreError(error, path: configuration.displayPath)
    }
  }

  /// Updates the search tables with the rows that the current transaction, and
  /// other programs before it, have written.
  private func refreshSearchTables(_ connection: StoreConnection) throws {
    for table in mapping.searchTables where searchTables.contains(table.name) {
      guard try connection.hasStaleRow(table), !connection.connection.isReadOnly(table.schema)
      else { continue }
      for sql in table.refreshing { try connection.statement(sql).run() }
    }
  }

  /// Adds a connection to the idle connections. A connection whose transaction
  /// cannot be rolled back is closed.
  package func giveBack(_ connection: StoreConnection) {
    connection.connection.rollBack()
    guard !connection.connection.isInTransaction else { return }
    lock.withLock { idle.append(connection) }
  }

  /// Passes a connection to a closure, whose SQLite errors are translated.
  func withConnection<Result>(_ body: (StoreConnection) throws -> Result) throws -> Result {
    let connection = try borrow()
    defer { giveBack(connection) }
    return try StoreError.translating(configuration.displayPath) { try body(connection) }
  }

  /// Runs the body in a transaction while no other context of this program
  /// writes. A store that is written as a whole is written at the end of the
  /// transaction.
  ///
  /// - Parameter body: A closure that writes, and returns a row that shows
  ///   whether the transaction was committed.
  package func writing(
    _ connection: StoreConnection, _ body: () throws -> CommitWitness?
  ) throws {
    try withWriteLock { try transacting(connection, body) }
  }

  /// Runs the body in a transaction; the caller holds the write lock.
  func transacting(
    _ connection: StoreConnection, _ body: () throws -> CommitWitness?
  ) throws {
    var witness: CommitWitness?
    var forgotten: Set<String> = []
    do {
      try transact(connection) {
        witness = try body()
        // This happens in the same transaction, so that a reader finds every
        // row by its words as soon as the row is committed.
        try refreshSearchTables(connection)
        forgotten = try listDroppedFiles(connection)
      }
    } catch {
      let error = outcome(of: error, witness, connection)
      // SQLite's error contains only text; the recorded error explains what
      // happened to the file.
      let failure = connection.external?.failure
      guard let error = failure ?? error else {
        removeDroppedFiles(connection, forgotten: forgotten)
        return
      }
      connection.external?.rollBack(after: error)
      throw error
    }
    removeDroppedFiles(connection, forgotten: forgotten)
  }

  /// Returns the error to report, after a look-up whether the transaction was
  /// committed; nil if it was.
  private func outcome(
    of error: any Error, _ witness: CommitWitness?, _ connection: StoreConnection
  ) -> (any Error)? {
    guard var failure = error as? SQLiteError, failure.isOutcomeUnknown, let witness else {
      return error
    }
    // The outcome is unknown: the error says so, and the next save checks
    // again.
    guard let isThere = try? witness.isThere(in: connection) else { return error }
    failure.isOutcomeUnknown = false
    return isThere ? nil : failure
  }

  private func transact(_ connection: StoreConnection, _ body: () throws -> Void) throws {
    guard let file else { return try watch.accounting(connection, body) }
    try connection.endLeftoverTransaction()
    defer { connection.takeOwnContent() }
    // The lock excludes readers, so that nothing can prevent the commit once
    // the file is written.
    try connection.connection.transaction(.exclusive) {
      connection.lookForForeignContent()
      try body()
      // The commit reports unresolved references, before anything is written to the
      // file.
      if connection.connection.hasUnresolvedReferences { return }
      try file.save(connection.connection, mapping)
    }
  }

  /// Returns the entity of an object ID; nil if the ID belongs to another
  /// store.
  package func entity(of id: ObjectID) -> CompiledEntity? { entity(of: id.entity) }

  /// Returns the entity of a reference in object IDs; nil if the reference
  /// belongs to another store.
  package func entity(of reference: EntityReference) -> CompiledEntity? {
    references.firstIndex(of: reference).map { model.entities[$0] }
  }

  /// Returns the row of `Z_PRIMARYKEY` that counts the keys of a hierarchy: the
  /// row of its root entity. In a store that is read and written as a whole,
  /// the row of the first entity counts the keys of all hierarchies.
  package func keyCounter(rootIndex: Int) -> KeyCounter {
    let entity = mapping.entities[file == nil ? rootIndex : 0]
    return KeyCounter(
      table: entity.keyTable, number: entity.number, rows: file == nil ? entity.quotedTable : nil)
  }

  /// Runs the body while no other context of this program writes.
  ///
  /// - Throws: The body's errors; `StoreError` (`.busy`) if a batch operation
  ///   of this program makes no progress.
  func withWriteLock<Result>(_ body: () throws -> Result) throws -> Result {
    try writeLock.withLock(patience: configuration.busyTimeout, body)
  }
}
