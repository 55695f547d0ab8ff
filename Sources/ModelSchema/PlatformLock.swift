import ModelPlatform

#if os(Windows)
  private typealias PlatformMutex = SRWLOCK
#else
  private typealias PlatformMutex = pthread_mutex_t
#endif

/// A mutex of the platform's threads.
///
/// `Synchronization.Mutex` would do, but the thread sanitizer reports it
/// falsely on Linux; this one keeps that gate clean.
package final class PlatformLock: @unchecked Sendable {
  // because the mutex is what makes the sharing safe, and it never moves.
  private let mutex: UnsafeMutablePointer<PlatformMutex>

  /// Makes an open lock.
  package init() {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: PlatformMutex())
    #if os(Windows)
      InitializeSRWLock(mutex)
    #else
      pthread_mutex_init(mutex, nil)
    #endif
  }

  deinit {
    #if !os(Windows)
      pthread_mutex_destroy(mutex)
    #endif
    mutex.deinitialize(count: 1)
    mutex.deallocate()
  }

  /// Runs the body while nobody else holds the lock.
  package func withLock<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    #if os(Windows)
      AcquireSRWLockExclusive(mutex)
      defer { ReleaseSRWLockExclusive(mutex) }
    #else
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
    #endif
    return try body()
  }
}
