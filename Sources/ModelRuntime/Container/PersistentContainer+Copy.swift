// Methods that copy, replace and destroy stores.

extension PersistentContainer {
  /// Writes a copy of the store, of the same type or of another type, even
  /// while the store is in use.
  ///
  /// The copy contains the store's content at the beginning of the call,
  /// including the files of large values, and none of the saves during the
  /// call. All files are opened before any part of the copy is written. If a
  /// store already exists at the location, its content is replaced in one
  /// transaction. If the call fails, an existing store is unchanged, and a new
  /// store is removed again. The copy has the store's identifier, so that
  /// object IDs are valid in both stores.
  ///
  /// In stores that are always read and written in full, keys are unique across all
  /// entities. If an SQLite store is copied to such a store, objects whose keys also
  /// occur in another hierarchy get new keys.
  ///
  /// - Parameters:
  ///   - url: The location of the copy.
  ///   - type: The copy's type; nil for the store's own type, or SQLite if the store is
  ///     in memory.
  /// - Returns: The IDs of objects with new keys in the copy, by their IDs in
  ///   this store.
  /// - Throws: `StoreError` if the copy cannot be written.
  @discardableResult
  public func copyStore(to url: URL, as type: StoreType? = nil) throws -> [ObjectID: ObjectID] {
    try store.copy(to: url, as: type)
  }

  /// Replaces the content of a store with the content of another store of the same
  /// type.
  ///
  /// Both stores can be in use if they are SQLite stores. The files of large values
  /// that the source's rows refer to are copied too; if any of them cannot be copied,
  /// nothing is copied.
  ///
  /// - Throws: `StoreError` if the source or a file of its large values cannot
  ///   be read, or the store cannot be written. In that case, the store is
  ///   unchanged.
  public static func replaceStore(
    at url: URL, with source: URL, type: StoreType = .sqlite
  ) throws {
    try StoreFile.replace(url, with: source, type)
  }

  /// Deletes the file of a store, and all files that belong to it.
  ///
  /// - Precondition: The store is not open in any container.
  /// - Throws: An error of the file system. A missing store is not an error.
  public static func destroyStore(at url: URL, type: StoreType = .sqlite) throws {
    try StoreFile.destroy(url, type)
  }
}
