/// A connection of one context, with its statements.
///
/// Statements that every object needs are found by the entity's index; all
/// others by their text. The isolation of the context keeps a second access
/// away, so exclusivity is not checked.
package final class StoreConnection {
  package let connection: Connection
  /// A Boolean value that says whether a read transaction is kept open.
  @exclusivity(unchecked) package var isPinned = false
  /// A Boolean value that says whether a transaction is open that a save in
  /// parts writes into.
  @exclusivity(unchecked) package var isWritingParts = false
  let mapping: StoreMapping
  /// The content that was seen last, and whether others have changed it.
  @exclusivity(unchecked) private var seenContent: UInt32?
  @exclusivity(unchecked) private var hasForeignContent = false
  /// The content that was seen last to be of the store that was opened.
  @exclusivity(unchecked) private var identifiedContent: UInt32?
  /// What was opened, in the order of `mapping.schemas`.
  @exclusivity(unchecked) private(set) var identities: [StoreIdentity?]
  /// The files of large values, as its transactions change them; nil where the
  /// model has none.
  package let external: ExternalValues?
  /// The rows of which triggers of the store have derived values.
  package let affectedRows: AffectedRows
  private let path: String
  /// The names of the stores beside the main one.
  private let attachedSchemas: ArraySlice<String>
  @exclusivity(unchecked) private var byKey: [Statement?]
  @exclusivity(unchecked) private var byValue: [(number: Int, statement: Statement)?]
  @exclusivity(unchecked) private var inserts: [Statement?]
  @exclusivity(unchecked) private var deletes: [Statement?]
  @exclusivity(unchecked) private var updates: [(properties: PropertySet, statement: Statement)?]
  @exclusivity(unchecked) private var byText = RecentlyUsed<ScalarText, Statement>(limit: 512)
  /// The statements of the program's own, which are kept apart: they were checked.
  @exclusivity(unchecked) private var readings = RecentlyUsed<ScalarText, Statement>(limit: 64)
  /// The statements of fetches, by their fingerprints.
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

  /// The statement of a text.
  package func statement(_ sql: String) throws -> Statement {
    // The time limit is that of one statement.
    connection.restartTime()
    if let known = byText.value(of: ScalarText(sql)) { return known }
    let statement = try connection.prepare(sql)
    byText.keep(statement, as: ScalarText(sql))
    return statement
  }

  /// The statement of a fetch that was made before, by its fingerprint; nil where there is none.
  package func knownFetch(_ key: [UInt8]) -> CompiledFetch? { fetches.value(of: key) }

  /// Keeps the statement of a fetch.
  package func keep(_ fetch: CompiledFetch, as key: [UInt8]) { fetches.keep(fetch, as: key) }

  /// A Boolean value that says whether a row has changed that a table of searches
  /// does not have as it is.
  package func hasStaleRow(_ table: any SearchTable) throws -> Bool {
    try statement(table.staleRow).hasRow
  }

  /// A statement of a program's own, which may only read.
  package func reading(_ sql: String) throws -> Statement {
    connection.restartTime()
    // One that is still read from cannot begin anew.
    if let known = readings.value(of: ScalarText(sql)), !known.isRunning { return known }
    let statement = try connection.prepareReading(sql)
    readings.keep(statement, as: ScalarText(sql))
    return statement
  }

  /// Reads one row of an entity by its key.
  package func selectByKey(_ entity: CompiledEntity) throws -> Statement {
    connection.restartTime()
    if let known = byKey[entity.index] { return known }
    let statement = try connection.prepare(mapping.mapping(of: entity).selectByKey)
    byKey[entity.index] = statement
    return statement
  }

  /// Reads one row of an entity by a unique value.
  package func selectByValue(_ entity: CompiledEntity, _ number: Int) throws -> Statement {
    if let last = byValue[entity.index], last.number == number { return last.statement }
    let statement = try statement(mapping.mapping(of: entity).selectByValue(number))
    byValue[entity.index] = (number, statement)
    return statement
  }

  /// Writes a new row of an entity.
  package func insert(_ entity: CompiledEntity) throws -> Statement {
    if let known = inserts[entity.index] { return known }
    let statement = try connection.prepare(mapping.mapping(of: entity).insert(version: "?"))
    inserts[entity.index] = statement
    return statement
  }

  /// Deletes a row of an entity.
  package func delete(_ entity: CompiledEntity) throws -> Statement {
    if let known = deletes[entity.index] { return known }
    let statement = try connection.prepare(mapping.mapping(of: entity).delete)
    deletes[entity.index] = statement
    return statement
  }

  /// Writes some columns of a row; programs mostly change the same ones of
  /// many objects, so the last statement is at hand.
  package func update(_ entity: CompiledEntity, _ properties: PropertySet) throws -> Statement {
    if let last = updates[entity.index], last.properties == properties { return last.statement }
    let statement = try statement(mapping.mapping(of: entity).update(properties))
    updates[entity.index] = (properties, statement)
    return statement
  }

  /// Rolls back a transaction that a failure left open: what is written in it
  /// would never be committed.
  ///
  /// - Throws: `StoreError` when there was one.
  func endLeftoverTransaction() throws {
    guard connection.isInTransaction else { return }
    connection.rollBack()
    throw StoreError(
      .database, "a transaction that an earlier failure left open was rolled back; try again")
  }

  /// Looks whether others have committed since the last look; within a
  /// transaction and after a row was read it is known.
  func lookForForeignContent() {
    let content = content
    if let seenContent, seenContent != content { hasForeignContent = true }
    seenContent = content
  }

  /// Begins a transaction that writes: others may have taken the file away, put another store in
  /// the place of this one, or migrated it.
  ///
  /// - Throws: `StoreError` (`.movedFile`, `.otherStore`, `.modelMismatch`) when they have.
  func enterWriting() throws {
    try refuseMovedFile()
    lookForForeignContent()
    guard seenContent != identifiedContent else { return }
    for (number, schema) in mapping.schemas.enumerated() {
      guard let identity = identities[number] else { continue }
      // Both leave other tables, and a copy over this store counts on from there.
      guard let version = try statement("PRAGMA \(schema).schema_version").first({ $0.int64(0) }),
        version != identity.schemaVersion
      else { continue }
      try identity.check(try StoreMetadata(connection, schema: schema, path: path), path)
      identities[number]?.schemaVersion = version
    }
    identifiedContent = seenContent
  }

  /// Leaves what the connection itself has committed out.
  func takeOwnContent() {
    let isIdentified = identifiedContent == seenContent
    seenContent = content
    if isIdentified { identifiedContent = seenContent }
  }

  /// Notes that what the connection commits is others' too.
  func noteForeignContent() { hasForeignContent = true }

  /// A Boolean value that says whether others have committed since this was
  /// asked last.
  package func takeForeignContent() -> Bool {
    lookForForeignContent()
    defer { hasForeignContent = false }
    return hasForeignContent
  }

  private var content: UInt32 {
    attachedSchemas.reduce(connection.contentVersion()) { $0 &+ connection.contentVersion($1) }
  }

  /// The error because of which a statement failed: SQLite's own, or what a
  /// function of the connection met.
  func cause(of error: any Error) -> any Error {
    if let failure = external?.failure { return failure }
    guard let known = error as? SQLiteError else { return error }
    return connection.functionError(behind: known) ?? error
  }

  /// Gives an error of SQLite the store's words; one of a function in a
  /// condition is the condition's, as in memory.
  package func storeError(_ error: any Error) -> any Error {
    guard let error = error as? SQLiteError else { return error }
    // SQLite has no codes of their own for these.
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
