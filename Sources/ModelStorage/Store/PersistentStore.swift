/// An opened store: where its objects are, and who may write.
///
/// Contexts borrow connections from it; a save holds its write lock, so that
/// contexts of one program queue up instead of running into each other.
package final class PersistentStore: @unchecked Sendable {
  // because what is not constant is touched under `lock` alone, and a
  // connection is handed to one context at a time.

  // Invariants:
  // 1. Whoever writes holds `writeLock`: saves and batches by `writing`, keys and bookkeeping by
  //    `countedWriting`, saves that were taken along by whoever holds it.
  // 2. A connection is one context's, or idle; an idle one has no open transaction.
  // 3. `keeper` lives as long as the store: with its last connection a database in memory is gone.

  package let model: CompiledModel
  package let configuration: StoreConfiguration
  package let identifier: UUID
  package let mapping: StoreMapping
  /// What was opened, in the order of `mapping.schemas`; nil for what nobody else can have open.
  let identities: [StoreIdentity?]
  /// The entities as parts of object IDs, by entity index.
  package let references: [EntityReference]
  /// A Boolean value that says whether the store was made by Apple's Core Data,
  /// and is kept as it is.
  let isForeign: Bool
  /// The names by which a connection knows the stores that keep a history.
  package let historySchemas: Set<String>
  /// The last change of the history whose columns are mirrored.
  package let lastMirroredChange: Int64
  /// The names of the tables that searches can use.
  package let searchTables: Set<String>
  /// A Boolean value that says whether nothing can be written, by option or by
  /// the file's rights.
  package let isReadOnly: Bool
  /// A Boolean value that says whether opening it migrated it.
  package let isMigrated: Bool

  /// The observers of saves.
  package let notifications = SaveNotifications()
  /// Notices what other programs save.
  package let watch = ExternalWatch()
  /// The files that go when nobody reads an older moment any more.
  let droppedFiles = DroppedFiles()
  /// The queues on which background contexts run.
  package let lanes = SerialQueuePool()

  private let connector: StoreConnector
  private let lock = PlatformLock()
  package let writeLock = WriteLock()
  /// The keys that contexts take from each other's reservations.
  package let sharedKeys = SharedKeys()
  private var idle: [StoreConnection] = []
  /// Keeps a store in memory alive.
  private let keeper: Connection
  /// The stores that this one joins, where it joins several.
  package let members: [PersistentStore]
  /// The file of a store that is read and written as a whole.
  let file: AtomicStoreFile?
  /// The store that keeps the objects instead of the database; nil where the database does.
  package let backing: (any StoreBacking)?

  /// Opens a store, or makes a new one.
  ///
  /// - Throws: `StoreError` when it cannot be opened, or is another model's.
  init(
    _ model: CompiledModel, configuration: StoreConfiguration,
    migrating migrate: StoreOpening.Migration,
    backing: (StoreMapping) throws -> (any StoreBacking)?
  ) throws {
    _ = Self.regularExpressions
    connector = try StoreConnector(configuration, model)
    if case .file(let url) = configuration.location, !configuration.isReadOnly {
      // First: where that fails it leaves no folder.
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
      // A migration has changed the database in memory: the file follows at once.
      try file?.saveIfChanged(keeper, opened.mapping)
    } catch let error as SQLiteError {
      throw StoreError(error, path: configuration.displayPath)
    }
    mapping = opened.mapping
    self.backing = try backing(opened.mapping)
    // One that is made has it from now on.
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
    // What the model does not know of a store of Apple's may name files too.
    if !isReadOnly, !isForeign, let storage = ExternalStorage(configuration) {
      try? takeOverFiles(storage, keeper)
    }
  }

  /// Joins several stores, each of which holds some of the model's entities.
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

  /// Makes memory and SQL use the same regular expressions, once.
  private static let regularExpressions: Void = RegularExpressions.install(
    FoundationRegularExpressions())

  /// Hands a connection over, an idle one where there is one.
  package func borrow() throws -> StoreConnection {
    if let connection = lock.withLock({ idle.popLast() }) { return connection }
    do {
      // Who took the file away is not given an empty one.
      let opened = try connector.connect(makesFile: false)
      if !isReadOnly {
        try connector.keepJournals(of: opened.connection)
        try addTriggers(to: opened.connection)
      }
      return StoreConnection(opened, store: self)
    } catch {
      throw StoreError(error, path: configuration.displayPath)
    }
  }

  /// Gives a connection the triggers that keep the columns beside references.
  private func addTriggers(to connection: Connection) throws(SQLiteError) {
    for sql in mapping.entityColumns.flatMap(\.triggers) { try connection.execute(sql) }
  }

  /// Brings the tables that searches use up to date with what a transaction, and
  /// other programs before it, wrote.
  private func refreshSearchTables(_ connection: StoreConnection) throws {
    for table in mapping.searchTables where searchTables.contains(table.name) {
      guard try connection.hasStaleRow(table), !connection.connection.isReadOnly(table.schema)
      else { continue }
      for sql in table.refreshing { try connection.statement(sql).run() }
    }
  }

  /// Takes a connection back; one that cannot be brought out of a transaction is
  /// closed.
  package func giveBack(_ connection: StoreConnection) {
    connection.connection.rollBack()
    guard !connection.connection.isInTransaction else { return }
    lock.withLock { idle.append(connection) }
  }

  /// Runs the body in a transaction while no other context of this program
  /// writes; a store that is written as a whole is written at its end.
  ///
  /// - Parameter body: Writes, and names a row that tells whether it was
  ///   committed.
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
        // In the same transaction: who reads after the commit finds every row by its words.
        try refreshSearchTables(connection)
        forgotten = try listDroppedFiles(connection)
      }
    } catch {
      let error = outcome(of: error, witness, connection)
      // SQLite's error has a text alone; the one that was kept says what became of the file.
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

  /// Returns what is left of a failure when the store was asked whether the
  /// commit was made: nil where it was.
  private func outcome(
    of error: any Error, _ witness: CommitWitness?, _ connection: StoreConnection
  ) -> (any Error)? {
    guard var failure = error as? SQLiteError, failure.isOutcomeUnknown, let witness else {
      return error
    }
    // Nobody can tell: the error says so, and the next save looks again.
    guard let isThere = try? witness.isThere(in: connection) else { return error }
    failure.isOutcomeUnknown = false
    return isThere ? nil : failure
  }

  private func transact(_ connection: StoreConnection, _ body: () throws -> Void) throws {
    guard let file else { return try watch.accounting(connection, body) }
    try connection.endLeftoverTransaction()
    defer { connection.takeOwnContent() }
    // Nobody reads meanwhile, so that nothing can keep the commit from following the file.
    try connection.connection.transaction(.exclusive) {
      connection.lookForForeignContent()
      try body()
      // Left to the commit, which reports it, before anything is in the file.
      if connection.connection.hasUnresolvedReferences { return }
      try file.save(connection.connection, mapping)
    }
  }

  /// The entity that an ID of this store is of, or nil.
  package func entity(of id: ObjectID) -> CompiledEntity? { entity(of: id.entity) }

  /// The entity that is part of object IDs; nil for another store's.
  package func entity(of reference: EntityReference) -> CompiledEntity? {
    references.firstIndex(of: reference).map { model.entities[$0] }
  }

  /// The entity whose row of `Z_PRIMARYKEY` counts the keys of a hierarchy: its
  /// root; in a store whose keys name one object over all hierarchies, always
  /// the first.
  package func keyCounter(rootIndex: Int) -> KeyCounter {
    let entity = mapping.entities[file == nil ? rootIndex : 0]
    return KeyCounter(
      table: entity.keyTable, number: entity.number, rows: file == nil ? entity.quotedTable : nil)
  }

  /// Runs the body while no other context of this program writes.
  ///
  /// - Throws: What the body throws, and `StoreError` (`.busy`) when a batch
  ///   operation of this program does not go on.
  func withWriteLock<Result>(_ body: () throws -> Result) throws -> Result {
    try writeLock.withLock(patience: configuration.busyTimeout, body)
  }
}
