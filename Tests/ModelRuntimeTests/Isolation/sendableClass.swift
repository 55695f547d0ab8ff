// refused: stored property 'context' of 'Sendable'-conforming class 'BankKeeper' has non-Sendable type 'ManagedObjectContext'
import BankModel
import ModelRuntime

final class BankKeeper: Sendable {
  let context: ManagedObjectContext
  init(_ context: ManagedObjectContext) { self.context = context }
}
