// refused: conformance of 'ManagedObject' to 'Sendable' is unavailable
import BankModel
import ModelRuntime

func returnObject(_ container: PersistentContainer) async throws {
  _ = try await container.perform { context in try context.first(FailedBankInfo.all) }
}
