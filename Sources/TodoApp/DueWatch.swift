public import Foundation
public import ModelRuntime
internal import TodoModel

/// Looks for items that are due, and notes that it told of them.
public struct DueWatch {
  /// The rule that says when an item rings.
  public enum Rule: Sendable, Hashable {
    /// Each time somebody looks, as version 1 of the model can say it.
    case repeating
    /// Once in five minutes, and not where it is silent, as version 2 can.
    case silentAfterwards
  }

  private let context: ManagedObjectContext
  private let rule: Rule

  /// A watch over a list.
  public init(_ context: ManagedObjectContext, rule: Rule = .silentAfterwards) {
    self.context = context
    self.rule = rule
  }

  /// Looks once: what is due is noted as told, and saved, where it is not to ring
  /// again.
  ///
  /// - Returns: The names of items that are due, those of others' changes too.
  /// - Throws: `StoreError` when the list cannot be read or saved.
  public func check(now: Date = .now) throws -> [String] {
    try context.mergeExternalChanges()
    guard rule == .silentAfterwards else {
      return try context.fetch(DueSearch.repeating(now: now)).map(\.name)
    }
    let items = try context.fetch(DueSearch.silentAfterwards(now: now))
    for item in items { item.lastAlertDate = now }
    try context.save()
    return items.map(\.name)
  }
}
