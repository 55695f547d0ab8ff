public import ModelRuntime
public import TodoModel

/// The searches for items that are due and not completed.
public enum DueSearch {
  /// The interval before the due date in which an item can ring, which is also
  /// the interval for which the item is silent after it has rung.
  static let alertTime: TimeInterval = 5 * 60

  /// Returns a search, for version 1 of the model, for all items that are due within
  /// the next five minutes.
  public static func repeating(now: Date) -> FetchRequest<ToDo> {
    let end = now.addingTimeInterval(alertTime)
    return ToDo.where { $0.dueDate >= now && $0.dueDate <= end && $0.completed == false }
      .sorted { [$0.dueDate.ascending] }
  }

  /// Returns a search, for version 2 of the model, for items that are due within five
  /// minutes or overdue, are set to alert, and have not rung in the last five minutes.
  public static func silentAfterwards(now: Date) -> FetchRequest<ToDo> {
    let end = now.addingTimeInterval(alertTime)
    let last = now.addingTimeInterval(-alertTime)
    return ToDo.where {
      $0.dueDate <= end && $0.completed == false && $0.doNotAlert == false
        && ($0.lastAlertDate == nil || $0.lastAlertDate < last)
    }.sorted { [$0.dueDate.ascending] }
  }
}
