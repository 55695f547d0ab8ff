// allowed
import BankModel
import Foundation
import ModelRuntime

@MainActor func readOnTheMainActor(_ container: PersistentContainer) throws -> String? {
  try container.viewContext.first(FailedBankInfo.all)?.name
}

func readInTheBackground(_ container: PersistentContainer) async throws {
  let names = try await container.perform { context in
    try context.fetch(FailedBankInfo.all).map(\.name)
  }
  let id = try await container.perform { context in
    Tag(in: context, name: names.first ?? "").objectID
  }
  let snapshots = try await container.perform { context in
    try context.fetch(FailedBankInfo.all, as: FailedBankInfo.Snapshot.self)
  }
  Task.detached { print(id, snapshots.count) }
}

func handAContextOverOnce(_ container: PersistentContainer) throws {
  let context = try container.makeContext()
  Task { try context.save() }
}
