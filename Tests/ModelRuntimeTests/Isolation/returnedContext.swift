// refused: conformance of 'ManagedObjectContext' to 'Sendable' is unavailable
import BankModel
import ModelRuntime

func returnContext(_ container: PersistentContainer) async throws {
  _ = try await container.perform { context in context }
}
