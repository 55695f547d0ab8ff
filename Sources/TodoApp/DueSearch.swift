public import Foundation
public import ModelRuntime
public import TodoModel

/// Which items are due now; what is done never is.
public enum DueSearch {
  /// How long before its time an item rings, and how long it is silent after.
  static let alertTime: TimeInterval = 5 * 60

  /// As version 1 has it: whatever is due within five minutes, every time it is
  /// asked.
  public static func repeating(now: Date) -> FetchRequest<ToDo> {
    let end = now.addingTimeInterval(alertTime)
    return ToDo.where { $0.dueDate >= now && $0.dueDate <= end && $0.completed == false }
      .sorted { [$0.dueDate.ascending] }
  }

  /// As version 2 has it: what may ring and did not ring within five minutes,
  /// after its time too.
  public static func silentAfterwards(now: Date) -> FetchRequest<ToDo> {
    let end = now.addingTimeInterval(alertTime)
    let last = now.addingTimeInterval(-alertTime)
    return ToDo.where {
      $0.dueDate <= end && $0.completed == false && $0.doNotAlert == false
        && ($0.lastAlertDate == nil || $0.lastAlertDate < last)
    }.sorted { [$0.dueDate.ascending] }
  }
}
