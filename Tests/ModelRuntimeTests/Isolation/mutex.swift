// flow: 'inout sending' parameter '$0' cannot be task-isolated at end of function
import BankModel
import ModelRuntime
import Synchronization

let lockedBank = Mutex<FailedBankInfo?>(nil)

func lockAway(_ container: PersistentContainer) async throws {
  try await container.perform { context in
    let bank = try context.first(FailedBankInfo.all)
    lockedBank.withLock { $0 = bank }
  }
}
