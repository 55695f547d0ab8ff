/// The place of a store, and the way it is opened.
public struct StoreConfiguration: Sendable, Hashable {
  /// The place where a store is kept.
  public enum Location: Sendable, Hashable {
    /// A file.
    case file(URL)
    /// Memory, until the container is gone.
    case memory
  }

  /// The place where the store is kept.
  public var location: Location
  /// The form in which the store is kept.
  public var type: StoreType
  /// The name of the model's configuration whose entities the store holds; nil
  /// for all.
  public var modelConfiguration: String?
  /// A Boolean value that says whether nothing may be written; a missing file
  /// is an error then.
  public var isReadOnly = false
  /// The options for how SQLite keeps the store.
  public var options = SQLiteOptions()
  /// The time for which a save waits for other programs that write, in seconds.
  public var busyTimeout: TimeInterval = 5
  /// The time for which a statement may run, in seconds; nil for any time.
  ///
  /// A store can make any statement endless, by a trigger say, and so can a
  /// condition over many rows. One that runs for longer is the error
  /// `StoreError.Reason.timeLimit`. The time of the program that reads its rows
  /// does not count, and migrations are not limited.
  public var statementTimeLimit: TimeInterval? = 300
  /// A Boolean value that says whether a new store gets a view for each entity,
  /// under the entity's name, for people who read it with SQL. A store that
  /// Apple's Core Data will migrate must have none.
  public var addsViews = false
  /// A Boolean value that says whether the references of a new store are
  /// checked by SQLite. Apple's Core Data leaves such clauses alone.
  public var addsForeignKeys = true

  /// A Boolean value that says whether the store keeps a history of what is
  /// saved: see `PersistentContainer.history(after:limit:)`. A store that keeps
  /// one already goes on with it.
  public var keepsHistory = false

  /// A Boolean value that says whether small saves that wait for each other share
  /// a transaction, and contexts the reservations of keys: see <doc:Concurrency>.
  ///
  /// The environment variable `MODEL_GROUPS_SAVES` sets what it begins with.
  public var groupsSaves = Self.groupsSavesByDefault
  private static let groupsSavesByDefault = getenv("MODEL_GROUPS_SAVES") != nil

  /// The options for migrating a store that an older version wrote.
  public var migration = MigrationOptions()
  /// The observer that is told about every statement; nil for none.
  public var trace: SQLTrace?
  /// A Boolean value that says whether the trace is told of statements in the database: not where
  /// that stands beside a store of another kind, which reports its own.
  package var isTraced = true
  /// The number of bytes from which on a value of an attribute that allows it
  /// is kept in a file beside the store.
  public var externalStorageThreshold = 100 * 1024
  /// A store whose content a new store begins with; nil for an empty one.
  public var preloadedStore: URL?

  /// A store in a file; file and folder are made when they are missing. A URL that is
  /// no file's is one of `StoreAddresses`.
  public init(url: URL, type: StoreType = .sqlite) {
    location = .file(url)
    self.type = type
  }

  /// A store in memory.
  public static var inMemory: StoreConfiguration {
    StoreConfiguration(location: .memory, type: .inMemory)
  }

  private init(location: Location, type: StoreType) {
    self.location = location
    self.type = type
  }
}

extension StoreConfiguration {
  /// The name of the store in messages.
  package var displayPath: String {
    switch location {
    case .file(let url) where !url.isFileURL: "\(url.scheme ?? ""):\(url.path)"
    case .file(let url): url.path(percentEncoded: false)
    case .memory: "the store in memory"
    }
  }
}
