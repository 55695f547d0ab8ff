internal import Foundation
internal import ModelRuntime

/// `modelstore migrate`: brings a store to the current version of a model, or
/// says what that would do.
struct MigrateCommand {
  private let options: CommandOptions

  init(_ options: CommandOptions) {
    self.options = options
  }

  func run() throws -> Outcome {
    let store = options.file
    try StoreAccess.requireFile(options.operand)
    let model = try options.model()
    var configuration = StoreConfiguration(url: store, type: try StoreType.detected(at: store))
    configuration.migration = options.migration
    if let statement = options.number("--die-at") {
      try MigrationTrial.migrateAndDie(configuration, model: model, statement: statement)
      return Outcome("")
    }
    if options.has("--dry-run") { return try dryRun(configuration, model) }
    let before = try StoreInspection(url: store).information().modelVersion
    _ = try PersistentContainer(model, configuration: configuration)
    let after = try StoreInspection(url: store).information().modelVersion
    let version = after.map { "version \($0)" } ?? "a version without a number"
    let origin = before.map { " from version \($0)" } ?? ""
    return Outcome(
      before == after
        ? "nothing to do: \(options.operand) is of \(version)"
        : "migrated \(options.operand)\(origin) to \(version)",
      json: [
        "from": JSONTree(before), "to": JSONTree(after), "isMigrated": .boolean(before != after),
      ])
  }

  private func dryRun(
    _ configuration: StoreConfiguration, _ model: CompiledModel
  ) throws -> Outcome {
    let report = try PersistentContainer.dryRunMigration(of: configuration, to: model)
    let sql = options.has("--sql") ? [report.statements.joined(separator: ";\n") + ";"] : []
    return Outcome(
      lines: ["\(report)"] + sql, json: json(report), status: report.error == nil ? 0 : 1)
  }

  private func json(_ report: MigrationReport) -> JSONTree {
    [
      "versions": .array(report.versions.map(JSONTree.string)),
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
