/// The dependencies of a store besides its own file. A copy of the file alone
/// lacks some of the dependencies, and without the functions, plain SQL cannot
/// write every table.
struct StoreDependencies {
  /// The dependencies, one string for each; empty if the file is enough.
  let texts: [String]

  init(_ connection: Connection, path: String) throws {
    let path = ExternalStorage.file(behind: URL(filePath: path)).path(percentEncoded: false)
    texts =
      try Self.functions(connection)
      + [Self.log(of: path), Self.values(of: path), Self.encoding(connection)].compactMap(\.self)
  }

  /// Returns a description of the encoding of text, if the order of its bytes
  /// is not that of the characters; otherwise nil.
  private static func encoding(_ connection: Connection) throws -> String? {
    guard let name = try connection.prepare("PRAGMA encoding").first({ $0.string(0) }),
      name != "UTF-8"
    else { return nil }
    return "care with order: its text is \(name), and SQLite compares the bytes: '<', ranges and "
      + "sorting may differ from those of stores in UTF-8, which 'export' and 'import' make of it"
  }

  /// Returns descriptions of the functions that triggers call and that do not
  /// exist in SQLite.
  private static func functions(_ connection: Connection) throws -> [String] {
    try AffectedRows.functions.filter { name in
      let sql = """
        SELECT 1 FROM sqlite_schema WHERE type = 'trigger' AND instr(sql, '\(name)(') LIMIT 1
        """
      return try connection.prepare(sql).hasRow
    }.map { "the function \($0) for its triggers, which the runtime has" }
  }

  /// Returns a description of the log, if it has content that is not yet in the
  /// file; otherwise nil.
  private static func log(of path: String) -> String? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path + "-wal")
    guard let size = attributes?[.size] as? NSNumber, size.int64Value > 0 else { return nil }
    return "its log, '\(URL(filePath: path).lastPathComponent)-wal'"
  }

  /// Returns a description of the folder of large values, if it has files;
  /// otherwise nil.
  private static func values(of path: String) -> String? {
    let folder = ExternalStorage.supportFolder(of: URL(filePath: path))
    let entries = try? FileManager.default.contentsOfDirectory(
      atPath: folder.path(percentEncoded: false))
    guard entries?.isEmpty == false else { return nil }
    return "the folder '\(folder.lastPathComponent)' with large values"
  }
}
