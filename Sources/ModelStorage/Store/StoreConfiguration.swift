/// The location of a store, and the options for opening it.
public struct StoreConfiguration: Sendable, Hashable {
  /// The location of a store.
  public enum Location: Sendable, Hashable {
    /// A file, or the address of another kind of store.
    case file(URL)
    /// Memory, for as long as the container exists.
    case memory
  }

  /// The file or address of the store, or memory.
  public var location: Location
  /// The format of the store.
  public var type: StoreType
  /// The name of the model's configuration whose entities the store contains;
  /// nil for all entities.
  public var modelConfiguration: String?
  /// True if the store may not be written; a missing file is then an error.
  public var isReadOnly = false
  /// The options that determine how SQLite keeps the store.
  public var options = SQLiteOptions()
  /// The maximum time that a save waits for other programs that are writing, in
  /// seconds.
  public var busyTimeout: TimeInterval = 5
  /// The maximum time that a statement may run, in seconds; nil for no limit.
  ///
  /// A statement may never end, for instance because of a trigger in the store,
  /// or because of a condition on many rows. A statement that runs for longer
  /// throws `StoreError.Reason.timeLimit`. The time that the program takes to
  /// read the rows does not count, and migrations are not limited.
  public var statementTimeLimit: TimeInterval? = 300
  /// True if a new store gets a view for each entity, under the entity's name,
  /// for users who read it with SQL. A store that Apple's Core Data will
  /// migrate must have no views.
  public var addsViews = false
  /// True if the references of a new store have `REFERENCES` clauses, which
  /// SQLite checks. Apple's Core Data leaves these clauses as they are.
  public var addsForeignKeys = true

  /// True if the store keeps a history of its saves: see
  /// `PersistentContainer.history(after:limit:)`. A store that already has a
  /// history continues it regardless of this option.
  public var keepsHistory = false

  /// True if small saves that are waiting at the same time share a transaction,
  /// and contexts share reservations of keys: see <doc:Concurrency>.
  ///
  /// It is true by default if the environment variable `MODEL_GROUPS_SAVES` is set.
  public var groupsSaves = Self.groupsSavesByDefault
  private static let groupsSavesByDefault = getenv("MODEL_GROUPS_SAVES") != nil

  /// The options for migrating a store that an older version wrote.
  public var migration = MigrationOptions()
  /// The observer that receives every statement; nil if there is none.
  public var trace: SQLTrace?
  /// True if the trace receives the statements of the database. False if the
  /// objects are in another kind of store, which reports its own statements.
  package var isTraced = true
  /// The size in bytes above which a value is kept in a file beside the store, if its
  /// attribute allows it.
  public var externalStorageThreshold = 100 * 1024
  /// The store whose content is copied into a new store; nil if a new store is
  /// empty.
  public var preloadedStore: URL?

  /// Creates the configuration of a store in a file. The file and its folder
  /// are created if they are missing. A URL that is not a file URL is an
  /// address for `StoreAddresses`.
  public init(url: URL, type: StoreType = .sqlite) {
    location = .file(url)
    self.type = type
  }

  /// The configuration for a store in memory, which exists as long as its
  /// container.
  public static var inMemory: StoreConfiguration {
    StoreConfiguration(location: .memory, type: .inMemory)
  }

  private init(location: Location, type: StoreType) {
    self.location = location
    self.type = type
  }
}

extension StoreConfiguration {
  /// The name of the store, for messages.
  package var displayPath: String {
    switch location {
    case .file(let url) where !url.isFileURL: "\(url.scheme ?? ""):\(url.path)"
    case .file(let url): url.path(percentEncoded: false)
    case .memory: "the store in memory"
    }
  }
}
