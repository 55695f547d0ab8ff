/// The information that a store file contains about itself, read without a
/// model.
public struct StoreInformation: Sendable, Hashable {
  /// An entity as described in the store's own tables.
  public struct Entity: Sendable, Hashable {
    /// The name of the entity in the model, such as `Bank`.
    public var name: String
    /// The entity's number, `Z_ENT`.
    public var number: Int
    /// The number of objects of this entity, without those of its subentities.
    public var objectCount: Int
    /// The last assigned primary key, `Z_MAX`.
    public var lastKey: Int
  }

  /// The store's identifier, which is part of every object's ID.
  public var identifier: UUID
  /// The name of the model that the store was created with; nil if the store
  /// does not contain it.
  public var modelName: String?
  /// The version of the model that the store was created with; nil if the store
  /// does not contain it.
  public var modelVersion: Int?
  /// The keys of the metadata, sorted by name.
  public var metadataKeys: [String]
  /// The entities, sorted by number.
  public var entities: [Entity]
  /// The version identifiers of the model in Xcode.
  public var versionIdentifiers: [String]
  /// The version of the framework that last wrote the store; nil if the store
  /// does not contain it.
  public var frameworkVersion: Int?
  /// The size of the history; nil if the store has none.
  public var history: History?
  /// True if the digest matches the version hashes; nil if the store has no digest.
  public var hasRightDigest: Bool?
  /// True if the checksum matches the version hashes; nil if the store has no checksum.
  public var hasRightChecksum: Bool?
  /// True if the store has version hashes, without which Core Data does not open it.
  public var hasHashes: Bool
  /// The reasons why Core Data may compute version hashes that differ from
  /// those written by this library; empty if it computes the same hashes, or
  /// wrote the store itself.
  public var hashDoubts: [String]
  /// The problems that prevent programs from recognising the store's entities,
  /// such as a missing number or table; empty if there are none.
  public var damage: [String]
  /// The dependencies of the store besides its file, one string for each: the
  /// log, the folder of large values, and the functions that its triggers call.
  public var needs: [String]

  /// The size of a history.
  public struct History: Sendable, Hashable {
    /// The number of transactions in the history.
    public var transactions: Int
    /// The number of changes in all transactions of the history.
    public var changes: Int
  }

  /// A sentence that says whether Apple's Core Data opens the store with a
  /// model that has the store's version hashes.
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

/// An inspection of a store file, which reads and checks the file without a
/// model.
public struct StoreInspection {
  private let connection: Connection
  package let path: String

  /// Opens a store file read-only; its type is recognised by its first bytes.
  ///
  /// - Throws: `StoreError` if the file cannot be opened or is not a store, or
  ///   if it is read as a whole and does not identify its model.
  public init(url: URL) throws { try self.init(url: url, among: []) }

  /// Opens a store file read-only. A store that is read as a whole and does not
  /// identify its model, such as a store of Core Data, is read with the model
  /// that has its version hashes.
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

  /// Creates an inspection of a store through an open connection.
  init(_ connection: Connection, path: String) {
    self.connection = connection
    self.path = path
  }

  /// Loads a store that is read as a whole into memory, and returns a
  /// connection to it.
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

  /// Reads the information that the file contains about itself.
  ///
  /// - Throws: `StoreError` if the file cannot be read.
  public func information() throws -> StoreInformation {
    let metadata = try metadata()
    return try StoreError.translating(path) {
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

  private func metadata() throws -> StoreMetadata {
    try StoreError.translating(path) { try StoreMetadata(connection, path: path) }
  }

  private func history() throws -> StoreInformation.History? {
    guard HistorySchema.isThere(try StoreTables(connection)) else { return nil }
    return try connection.prepare(
      "SELECT (SELECT count(*) FROM ATRANSACTION), (SELECT count(*) FROM ACHANGE)"
    ).first { .init(transactions: Int($0.int64(0)), changes: Int($0.int64(1))) }
  }

  /// Returns the version hashes of the store's entities, by name.
  ///
  /// - Throws: `StoreError` if the file cannot be read.
  public func versionHashes() throws -> [String: ManagedObjectModel.EntityHash] {
    try metadata().versionHashes
  }

  /// Returns whether the file has version hashes that Core Data wrote.
  ///
  /// - Throws: `StoreError` if the file cannot be read.
  package func hasHashesOfCoreData() throws -> Bool {
    try metadata().hasHashesOfCoreData
  }

  /// Returns whether the file has the tables and columns of a version, and no
  /// other columns in the tables of its entities.
  ///
  /// - Throws: `StoreError` if the file cannot be read.
  package func hasTables(of model: ManagedObjectModel) throws -> Bool {
    try StoreError.translating(path) { try ExistingSchema(connection).isOf(model) }
  }

  /// Returns the entities and properties of a version that have no table or
  /// column in the file.
  ///
  /// - Throws: `StoreError` if the file cannot be read.
  package func missing(of model: ManagedObjectModel) throws -> [String] {
    try comparison(with: model).missing
  }

  /// Returns the columns of the entities' tables that belong to no property of a
  /// version.
  ///
  /// - Throws: `StoreError` if the file cannot be read.
  package func unexplained(by model: ManagedObjectModel) throws -> [String] {
    try comparison(with: model).unexplained
  }

  private func comparison(with model: ManagedObjectModel) throws -> StoreComparison {
    try StoreError.translating(path) {
      let schema = try ExistingSchema(connection)
      return StoreComparison(
        mapping: StoreMapping(CompiledModel(layoutOf: model), in: schema), tables: schema.tables,
        path: path)
    }
  }

  /// Returns the model that the file was written with; nil if the file does not
  /// contain it.
  ///
  /// - Throws: `StoreError` if the file cannot be read.
  public func model() throws -> ManagedObjectModel? {
    try metadata().model
  }

  /// Returns the compiled model that Core Data keeps in the file, in the form
  /// of `.mom` files; nil if there is none, or if it is damaged.
  ///
  /// - Throws: `StoreError` if the file cannot be read.
  package func cachedModel() throws -> [UInt8]? {
    try StoreError.translating(path) { try ModelCache.archive(in: connection) }
  }

  /// True if the store has a table for its compiled model that contains something.
  package var hasCachedModel: Bool {
    get throws { try StoreError.translating(path) { try ModelCache.hasContent(in: connection) } }
  }

  /// Checks the store and returns the problems found; the list is empty if the
  /// store is sound.
  ///
  /// A store that contains its model is checked in the same way as by
  /// `PersistentContainer.integrityCheck()`. For any other store, such as
  /// Apple's, only the file, entity numbers and keys are checked: open it with
  /// its model to check the rest.
  ///
  /// - Throws: `StoreError` if the file cannot be read.
  public func integrityCheck() throws -> [IntegrityFinding] { try integrityCheck(by: model()) }

  /// Checks the store against a model. Without a model, only a part of the
  /// checks is possible.
  package func integrityCheck(by model: ManagedObjectModel?) throws -> [IntegrityFinding] {
    try StoreError.translating(path) {
      guard let model else { return try generalFindings() }
      let mapping = StoreMapping(
        CompiledModel(layoutOf: model), in: try ExistingSchema(connection))
      // The check compares folded text with the text of its rows.
      try TextFunctions(connection: connection).register()
      return try IntegrityCheck(
        mapping: mapping, connection: connection, path: path, isForeign: metadata().isForeign,
        storage: ExternalStorage(StoreConfiguration(url: URL(filePath: path)))
      )
      .findings()
    }
  }

  /// Returns the findings of `integrityCheck()` as text, one line for each.
  ///
  /// - Throws: `StoreError` if the file cannot be read.
  public func findings() throws -> [String] { try integrityCheck().map(\.description) }

  // MARK: Parts

  private func entities() throws -> [StoreInformation.Entity] {
    var counts: [Int64: Int] = [:]
    for table in try entityTables() {
      let sql = "SELECT Z_ENT, count(*) FROM \(StoreNames.quoted(table)) GROUP BY Z_ENT"
      try connection.prepare(sql).forEachRow { counts[$0.int64(0)] = Int($0.int64(1)) }
    }
    return try StoredEntity.all(in: connection).map { entity in
      StoreInformation.Entity(
        name: entity.name, number: Int(entity.number), objectCount: counts[entity.number] ?? 0,
        lastKey: Int(entity.lastKey))
    }
  }

  /// Returns the findings that can be made without a model.
  private func generalFindings() throws -> [IntegrityFinding] {
    var findings = try IntegrityCheck.fileFindings(connection)
    // The contents of a damaged file have no meaning.
    guard findings.isEmpty else { return findings }
    findings += try IntegrityCheck.structureFindings(connection, metadata())
    for table in try entityTables() { findings += try generalFindings(in: table) }
    return findings
  }

  private func generalFindings(in table: String) throws -> [IntegrityFinding] {
    let name = StoreNames.quoted(table)
    let unknown = try connection.prepare(
      """
      SELECT Z_PK, ifnull(Z_ENT, 'NULL') FROM \(name) \
      WHERE Z_ENT IS NULL OR Z_ENT NOT IN (SELECT Z_ENT FROM Z_PRIMARYKEY) \
      LIMIT \(IntegrityCheck.limit)
      """
    ).rows { IntegrityFinding.unknownEntity(table, key: $0.int64(0), number: $0.shownText(1)) }
    return try unknown
      + connection.prepare(
        """
        WITH RECURSIVE family(number) AS (SELECT DISTINCT Z_ENT FROM \(name) UNION \
        SELECT Z_SUPER FROM Z_PRIMARYKEY, family WHERE Z_ENT = number AND Z_SUPER <> 0) \
        SELECT max(Z_PK), last FROM \(name), (SELECT max(Z_MAX) AS last FROM Z_PRIMARYKEY \
        WHERE Z_ENT IN (SELECT number FROM family)) HAVING max(Z_PK) > last
        """
      ).rows { .keyBeyondLast(table, key: $0.int64(0), last: $0.shownText(1)) }
  }

  /// Returns the names of the tables that contain objects.
  private func entityTables() throws -> [String] {
    let tables = try StoreTables(connection)
    return tables.names.subtracting(HistorySchema.tables).filter {
      tables[$0]?.isSuperset(of: ["Z_PK", "Z_ENT", "Z_OPT"]) == true
    }.sorted()
  }
}
