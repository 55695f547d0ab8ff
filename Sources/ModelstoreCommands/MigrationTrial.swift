internal import ModelPlatform

/// A test of a program's migrations: from every released version, with
/// generated objects, and with the program killed during the migration.
///
/// A program runs the trial in one of its own tests. The process that is killed
/// calls `migrateAndDie`.
public struct MigrationTrial {
  /// The outcome of a trial for one version.
  public struct Result: Sendable, Hashable {
    /// The version from which data were migrated.
    public var version: String
    /// The number of objects in the store.
    public var objectCount: Int
    /// The number of kills after which the store was unchanged.
    public var killsBefore: Int
    /// The number of kills after which the store was migrated.
    public var killsAfter: Int
    /// The failures; empty if there are none.
    public var failures: [String]
  }

  private let model: CompiledModel
  private let options: MigrationOptions
  private let objectCount: Int

  /// Creates a trial of the versions of a model.
  ///
  /// - Parameters:
  ///   - model: The current version, which contains the older versions.
  ///   - options: The options of the migration.
  ///   - objectCount: The number of objects of each entity.
  public init(
    _ model: CompiledModel, options: MigrationOptions = MigrationOptions(), objectCount: Int = 1000
  ) {
    self.model = model
    self.options = options
    self.objectCount = max(objectCount, 1)
  }

  /// Migrates every released version, and kills the program during the
  /// migration.
  ///
  /// - Parameters:
  ///   - kills: The number of kills for each version.
  ///   - program: A closure that runs a process that calls `migrateAndDie` with
  ///     the same arguments, and waits for the process to end.
  /// - Throws: An error of the closure, or `StoreError` if the trial itself
  ///   cannot continue.
  public func run(
    kills: Int, program: (_ store: URL, _ statement: Int) throws -> Void
  ) throws -> [Result] {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "migrations-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try (model.versions.released + options.olderVersions).map {
      try self.try($0, folder, kills, program)
    }
  }

  /// Migrates a store and kills this process before a statement of the
  /// migration, counted from 0.
  ///
  /// - Throws: An error in opening the store.
  public static func migrateAndDie(
    _ configuration: StoreConfiguration, model: CompiledModel, statement: Int
  ) throws {
    let counter = Counter()
    try StoreMigration.run(configuration, to: model) { _ in
      if counter.next() == statement { kill(getpid(), SIGKILL) }
    }
  }

  /// Creates a store of a version, with objects, which the trial migrates.
  ///
  /// - Throws: `StoreError` if the store cannot be created.
  public static func makeStore(
    _ version: ManagedObjectModel, at url: URL, objectCount: Int
  ) throws {
    try makeStore(version, at: url, objectCount: objectCount, conditions: [])
  }

  private static func makeStore(
    _ version: ManagedObjectModel, at url: URL, objectCount: Int, conditions: [DataCondition]
  ) throws {
    let store = try PersistentStore(
      CompiledModel(layoutOf: version), configuration: StoreConfiguration(url: url))
    let connection = try store.borrow()
    defer { store.giveBack(connection) }
    try SampleData(mapping: store.mapping, count: objectCount, conditions: conditions)
      .fill(connection.connection)
    try connection.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  // MARK: Parts

  private func `try`(
    _ version: ManagedObjectModel, _ folder: URL, _ kills: Int,
    _ program: (URL, Int) throws -> Void
  ) throws -> Result {
    let original = folder.appending(path: "\(version.version ?? 0).sqlite")
    try Self.makeStore(
      version, at: original, objectCount: objectCount, conditions: conditions(version))
    let information = try StoreInspection(url: original).information()
    var result = Result(
      version: version.versionTitle,
      objectCount: information.entities.reduce(0) { $0 + $1.objectCount }, killsBefore: 0,
      killsAfter: 0, failures: [])
    var configuration = StoreConfiguration(url: original)
    configuration.migration = options
    let report = try MigrationDryRun(configuration: configuration, model: model).run()
    if let error = report.error {
      result.failures.append("\(error)")
      return result
    }
    for number in 0..<kills {
      let copy = folder.appending(path: "kill.sqlite")
      try StoreFile.destroy(copy, .sqlite)
      try FileManager.default.copyItem(at: original, to: copy)
      let statement = number * (report.statements.count + 1) / max(kills, 1)
      try program(copy, statement)
      try judge(copy, version, report, statement, &result)
    }
    return result
  }

  /// Returns the conditions that objects of a version must satisfy to be
  /// migrated. Objects that break a rule are left to other tests.
  private func conditions(_ version: ManagedObjectModel) -> [DataCondition] {
    let path = try? MigrationPath(
      from: version, in: model.versions, mappings: options.code.mappings,
      options: options.inference)
    return path?.steps.flatMap(\.inferred.conditions) ?? []
  }

  /// Checks the store that a killed program left behind, and opens it.
  private func judge(
    _ store: URL, _ version: ManagedObjectModel, _ report: MigrationReport, _ statement: Int,
    _ result: inout Result
  ) throws {
    do {
      let hashes = try StoreInspection(url: store).versionHashes()
      switch hashes {
      case version.versionHashes: result.killsBefore += 1
      case model.versions.current.versionHashes: result.killsAfter += 1
      default: result.failures.append("killed at \(statement): the store is of no version")
      }
      var configuration = StoreConfiguration(url: store)
      configuration.migration = options
      _ = try PersistentStore(model, configuration: configuration)
      let inspection = try StoreInspection(url: store)
      result.failures += try inspection.findings().map { "killed at \(statement): \($0)" }
      let counts = try inspection.information().entities.map { "\($0.name) \($0.objectCount)" }
      let expected = report.entities.compactMap { entity in
        entity.after.map { "\(entity.name) \($0)" }
      }
      if Set(counts) != Set(expected) {
        result.failures.append(
          "killed at \(statement): \(counts.sorted()) instead of \(expected.sorted())")
      }
    } catch {
      result.failures.append("killed at \(statement): \(error)")
    }
  }

  private final class Counter: @unchecked Sendable {
    // because the migration that counts runs on one thread.
    private var count = -1

    func next() -> Int {
      count += 1
      return count
    }
  }
}
