import Foundation

/// Counts, such as statements, whichever thread runs them.
public final class Counter: @unchecked Sendable {
  // because the number is touched under `lock` alone.
  private let lock = NSLock()
  private var number = 0

  public init() {}

  /// Counts one more.
  public func add() { lock.withLock { number += 1 } }

  /// Notes a number, where it is greater than those before.
  public func raise(to other: Int) { lock.withLock { number = max(number, other) } }

  /// The number since the last call.
  public func take() -> Int {
    lock.withLock {
      defer { number = 0 }
      return number
    }
  }
}
