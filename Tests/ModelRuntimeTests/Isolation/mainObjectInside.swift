// refused: capture of 'bank' with non-Sendable type 'FailedBankInfo' in a '@Sendable' closure
import BankModel
import ModelRuntime

@MainActor func mix(_ container: PersistentContainer, _ bank: FailedBankInfo) async throws {
  try await container.perform { _ in bank.name = "" }
}
