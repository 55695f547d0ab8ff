// flow: sending 'bank' risks causing data races
import BankModel
import ModelRuntime

actor Archive {
  private var banks: [FailedBankInfo] = []

  func keep(_ bank: FailedBankInfo) { banks.append(bank) }
}

@MainActor func archive(_ container: PersistentContainer, in archive: Archive) async throws {
  guard let bank = try container.viewContext.first(FailedBankInfo.all) else { return }
  await archive.keep(bank)
}
