internal import Dispatch

/// The threads on which closures with background contexts run.
///
/// A lane is a serial queue, which has its own thread while it is working. A
/// closure takes an idle lane; if all lanes are taken, it waits, first come,
/// first served. Closures may wait for closures that start later: if none of
/// the running closures ends for some time, one more lane is created, so that
/// they cannot block each other forever.
package final class SerialQueuePool: @unchecked Sendable {
  // because all state is accessed only under `lock`.
  private let lock = PlatformLock()
  private var idle: [DispatchQueue] = []
  private var waiting: [@Sendable () -> Void] = []
  private var running = 0
  /// The number of closures that have ended.
  private var ended = 0
  private var isWatching = false
  private let watch = DispatchQueue(label: "ModelRuntime.perform.watch")

  package init() {}

  /// The number of closures that run at the same time. More closures run if
  /// none of them ends for some time, because they may be waiting for others.
  static let width = max(16, 2 * ProcessInfo.processInfo.activeProcessorCount)
  /// The time in milliseconds after which one more lane is created if no
  /// closure has ended.
  private static let patience = 50

  /// Runs a closure as soon as a lane is free.
  package func run(_ body: @escaping @Sendable () -> Void) {
    let lane: DispatchQueue? = lock.withLock {
      guard running < Self.width else {
        waiting.append(body)
        watchWaiting()
        return nil
      }
      return takeLane()
    }
    if let lane { start(body, on: lane) }
  }

  /// Returns an idle lane, or a new lane; the caller holds `lock`.
  private func takeLane() -> DispatchQueue {
    running += 1
    return idle.popLast() ?? DispatchQueue(label: "ModelRuntime.perform")
  }

  private func start(_ body: @escaping @Sendable () -> Void, on lane: DispatchQueue) {
    lane.async {
      body()
      self.end(lane)
    }
  }

  /// Passes a lane to the next waiting closure.
  private func end(_ lane: DispatchQueue) {
    let next: (@Sendable () -> Void)? = lock.withLock {
      ended += 1
      // Lanes that were created because closures were waiting for each other
      // are removed again.
      guard !waiting.isEmpty, running <= Self.width else {
        running -= 1
        if idle.count < Self.width { idle.append(lane) }
        return nil
      }
      return waiting.removeFirst()
    }
    if let next { start(next, on: lane) }
  }

  // MARK: Bodies that wait for others

  /// Schedules a check of the waiting closures; the caller holds `lock`.
  private func watchWaiting() {
    guard !isWatching else { return }
    isWatching = true
    let before = ended
    watch.asyncAfter(deadline: .now() + .milliseconds(Self.patience)) { self.look(before) }
  }

  private func look(_ before: Int) {
    let next: (body: @Sendable () -> Void, lane: DispatchQueue)? = lock.withLock {
      isWatching = false
      guard !waiting.isEmpty else { return nil }
      defer { if !waiting.isEmpty { watchWaiting() } }
      // If a closure has ended since, lanes are being passed on, and no closure
      // is stuck.
      guard ended == before || running < Self.width else { return nil }
      return (waiting.removeFirst(), takeLane())
    }
    if let next { start(next.body, on: next.lane) }
  }
}
