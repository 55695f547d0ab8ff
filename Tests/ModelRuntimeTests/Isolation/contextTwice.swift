// flow: sending value of non-Sendable type '() async throws -> ()' risks causing data races
import BankModel
import ModelRuntime

func useTwice(_ container: PersistentContainer) throws {
  let context = try container.makeContext()
  Task { try context.save() }
  try context.save()
}
