internal import Dispatch

/// The lock under which a program's contexts write a store: first come, first served.
///
/// There is no time limit for waiting, since no code of the program runs under the lock, except for
/// the closures of batch operations. A closure that saves another context, or waits for a thread
/// that does, would block forever; such a wait therefore ends with an error.
///
/// ```
/// take ─→ waiting ─→ granted ─→ release, which grants the next
///            └─→ taken over: the holder writes the save of the turn in its own transaction
/// ```
package final class WriteLock: @unchecked Sendable {
  // because all state is accessed only under `lock`.
  private let lock = PlatformLock()
  private var owner: Thread?
  private var waiting: [WriteTurn] = []
  /// The number of rows that the current batch operation has written; 0 if there is
  /// none.
  private var rowCount = 0

  /// Runs the body while it holds the lock.
  ///
  /// - Throws: `StoreError` (`.busy`) if the thread already holds the lock, or if the batch
  ///   operation that holds it has written no row within `patience` seconds.
  func withLock<Result>(patience: TimeInterval, _ body: () throws -> Result) throws -> Result {
    _ = try take(WriteTurn(nil), patience: patience)
    defer { release() }
    return try body()
  }

  /// Waits for a turn.
  ///
  /// - Returns: True if the lock is held now; false if the holder of the lock has taken over the
  ///   save of the turn, which has then ended.
  func take(_ turn: WriteTurn, patience: TimeInterval) throws -> Bool {
    let isFree = try lock.withLock {
      if owner === turn.thread {
        throw StoreError(
          .busy, "a batch operation is running: its closure cannot save another context")
      }
      guard owner != nil else {
        owner = turn.thread
        return true
      }
      waiting.append(turn)
      return false
    }
    if !isFree { try wait(turn, patience) }
    return lock.withLock { owner === turn.thread }
  }

  private func wait(_ turn: WriteTurn, _ patience: TimeInterval) throws {
    var before = lock.withLock { rowCount }
    while turn.signal.wait(timeout: .now() + max(patience, 0.05)) == .timedOut {
      let isStuck = lock.withLock {
        defer { before = rowCount }
        // A turn that is no longer in the queue is about to be signalled.
        guard rowCount > 0, rowCount == before,
          let place = waiting.firstIndex(where: { $0 === turn })
        else { return false }
        waiting.remove(at: place)
        return true
      }
      guard isStuck else { continue }
      throw StoreError(
        .busy, "a batch operation of another context is running, and waits; try again")
    }
  }

  /// Passes the lock to the next waiting turn.
  func release() {
    let next: WriteTurn? = lock.withLock {
      rowCount = 0
      let next = waiting.isEmpty ? nil : waiting.removeFirst()
      owner = next?.thread
      return next
    }
    next?.signal.signal()
  }

  /// Removes the first turn from the queue, and returns it; nil if there is
  /// none, or if the holder cannot write its save. The holder ends the turn
  /// with `WriteTurn.end()`.
  func takeSave() -> WriteTurn? {
    lock.withLock { waiting.first?.save == nil ? nil : waiting.removeFirst() }
  }

  /// The number of turns that hold the lock or wait for it.
  package var writerCount: Int { lock.withLock { waiting.count + (owner == nil ? 0 : 1) } }

  /// Records that the batch operation holding the lock has written a row.
  package func noteRow() { lock.withLock { rowCount += 1 } }
}

/// A turn in the queue for the write lock.
package final class WriteTurn: @unchecked Sendable {
  // because it is used by one thread at a time: its own thread, or that of the lock's holder while
  // its own thread waits.

  /// A closure that writes a save on a connection, within a transaction, and
  /// returns the witness of the commit; nil if there is none.
  package typealias Save = (StoreConnection) throws -> CommitWitness?
  typealias Outcome = Result<Void, any Error>

  fileprivate let thread = Thread.current
  fileprivate let signal = DispatchSemaphore(value: 0)
  /// The save that the lock's holder may write; nil if the thread that waits
  /// for the turn must write its changes itself.
  let save: Save?
  /// The outcome of a save that the lock's holder wrote; nil if the outcome is unknown because the
  /// whole transaction failed.
  var outcome: Outcome?

  init(_ save: Save?) { self.save = save }

  /// Lets the thread of the turn continue.
  func end() { signal.signal() }
}
