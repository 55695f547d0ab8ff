internal import Foundation
internal import ModelSQLite
internal import ModelSchema

extension PersistentContainer {
  /// Migrates a copy of a store and says what happened; the store itself is
  /// only read (C21).
  ///
  /// - Throws: `StoreError` when the store cannot be read or copied. Why the
  ///   migration would fail is in the report.
  public static func rehearseMigration(
    of configuration: StoreConfiguration, to model: CompiledModel
  ) throws -> MigrationReport {
    try MigrationRehearsal(configuration: configuration, model: model).run()
  }
}

/// A migration of a copy.
struct MigrationRehearsal {
  let configuration: StoreConfiguration
  let model: CompiledModel

  func run() throws -> MigrationReport {
    guard case .file(let url) = configuration.location, configuration.type == .sqlite else {
      throw StoreError(
        .unsupportedFeature,
        "'\(configuration.displayPath)' is no SQLite file, and only these can "
          + "be rehearsed")
    }
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "rehearsal-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let copy = folder.appending(path: "copy.sqlite")
    let before = try StoreInspection(url: url).information()
    var options = Connection.Configuration()
    options.isReadOnly = true
    try StoreFile.write(
      try Connection(path: url.path(percentEncoded: false), configuration: options), to: copy)
    return try migrate(copy, before)
  }

  private func migrate(_ copy: URL, _ before: StoreInformation) throws -> MigrationReport {
    var configuration = configuration
    configuration.location = .file(copy)
    configuration.isReadOnly = false
    configuration.migration.place = .inPlace
    configuration.migration.isAutomatic = true
    let connection = try Connection(path: copy.path(percentEncoded: false))
    try connection.execute("PRAGMA journal_mode = WAL")
    try TextFunctions(connection: connection).register()
    let log = Log(copy)
    let migration = StoreMigration(
      model: model, connection: connection, configuration: configuration,
      willRun: { log.add($0) })
    let sizeBefore = Log.size(copy)
    var versions: [String] = []
    var failure: MigrationError?
    let duration = try ContinuousClock().measure {
      do {
        let metadata = try StoreMetadata(connection, path: copy.path(percentEncoded: false))
        if let source = try migration.source(metadata) {
          versions = [source.versionTitle]
          let way = try migration.way(from: source, connection)
          versions += way.steps.map(\.destination.versionTitle)
          _ = try migration.migrateIfNeeded()
        }
      } catch let error as MigrationError {
        failure = error
        if versions.isEmpty { versions = [before.modelVersion.map { "version \($0)" } ?? "?"] }
      }
    }
    log.look()
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    let after = failure == nil ? try StoreInspection(url: copy).information() : nil
    return MigrationReport(
      versions: versions, statements: log.statements,
      entities: Self.entities(before, after), error: failure, duration: duration,
      sizeBefore: sizeBefore, sizeAfter: Log.size(copy), spaceNeeded: log.largest)
  }

  /// The counts before and after, renamed entities twice.
  private static func entities(
    _ before: StoreInformation, _ after: StoreInformation?
  ) -> [MigrationReport.Entity] {
    func counts(_ information: StoreInformation?) -> [String: Int] {
      Dictionary(
        (information?.entities ?? []).map { ($0.name, $0.objectCount) },
        uniquingKeysWith: { one, _ in one })
    }
    let (old, new) = (counts(before), counts(after))
    return Set(old.keys).union(new.keys).sorted().map {
      MigrationReport.Entity(name: $0, before: old[$0], after: new[$0])
    }
  }

  /// What ran, and how large the files became.
  private final class Log: @unchecked Sendable {
    // because one thread runs the migration and looks at it afterwards.
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
