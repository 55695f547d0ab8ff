internal import Foundation

/// The lock of whoever writes a store, of all contexts of a program.
///
/// Who waits for it waits as long as it takes, since no code of the program runs
/// meanwhile, but for the closures of batch operations: where one of those saves
/// another context, or waits for somebody who does, nobody would ever go on.
final class WriteLock: @unchecked Sendable {
  // because everything is touched under `condition` alone.
  private let condition = NSCondition()
  private var owner: Thread?
  /// The rows that a batch operation has written; 0 while no such runs.
  private var rowCount = 0

  /// Runs the body while nobody else holds the lock.
  ///
  /// - Throws: `StoreError` (`.busy`) when the thread holds it already, or a batch
  ///   operation that does has written no row for so many seconds.
  func withLock<Result>(patience: TimeInterval, _ body: () throws -> Result) throws -> Result {
    try take(patience)
    defer { release() }
    return try body()
  }

  private func take(_ patience: TimeInterval) throws {
    condition.lock()
    defer { condition.unlock() }
    if owner === Thread.current {
      throw StoreError(
        .busy, "a batch operation is running: its closure cannot save another context")
    }
    while owner != nil {
      let before = rowCount
      let isSignalled = condition.wait(until: Date(timeIntervalSinceNow: max(patience, 0.05)))
      guard !isSignalled, owner != nil, rowCount > 0, rowCount == before else { continue }
      throw StoreError(
        .busy, "a batch operation of another context is running, and waits; try again")
    }
    owner = Thread.current
  }

  private func release() {
    condition.lock()
    owner = nil
    rowCount = 0
    condition.signal()
    condition.unlock()
  }

  /// Notes that the batch operation which holds the lock goes on.
  func noteRow() {
    condition.lock()
    rowCount += 1
    condition.unlock()
  }
}
