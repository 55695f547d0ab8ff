/// The reports of other contexts' saves that a context has not merged yet.
///
/// Saves happen on any thread, but a context merges them only in its own
/// isolation; until then, the reports wait in this queue.
package final class SaveNotificationQueue: @unchecked Sendable {
  // because the reports are accessed only under `lock`.
  private let lock = PlatformLock()
  private var reports: [SaveReport] = []
  private let wake: (@Sendable () -> Void)?

  /// Creates a queue that calls a closure when a report arrives.
  package init(wake: (@Sendable () -> Void)? = nil) {
    self.wake = wake
  }

  /// Adds a report, and wakes the context.
  func add(_ report: SaveReport) {
    lock.withLock { reports.append(report) }
    wake?()
  }

  /// Puts back a report that could not be merged, without waking the context.
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

/// Sends the reports of a store's saves to contexts and streams.
///
/// 1. Queues are referenced weakly: a context that no longer exists receives
///    nothing.
/// 2. A context receives no reports of its own saves.
/// 3. Queues and streams are not called under the lock.
package final class SaveNotifications: @unchecked Sendable {
  // because the lists are accessed only under `lock`.
  private struct Subscription {
    weak var queue: SaveNotificationQueue?
  }

  private let lock = PlatformLock()
  private var subscriptions: [Subscription] = []
  private var streams: [Int: AsyncStream<SaveReport>.Continuation] = [:]
  private var nextStream = 0

  /// Subscribes a queue to reports for as long as the queue exists.
  package func subscribe(_ queue: SaveNotificationQueue) {
    lock.withLock {
      subscriptions.removeAll { $0.queue == nil }
      subscriptions.append(Subscription(queue: queue))
    }
  }

  /// Returns a stream of the reports of all saves from now on.
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

  /// True if a queue or a stream would receive a report.
  package var isWatched: Bool {
    lock.withLock { !streams.isEmpty || subscriptions.contains { $0.queue != nil } }
  }

  /// Sends a report to all contexts except the sender, and to all streams.
  package func post(_ report: SaveReport, from sender: SaveNotificationQueue?) {
    guard !report.isEmpty else { return }
    let (queues, continuations) = lock.withLock {
      (subscriptions.compactMap(\.queue).filter { $0 !== sender }, Array(streams.values))
    }
    // This happens outside the lock, since a context that is woken may save,
    // and then post a report itself.
    for queue in queues { queue.add(report) }
    for continuation in continuations { continuation.yield(report) }
  }
}
