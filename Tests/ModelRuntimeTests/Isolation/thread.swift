// refused: capture of 'context' with non-Sendable type 'ManagedObjectContext' in a '@Sendable' closure
import BankModel
import Foundation
import ModelRuntime

func detach(_ context: ManagedObjectContext) {
  Thread.detachNewThread { try? context.save() }
}
