import ModelPlatform

/// An error of the operating system.
package struct SystemError: Error, Hashable, CustomStringConvertible {
  /// Its number in `errno.h`.
  package let code: Int32

  /// An error by its number; that of the last call that failed unless another is
  /// given.
  package init(_ code: Int32 = errno) {
    self.code = code
  }

  /// The system's words, to be read behind a colon.
  package var description: String {
    let words = String(cString: strerror(code))
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}
