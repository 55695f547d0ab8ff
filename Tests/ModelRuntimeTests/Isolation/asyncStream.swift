// flow: sending 'bank' risks causing data races
import BankModel
import ModelRuntime

func stream(
  _ container: PersistentContainer, _ continuation: AsyncStream<FailedBankInfo>.Continuation
) async throws {
  try await container.perform { context in
    for bank in try context.fetch(FailedBankInfo.all) { continuation.yield(bank) }
  }
}
