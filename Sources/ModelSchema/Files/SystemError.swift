import ModelPlatform

/// An error of the operating system.
package struct SystemError: Error, Hashable, CustomStringConvertible {
  /// The number of the error in `errno.h`.
  package let code: Int32

  /// Creates an error from its number, by default the number of the last failed
  /// call.
  package init(_ code: Int32 = errno) {
    self.code = code
  }

  /// The system's message, in a form that can follow a colon.
  package var description: String {
    let words = String(cString: strerror(code))
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}
