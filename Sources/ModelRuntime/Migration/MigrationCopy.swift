internal import Foundation
internal import ModelSQLite
internal import ModelSchema

/// A migration on a copy: the copy is migrated and checked, then its content
/// is written back through SQLite's backup, in one transaction of the store.
///
/// The copy stands beside the store as `<store>-migrating`. A program that
/// dies leaves the store as it was, and perhaps the copy, which the next
/// migration begins by removing.
struct MigrationCopy {
  let migration: StoreMigration

  func run() throws -> Bool {
    let (location, file) = place()
    if let file { Self.remove(file) }
    defer { if let file { Self.remove(file) } }
    for _ in 0..<3 {
      let before = try version()
      if let file { Self.remove(file) }
      let copy = try Connection(path: location)
      try TextFunctions(connection: copy).register()
      try migration.connection.backUp(to: copy)
      guard try migration.migrate(copy) else { return false }
      try check(copy)
      // Somebody who wrote in the meantime would lose it: begin again.
      guard try version() == before else { continue }
      migration.willRun?("backup")
      try copy.backUp(to: migration.connection)
      return true
    }
    throw StoreError(
      .busy,
      "'\(migration.configuration.displayPath)' is written by others all the time; migrate it "
        + "when nobody else has it open")
  }

  /// Where the copy is: beside a file, in memory for a store in memory.
  private func place() -> (String, URL?) {
    guard case .file(let url) = migration.configuration.location,
      migration.configuration.type == .sqlite
    else { return ("file:/\(UUID().uuidString)?vfs=memdb", nil) }
    let path = url.path(percentEncoded: false) + "-migrating"
    return (path, URL(filePath: path))
  }

  private static func remove(_ file: URL) {
    for suffix in ["", "-wal", "-shm", "-journal"] {
      try? FileManager.default.removeItem(atPath: file.path(percentEncoded: false) + suffix)
    }
  }

  /// A number that changes when another connection writes.
  private func version() throws -> Int64 {
    var number: Int64 = 0
    try migration.connection.prepare("PRAGMA data_version").forEachRow { number = $0.int64(0) }
    return number
  }

  private func check(_ copy: Connection) throws {
    var findings: [String] = []
    try copy.prepare("PRAGMA integrity_check(5)").forEachRow { row in
      if row.shownText(0) != "ok" { findings.append(row.shownText(0)) }
    }
    guard findings.isEmpty else {
      throw MigrationError(
        .verification,
        "the migrated copy of '\(migration.configuration.displayPath)' is damaged: "
          + "\(findings.joined(separator: "; ")); the store is as it was")
    }
  }
}
