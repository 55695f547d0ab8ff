// refused: conformance of 'ManagedObject' to 'Sendable' is unavailable
import BankModel
import ModelRuntime

func erase(_ bank: FailedBankInfo) -> any Sendable { bank }
