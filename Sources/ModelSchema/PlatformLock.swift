import ModelPlatform

#if os(Windows)
  private typealias PlatformMutex = SRWLOCK
#else
  private typealias PlatformMutex = pthread_mutex_t
#endif

/// A mutex of the platform's thread library.
///
/// `Synchronization.Mutex` would be enough, but the thread sanitizer reports false
/// errors for it on Linux; with this lock its reports stay clean.
package final class PlatformLock: @unchecked Sendable {
  // because the mutex makes sharing safe, and its address never changes.
  private let mutex: UnsafeMutablePointer<PlatformMutex>

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

  /// Runs the body while holding the lock.
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
