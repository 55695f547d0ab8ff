// refused: stored property 'bank' of 'Sendable'-conforming struct 'BankMessage' has non-Sendable type 'FailedBankInfo'
import BankModel
import ModelRuntime

struct BankMessage: Sendable {
  let bank: FailedBankInfo
}
