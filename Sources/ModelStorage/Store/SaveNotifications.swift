/// The saves of other contexts that a context has not merged yet.
///
/// Saves happen on any thread, merging only where the context lives: what is
/// saved waits here.
package final class SaveNotificationQueue: @unchecked Sendable {
  // because the reports are touched under `lock` alone.
  private let lock = PlatformLock()
  private var reports: [SaveReport] = []
  private let wake: (@Sendable () -> Void)?

  /// A queue that calls a closure when something arrives.
  package init(wake: (@Sendable () -> Void)? = nil) {
    self.wake = wake
  }

  /// Puts a report in.
  func add(_ report: SaveReport) {
    lock.withLock { reports.append(report) }
    wake?()
  }

  /// Puts a report back that could not be merged; nobody is woken.
  package func putBack(_ report: SaveReport) {
    lock.withLock { reports.append(report) }
  }

  /// Takes all reports out, the oldest first.
  package func takeAll() -> [SaveReport] {
    lock.withLock {
      defer { reports = [] }
      return reports
    }
  }
}

/// Hands the reports of a store's saves to everybody who wants them.
///
/// 1. Queues are held weakly: a context that is gone receives nothing.
/// 2. A context receives nothing of its own saves.
/// 3. Nobody is called under the lock.
package final class SaveNotifications: @unchecked Sendable {
  // because the lists are touched under `lock` alone.
  private struct Subscription {
    weak var queue: SaveNotificationQueue?
  }

  private let lock = PlatformLock()
  private var subscriptions: [Subscription] = []
  private var streams: [Int: AsyncStream<SaveReport>.Continuation] = [:]
  private var nextStream = 0

  /// Lets a queue receive reports while it lives.
  package func subscribe(_ queue: SaveNotificationQueue) {
    lock.withLock {
      subscriptions.removeAll { $0.queue == nil }
      subscriptions.append(Subscription(queue: queue))
    }
  }

  /// The reports from now on.
  package func stream() -> AsyncStream<SaveReport> {
    AsyncStream { continuation in
      let number = lock.withLock {
        defer { nextStream += 1 }
        streams[nextStream] = continuation
        return nextStream
      }
      continuation.onTermination = { [weak self] _ in self?.remove(number) }
    }
  }

  private func remove(_ number: Int) {
    lock.withLock { _ = streams.removeValue(forKey: number) }
  }

  /// A Boolean value that says whether anybody would receive a report.
  package var isWatched: Bool {
    lock.withLock { !streams.isEmpty || subscriptions.contains { $0.queue != nil } }
  }

  /// Hands a report to everybody but its own context.
  package func post(_ report: SaveReport, from sender: SaveNotificationQueue?) {
    guard !report.isEmpty else { return }
    let (queues, continuations) = lock.withLock {
      (subscriptions.compactMap(\.queue).filter { $0 !== sender }, Array(streams.values))
    }
    // Outside of the lock: what a queue wakes may save, and post in turn.
    for queue in queues { queue.add(report) }
    for continuation in continuations { continuation.yield(report) }
  }
}
