// refused: mutation of captured var 'first' in concurrently-executing code
import BankModel
import ModelRuntime

func takeOut(_ container: PersistentContainer) async throws {
  var first: FailedBankInfo?
  try await container.perform { context in
    first = try context.first(FailedBankInfo.all)
  }
  print(first?.name ?? "")
}
