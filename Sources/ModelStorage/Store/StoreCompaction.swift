extension PersistentStore {
  /// Gives the space of deleted content back to the disk.
  package func compact() throws {
    let path = configuration.displayPath
    for member in members { try member.compact() }
    // A file that is read and written as a whole never has such space.
    guard members.isEmpty, file == nil else { return }
    guard !isReadOnly else { throw StoreError(.readOnly, "'\(path)' is opened read-only") }
    guard backing == nil else {
      throw StoreError(
        .unsupportedFeature,
        "'\(path)' is no file of this computer: its server looks after its room")
    }
    try withWriteLock { try withConnection { try $0.connection.compact() } }
  }

  /// Gives the space of deleted content in a store's file back to the disk, for
  /// a store of any model.
  ///
  /// - Returns: The sizes of the file before and after, in bytes.
  package static func compact(_ url: URL) throws -> (before: Int64, after: Int64) {
    let path = url.path(percentEncoded: false)
    guard try StoreType.detected(at: url) == .sqlite else {
      throw StoreError(
        .unsupportedFeature,
        "'\(path)' is written as a whole by each save: it has no room to give back")
    }
    // A file that is not a store must not be written.
    _ = try StoreInspection(url: url)
    return try StoreError.translating(path) {
      var options = Connection.Configuration()
      options.createsFile = false
      let connection = try Connection(path: path, configuration: options)
      // `VACUUM` rebuilds the indexes, and the indexes of folded text need the
      // functions.
      try TextFunctions(connection: connection).register()
      let before = try connection.size()
      try connection.compact()
      return (before, try connection.size())
    }
  }
}

extension Connection {
  /// Returns the size of the database, in bytes.
  func size() throws -> Int64 {
    try prepare("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
      .first { $0.int64(0) } ?? 0
  }

  /// Rewrites the database without the pages of deleted content. The file
  /// shrinks when its log is moved into it, which may be delayed by a reader of
  /// an older state.
  fileprivate func compact() throws {
    try execute("VACUUM")
    try execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }
}
