import Dispatch
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The user's wish to end: ctrl-C, a request of the system, `q`, or the end of
/// the input.
final class QuitSignal {
  private let semaphore = DispatchSemaphore(value: 0)
  private var sources: [any DispatchSourceSignal] = []

  init() {
    for number in [SIGINT, SIGTERM] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [semaphore] in semaphore.signal() }
      source.resume()
      sources.append(source)
    }
    guard isatty(STDIN_FILENO) == 1 else { return }
    DispatchQueue.global().async { [semaphore] in
      while let line = readLine(), line.trimmingCharacters(in: .whitespaces) != "q" {}
      semaphore.signal()
    }
  }

  /// Waits until somebody wants to end.
  func wait() { semaphore.wait() }
}
