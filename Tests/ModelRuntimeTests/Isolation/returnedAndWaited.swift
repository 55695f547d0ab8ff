// refused: conformance of 'ManagedObject' to 'Sendable' is unavailable
import BankModel
import ModelRuntime

func returnAtOnce(_ container: PersistentContainer) throws {
  _ = try container.performAndWait { context in try context.first(FailedBankInfo.all) }
}
