/// An open file or folder, which is closed when the last reference to it is released.
package final class FileDescriptor: Sendable {
  let number: Int32

  /// Opens a file or a folder by its path, or by its name in an open folder.
  ///
  /// - Parameter mode: The permissions of a new file.
  /// - Throws: `SystemError` if the file or folder cannot be opened.
  init(
    _ path: String, in folder: Int32 = AT_FDCWD, _ flags: Int32, mode: Int = 0
  ) throws(SystemError) {
    number = openat(folder, path, flags | O_CLOEXEC, mode_t(mode))
    if number < 0 { throw SystemError() }
  }

  deinit { close(number) }

  /// Returns the attributes of the file or folder.
  ///
  /// - Throws: `SystemError` if the attributes cannot be read.
  func state() throws(SystemError) -> stat {
    var state = stat()
    guard fstat(number, &state) == 0 else { throw SystemError() }
    return state
  }

  /// Reads a file to its end.
  func read() throws -> Data {
    try FileHandle(fileDescriptor: number, closeOnDealloc: false).readToEnd() ?? Data()
  }

  /// Synchronizes the file, or the names in the folder, to the disk.
  ///
  /// - Returns: True if the content is on the disk.
  @discardableResult
  func synchronize() -> Bool { fsync(number) == 0 }
}

extension stat {
  var isRegularFile: Bool { st_mode & S_IFMT == S_IFREG }
}

extension SystemError {
  /// True if there is no file at the path.
  var isMissingFile: Bool { code == ENOENT || code == ENOTDIR }
}
