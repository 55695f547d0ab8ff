/// The owner and the permissions of a store's file. All files of the store have
/// the same owner and permissions, so that the copies and large values of a
/// private store are also private.
struct FileRights {
  /// The permissions as the system's mode bits.
  let mode: Int
  private let user: uid_t
  private let group: gid_t

  /// Reads the permissions of a file; nil if there is no file.
  ///
  /// - Throws: `StoreError` if the permissions cannot be read, because without
  ///   them all users could read a copy, or if the URL leads to a folder, a
  ///   pipe or a device.
  init?(of url: URL) throws(StoreError) {
    let path = url.path(percentEncoded: false)
    var state = stat()
    guard stat(path, &state) == 0 else {
      let error = SystemError()
      if error.isMissingFile { return nil }
      throw StoreError(.ioFailure, "'\(path)' cannot be looked at: \(error)")
    }
    guard state.isRegularFile else {
      throw StoreError(.cannotOpen, "'\(path)' cannot be written: \(FileObstacle.writing(path))")
    }
    self.init(mode: Int(state.st_mode) & 0o7777, state.st_uid, state.st_gid)
  }

  /// Creates the permissions for a copy of a file; nil if there is no file. The
  /// copy belongs to the user who creates it, and that user may write it even
  /// if the original is a read-only file that a program ships with.
  init?(ofCopy url: URL) throws(StoreError) {
    guard let rights = try FileRights(of: url) else { return nil }
    self.init(mode: rights.mode | 0o200, geteuid(), rights.group)
  }

  private init(mode: Int, _ user: uid_t, _ group: gid_t) {
    (self.mode, self.user, self.group) = (mode, user, group)
  }

  /// The permissions for a folder: users who may read the files may open and
  /// list it.
  var ofFolder: FileRights {
    FileRights(mode: mode | (mode & 0o444) >> 2 | 0o700, user, group)
  }

  /// Sets the permissions of a new file or folder.
  ///
  /// - Throws: `SystemError` if the permissions cannot be set.
  func apply(to file: FileDescriptor) throws(SystemError) {
    // SQLite does the same with its journals, so that the owner's program can
    // read files that a program of the root user has written. If the file
    // system or the system's rules do not allow it, the writer remains the
    // owner.
    let state = try file.state()
    if state.st_uid != user, geteuid() == 0 { _ = fchown(file.number, user, group) }
    if state.st_gid != group { _ = fchown(file.number, uid_t.max, group) }
    // The mode is set last, since changing the owner clears bits of the mode.
    guard fchmod(file.number, mode_t(mode)) == 0 else { throw SystemError() }
  }

  /// Returns whether a file or folder belongs to a user who may write a store
  /// with the given permissions; other files are not trusted.
  static func trust(_ state: stat, _ rights: FileRights?) -> Bool {
    if [geteuid(), 0].contains(state.st_uid) { return true }
    guard let rights else { return false }
    return state.st_uid == rights.user || rights.mode & 0o002 != 0
      || (rights.mode & 0o020 != 0 && state.st_gid == rights.group)
  }
}
