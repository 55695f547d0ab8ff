// flow: risks causing data races
import BankModel
import ModelRuntime

func readLater(_ container: PersistentContainer) async throws {
  try await container.perform { context in
    let bank = try context.first(FailedBankInfo.all)
    Task { print(bank?.name ?? "") }
  }
}
