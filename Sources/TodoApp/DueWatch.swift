public import ModelRuntime
internal import TodoModel

/// A watch that finds items that are due, and records when they rang.
public final class DueWatch {
  /// The rule that determines when an item that is due rings.
  public enum Rule: Sendable, Hashable {
    /// An item rings at every check. This rule also works with version 1 of the
    /// model.
    case repeating
    /// An item rings once in five minutes, unless it is set to be silent. This
    /// rule needs version 2 of the model.
    case silentAfterwards
  }

  private let context: ManagedObjectContext
  private let rule: Rule
  private let isReadOnly: Bool
  /// The times at which items last rang, for stores that cannot be changed.
  private var alertDates: [ObjectID: Date] = [:]

  /// Creates a watch for a to-do list. If the list is read-only, the times at
  /// which items ring are kept in memory.
  public init(
    _ context: ManagedObjectContext, rule: Rule = .silentAfterwards, isReadOnly: Bool = false
  ) {
    self.context = context
    self.rule = rule
    self.isReadOnly = isReadOnly
  }

  /// Finds the items that are due. Unless items ring at every check, the time
  /// at which they rang is recorded and saved.
  ///
  /// - Returns: The names of the items that are due, including changes of other
  ///   programs.
  /// - Throws: `StoreError` if the list cannot be read or saved.
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
