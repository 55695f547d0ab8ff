#if PostgreSQL
  /// A store in a PostgreSQL database, which many programs on many machines share.
  ///
  /// ```swift
  /// let store = try PostgresStore("postgresql://localhost/banks")
  /// let container = try PersistentContainer(.bank, incrementalStore: store)
  /// ```
  ///
  /// A table for each hierarchy of entities and one for each kind of pairs are made when a
  /// container first opens the store to write; see *StoresInPostgreSQL*. Conditions with the same meaning in
  /// PostgreSQL are answered there, others in memory over what the rest lets through.
  public final class PostgresStore: IncrementalStore, @unchecked Sendable {
    // because what is not constant is set once, when the store is opened, before anybody else
    // sees it.

    /// The identity of the store, made with its tables: of one that is made, known when it is open.
    public private(set) var identifier: UUID
    let pool: PostgresPool
    let profile: PostgresProfile
    let listener = PostgresListener()
    private(set) var layout = PostgresLayout()

    /// Connects to a database.
    ///
    /// - Parameters:
    ///   - connection: What libpq takes: a URI or `key=value` pairs; what it leaves out comes
    ///     from libpq's environment variables and password file.
    ///   - schema: The schema of the store's tables.
    ///   - size: The greatest number of connections at a time. A save that computes what is derived
    ///     of other rows reads over one more, where all are in use.
    ///   - profile: What is taken for granted of the server.
    ///   - timeout: The seconds to wait for a free connection, or for a row that somebody else
    ///     has locked; then an operation fails with `.busy`.
    /// - Throws: `StoreError`: `.wrongOption` for a schema that can have no such name; `.cannotOpen`
    ///   when the server cannot be reached; the text never has a password; `.modelMismatch` when the
    ///   store was made with the other profile.
    public init(
      _ connection: String, schema: String = "public", poolSize size: Int = 8,
      profile: PostgresProfile = .full, timeout: TimeInterval = 30
    ) throws {
      // The server cuts longer ones, and two of them would be one.
      guard 1...63 ~= schema.utf8.count else {
        throw StoreError(
          .wrongOption, "the name of a schema has from 1 to 63 bytes: '\(schema)' has not")
      }
      self.profile = profile
      pool = PostgresPool(
        connection, schema: schema, profile: profile, size: size, timeout: timeout)
      identifier =
        try pool.withConnection {
          try PostgresSetup($0, schema: schema, profile).identifier()
        } ?? UUID()
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
        try body(PostgresSetup($0, schema: pool.schema, profile), layout)
      }
      identifier = opened.identifier
      try pool.share(with: opened.fingerprint)
    }
  }
#endif
