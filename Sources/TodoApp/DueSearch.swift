public import ModelRuntime
public import TodoModel

/// The searches for items that are due now; what is done never is.
public enum DueSearch {
  /// The time before its own at which an item rings, and the time for which it
  /// is silent after.
  static let alertTime: TimeInterval = 5 * 60

  /// Searches as version 1 does: for whatever is due within five minutes, every
  /// time it is asked.
  public static func repeating(now: Date) -> FetchRequest<ToDo> {
    let end = now.addingTimeInterval(alertTime)
    return ToDo.where { $0.dueDate >= now && $0.dueDate <= end && $0.completed == false }
      .sorted { [$0.dueDate.ascending] }
  }

  /// Searches as version 2 does: for what may ring and did not ring within five
  /// minutes, after its time too.
  public static func silentAfterwards(now: Date) -> FetchRequest<ToDo> {
    let end = now.addingTimeInterval(alertTime)
    let last = now.addingTimeInterval(-alertTime)
    return ToDo.where {
      $0.dueDate <= end && $0.completed == false && $0.doNotAlert == false
        && ($0.lastAlertDate == nil || $0.lastAlertDate < last)
    }.sorted { [$0.dueDate.ascending] }
  }
}
