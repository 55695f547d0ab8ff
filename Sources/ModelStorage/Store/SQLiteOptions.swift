/// The options that determine how SQLite keeps a store. Other types of stores
/// ignore options that do not apply to them.
///
/// The defaults are Core Data's: a write-ahead log, synchronized to the disk at
/// checkpoints.
public struct SQLiteOptions: Sendable, Hashable {
  /// The kind of journal or log that SQLite uses
  /// (https://sqlite.org/pragma.html#pragma_journal_mode).
  public enum JournalMode: String, Sendable, Hashable, CaseIterable {
    /// Writes to a log beside the file: readers and one writer can work at the
    /// same time.
    case writeAheadLog = "wal"
    /// Keeps the old content in a journal that each save deletes.
    case delete
    /// Truncates the journal instead of deleting it.
    case truncate
    /// Keeps the journal, and overwrites its header.
    case persist
  }

  /// The points at which SQLite waits for the disk
  /// (https://sqlite.org/pragma.html#pragma_synchronous).
  public enum Synchronous: String, Sendable, Hashable, CaseIterable {
    /// Never waits: a power failure can damage the file.
    case off
    /// Waits for the disk only where the file's integrity depends on it. The
    /// last saves before a power failure may be lost.
    case normal
    /// Waits at every save, so that no save is lost.
    case full
    /// Waits in the same way as `full`, and also for the folder.
    case extra
  }

  /// The part of a file that SQLite keeps in memory for each connection.
  public enum CacheSize: Sendable, Hashable {
    case pages(Int)
    case kibibytes(Int)
  }

  /// The time at which a file returns the space of deleted content to the disk.
  /// This is set when a store is created.
  public enum AutoVacuum: String, Sendable, Hashable, CaseIterable {
    /// The file keeps the space of deleted content.
    case none
    /// The file returns the space to the disk at each save.
    case full
    /// The file returns the space to the disk when the program requests it.
    case incremental
  }

  /// The journal mode: a write-ahead log for the changes, or a journal that
  /// keeps the old content during a save.
  public var journalMode = JournalMode.writeAheadLog
  /// The points at which SQLite waits for the disk.
  public var synchronous = Synchronous.normal
  /// The part of the file that is kept in memory; nil for SQLite's default.
  public var cacheSize: CacheSize?
  /// The number of bytes of the file that are read through memory mapping; 0
  /// for none.
  public var mappedSize = 0
  /// True if references must lead to rows. This applies only to stores with
  /// foreign keys.
  public var enforcesForeignKeys = true
  /// The number of pages after which the write-ahead log is moved into the
  /// file; nil for SQLite's default.
  ///
  /// A save that replaces or deletes a large value in a separate file also
  /// moves the log, to determine whether a reader still needs the former value.
  public var checkpointInterval: Int?
  /// True if deleted content is overwritten with zeros.
  public var erasesDeletedContent = false
  /// The time at which a new store returns the space of deleted content to the
  /// disk.
  public var autoVacuum = AutoVacuum.incremental
  /// The size of a new store's pages in bytes; nil for SQLite's default.
  public var pageSize: Int?
  /// The maximum number of pages in the file; nil for no limit. A save that
  /// needs more pages fails as it does on a full disk.
  public var maximumPageCount: Int?
  /// True if no program changes the file while it is open, as on a read-only
  /// disk: neither locks nor a log are used. This option applies only to stores
  /// opened read-only.
  public var isImmutable = false

  /// Creates options with the default values.
  public init() {}
}

extension SQLiteOptions {
  /// The statements that set the options on a connection.
  var statements: [String] {
    let cache: String? =
      switch cacheSize {
      case .pages(let count): "PRAGMA cache_size = \(count)"
      case .kibibytes(let count): "PRAGMA cache_size = -\(count)"
      case nil: nil
      }
    let statements = [
      "PRAGMA foreign_keys = \(enforcesForeignKeys ? "ON" : "OFF")",
      "PRAGMA synchronous = \(synchronous.rawValue)",
      // A log that grew because of a long-running reader is truncated when it starts
      // again.
      "PRAGMA journal_size_limit = \(16 << 20)",
      cache,
      mappedSize > 0 ? "PRAGMA mmap_size = \(mappedSize)" : nil,
      checkpointInterval.map { "PRAGMA wal_autocheckpoint = \($0)" },
      maximumPageCount.map { "PRAGMA max_page_count = \($0)" },
      erasesDeletedContent ? "PRAGMA secure_delete = ON" : nil,
    ]
    return statements.compactMap(\.self)
  }

  /// Returns the statements that set the options for an attached store.
  func statements(of schema: String) -> [String] {
    statements.filter { !$0.contains("foreign_keys") && !$0.contains("wal_autocheckpoint") }
      .map { "PRAGMA \(schema).\($0.dropFirst("PRAGMA ".count))" }
  }

  /// The statements that must run before the first table of a new file is
  /// created.
  var creationStatements: [String] {
    (pageSize.map { ["PRAGMA page_size = \($0)"] } ?? [])
      + ["PRAGMA auto_vacuum = \(autoVacuum.rawValue)"]
  }

  /// Returns a sentence about the first invalid option; nil if all options are
  /// valid.
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
