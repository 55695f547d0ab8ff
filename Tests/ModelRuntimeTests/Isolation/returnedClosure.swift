// refused: type '() -> String' does not conform to the 'Sendable' protocol
import BankModel
import ModelRuntime

func returnClosure(_ container: PersistentContainer) async throws {
  _ = try await container.perform { context -> () -> String in
    let bank = try context.first(FailedBankInfo.all)
    return { bank?.name ?? "" }
  }
}
