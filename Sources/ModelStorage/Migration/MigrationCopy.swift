/// A migration on a copy: the copy is migrated and checked, then its content is written
/// back through SQLite's backup, in one transaction of the store.
///
/// The copy is a file beside the store, named `<store>-migrating`. If the
/// program is terminated, the store is either unchanged or migrated, and the
/// next program that opens it removes a remaining copy. Changes that other
/// programs write in the meantime are never lost: once the store is locked, the
/// migration checks for such changes, and starts again if there are any.
struct MigrationCopy {
  let migration: StoreMigration

  func run() throws -> Bool {
    let (location, file) = place()
    if let file { try? StoreFile.remove(file) }
    defer { if let file { try? StoreFile.remove(file) } }
    let lock = try WriteBackLock(migration)
    for _ in 0..<3 {
      let before = try lock.version()
      if let file { try make(file) }
      let copy = try Connection(path: location)
      try TextFunctions(connection: copy).register()
      try migration.connection.backUp(to: copy)
      guard try migration.migrate(copy) else { return false }
      try check(copy)
      migration.willRun?("backup")
      // Changes written in the meantime would be lost, so the migration starts again.
      if try lock.writeBack(copy, ifStill: before) { return true }
    }
    throw StoreError(
      .busy,
      "'\(migration.configuration.displayPath)' is written by others all the time; migrate it "
        + "when nobody else has it open")
  }

  /// Removes a copy left behind by a program that was terminated.
  func removeLeftover() {
    guard !migration.configuration.isReadOnly, let file = place().1,
      FileManager.default.fileExists(atPath: file.path(percentEncoded: false))
    else { return }
    try? StoreFile.remove(file)
  }

  /// Returns the path of the copy and the URL of its file, which is beside the
  /// store's file. For a store in memory, the copy is also in memory, and the
  /// URL is nil.
  private func place() -> (String, URL?) {
    guard case .file(let url) = migration.configuration.location,
      migration.configuration.type == .sqlite
    else { return ("file:/\(UUID().uuidString)?vfs=memdb", nil) }
    let path = url.path(percentEncoded: false) + "-migrating"
    return (path, URL(filePath: path))
  }

  /// Creates the copy's file. It gets the permissions of the store, so that a
  /// private store stays private.
  private func make(_ file: URL) throws {
    try? StoreFile.remove(file)
    let store = URL(filePath: migration.configuration.displayPath)
    _ = try StoreFile.make(file, try FileRights(ofCopy: store))
  }

  private func check(_ copy: Connection) throws {
    let findings = try copy.prepare("PRAGMA integrity_check(5)").rows { $0.shownText(0) }
      .filter { $0 != "ok" }
    guard findings.isEmpty else {
      throw MigrationError(
        .verification,
        "the migrated copy of '\(migration.configuration.displayPath)' is damaged: "
          + "\(findings.joined(separator: "; ")); the store is as it was")
    }
  }
}

/// Keeps other programs from writing to a store while a migrated copy is written back.
///
/// In write-ahead mode a second connection sees other programs' changes while
/// the backup holds the lock. With a rollback journal, no connection can read
/// during the backup, so the connection itself takes the lock beforehand and
/// keeps it.
private struct WriteBackLock {
  private let store: Connection
  private let witness: Connection?

  init(_ migration: StoreMigration) throws {
    store = migration.connection
    guard case .file(let url) = migration.configuration.location,
      migration.configuration.type == .sqlite, try Self.text("PRAGMA journal_mode", store) == "wal"
    else {
      witness = nil
      return
    }
    witness = try Connection(path: url.path(percentEncoded: false))
  }

  /// Returns a string that changes when another connection writes.
  func version() throws(SQLiteError) -> String {
    try Self.text("PRAGMA data_version", witness ?? store)
  }

  /// Writes a copy back unless the store has changed since. Returns true if the copy
  /// was written.
  func writeBack(_ copy: Connection, ifStill before: String) throws -> Bool {
    if witness != nil {
      return try copy.backUp(to: store) { () throws(SQLiteError) in try version() == before }
    }
    try store.execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT")
    // The lock is released by the first read in normal mode.
    defer { try? store.execute("PRAGMA locking_mode = NORMAL; SELECT 1 FROM sqlite_schema") }
    guard try version() == before else { return false }
    try copy.backUp(to: store)
    return true
  }

  private static func text(_ sql: String, _ connection: Connection) throws(SQLiteError) -> String {
    try connection.prepare(sql).first { $0.shownText(0) } ?? ""
  }
}
