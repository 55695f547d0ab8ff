// flow: risks causing data races
import BankModel
import ModelRuntime

@MainActor func saveElsewhere(_ container: PersistentContainer) throws {
  let context = try container.viewContext
  Task.detached { try context.save() }
}
