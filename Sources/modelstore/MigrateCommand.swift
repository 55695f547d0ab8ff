import Foundation
import ModelRuntime

/// `modelstore migrate`: brings a store to the current version of a model, or
/// says what that would do.
struct MigrateCommand {
  private let options: CommandOptions

  init(_ options: CommandOptions) {
    self.options = options
  }

  func run() throws -> Int32 {
    let store = URL(filePath: options.operand)
    guard FileManager.default.fileExists(atPath: store.path(percentEncoded: false)) else {
      throw StoreError(.cannotOpen, "there is no store '\(options.operand)'")
    }
    let model = try options.model()
    var configuration = StoreConfiguration(url: store, type: try StoreType.detected(at: store))
    configuration.migration = options.migration
    if let statement = options.number("--die-at") {
      try MigrationTrial.migrateAndDie(configuration, model: model, statement: statement)
      return 0
    }
    if options.has("--dry-run") { return try rehearse(configuration, model) }
    let before = try StoreInspection(url: store).information().modelVersion
    _ = try PersistentContainer(model, configuration: configuration)
    let after = try StoreInspection(url: store).information().modelVersion
    let version = after.map { "version \($0)" } ?? "a version without a number"
    let origin = before.map { " from version \($0)" } ?? ""
    print(
      before == after
        ? "nothing to do: \(options.operand) is of \(version)"
        : "migrated \(options.operand)\(origin) to \(version)")
    return 0
  }

  private func rehearse(_ configuration: StoreConfiguration, _ model: CompiledModel) throws -> Int32
  {
    let report = try PersistentContainer.rehearseMigration(of: configuration, to: model)
    print(report)
    if options.has("--sql") { print(report.statements.joined(separator: ";\n") + ";") }
    return report.error == nil ? 0 : 1
  }
}
