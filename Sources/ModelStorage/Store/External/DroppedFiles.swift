/// The files of replaced or deleted values that readers of older states may still need.
///
/// A transaction writes the names of the files that it drops into a table of the store, so that the
/// names are not lost if the program is killed. The next program that opens the store takes over
/// the files:
///
/// ```
/// dropped, in a row ─→ waiting, from a commit on ─→ removed ─→ no row, with the next transaction
///                      └── no reader sees a state before that commit
/// ```
///
/// All connections of a store share the list, and every commit checks it again.
final class DroppedFiles: @unchecked Sendable {
  // because all state is accessed only under the lock.
  private let lock = PlatformLock()
  private var waiting: [(name: String, since: LogState?)] = []
  private var removed: Set<String> = []

  /// Adds the files that a past commit has dropped.
  func add(_ names: [String]) { lock.withLock { waiting += names.map { ($0, nil) } } }

  /// True if no files are waiting to be removed.
  var isEmpty: Bool { lock.withLock { waiting.isEmpty } }

  /// Removes the files that are no longer needed by any reader from the list, and returns them; the
  /// other files keep waiting.
  ///
  /// - Parameter state: The state of the log after all of the files were added.
  func takeUnneeded(_ state: LogState) -> [String] {
    lock.withLock {
      var unneeded: [String] = []
      var others: [(name: String, since: LogState?)] = []
      for file in waiting {
        let since = file.since ?? state
        if state.isPast(since) {
          unneeded.append(file.name)
        } else {
          others.append((file.name, since))
        }
      }
      waiting = others
      return unneeded
    }
  }

  /// Records removed files, whose names the next transaction deletes from the table.
  func noteRemoved(_ names: [String]) { lock.withLock { removed.formUnion(names) } }

  /// The removed files whose names may still be in the table.
  var gone: Set<String> { lock.withLock { removed } }

  /// Removes files from the list of removed files, since their names are no longer in the table.
  func forget(_ names: Set<String>) { lock.withLock { removed.subtract(names) } }
}

/// The table of the names of dropped files.
///
/// Core Data does not know this table, and does not change it. Like everything in a store, the
/// table is untrusted input.
enum DroppedFileTable {
  static let name = "MODELDROPPEDFILES"
  /// The maximum number of names that are taken over when a store is opened.
  private static let limit = 10_000
  /// The SQL condition for names that can be those of files of large values.
  static let condition = "typeof(NAME) = 'text' AND length(NAME) = 36"

  /// The statement that creates the table when the first file is dropped. Until then, a store has
  /// only Core Data's tables.
  static let creation =
    "CREATE TABLE IF NOT EXISTS \(name) (NAME TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID"

  /// Returns whether the table is the one that this library creates; nil if nothing in the store
  /// has its name.
  static func isOurs(in connection: Connection) throws -> Bool? {
    try connection.prepare(
      """
      SELECT type = 'table' AND \
      (SELECT group_concat(name) FROM pragma_table_info('\(name)')) = 'NAME' \
      FROM sqlite_schema WHERE name = '\(name)' COLLATE NOCASE AND type IN ('table', 'view')
      """
    ).first { $0.int64(0) == 1 }
  }

  /// Reads the names of files in the table; the result is empty if there is no such table.
  static func names(in connection: Connection) throws -> Set<String> {
    guard try isOurs(in: connection) == true else { return [] }
    let sql = "SELECT NAME FROM \(name) WHERE \(condition) LIMIT \(limit)"
    return Set(try connection.prepare(sql).rows { $0.string(0) }.filter(ValueFolder.isOurs))
  }
}

extension PersistentStore {
  /// True if dropped files are listed in a table. A store that was created by Apple's Core Data
  /// does not get such a table.
  private var listsDroppedFiles: Bool { configuration.type == .sqlite && !isForeign }

  /// Writes the names of the files that the open transaction drops into the store's
  /// table, and deletes the names of removed files.
  ///
  /// - Returns: The names of removed files, which were deleted from the table.
  func listDroppedFiles(_ writer: StoreConnection) throws -> Set<String> {
    guard listsDroppedFiles, let dropped = writer.external?.dropped, !dropped.isEmpty,
      try DroppedFileTable.isOurs(in: writer.connection) != false
    else { return [] }
    try writer.statement(DroppedFileTable.creation).run()
    let table = DroppedFileTable.name
    let gone = droppedFiles.gone
    for (sql, names) in [
      ("DELETE FROM \(table) WHERE NAME = ?", Array(gone)),
      ("INSERT OR IGNORE INTO \(table) VALUES (?)", dropped),
    ] {
      let statement = try writer.statement(sql)
      for name in names {
        statement.bind(name)
        try statement.run()
      }
    }
    return gone
  }

  /// Removes the files that a connection's transaction dropped, and files that have been waiting
  /// since earlier transactions. Files that readers of an older state may still need are kept.
  ///
  /// - Parameter forgotten: The names that the transaction deleted from the table.
  func removeDroppedFiles(_ writer: StoreConnection, forgotten: Set<String> = []) {
    guard let external = writer.external else { return }
    droppedFiles.forget(forgotten)
    droppedFiles.add(external.commit())
    guard !droppedFiles.isEmpty, let storage = external.storage else { return }
    // A pinned connection, even one pinned to the newest state, cannot run a checkpoint
    // itself.
    guard writer.isPinned else { return removeUnneededFiles(storage, writer.connection) }
    guard let other = try? borrow() else { return }
    defer { giveBack(other) }
    removeUnneededFiles(storage, other.connection)
  }

  private func removeUnneededFiles(_ storage: ExternalStorage, _ connection: Connection) {
    guard let state = LogState(connection) else { return }
    let names = droppedFiles.takeUnneeded(state)
    guard !names.isEmpty else { return }
    let removed =
      (try? storage.removeDropped(names, unlessNamed: { try named($0, connection) })) ?? []
    droppedFiles.noteRemoved(removed)
    // Files that cannot be removed now wait for the next commit.
    droppedFiles.add(Array(Set(names).subtracting(removed)))
  }

  /// Returns the names of dropped files that rows refer to again, because a copy of an older state
  /// has replaced the content, including the table.
  private func named(_ names: [String], _ connection: Connection) throws -> Set<String> {
    guard listsDroppedFiles else { return try mapping.externalNames(in: connection) }
    guard try DroppedFileTable.isOurs(in: connection) == true else { return Set(names) }
    let statement = try connection.prepare(
      "SELECT 1 FROM \(DroppedFileTable.name) WHERE NAME = ?")
    return Set(
      try names.filter { name in
        statement.bind(name)
        return try !statement.hasRow
      })
  }

  /// Takes over the dropped files of programs that were killed, and removes the files of those
  /// programs that no row refers to.
  func takeOverFiles(_ storage: ExternalStorage, _ connection: Connection) throws {
    guard try !storage.folders().isEmpty else { return }
    let listed = try DroppedFileTable.names(in: connection)
    // The table may list files that rows refer to, or that another store may refer to; these are
    // kept.
    if !listed.isEmpty, !storage.isShared {
      droppedFiles.add(Array(listed.subtracting(try mapping.externalNames(in: connection))))
    }
    if !droppedFiles.isEmpty { removeUnneededFiles(storage, connection) }
    try mapping.sweep(storage, connection)
  }
}
