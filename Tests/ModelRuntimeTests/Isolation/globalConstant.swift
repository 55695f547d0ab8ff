// refused: let 'keptContexts' is not concurrency-safe because non-'Sendable' type '[ManagedObjectContext]' may have shared mutable state
import BankModel
import ModelRuntime

let keptContexts: [ManagedObjectContext] = []
