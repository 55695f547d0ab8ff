/// The progress of a migration, and a way to stop it.
///
/// Set ``MigrationOptions/progress`` before the store is opened. The progress can be
/// read and cancelled from any task or thread.
public final class MigrationProgress: @unchecked Sendable {
  // because all mutable state is accessed only under `lock`.

  /// The state of a migration at one point in time.
  public struct Update: Sendable, Hashable {
    /// The finished part of the migration, from 0 to 1.
    public var fraction: Double
    /// A description of the current work.
    public var text: String
  }

  private let lock = PlatformLock()
  private var update = Update(fraction: 0, text: "")
  private var isStopped = false
  private var observers: [AsyncStream<Update>.Continuation] = []

  /// Creates the progress of a migration that has not started.
  public init() {}

  /// The latest update. Its fraction is 0 before the migration starts.
  public var current: Update { lock.withLock { update } }

  /// Cancels the migration. Opening the store throws `MigrationError`, and the store is
  /// unchanged.
  public func cancel() { lock.withLock { isStopped = true } }

  /// True after ``cancel()`` has been called.
  public var isCancelled: Bool { lock.withLock { isStopped } }

  /// The updates from now on. The sequence ends when the migration ends.
  public var updates: AsyncStream<Update> {
    AsyncStream(bufferingPolicy: .bufferingNewest(64)) { continuation in
      lock.withLock { observers.append(continuation) }
    }
  }

  func report(_ fraction: Double, _ text: String) {
    let update = Update(fraction: fraction, text: text)
    let observers = lock.withLock {
      self.update = update
      return self.observers
    }
    for observer in observers { observer.yield(update) }
  }

  func finish() {
    let observers = lock.withLock {
      let observers = self.observers
      self.observers = []
      return observers
    }
    for observer in observers { observer.finish() }
  }
}

extension MigrationProgress: Hashable {
  /// Returns whether both sides are the same object.
  public static func == (one: MigrationProgress, other: MigrationProgress) -> Bool {
    one === other
  }

  /// Hashes the identity of the object.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
