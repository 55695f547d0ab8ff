internal import Dispatch

/// The lock of whoever writes a store, of all contexts of a program: first come,
/// first served.
///
/// Who waits for it waits as long as it takes, since no code of the program runs
/// meanwhile, but for the closures of batch operations: where one of those saves
/// another context, or waits for somebody who does, nobody would ever go on.
///
/// ```
/// take ─→ waiting ─→ granted ─→ release, which grants the next
///            └─→ taken along: its holder's transaction has the save of the turn too
/// ```
package final class WriteLock: @unchecked Sendable {
  // because everything is touched under `lock` alone.
  private let lock = PlatformLock()
  private var owner: Thread?
  private var waiting: [WriteTurn] = []
  /// The rows that a batch operation has written; 0 while no such runs.
  private var rowCount = 0

  /// Runs the body while nobody else holds the lock.
  ///
  /// - Throws: `StoreError` (`.busy`) when the thread holds it already, or a batch
  ///   operation that does has written no row for so many seconds.
  func withLock<Result>(patience: TimeInterval, _ body: () throws -> Result) throws -> Result {
    _ = try take(WriteTurn(nil), patience: patience)
    defer { release() }
    return try body()
  }

  /// Waits for a turn.
  ///
  /// - Returns: Whether the lock is held now; false where its holder took the save
  ///   of the turn along, and its end is known.
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
        // One that is no longer in the queue is about to be told.
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

  /// Gives the lock to the next that waits.
  func release() {
    let next: WriteTurn? = lock.withLock {
      rowCount = 0
      let next = waiting.isEmpty ? nil : waiting.removeFirst()
      owner = next?.thread
      return next
    }
    next?.signal.signal()
  }

  /// Takes the first that waits out of the queue, where the holder can write its
  /// save; the holder answers it with `WriteTurn.end()`.
  func takeSave() -> WriteTurn? {
    lock.withLock { waiting.first?.save == nil ? nil : waiting.removeFirst() }
  }

  /// The number of those who hold the lock or wait for it.
  package var writerCount: Int { lock.withLock { waiting.count + (owner == nil ? 0 : 1) } }

  /// Notes that the batch operation which holds the lock goes on.
  package func noteRow() { lock.withLock { rowCount += 1 } }
}

/// A place in the queue of those who want to write.
package final class WriteTurn: @unchecked Sendable {
  // because one thread at a time touches it: its own, or the lock's holder while that waits.

  /// A save as it is written over somebody's connection, inside of a transaction.
  package typealias Save = (StoreConnection) throws -> CommitWitness?
  typealias Outcome = Result<Void, any Error>

  fileprivate let thread = Thread.current
  fileprivate let signal = DispatchSemaphore(value: 0)
  /// The save that others may write; nil where they may not.
  let save: Save?
  /// What became of a save that somebody else wrote; nil where nobody can tell, for the whole
  /// transaction failed.
  var outcome: Outcome?

  init(_ save: Save?) { self.save = save }

  /// Lets the thread of the turn go on.
  func end() { signal.signal() }
}
