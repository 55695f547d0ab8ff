/// A connection of one context, with its statements.
///
/// Statements that every object needs are found by the entity's index, all
/// others by their SQL. The context's isolation prevents simultaneous access,
/// so exclusivity is not checked.
package final class StoreConnection {
  package let connection: Connection
  /// True if a read transaction is kept open.
  @exclusivity(unchecked) package var isPinned = false
  /// True if the transaction of a save that is written in parts is open.
  @exclusivity(unchecked) package var isWritingParts = false
  let mapping: StoreMapping
  /// The version of the content when it was last checked for commits of other
  /// connections; nil before the first check.
  @exclusivity(unchecked) private var seenContent: UInt32?
  @exclusivity(unchecked) private var hasForeignContent = false
  /// The last version of the content that was found to belong to the opened
  /// store; nil before the first check.
  @exclusivity(unchecked) private var identifiedContent: UInt32?
  /// The identities of the opened stores, in the order of `mapping.schemas`.
  @exclusivity(unchecked) private(set) var identities: [StoreIdentity?]
  /// The files of large values that the connection's transactions change; nil if the
  /// model has no such values.
  package let external: ExternalValues?
  /// The rows whose derived values were changed by the store's triggers.
  package let affectedRows: AffectedRows
  private let path: String
  /// The names of the attached stores.
  private let attachedSchemas: ArraySlice<String>
  @exclusivity(unchecked) private var byKey: [Statement?]
  @exclusivity(unchecked) private var byValue: [(number: Int, statement: Statement)?]
  @exclusivity(unchecked) private var inserts: [Statement?]
  @exclusivity(unchecked) private var deletes: [Statement?]
  @exclusivity(unchecked) private var updates: [(properties: PropertySet, statement: Statement)?]
  @exclusivity(unchecked) private var byText = RecentlyUsed<ScalarText, Statement>(limit: 512)
  /// The statements that the program itself wrote. They are checked, and are
  /// therefore kept separately.
  @exclusivity(unchecked) private var readings = RecentlyUsed<ScalarText, Statement>(limit: 64)
  /// The statements of fetches, by fingerprint.
  @exclusivity(unchecked) private var fetches = RecentlyUsed<[UInt8], CompiledFetch>(limit: 512)

  init(_ opened: StoreConnector.Opened, store: PersistentStore) {
    connection = opened.connection
    external = opened.external
    affectedRows = opened.affectedRows
    mapping = store.mapping
    attachedSchemas = store.mapping.schemas.dropFirst()
    path = store.configuration.displayPath
    identities = store.identities
    connection.setTimeLimit(store.configuration.statementTimeLimit.map { .seconds($0) })
    let count = mapping.entities.count
    byKey = Array(repeating: nil, count: count)
    byValue = Array(repeating: nil, count: count)
    inserts = Array(repeating: nil, count: count)
    deletes = Array(repeating: nil, count: count)
    updates = Array(repeating: nil, count: count)
  }

  /// Returns the statement for a string of SQL, which is prepared only once.
  package func statement(_ sql: String) throws -> Statement {
    // The time limit applies to a single statement.
    connection.restartTime()
    if let known = byText.value(of: ScalarText(sql)) { return known }
    let statement = try connection.prepare(sql)
    byText.keep(statement, as: ScalarText(sql))
    return statement
  }

  /// Returns a statement whose first parameters have the given values.
  package func statement(_ sql: String, _ values: Int64...) throws -> Statement {
    let statement = try statement(sql)
    for value in values { statement.bind(value) }
    return statement
  }

  /// Returns the statement of a known fetch, given its fingerprint; nil if the
  /// fetch is new.
  package func knownFetch(_ key: [UInt8]) -> CompiledFetch? { fetches.value(of: key) }

  package func keep(_ fetch: CompiledFetch, as key: [UInt8]) { fetches.keep(fetch, as: key) }

  /// Returns whether a row has changed since a search table was last updated.
  package func hasStaleRow(_ table: any SearchTable) throws -> Bool {
    try statement(table.staleRow).hasRow
  }

  /// Returns a statement that the program itself wrote, which may only read.
  package func reading(_ sql: String) throws -> Statement {
    connection.restartTime()
    // A statement that is still being read cannot be started again.
    if let known = readings.value(of: ScalarText(sql)), !known.isRunning { return known }
    let statement = try connection.prepareReading(sql)
    readings.keep(statement, as: ScalarText(sql))
    return statement
  }

  /// Returns the statement that reads one row of an entity by its key.
  package func selectByKey(_ entity: CompiledEntity) throws -> Statement {
    connection.restartTime()
    return try known(&byKey[entity.index], of: entity) { $0.selectByKey }
  }

  /// Returns the statement that reads one row of an entity by a unique value.
  package func selectByValue(_ entity: CompiledEntity, _ number: Int) throws -> Statement {
    if let last = byValue[entity.index], last.number == number { return last.statement }
    let statement = try statement(mapping.mapping(of: entity).selectByValue(number))
    byValue[entity.index] = (number, statement)
    return statement
  }

  package func insert(_ entity: CompiledEntity) throws -> Statement {
    try known(&inserts[entity.index], of: entity) { $0.insert(version: "?") }
  }

  package func delete(_ entity: CompiledEntity) throws -> Statement {
    try known(&deletes[entity.index], of: entity) { $0.delete }
  }

  @inline(__always)
  private func known(
    _ statement: inout Statement?, of entity: CompiledEntity, _ sql: (EntityMapping) -> String
  ) throws -> Statement {
    if let statement { return statement }
    let prepared = try connection.prepare(sql(mapping.mapping(of: entity)))
    statement = prepared
    return prepared
  }

  /// Returns the statement that updates the given columns of a row. Programs
  /// usually change the same columns of many objects, so the last statement is
  /// kept.
  package func update(_ entity: CompiledEntity, _ properties: PropertySet) throws -> Statement {
    if let last = updates[entity.index], last.properties == properties { return last.statement }
    let statement = try statement(mapping.mapping(of: entity).update(properties))
    updates[entity.index] = (properties, statement)
    return statement
  }

  /// Rolls back a transaction that an earlier failure left open, which would never be
  /// committed.
  ///
  /// - Throws: `StoreError` if there was such a transaction.
  func endLeftoverTransaction() throws {
    guard connection.isInTransaction else { return }
    connection.rollBack()
    throw StoreError(
      .database, "a transaction that an earlier failure left open was rolled back; try again")
  }

  /// Records whether other connections have committed since the last check.
  /// SQLite knows this inside a transaction, and after a row has been read.
  func lookForForeignContent() {
    let content = content
    if let seenContent, seenContent != content { hasForeignContent = true }
    seenContent = content
  }

  /// Checks the store at the start of a write transaction: another program may have
  /// removed the file, replaced the store by another, or migrated it.
  ///
  /// - Throws: `StoreError` (`.movedFile`, `.otherStore`, `.modelMismatch`) if
  ///   any of these has happened.
  func enterWriting() throws {
    try refuseMovedFile()
    lookForForeignContent()
    guard seenContent != identifiedContent else { return }
    for (number, schema) in mapping.schemas.enumerated() {
      guard let identity = identities[number] else { continue }
      // Both change the schema version; a copy over this store continues its
      // count.
      guard let version = try statement("PRAGMA \(schema).schema_version").first({ $0.int64(0) }),
        version != identity.schemaVersion
      else { continue }
      try identity.check(try StoreMetadata(connection, schema: schema, path: path), path)
      identities[number]?.schemaVersion = version
    }
    identifiedContent = seenContent
  }

  /// Records that the connection's own commit has been seen.
  func takeOwnContent() {
    let isIdentified = identifiedContent == seenContent
    seenContent = content
    if isIdentified { identifiedContent = seenContent }
  }

  /// Records that the connection's commit also contains changes of other
  /// contexts.
  func noteForeignContent() { hasForeignContent = true }

  /// Returns whether other connections have committed since the last call.
  package func takeForeignContent() -> Bool {
    lookForForeignContent()
    defer { hasForeignContent = false }
    return hasForeignContent
  }

  private var content: UInt32 {
    attachedSchemas.reduce(connection.contentVersion()) { $0 &+ connection.contentVersion($1) }
  }

  /// Returns the error that made a statement fail: SQLite's own error, or the
  /// error of a function that the connection has registered.
  func cause(of error: any Error) -> any Error {
    if let failure = external?.failure { return failure }
    guard let known = error as? SQLiteError else { return error }
    return connection.functionError(behind: known) ?? error
  }

  /// Returns the store error for an SQLite error; any other error unchanged. If
  /// a function in a condition failed, its own error is returned, as in memory.
  package func storeError(_ error: any Error) -> any Error {
    guard let error = error as? SQLiteError else { return error }
    // SQLite has no specific error codes for these errors.
    if error.message == "parser stack overflow" || error.message.hasPrefix("Expression tree is") {
      return StoreError(
        .untranslatable,
        """
        a condition that nests sub-queries and functions more deeply than SQLite reads cannot be \
        fetched from a store; ask for the objects of an inner part first, and use IN
        """)
    }
    return connection.functionError(behind: error) ?? StoreError(error, path: path)
  }
}
