// flow: risks causing data races
import BankModel
import ModelRuntime

@MainActor func inParallel(_ container: PersistentContainer) async throws {
  let banks = try container.viewContext.fetch(FailedBankInfo.all)
  await withTaskGroup(of: Void.self) { group in
    for bank in banks { group.addTask { print(bank.name) } }
  }
}
