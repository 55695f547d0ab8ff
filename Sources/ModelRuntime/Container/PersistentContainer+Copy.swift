// Save-as, replace, destroy.

extension PersistentContainer {
  /// Writes a copy of the store, of the same type or another, while the store
  /// is in use.
  ///
  /// What was saved when the call began is in the copy, with the files of large
  /// values of that moment, whoever saves meanwhile; all of them are opened before
  /// anything of the copy is written. A store that is there already gets the content
  /// in one transaction, or stays as it was when the call fails; of a new one nothing
  /// is left then. The copy has the store's identifier, so object IDs are good for
  /// both.
  ///
  /// Stores that are read and written as a whole number their objects over all
  /// entities; a copy of an SQLite store in one of them gives new keys to those
  /// objects whose key another hierarchy has too.
  ///
  /// - Parameters:
  ///   - url: Where the copy is made.
  ///   - type: The copy's type; nil for the store's own, and SQLite for a store
  ///     in memory.
  /// - Returns: The IDs that are others in the copy, by the IDs in this store.
  /// - Throws: `StoreError` when the copy cannot be written.
  @discardableResult
  public func copyStore(to url: URL, as type: StoreType? = nil) throws -> [ObjectID: ObjectID] {
    try store.copy(to: url, as: type)
  }

  /// Makes a store's content that of another store of the same type.
  ///
  /// SQLite stores may be in use, both of them. All files of large values that the
  /// source's rows name are copied too, or nothing is.
  ///
  /// - Throws: `StoreError` when there is no such store to read, a file of its large
  ///   values cannot be read, or the other cannot be written; it is as it was then.
  public static func replaceStore(
    at url: URL, with source: URL, type: StoreType = .sqlite
  ) throws {
    try StoreFile.replace(url, with: source, type)
  }

  /// Takes a store away: its file and what belongs to it.
  ///
  /// - Precondition: No container has the store open.
  /// - Throws: What the file system says; a store that is not there is none.
  public static func destroyStore(at url: URL, type: StoreType = .sqlite) throws {
    try StoreFile.destroy(url, type)
  }
}
