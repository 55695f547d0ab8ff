/// The facts that a store file gives about itself, read without a model.
public struct StoreInformation: Sendable, Hashable {
  /// An entity of the store.
  public struct Entity: Sendable, Hashable {
    /// Its name.
    public var name: String
    /// Its number, `Z_ENT`.
    public var number: Int
    /// The number of objects of this entity itself.
    public var objectCount: Int
    /// The last primary key that was given out, `Z_MAX`.
    public var lastKey: Int
  }

  /// The store's identifier.
  public var identifier: UUID
  /// Name of the model that it was made with; nil where the store does not say.
  public var modelName: String?
  /// Version of that model; nil where the store does not say.
  public var modelVersion: Int?
  /// The keys of the metadata, by name.
  public var metadataKeys: [String]
  /// The entities, by number.
  public var entities: [Entity]
  /// The version identifiers that the model has in Xcode.
  public var versionIdentifiers: [String]
  /// The version of the framework that wrote the store last.
  public var frameworkVersion: Int?
  /// The extent of the history; nil where none is kept.
  public var history: History?
  /// A Boolean value that says whether the digest of the version hashes is
  /// theirs; nil where there is none.
  public var hasRightDigest: Bool?
  /// A Boolean value that says whether the checksum of the version hashes is
  /// theirs; nil where there is none.
  public var hasRightChecksum: Bool?
  /// A Boolean value that says whether there are version hashes.
  public var hasHashes: Bool
  /// The reasons why Core Data may have other version hashes than those that this library wrote;
  /// empty where it has the same, or wrote them.
  public var hashDoubts: [String]
  /// The faults that keep programs from telling what the store is, such as
  /// entities without a number or a table; empty where all is well.
  public var damage: [String]
  /// The things that the store needs besides its file, a text for each: its
  /// log, its folder of large values, the functions that its triggers call.
  public var needs: [String]

  /// The size of a history.
  public struct History: Sendable, Hashable {
    /// The number of transactions that are kept.
    public var transactions: Int
    /// The number of changes that they have.
    public var changes: Int
  }

  /// A sentence that says whether Apple's Core Data opens the store with a model
  /// of these version hashes.
  public var coreDataVerdict: String {
    if !hasHashes { return "refuses it: there are no version hashes" }
    if hasRightDigest == false { return "refuses it: the digest is of other version hashes" }
    if hasRightChecksum == false { return "refuses it: the checksum is of other version hashes" }
    if let first = damage.first { return "refuses it: \(first)" }
    if let first = hashDoubts.first {
      return "may refuse it: no file of Apple's confirms the version hashes: \(first)"
    }
    return hasRightDigest == nil
      ? "takes it with a model of its version hashes, which it compares one by one"
      : "takes it with a model of its version hashes"
  }
}

/// Reads and checks store files without a model.
public struct StoreInspection {
  private let connection: Connection
  private let path: String

  /// Opens a store file read-only; its first bytes say of which type it is.
  ///
  /// - Throws: `StoreError` when it cannot be opened or is no store, or is one
  ///   that is read as a whole and does not say which model it holds.
  public init(url: URL) throws { try self.init(url: url, among: []) }

  /// Opens a store file read-only; one that is read as a whole and does not say
  /// which model it holds, as Core Data's do not, by the model whose hashes it has.
  package init(url: URL, among models: [ManagedObjectModel]) throws {
    let path = url.path(percentEncoded: false)
    self.path = path
    connection = try StoreError.translating(path) {
      let type = try StoreType.detected(at: url)
      if type.atomic != nil { return try Self.loaded(url, type, among: models) }
      let connection = try StoreFile.openReadOnly(path)
      guard try StoreTables(connection)["Z_PRIMARYKEY"] != nil else {
        throw StoreError(
          .notThisLayout, "'\(path)' is a database, but not a store: it has no table Z_PRIMARYKEY")
      }
      return connection
    }
  }

  /// Looks at a store through a connection that is there.
  init(_ connection: Connection, path: String) {
    self.connection = connection
    self.path = path
  }

  /// A store that is read as a whole, in memory.
  private static func loaded(
    _ url: URL, _ type: StoreType, among models: [ManagedObjectModel]
  ) throws -> Connection {
    let description = try StoreFile.description(url, type)
    let hashes = description.versionHashes
    let fitting = models.last { hashes.isEmpty || $0.versionHashes == hashes }
    guard let model = description.model ?? fitting else {
      guard models.isEmpty else {
        throw StoreError(
          .modelMismatch,
          """
          '\(url.path(percentEncoded: false))' is of no version of the model, and a store that is \
          read as a whole is read by its own alone
          """)
      }
      throw StoreError(
        .unsupportedFeature,
        """
        '\(url.path(percentEncoded: false))' does not say which model it holds; open it with \
        its model, and check the container
        """)
    }
    let compiled = CompiledModel(layoutOf: model)
    let configuration = StoreConfiguration(url: url, type: type)
    let connection = try StoreConnector(configuration, compiled).connect(fills: true).connection
    try AtomicStoreFile(configuration)?.load(into: connection, model: compiled)
    return connection
  }

  /// Reads what the file says about itself.
  ///
  /// - Throws: `StoreError` when it cannot be read.
  public func information() throws -> StoreInformation {
    try StoreError.translating(path) {
      let metadata = try StoreMetadata(connection, path: path)
      let properties = metadata.properties
      return StoreInformation(
        identifier: metadata.identifier, modelName: metadata.model?.name,
        modelVersion: metadata.model?.version, metadataKeys: properties.keys.sorted(),
        entities: try entities(), versionIdentifiers: metadata.versionIdentifiers,
        frameworkVersion: properties[StoreMetadata.Key.frameworkVersion]?.integer.map(Int.init),
        history: try history(),
        hasRightDigest: properties[StoreMetadata.Key.digest]?.string.map {
          $0 == ManagedObjectModel.versionDigest(of: metadata.versionHashes)
        },
        hasRightChecksum: properties[StoreMetadata.Key.checksum]?.string.map {
          $0 == ManagedObjectModel.versionChecksum(of: metadata.versionHashes)
        }, hasHashes: !metadata.versionHashes.isEmpty, hashDoubts: metadata.doubts,
        damage: try IntegrityCheck.entityFindings(connection, metadata).map { finding in
          (finding.entityName.map { "\($0): " } ?? "") + finding.message
        }, needs: try StoreDependencies(connection, path: path).texts)
    }
  }

  private func history() throws -> StoreInformation.History? {
    guard HistorySchema.isThere(try StoreTables(connection)) else { return nil }
    var history = StoreInformation.History(transactions: 0, changes: 0)
    try connection.prepare(
      "SELECT (SELECT count(*) FROM ATRANSACTION), (SELECT count(*) FROM ACHANGE)"
    ).forEachRow { row in
      history = .init(transactions: Int(row.int64(0)), changes: Int(row.int64(1)))
    }
    return history
  }

  /// The version hashes of the entities that the file names, by entity.
  ///
  /// - Throws: `StoreError` when it cannot be read.
  public func versionHashes() throws -> [String: ManagedObjectModel.EntityHash] {
    try StoreError.translating(path) { try StoreMetadata(connection, path: path).versionHashes }
  }

  /// Returns whether the file has version hashes that Core Data wrote.
  ///
  /// - Throws: `StoreError` when it cannot be read.
  package func hasHashesOfCoreData() throws -> Bool {
    try StoreError.translating(path) {
      try StoreMetadata(connection, path: path).hasHashesOfCoreData
    }
  }

  /// Returns whether the file has the tables and columns of a version, and no
  /// others of entities.
  ///
  /// - Throws: `StoreError` when it cannot be read.
  package func hasTables(of model: ManagedObjectModel) throws -> Bool {
    try StoreError.translating(path) { try ExistingSchema(connection).isOf(model) }
  }

  /// The entities and properties of a version that the file has no place for.
  ///
  /// - Throws: `StoreError` when it cannot be read.
  package func missing(of model: ManagedObjectModel) throws -> [String] {
    try StoreError.translating(path) {
      let schema = try ExistingSchema(connection)
      return StoreComparison(
        mapping: StoreMapping(CompiledModel(layoutOf: model), in: schema), tables: schema.tables,
        path: path
      ).missing
    }
  }

  /// The model that the file was written with, where it says so.
  ///
  /// - Throws: `StoreError` when it cannot be read.
  public func model() throws -> ManagedObjectModel? {
    try StoreError.translating(path) { try StoreMetadata(connection, path: path).model }
  }

  /// The compiled model that Core Data keeps in the file, an archive as `.mom` files are; nil where
  /// there is none, or it is damaged.
  ///
  /// - Throws: `StoreError` when it cannot be read.
  package func cachedModel() throws -> [UInt8]? {
    try StoreError.translating(path) {
      guard try StoreTables(connection)["Z_MODELCACHE"]?.contains("Z_CONTENT") == true else {
        return nil
      }
      let content = try connection.prepare("SELECT Z_CONTENT FROM Z_MODELCACHE LIMIT 1").first {
        $0.optionalData(0)
      }
      return content?.flatMap { Inflation.bytes(of: Array($0)) }
    }
  }

  /// Returns what is wrong with the store; nothing where it is sound.
  ///
  /// A store that says which model it holds is looked at as
  /// `PersistentContainer.integrityCheck()` does. Of any other, as of Apple's,
  /// only the file, entity numbers and keys are looked at: open it with its
  /// model to check the rest.
  ///
  /// - Throws: `StoreError` when it cannot be read.
  public func integrityCheck() throws -> [IntegrityFinding] {
    try StoreError.translating(path) {
      guard let model = try StoreMetadata(connection, path: path).model else {
        return try generalFindings()
      }
      let mapping = StoreMapping(
        CompiledModel(layoutOf: model), in: try ExistingSchema(connection))
      // Folded texts are compared with what they are made of.
      try TextFunctions(connection: connection).register()
      return try IntegrityCheck(
        mapping: mapping, connection: connection, path: path, isForeign: false,
        storage: ExternalStorage(StoreConfiguration(url: URL(filePath: path)))
      )
      .findings()
    }
  }

  /// Returns what `integrityCheck()` finds, a line for each finding.
  ///
  /// - Throws: `StoreError` when it cannot be read.
  public func findings() throws -> [String] { try integrityCheck().map(\.description) }

  // MARK: Parts

  private func entities() throws -> [StoreInformation.Entity] {
    var counts: [Int64: Int] = [:]
    for table in try entityTables() {
      let sql = "SELECT Z_ENT, count(*) FROM \(StoreNames.quoted(table)) GROUP BY Z_ENT"
      try connection.prepare(sql).forEachRow { counts[$0.int64(0)] = Int($0.int64(1)) }
    }
    let sql = "SELECT Z_ENT, Z_NAME, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT < 16000 ORDER BY Z_ENT"
    return try connection.prepare(sql).rows { row in
      StoreInformation.Entity(
        name: row.string(1), number: Int(row.int64(0)),
        objectCount: counts[row.int64(0)] ?? 0, lastKey: Int(row.optionalInt64(2) ?? 0))
    }
  }

  /// Returns the findings that can be made without a model.
  private func generalFindings() throws -> [IntegrityFinding] {
    var findings = try IntegrityCheck.fileFindings(connection)
    // What a damaged file says about its entities means nothing.
    guard findings.isEmpty else { return findings }
    findings += try IntegrityCheck.structureFindings(
      connection, StoreMetadata(connection, path: path))
    for table in try entityTables() { findings += try generalFindings(in: table) }
    return findings
  }

  private func generalFindings(in table: String) throws -> [IntegrityFinding] {
    let name = StoreNames.quoted(table)
    var findings: [IntegrityFinding] = []
    try connection.prepare(
      """
      SELECT Z_PK, ifnull(Z_ENT, 'NULL') FROM \(name) \
      WHERE Z_ENT IS NULL OR Z_ENT NOT IN (SELECT Z_ENT FROM Z_PRIMARYKEY) \
      LIMIT \(IntegrityCheck.limit)
      """
    ).forEachRow { row in
      findings.append(.unknownEntity(table, key: row.int64(0), number: row.shownText(1)))
    }
    try connection.prepare(
      """
      WITH RECURSIVE family(number) AS (SELECT DISTINCT Z_ENT FROM \(name) UNION \
      SELECT Z_SUPER FROM Z_PRIMARYKEY, family WHERE Z_ENT = number AND Z_SUPER <> 0) \
      SELECT max(Z_PK), last FROM \(name), (SELECT max(Z_MAX) AS last FROM Z_PRIMARYKEY \
      WHERE Z_ENT IN (SELECT number FROM family)) HAVING max(Z_PK) > last
      """
    ).forEachRow { row in
      findings.append(.keyBeyondLast(table, key: row.int64(0), last: row.shownText(1)))
    }
    return findings
  }

  /// The tables of objects.
  private func entityTables() throws -> [String] {
    try connection.prepare(
      """
      SELECT s.name FROM sqlite_schema AS s WHERE s.type = 'table' AND 3 = (\
      SELECT count(*) FROM pragma_table_info(s.name) WHERE name IN ('Z_PK', 'Z_ENT', 'Z_OPT')) \
      AND s.name NOT IN ('ACHANGE', 'ATRANSACTION', 'ATRANSACTIONSTRING') ORDER BY 1
      """
    ).rows { $0.shownText(0) }
  }
}
