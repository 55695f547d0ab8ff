/// The files of values that were replaced or deleted, and that readers of older
/// moments may still ask for.
///
/// A transaction writes the names of those that it drops into a table of the store, so that they
/// are known when its program dies; whoever opens the store next takes them over:
///
/// ```
/// dropped, in a row ─→ waiting, from a commit on ─→ removed ─→ no row, with the next transaction
///                      └── nobody reads a moment before that commit
/// ```
///
/// All connections of a store share it: whoever commits next looks again.
final class DroppedFiles: @unchecked Sendable {
  // because everything is touched under the lock.
  private let lock = PlatformLock()
  private var waiting: [(name: String, since: LogState?)] = []
  private var removed: Set<String> = []

  /// Adds files that a commit has dropped which is behind us.
  func add(_ names: [String]) { lock.withLock { waiting += names.map { ($0, nil) } } }

  /// True if no file waits.
  var isEmpty: Bool { lock.withLock { waiting.isEmpty } }

  /// Takes the files out that nobody can ask for any more; the others wait.
  ///
  /// - Parameter state: The log's, after all of them were added.
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

  /// Notes files that are gone: the next transaction takes their names out of the table.
  func noteRemoved(_ names: [String]) { lock.withLock { removed.formUnion(names) } }

  /// The files that are gone, and whose names may be in the table.
  var gone: Set<String> { lock.withLock { removed } }

  /// The names are in the table no more.
  func forget(_ names: Set<String>) { lock.withLock { removed.subtract(names) } }
}

/// The table of the names of dropped files.
///
/// Core Data knows nothing of it, and leaves it alone.
enum DroppedFileTable {
  static let name = "MODELDROPPEDFILES"

  /// Makes the table, with the first file that is dropped: until then a store has Core Data's
  /// tables alone.
  static let creation =
    "CREATE TABLE IF NOT EXISTS \(name) (NAME TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID"

  static func isThere(in connection: Connection) throws -> Bool {
    try connection.prepare(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = '\(name)'"
    ).hasRow
  }

  /// The names in the table; none where there is no such table.
  static func names(in connection: Connection) throws -> Set<String> {
    guard try isThere(in: connection) else { return [] }
    return Set(try connection.prepare("SELECT NAME FROM \(name)").rows { $0.string(0) })
  }
}

extension PersistentStore {
  /// True if dropped files are listed: not in a store of Apple's, which is kept as it is.
  private var listsDroppedFiles: Bool { configuration.type == .sqlite && !isForeign }

  /// Writes the names of the files that the open transaction drops into the store's table, and
  /// takes out those of the files that are gone.
  ///
  /// - Returns: The names that were taken out.
  func listDroppedFiles(_ writer: StoreConnection) throws -> Set<String> {
    guard listsDroppedFiles, let dropped = writer.external?.dropped, !dropped.isEmpty else {
      return []
    }
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

  /// Removes the files that a connection's transaction dropped, and those that had to wait before;
  /// those wait that somebody may ask for who reads an older moment.
  ///
  /// - Parameter forgotten: The names that the transaction took out of the table.
  func removeDroppedFiles(_ writer: StoreConnection, forgotten: Set<String> = []) {
    guard let external = writer.external else { return }
    droppedFiles.forget(forgotten)
    droppedFiles.add(external.commit())
    guard !droppedFiles.isEmpty, let storage = external.storage else { return }
    // One that reads from one moment, which is the newest again, cannot look itself.
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
    // What cannot be removed now waits for the next commit.
    droppedFiles.add(Array(Set(names).subtracting(removed)))
  }

  /// The names of dropped files that rows have again, since a copy of an older moment took the
  /// content's place: it has another table.
  private func named(_ names: [String], _ connection: Connection) throws -> Set<String> {
    guard listsDroppedFiles else { return try mapping.externalNames(in: connection) }
    guard try DroppedFileTable.isThere(in: connection) else { return Set(names) }
    let statement = try connection.prepare(
      "SELECT 1 FROM \(DroppedFileTable.name) WHERE NAME = ?")
    return Set(
      try names.filter { name in
        statement.bind(name)
        return try !statement.hasRow
      })
  }

  /// Takes over the dropped files of programs that died, and removes what they left without a
  /// name.
  func takeOverFiles(_ storage: ExternalStorage, _ connection: Connection) throws {
    guard try !storage.folders().isEmpty else { return }
    let listed = try DroppedFileTable.names(in: connection)
    // The table is input, as all of a store: what rows name stays, and what others may name.
    if !listed.isEmpty, !storage.isShared {
      droppedFiles.add(Array(listed.subtracting(try mapping.externalNames(in: connection))))
    }
    if !droppedFiles.isEmpty { removeUnneededFiles(storage, connection) }
    try mapping.sweep(storage, connection)
  }
}
