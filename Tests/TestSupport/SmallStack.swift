import Foundation

/// Runs the body on a thread with a small stack, and waits for it: threads
/// other than the first one have little.
///
/// Under a sanitizer, whose frames are several times as large, it is larger.
public func onSmallStack(kilobytes: Int, _ body: @escaping @Sendable () -> Void) {
  let sanitizers = ["__tsan_init", "__asan_init"]
  let isSanitized = sanitizers.contains { dlsym(nil, $0) != nil }
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    body()
    done.signal()
  }
  thread.stackSize = kilobytes * 1024 * (isSanitized ? 8 : 1)
  thread.start()
  done.wait()
}
