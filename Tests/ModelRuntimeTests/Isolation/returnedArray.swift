// refused: conformance of 'ManagedObject' to 'Sendable' is unavailable
import BankModel
import ModelRuntime

func returnArray(_ container: PersistentContainer) async throws {
  _ = try await container.perform { context in try context.fetch(FailedBankInfo.all) }
}
