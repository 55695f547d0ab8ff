/// The command `modelstore migrate`, which migrates a store to the current
/// version of a model, or reports the effect of a migration.
///
/// The store's version is found first, so that a dry run and a real migration
/// report the same about a store that is not migrated.
struct MigrateCommand {
  let options: CommandOptions

  func run() throws -> Outcome {
    let store = options.file
    guard store.isFileURL else { return try AddressedStore(options).migrate() }
    try StoreAccess.requireFile(options.operand)
    let model = try options.model()
    var configuration = StoreConfiguration(url: store, type: try StoreType.detected(at: store))
    configuration.migration = options.migration
    configuration.migration.settlesVersion = true
    if let mode = try SQLiteOptions.JournalMode(of: store) {
      configuration.options.journalMode = mode
    }
    if let statement = options.number("--die-at") {
      try MigrationTrial.migrateAndDie(configuration, model: model, statement: statement)
      return Outcome("")
    }
    let version = try StoreVersion(of: store, among: options.namedVersions())
    guard version.damage.isEmpty || version.version == nil else { return refusal(version) }
    return options.has("--dry-run")
      ? try dryRun(configuration, model, version) : try migrate(configuration, model, version)
  }

  /// Returns the outcome for a store that lacks parts of its version.
  private func refusal(_ version: StoreVersion) -> Outcome {
    Outcome(
      lines: version.lines(options.operand)
        + ["it is not migrated; 'modelstore check' says all that is wrong"],
      json: [
        "from": .null, "to": .null, "isMigrated": .boolean(false),
        "damage": .array(version.damage.map(JSONTree.string)),
      ], status: 1)
  }

  private func migrate(
    _ configuration: StoreConfiguration, _ model: CompiledModel, _ version: StoreVersion
  ) throws -> Outcome {
    let before = try recordedVersion(configuration.type)
    let isMigrated = try PersistentStore(model, configuration: configuration).isMigrated
    let after = try recordedVersion(configuration.type)
    let json: JSONTree = [
      "from": JSONTree(before), "to": JSONTree(after), "isMigrated": .boolean(isMigrated),
    ]
    guard isMigrated else { return Outcome(nothingToDo(version, after), json: json) }
    let name = after.map { "version \($0)" } ?? "'\(model.description.name)'"
    if let known = version.resembled, version.isCurrent {
      return Outcome(
        "\(options.operand) has the tables of \(known.name), and now its version hashes",
        json: json)
    }
    let origin = before.map { " from version \($0)" } ?? ""
    return Outcome("migrated \(options.operand)\(origin) to \(name)", json: json)
  }

  /// Returns the version that the store contains; nil if it contains none.
  private func recordedVersion(_ type: StoreType) throws -> Int? {
    try StoreFile.description(options.file, type).model?.version
  }

  private func nothingToDo(_ version: StoreVersion, _ number: Int?) -> String {
    if let known = version.resembled, version.keepsHashes {
      return "nothing to do: \(options.operand) has the tables of \(known.name); "
        + StoreVersion.advice
    }
    let name = number.map { "version \($0)" } ?? version.version?.name
    return "nothing to do: \(options.operand) is of \(name ?? "the current version")"
  }

  private func dryRun(
    _ configuration: StoreConfiguration, _ model: CompiledModel, _ version: StoreVersion
  ) throws -> Outcome {
    let report = try MigrationDryRun(configuration: configuration, model: model).run()
    let sql = options.has("--sql") ? [report.statements.joined(separator: ";\n") + ";"] : []
    let number = try recordedVersion(configuration.type)
    let isDone = report.versions.isEmpty && report.error == nil
    var lines = [isDone ? nothingToDo(version, number) : "\(report)"]
    if let known = version.resembled, !isDone {
      let note = "\(options.operand) has the tables of \(known.name), and not its version hashes"
      let writesHashes = version.isCurrent && report.error == nil
      lines = writesHashes ? [note + ": they would be written"] : [note] + lines
    }
    return Outcome(
      lines: lines + sql, json: json(report), status: report.error == nil ? 0 : 1)
  }

  private func json(_ report: MigrationReport) -> JSONTree {
    [
      "versions": .array(report.versions.map(JSONTree.string)),
      "drops": .array(
        report.drops.map {
          ["version": JSONTree($0.version), "names": .array($0.names.map(JSONTree.string))]
        }),
      "error": JSONTree(report.error.map { "\($0)" }),
      "brokenRules": .array(report.brokenRules.map { .string("\($0)") }),
      "statements": .array(
        options.has("--sql") ? report.statements.map(JSONTree.string) : []),
      "entities": .array(
        report.entities.map {
          [
            "name": .string($0.name), "oldName": JSONTree($0.oldName),
            "before": JSONTree($0.before), "after": JSONTree($0.after),
          ]
        }),
    ]
  }
}

extension SQLiteOptions.JournalMode {
  /// Reads the journal mode of a file from two bytes of its header; nil for a
  /// file that is not a database. A migration keeps the journal mode, and
  /// changes only the parts that the model requires.
  fileprivate init?(of store: URL) throws {
    guard !FileObstacle.isNoFile(store.path(percentEncoded: false)) else { return nil }
    let file = try FileHandle(forReadingFrom: store)
    defer { try? file.close() }
    let header = try file.read(upToCount: 20) ?? Data()
    guard header.count == 20, header.starts(with: Data("SQLite format 3\0".utf8)) else {
      return nil
    }
    self = header[18] == 2 ? .writeAheadLog : .delete
  }
}
