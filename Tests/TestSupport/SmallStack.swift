import Foundation

/// Runs the body on a thread with a small stack, and waits for it. Threads other than
/// the main thread have small stacks.
///
/// With a sanitizer, whose frames are larger, the stack is eight times as large.
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
