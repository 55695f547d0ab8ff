// refused: main actor-isolated var 'shownBank' can not be mutated from a nonisolated context
import BankModel
import ModelRuntime

@MainActor var shownBank: FailedBankInfo?

func show(_ container: PersistentContainer) async throws {
  try await container.perform { context in
    shownBank = try context.first(FailedBankInfo.all)
  }
}
