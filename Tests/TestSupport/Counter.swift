import Foundation

/// A counter, such as of statements, which any thread can use.
public final class Counter: @unchecked Sendable {
  // because the number is only used under `lock`.
  private let lock = NSLock()
  private var number = 0

  public init() {}

  /// Adds 1 to the number.
  public func add() { lock.withLock { number += 1 } }

  /// Sets the number to another if the other is greater.
  public func raise(to other: Int) { lock.withLock { number = max(number, other) } }

  /// Returns the number, and resets it to 0.
  public func take() -> Int {
    lock.withLock {
      defer { number = 0 }
      return number
    }
  }
}
