/// The owner and the rights of a store's file, which everything has that belongs to it: who
/// keeps a store to himself keeps its copies and large values too.
struct FileRights {
  /// The system's number of the rights.
  let mode: Int
  private let user: uid_t
  private let group: gid_t

  /// The rights of a file; nil where there is none.
  ///
  /// - Throws: `StoreError` where nobody can tell: without its rights, a copy would be open to
  ///   all.
  init?(of url: URL) throws(StoreError) {
    let path = url.path(percentEncoded: false)
    var state = stat()
    guard stat(path, &state) == 0 else {
      let error = SystemError()
      if error.isMissingFile { return nil }
      throw StoreError(.ioFailure, "'\(path)' cannot be looked at: \(error)")
    }
    self.init(mode: Int(state.st_mode) & 0o7777, state.st_uid, state.st_gid)
  }

  /// The rights for a copy of a file; nil where there is none. The copy is its maker's, who may
  /// write it, also where the file is one that a program ships to be read alone.
  init?(ofCopy url: URL) throws(StoreError) {
    guard let rights = try FileRights(of: url) else { return nil }
    self.init(mode: rights.mode | 0o200, geteuid(), rights.group)
  }

  private init(mode: Int, _ user: uid_t, _ group: gid_t) {
    (self.mode, self.user, self.group) = (mode, user, group)
  }

  /// The rights for a folder: who may read files may look into it.
  var ofFolder: FileRights {
    FileRights(mode: mode | (mode & 0o444) >> 2 | 0o700, user, group)
  }

  /// Gives a new file, or a folder, the rights.
  ///
  /// - Throws: `SystemError`.
  func apply(to file: FileDescriptor) throws(SystemError) {
    // As SQLite does with its journals: the owner's program reads what root's wrote. Where the
    // file system or the system's rules know no such thing, it stays the writer's.
    let state = try file.state()
    if state.st_uid != user, geteuid() == 0 { _ = fchown(file.number, user, group) }
    if state.st_gid != group { _ = fchown(file.number, uid_t.max, group) }
    // Last: a change of owner takes rights away.
    guard fchmod(file.number, mode_t(mode)) == 0 else { throw SystemError() }
  }

  /// Returns whether a file or a folder is by somebody who may write the store of these rights:
  /// whoever may not has no business beside it.
  static func trust(_ state: stat, _ rights: FileRights?) -> Bool {
    if [geteuid(), 0].contains(state.st_uid) { return true }
    guard let rights else { return false }
    return state.st_uid == rights.user || rights.mode & 0o002 != 0
      || (rights.mode & 0o020 != 0 && state.st_gid == rights.group)
  }
}
