internal import Dispatch
public import Foundation
public import ModelRuntime
internal import TodoModel

/// Looks every minute for items that are due, and tells of them.
public final class DueWatch: @unchecked Sendable {
  // because the timer is touched by `start` and `stop` alone, which belong to
  // one thread, and everything else is constant.

  /// When an item rings.
  public enum Rule: Sendable, Hashable {
    /// Each time somebody looks, as version 1 of the model can say it.
    case repeating
    /// Once in five minutes, and not where it is silent, as version 2 can.
    case silentAfterwards
  }

  private let container: PersistentContainer
  private let rule: Rule
  private let now: @Sendable () -> Date
  private let tell: @Sendable (Result<[String], any Error>) -> Void
  private let queue = DispatchQueue(label: "DueWatch")
  private var timer: (any DispatchSourceTimer)?

  /// A watch over a list.
  ///
  /// - Parameters:
  ///   - rule: When an item rings.
  ///   - now: The clock; tests have their own.
  ///   - tell: Receives the names of items that are due, none where nothing is,
  ///     or why the list could not be read.
  public init(
    _ container: PersistentContainer, rule: Rule = .silentAfterwards,
    now: @escaping @Sendable () -> Date = { Date() },
    tell: @escaping @Sendable (Result<[String], any Error>) -> Void
  ) {
    self.container = container
    self.rule = rule
    self.now = now
    self.tell = tell
  }

  /// Looks once: what is due is noted as told, and saved, where it is not to ring
  /// again.
  ///
  /// - Returns: The names of items that are due.
  /// - Throws: `StoreError` when the list cannot be read or saved.
  public func check() throws -> [String] {
    let now = now()
    guard rule == .silentAfterwards else {
      return try container.performAndWait { context in
        try context.fetch(DueSearch.repeating(now: now)).map(\.name)
      }
    }
    return try container.performAndWait { context in
      let items = try context.fetch(DueSearch.silentAfterwards(now: now))
      for item in items { item.lastAlertDate = now }
      try context.save()
      return items.map(\.name)
    }
  }

  /// Begins to look, now and every so many seconds.
  public func start(every seconds: Double = 60) {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now(), repeating: seconds)
    timer.setEventHandler { [weak self] in
      guard let self else { return }
      tell(Result { try self.check() })
    }
    self.timer = timer
    timer.resume()
  }

  /// Stops; when it returns, no look is under way and none will be.
  public func stop() {
    timer?.cancel()
    timer = nil
    queue.sync {}
  }
}
