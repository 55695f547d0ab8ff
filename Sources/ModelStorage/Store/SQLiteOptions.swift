/// The options for how SQLite keeps a store; those that other types of stores
/// have no use for are ignored there.
///
/// The defaults are Core Data's: a write-ahead log, brought to the disk at
/// checkpoints.
public struct SQLiteOptions: Sendable, Hashable {
  /// The place where changes go before they are in the file
  /// (https://sqlite.org/pragma.html#pragma_journal_mode).
  public enum JournalMode: String, Sendable, Hashable, CaseIterable {
    /// Writes into a log beside the file: readers and one writer work at once.
    case writeAheadLog = "wal"
    /// Keeps the old content in a journal that each save deletes.
    case delete
    /// Cuts the journal instead of deleting it.
    case truncate
    /// Leaves the journal, and overwrites its head.
    case persist
  }

  /// The moments at which SQLite waits for the disk
  /// (https://sqlite.org/pragma.html#pragma_synchronous).
  public enum Synchronous: String, Sendable, Hashable, CaseIterable {
    /// Never waits: a power loss can damage the file.
    case off
    /// Waits at the moments that matter for the file to be sound; the last
    /// saves before a power loss can be missing.
    case normal
    /// Waits at every save, so that nothing saved is ever missing.
    case full
    /// Waits as `full` does, and for the folder too.
    case extra
  }

  /// The amount of a file that SQLite keeps in memory for each connection.
  public enum CacheSize: Sendable, Hashable {
    case pages(Int)
    case kibibytes(Int)
  }

  /// The moment at which a file gives back the room of what is deleted; it is
  /// settled when a store is made.
  public enum AutoVacuum: String, Sendable, Hashable, CaseIterable {
    /// Never gives the room back.
    case none
    /// Gives the room back at each save.
    case full
    /// Gives the room back when asked to.
    case incremental
  }

  /// The place where changes go before they are in the file.
  public var journalMode = JournalMode.writeAheadLog
  /// The moments at which SQLite waits for the disk.
  public var synchronous = Synchronous.normal
  /// The amount of the file that is kept in memory; nil for SQLite's own
  /// choice.
  public var cacheSize: CacheSize?
  /// The number of bytes of the file that are read through memory maps; 0 for
  /// none.
  public var mappedSize = 0
  /// A Boolean value that says whether references must lead to rows, in stores
  /// that have foreign keys.
  public var enforcesForeignKeys = true
  /// The number of pages after which the write-ahead log goes into the file;
  /// nil for SQLite's own choice.
  ///
  /// A save that replaces or deletes a large value in a file of its own moves the
  /// log too: what it cannot move tells who still reads the former value.
  public var checkpointInterval: Int?
  /// A Boolean value that says whether deleted content is overwritten with
  /// zeros.
  public var erasesDeletedContent = false
  /// The moment at which a new store gives back the room of what is deleted.
  public var autoVacuum = AutoVacuum.incremental
  /// The size of a new store's pages in bytes; nil for SQLite's own choice.
  public var pageSize: Int?
  /// The number of pages that the file may grow to; nil for no limit of the
  /// program's own. A save that needs more fails as on a full disk.
  public var maximumPageCount: Int?
  /// A Boolean value that says whether nobody changes the file while it is
  /// open, as on a read-only disk: neither locks nor a log are used. Only for
  /// stores opened read-only.
  public var isImmutable = false

  /// The defaults.
  public init() {}
}

extension SQLiteOptions {
  /// The statements that give a connection these options.
  var statements: [String] {
    var statements = [
      "PRAGMA foreign_keys = \(enforcesForeignKeys ? "ON" : "OFF")",
      "PRAGMA synchronous = \(synchronous.rawValue)",
      // A log that a long reader made large is cut when it begins again.
      "PRAGMA journal_size_limit = \(16 << 20)",
    ]
    switch cacheSize {
    case .pages(let count): statements.append("PRAGMA cache_size = \(count)")
    case .kibibytes(let count): statements.append("PRAGMA cache_size = -\(count)")
    case nil: break
    }
    if mappedSize > 0 { statements.append("PRAGMA mmap_size = \(mappedSize)") }
    if let checkpointInterval {
      statements.append("PRAGMA wal_autocheckpoint = \(checkpointInterval)")
    }
    if let maximumPageCount {
      statements.append("PRAGMA max_page_count = \(maximumPageCount)")
    }
    if erasesDeletedContent { statements.append("PRAGMA secure_delete = ON") }
    return statements
  }

  /// The statements that give these options to a store that is attached.
  func statements(of schema: String) -> [String] {
    statements.filter { !$0.contains("foreign_keys") && !$0.contains("wal_autocheckpoint") }
      .map { "PRAGMA \(schema).\($0.dropFirst("PRAGMA ".count))" }
  }

  /// The statements that a new file begins with.
  var creationStatements: [String] {
    (pageSize.map { ["PRAGMA page_size = \($0)"] } ?? [])
      + ["PRAGMA auto_vacuum = \(autoVacuum.rawValue)"]
  }

  /// Returns the sentence that says what is wrong with the options; nil where
  /// nothing is.
  func problem(isReadOnly: Bool) -> String? {
    if let size = pageSize, !(512...65536).contains(size) || size.nonzeroBitCount != 1 {
      return "a page of \(size) bytes cannot be: it takes a power of two from 512 to 65536"
    }
    switch cacheSize {
    case .pages(let count) where !(1...1_000_000_000).contains(count),
      .kibibytes(let count) where !(1...1_000_000_000).contains(count):
      return "a cache of size \(count) cannot be: it takes 1 or more"
    default: break
    }
    if mappedSize < 0 { return "a memory map of \(mappedSize) bytes cannot be" }
    if let pages = checkpointInterval, !(0...1_000_000_000).contains(pages) {
      return "a checkpoint after \(pages) pages cannot be: it takes 0 (never) or more"
    }
    if let pages = maximumPageCount, !(1...4_294_967_294).contains(pages) {
      return "a file of at most \(pages) pages cannot be"
    }
    if isImmutable, !isReadOnly {
      return "a file that is said to be immutable can be opened read-only only"
    }
    return nil
  }
}
