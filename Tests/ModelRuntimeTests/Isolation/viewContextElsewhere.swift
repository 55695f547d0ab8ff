// refused: main actor-isolated property 'viewContext' can not be referenced from a nonisolated context
import BankModel
import ModelRuntime

func readAnywhere(_ container: PersistentContainer) throws {
  _ = try container.viewContext.count(FailedBankInfo.all)
}
