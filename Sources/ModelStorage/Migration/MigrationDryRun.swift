/// A migration of a copy that continues where a real migration would stop.
///
/// 1. The store is only read. Its copy is migrated in place, regardless of the
///    configured location, by the code that migrates stores.
/// 2. Messages name the store, never the copy.
/// 3. Obstacles are collected: after the first failed check, the remaining
///    statements still run, except for those that create unique indexes, which
///    would fail.
package struct MigrationDryRun {
  package let configuration: StoreConfiguration
  package let model: CompiledModel

  package init(
    configuration: StoreConfiguration, model: CompiledModel
  ) {
    self.configuration = configuration
    self.model = model
  }

  package func run() throws -> MigrationReport {
    guard case .file(let url) = configuration.location else {
      throw StoreError(
        .unsupportedFeature,
        "'\(configuration.displayPath)' is no file, and only files can be copied for a dry run")
    }
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "dry-run-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    // The copy is private, even if others may read the store.
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    var copied = configuration
    copied.location = .file(folder.appending(path: url.lastPathComponent))
    copied.isReadOnly = false
    copied.migration.place = .inPlace
    copied.migration.isAutomatic = true
    do {
      var report = try StoreError.translating(configuration.displayPath) {
        let copy = try Copy(of: url, at: copied, model)
        return try RehearsedMigration(copy: copy, configuration: copied, model: model).report()
      }
      if var error = report.error {
        error.message = named(error.message, copied)
        report.error = error
      }
      return report
    } catch var error as StoreError {
      error.message = named(error.message, copied)
      throw error
    }
  }

  /// Turns a message about the copy into a message about the store itself.
  private func named(_ message: String, _ copy: StoreConfiguration) -> String {
    message.replacingOccurrences(of: copy.displayPath, with: configuration.displayPath)
  }

  fileprivate struct Copy {
    let connection: Connection
    let url: URL
    /// The store's file, if the store is always written as a whole; otherwise
    /// nil.
    let file: AtomicStoreFile?
    /// The storage of large values; nil if there is none. The files stay beside
    /// the store itself, since the copy's rows refer to them.
    let files: ExternalStorage?

    init(of url: URL, at configuration: StoreConfiguration, _ model: CompiledModel) throws {
      guard case .file(let copy) = configuration.location else { throw CancellationError() }
      self.url = copy
      files = ExternalStorage(StoreConfiguration(url: url))
      guard configuration.type.atomic == nil else {
        // A copy of a symbolic link would lead to the store itself.
        try FileManager.default.copyItem(at: url.resolvingSymlinksInPath(), to: copy)
        try FileRights(ofCopy: url)?.apply(
          to: FileDescriptor(copy.path(percentEncoded: false), O_RDONLY))
        file = try AtomicStoreFile(configuration)
        connection = try StoreConnector(configuration, model).connect(fills: true).connection
        try file?.load(into: connection, model: model)
        return
      }
      file = nil
      try StoreFile.write(try StoreFile.openReadOnly(url.path(percentEncoded: false)), to: copy)
      connection = try Connection(path: copy.path(percentEncoded: false))
      try connection.execute("PRAGMA journal_mode = WAL")
      try TextFunctions(connection: connection).register()
    }

    func mapping(_ model: CompiledModel) throws -> StoreMapping {
      StoreMapping(model, in: try ExistingSchema(connection))
    }

    /// Returns the size of the migrated copy, in bytes.
    func finalSize(_ model: CompiledModel, isMigrated: Bool) throws -> Int {
      if let file, isMigrated {
        try file.save(connection, mapping(model))
      } else if file == nil {
        try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
      }
      return Log.size(url)
    }
  }

  /// The statements that ran, and the maximum size that the files reached.
  fileprivate final class Log: @unchecked Sendable {
    // because the log is read by the thread that ran the migration, after it
    // has ended.
    private(set) var statements: [String] = []
    private(set) var largest = 0
    private let file: URL

    init(_ file: URL) {
      self.file = file
    }

    func add(_ sql: String) {
      statements.append(sql)
      look()
    }

    func look() {
      let path = file.path(percentEncoded: false)
      largest = max(largest, Self.size(URL(filePath: path + "-wal")))
    }

    static func size(_ file: URL) -> Int {
      let attributes = try? FileManager.default.attributesOfItem(
        atPath: file.path(percentEncoded: false))
      return (attributes?[.size] as? NSNumber)?.intValue ?? 0
    }
  }
}

/// The migration of the copy, and its outcome.
private struct RehearsedMigration {
  let copy: MigrationDryRun.Copy
  let configuration: StoreConfiguration
  let model: CompiledModel
  private let log: MigrationDryRun.Log
  private let obstacles = MigrationObstacles()

  init(copy: MigrationDryRun.Copy, configuration: StoreConfiguration, model: CompiledModel) {
    self.copy = copy
    self.configuration = configuration
    self.model = model
    log = MigrationDryRun.Log(copy.url)
  }

  /// The state that a migration reached.
  private struct Outcome {
    var versions: [String] = []
    var source: ManagedObjectModel?
    var way: MigrationPath?
    var failure: MigrationError?
  }

  func report() throws -> MigrationReport {
    let before = try StoreInspection(copy.connection, path: configuration.displayPath)
      .information()
    let sizeBefore = MigrationDryRun.Log.size(copy.url)
    var outcome = Outcome()
    let duration = try ContinuousClock().measure { outcome = try migrate() }
    log.look()
    if outcome.failure != nil, outcome.versions.isEmpty {
      outcome.versions = [before.modelVersion.map { "version \($0)" } ?? "?"]
    }
    let isMigrated = outcome.failure == nil
    let after = isMigrated ? try StoreInspection(copy.connection, path: "").information() : nil
    let broken =
      isMigrated && !outcome.versions.isEmpty
      ? try RuleCheck(
        connection: copy.connection, identifier: before.identifier, mapping: copy.mapping(model)
      ).failures() : []
    return MigrationReport(
      versions: outcome.versions, statements: log.statements,
      entities: entities(before, after, outcome),
      drops: outcome.way?.drops ?? [], error: outcome.failure, brokenRules: broken,
      duration: duration, sizeBefore: sizeBefore,
      sizeAfter: try copy.finalSize(model, isMigrated: isMigrated), spaceNeeded: log.largest)
  }

  private func migrate() throws -> Outcome {
    var outcome = Outcome()
    let migration = StoreMigration(
      model: model, connection: copy.connection, configuration: configuration,
      willRun: { [log] in log.add($0) }, files: copy.files, obstacles: obstacles)
    do {
      let metadata = try StoreMetadata(copy.connection, path: configuration.displayPath)
      outcome.source = try migration.source(metadata)
      guard let source = outcome.source else {
        try requireTables(metadata)
        return outcome
      }
      outcome.versions = [source.versionTitle]
      let way = try migration.way(from: source, copy.connection)
      outcome.way = way
      outcome.versions += way.steps.map(\.destination.versionTitle)
      _ = try migration.migrateIfNeeded()
      if obstacles.error == nil { try requireTables(metadata) }
    } catch let error as MigrationError {
      outcome.failure = try complete(error, outcome)
    } catch let error as SQLiteError {
      // If data break a rule, SQL errors may be a consequence of that.
      guard let known = obstacles.error else { throw error }
      outcome.failure = known
    }
    return outcome
  }

  /// Checks that the program could open the copy, as it would open a store.
  private func requireTables(_ metadata: StoreMetadata) throws {
    try StoreComparison(
      mapping: copy.mapping(model),
      tables: try StoreTables(copy.connection), path: configuration.displayPath
    ).check(metadata)
  }

  /// Adds the obstacles in the data, which cannot be found from the models
  /// alone.
  private func complete(_ error: MigrationError, _ outcome: Outcome) throws -> MigrationError {
    guard error.reason == .noMapping, let source = outcome.source else { return error }
    let inferred = InferredMapping(
      from: source, to: model.description, through: versions(since: source),
      options: configuration.migration.inference)
    let old = try copy.mapping(CompiledModel(layoutOf: source))
    let identifier = try StoreMetadata(copy.connection, path: "").identifier
    var complete = error
    complete.failures += try DataCheck(connection: copy.connection, identifier: identifier)
      .failures(inferred, in: old)
    return complete
  }

  // MARK: Entities

  /// Returns the number of objects of each entity before and after the
  /// migration. A renamed entity is listed once.
  private func entities(
    _ before: StoreInformation, _ after: StoreInformation?, _ outcome: Outcome
  ) -> [MigrationReport.Entity] {
    let old = counts(before)
    let new = counts(after)
    let olderName = olderNames(outcome)
    var names: Set<String> = []
    let kept = model.description.entities.map { entity -> MigrationReport.Entity in
      let older = olderName(entity)
      if let older { names.insert(older) }
      return MigrationReport.Entity(
        name: entity.name, oldName: older == entity.name ? nil : older,
        before: older.flatMap { old[$0] }, after: new[entity.name])
    }
    let gone = old.keys.filter { !names.contains($0) }.map {
      MigrationReport.Entity(name: $0, oldName: nil, before: old[$0], after: nil)
    }
    return (kept + gone).sorted { $0.name < $1.name }
  }

  private func counts(_ information: StoreInformation?) -> [String: Int] {
    Dictionary(first: (information?.entities ?? []).map { ($0.name, $0.objectCount) })
  }

  private func versions(since source: ManagedObjectModel) -> [ManagedObjectModel] {
    (model.versions.released + configuration.migration.olderVersions)
      .between(source, model.description)
  }

  /// Returns a function from entities to their names in the store, traced
  /// through all later versions; the function returns nil for a new entity.
  private func olderNames(_ outcome: Outcome) -> (EntityDescription) -> String? {
    guard let source = outcome.source else { return { $0.name } }
    if let way = outcome.way, !way.steps.isEmpty { return { way.source(of: $0.name) } }
    let pairs = ModelCorrespondence(
      from: source, to: model.description, through: versions(since: source))
    return { pairs.source(of: $0)?.name }
  }
}
