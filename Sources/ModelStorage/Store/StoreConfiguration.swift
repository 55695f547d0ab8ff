/// The place of a store, and the way it is opened.
public struct StoreConfiguration: Sendable, Hashable {
  /// The place where a store is kept.
  public enum Location: Sendable, Hashable {
    /// A file, or an address of another kind of store.
    case file(URL)
    /// Memory, for as long as the container lives.
    case memory
  }

  /// The place where the store is kept.
  public var location: Location
  /// The form in which the store is kept.
  public var type: StoreType
  /// The name of the model's configuration whose entities the store holds; nil
  /// for all.
  public var modelConfiguration: String?
  /// True if the store may not be written; a missing file is then an error.
  public var isReadOnly = false
  /// The options for how SQLite keeps the store.
  public var options = SQLiteOptions()
  /// The time for which a save waits for other programs that write, in seconds.
  public var busyTimeout: TimeInterval = 5
  /// The time for which a statement may run, in seconds; nil for any time.
  ///
  /// A store can make any statement endless, by a trigger for instance, and so can a
  /// condition over many rows. A statement that runs for longer throws
  /// `StoreError.Reason.timeLimit`. The time that the program takes to read the rows
  /// does not count, and migrations are not limited.
  public var statementTimeLimit: TimeInterval? = 300
  /// True if a new store gets a view for each entity, under the entity's name, for
  /// people who read it with SQL. A store that Apple's Core Data will migrate must have
  /// none.
  public var addsViews = false
  /// True if SQLite checks the references of a new store. Apple's Core Data leaves such
  /// clauses alone.
  public var addsForeignKeys = true

  /// True if the store keeps a history of its saves: see
  /// `PersistentContainer.history(after:limit:)`. A store that has a history already
  /// continues it.
  public var keepsHistory = false

  /// True if small saves that wait for each other share a transaction, and contexts
  /// share reservations of keys: see <doc:Concurrency>.
  ///
  /// It is true by default if the environment variable `MODEL_GROUPS_SAVES` is set.
  public var groupsSaves = Self.groupsSavesByDefault
  private static let groupsSavesByDefault = getenv("MODEL_GROUPS_SAVES") != nil

  /// The options for migrating a store that an older version wrote.
  public var migration = MigrationOptions()
  /// The observer that receives every statement; nil for none.
  public var trace: SQLTrace?
  /// True if the trace receives the statements of the database. It is false if the
  /// objects are in another kind of store, which reports its own statements.
  package var isTraced = true
  /// The size in bytes above which a value is kept in a file beside the store, if its
  /// attribute allows it.
  public var externalStorageThreshold = 100 * 1024
  /// The store whose content is copied into a new store; nil for an empty one.
  public var preloadedStore: URL?

  /// Creates the configuration of a store in a file. The file and its folder are
  /// created if they are missing. A URL that is not a file URL is an address of
  /// `StoreAddresses`.
  public init(url: URL, type: StoreType = .sqlite) {
    location = .file(url)
    self.type = type
  }

  /// The configuration of a store in memory, which exists as long as its container.
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
