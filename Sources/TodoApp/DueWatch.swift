public import ModelRuntime
internal import TodoModel

/// Looks for items that are due, and notes that it told of them.
public final class DueWatch {
  /// The rule that says when an item rings.
  public enum Rule: Sendable, Hashable {
    /// Each time somebody looks, as version 1 of the model can say it.
    case repeating
    /// Once in five minutes, and not where it is silent, as version 2 can.
    case silentAfterwards
  }

  private let context: ManagedObjectContext
  private let rule: Rule
  private let isReadOnly: Bool
  /// The times of the last alerts that a store cannot take.
  private var alertDates: [ObjectID: Date] = [:]

  /// A watch over a list, which keeps to itself what it told where nothing can be
  /// saved.
  public init(
    _ context: ManagedObjectContext, rule: Rule = .silentAfterwards, isReadOnly: Bool = false
  ) {
    self.context = context
    self.rule = rule
    self.isReadOnly = isReadOnly
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
    let last = now.addingTimeInterval(-DueSearch.alertTime)
    let items = try context.fetch(DueSearch.silentAfterwards(now: now))
      .filter { alertDates[$0.objectID].map { $0 < last } ?? true }
    if isReadOnly {
      for item in items { alertDates[item.objectID] = now }
    } else {
      for item in items { item.lastAlertDate = now }
      try context.save()
    }
    return items.map(\.name)
  }
}
