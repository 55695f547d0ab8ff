// refused: capture of 'bank' with non-Sendable type 'FailedBankInfo' in a '@Sendable' closure
import BankModel
import Foundation
import ModelRuntime

func dispatch(_ bank: FailedBankInfo) {
  let later: @Sendable () -> Void = { print(bank.name) }
  later()
}
