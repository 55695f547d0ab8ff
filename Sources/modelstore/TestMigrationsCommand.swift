import Foundation
import ModelRuntime

/// `modelstore test-migrations`: tries the migration from every released
/// version on made-up objects, with the process killed in the middle.
struct TestMigrationsCommand {
  private let options: CommandOptions

  init(_ options: CommandOptions) {
    self.options = options
  }

  func run() throws -> Int32 {
    let model = try options.model()
    let trial = MigrationTrial(
      model, options: options.migration, objectCount: options.number("--objects") ?? 1000)
    let results = try trial.run(kills: options.number("--kills") ?? 10) { store, statement in
      try self.migrateInProcess(store, dyingAt: statement)
    }
    guard !results.isEmpty else {
      print("there is no released version to migrate from")
      return 1
    }
    for result in results {
      print(
        "\(result.version): \(result.objectCount) objects, killed \(result.killsBefore) times "
          + "before and \(result.killsAfter) times after the commit, "
          + (result.failures.isEmpty
            ? "ok" : "\(result.failures.count) failure\(result.failures.count == 1 ? "" : "s")"))
      for failure in result.failures { print("  \(failure)") }
    }
    return results.allSatisfy(\.failures.isEmpty) ? 0 : 1
  }

  /// Runs this program again, as the one that dies.
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
