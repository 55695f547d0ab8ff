/// The command `modelstore test-migrations`, which tries the migration from
/// every released version with generated objects, and with the process killed
/// during the migration.
struct TestMigrationsCommand {
  let options: CommandOptions

  func run() throws -> Outcome {
    let model = try options.model()
    let trial = MigrationTrial(
      model, options: options.migration, objectCount: options.number("--objects") ?? 1000)
    let results = try trial.run(kills: options.number("--kills") ?? 10) { store, statement in
      try self.migrateInProcess(store, dyingAt: statement)
    }
    guard !results.isEmpty else {
      return Outcome(
        "there is no released version to migrate from", json: ["migrations": []], status: 1)
    }
    return Outcome(
      lines: results.flatMap(lines), json: ["migrations": .array(results.map(Self.json))],
      status: results.allSatisfy(\.failures.isEmpty) ? 0 : 1)
  }

  private static func json(_ result: MigrationTrial.Result) -> JSONTree {
    [
      "version": .string(result.version), "objects": .integer(result.objectCount),
      "killsBefore": .integer(result.killsBefore), "killsAfter": .integer(result.killsAfter),
      "failures": .array(result.failures.map(JSONTree.string)),
    ]
  }

  private func lines(_ result: MigrationTrial.Result) -> [String] {
    let failures = result.failures
    let words =
      failures.isEmpty ? "ok" : "\(failures.count) failure\(failures.count == 1 ? "" : "s")"
    let kills =
      "killed \(result.killsBefore) times before and \(result.killsAfter) times after the commit"
    return ["\(result.version): \(result.objectCount) objects, \(kills), \(words)"]
      + failures.map { "  \($0)" }
  }

  /// Runs this program again as the process that is killed.
  private func migrateInProcess(_ store: URL, dyingAt statement: Int) throws {
    let process = Process()
    process.executableURL = Self.executable
    process.arguments =
      ["migrate", store.path(percentEncoded: false), "--die-at", "\(statement)"]
      + options.passedOn
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let end = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in end.signal() }
    try process.run()
    end.wait()
  }

  private static var executable: URL {
    let link = "/proc/self/exe"
    let path = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
    return URL(filePath: path ?? CommandLine.arguments[0])
  }
}
