/// How every contender's connection is set up.
enum ConnectionSettings {
  /// What the runtime's connections have. Run on each connection when it is opened; the journal mode is also kept in the file.
  static let pragmas = [
    "PRAGMA busy_timeout = 10000",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = NORMAL",
    "PRAGMA foreign_keys = ON",
  ]

  /// For the head of each table.
  static let summary =
    "WAL, synchronous NORMAL, foreign_keys ON, cache 2 MB, NOMUTEX, one connection each"
}
