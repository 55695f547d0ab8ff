#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// A mutex of the platform's threads.
///
/// `Synchronization.Mutex` would do, but the thread sanitizer reports it
/// falsely on Linux; this one keeps that gate clean.
package final class PlatformLock: @unchecked Sendable {
  // because the mutex is what makes the sharing safe, and it never moves.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  /// Makes an open lock.
  package init() {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deinitialize(count: 1)
    mutex.deallocate()
  }

  /// Runs the body while nobody else holds the lock.
  package func withLock<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body()
  }
}
