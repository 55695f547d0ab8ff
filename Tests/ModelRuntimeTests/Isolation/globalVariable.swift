// refused: var 'keptBank' is not concurrency-safe because it is nonisolated global shared mutable state
import BankModel
import ModelRuntime

var keptBank: FailedBankInfo?
