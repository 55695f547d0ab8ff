#if PostgreSQL
  /// A store in a PostgreSQL database that is shared by many programs on many machines.
  ///
  /// ```swift
  /// let store = try PostgresStore("postgresql://localhost/banks")
  /// let container = try PersistentContainer(.bank, incrementalStore: store)
  /// ```
  ///
  /// The tables, one for each hierarchy of entities and one for each
  /// relationship that is stored as pairs, are created when a container first
  /// opens the store for writing; see *StoresInPostgreSQL*. Conditions that
  /// have the same meaning in PostgreSQL are evaluated by the server. Other
  /// conditions are evaluated in memory, for the rows that satisfy the parts
  /// that can be translated.
  public final class PostgresStore: IncrementalStore, @unchecked Sendable {
    // because mutable state is set once, when the store is opened, before other threads
    // can use it.

    /// The identity of the store, which is created together with its tables.
    /// For a new store, it is known when the store is open.
    public private(set) var identifier: UUID
    let pool: PostgresPool
    let profile: PostgresProfile
    let listener = PostgresListener()
    private(set) var layout = PostgresLayout()
    /// True if the store keeps a history, which is known when it is open.
    public internal(set) var keepsHistory = false

    /// Connects to a database.
    ///
    /// - Parameters:
    ///   - connection: The connection string of libpq, a URI or `key=value` pairs.
    ///     Missing values come from libpq's environment variables and password file.
    ///   - schema: The schema of the store's tables.
    ///   - size: The maximum number of simultaneous connections. If all are in use, a
    ///     save that derives values from other rows opens one more for reading.
    ///   - profile: The set of server features that the store uses.
    ///   - timeout: The time in seconds to wait for a free connection, or for a row
    ///     that another transaction has locked; the operation then fails with `.busy`.
    /// - Throws: `StoreError`: `.wrongOption` if the schema's name is too long or
    ///   empty; `.cannotOpen`, with a message that never contains the password, if the
    ///   server cannot be reached; `.modelMismatch` if the store was created with the
    ///   other profile.
    public init(
      _ connection: String, schema: String = "public", poolSize size: Int = 8,
      profile: PostgresProfile = .full, timeout: TimeInterval = 30
    ) throws {
      // The server truncates longer names, so two different names could become equal.
      guard 1...63 ~= schema.utf8.count else {
        throw StoreError(
          .wrongOption, "the name of a schema must have 1 to 63 bytes, which '\(schema)' does not")
      }
      self.profile = profile
      pool = PostgresPool(
        connection, schema: schema, profile: profile, size: size, timeout: timeout)
      identifier =
        try pool.withConnection {
          try PostgresSetup($0, schema: schema, profile).identifier()
        } ?? UUID()
    }

    /// Creates a store that shows the current state of another store.
    private init(snapshotOf store: PostgresStore) throws {
      pool = try store.pool.snapshot()
      (identifier, profile, layout) = (store.identifier, store.profile, store.layout)
    }

    public func snapshot() throws -> any IncrementalStore {
      try PostgresStore(snapshotOf: self)
    }

    public var storedModel: ManagedObjectModel? {
      get throws { try pool.withConnection { try PostgresMigration.storedModel($0) } }
    }

    public func report(to trace: SQLTrace) { pool.trace = trace }

    public func contentToMigrate(
      to schema: StoreSchema, _ options: MigrationOptions
    ) throws -> (any AtomicStore)? {
      try PostgresMigration(
        connection: pool.newConnection(), schema: pool.schema, profile: profile,
        identifier: identifier, options: options
      ).alterTables(to: schema)
    }

    public func open(_ schema: StoreSchema) throws {
      try open(schema) { try $0.prepare($1, identifier) }
    }

    public func openForReading(_ schema: StoreSchema) throws {
      try open(schema) { try $0.look($1, identifier) }
    }

    private func open(
      _ schema: StoreSchema,
      _ body: (PostgresSetup, PostgresLayout) throws -> PostgresSetup.Opened
    ) throws {
      layout = try PostgresLayout(schema)
      let opened = try pool.withConnection {
        let setup = PostgresSetup($0, schema: pool.schema, profile)
        let opened = try body(setup, layout)
        keepsHistory = try setup.hasHistory
        return opened
      }
      identifier = opened.identifier
      try pool.share(with: opened.fingerprint)
    }
  }
#endif
