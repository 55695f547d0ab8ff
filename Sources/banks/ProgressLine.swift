import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// A line on the terminal that says how far a long task is.
///
/// Where standard error is no terminal it stays silent.
struct ProgressLine {
  private let noun: String
  private let isShown = isatty(STDERR_FILENO) == 1

  init(noun: String) {
    self.noun = noun
  }

  /// Shows how many are done.
  func show(_ done: Int, of total: Int) {
    write("\r\(done) of \(total) \(noun)")
  }

  /// Takes the line away.
  func end() {
    write("\r\u{1B}[K")
  }

  private func write(_ text: String) {
    if isShown { FileHandle.standardError.write(Data(text.utf8)) }
  }
}
