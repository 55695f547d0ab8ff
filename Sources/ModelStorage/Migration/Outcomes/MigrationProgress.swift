/// The progress of a migration, and a way to stop it.
///
/// Hand one to `MigrationOptions.progress` before the store is opened; it can
/// be asked and cancelled from any task or thread.
public final class MigrationProgress: @unchecked Sendable {
  // because everything that changes is touched under `lock` alone.

  /// A moment of a migration.
  public struct Update: Sendable, Hashable {
    /// The part that is done, from 0 to 1.
    public var fraction: Double
    /// The work that is being done, in words.
    public var text: String
  }

  private let lock = PlatformLock()
  private var update = Update(fraction: 0, text: "")
  private var isStopped = false
  private var observers: [AsyncStream<Update>.Continuation] = []

  /// A progress that nothing has been done of.
  public init() {}

  /// The latest update.
  public var current: Update { lock.withLock { update } }

  /// Stops the migration; opening fails with `MigrationError`, and the store
  /// is as it was.
  public func cancel() { lock.withLock { isStopped = true } }

  /// A Boolean value that says whether somebody stopped it.
  public var isCancelled: Bool { lock.withLock { isStopped } }

  /// The updates from now on; the sequence ends with the migration.
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
  /// A Boolean value that says whether both are one and the same.
  public static func == (one: MigrationProgress, other: MigrationProgress) -> Bool {
    one === other
  }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
