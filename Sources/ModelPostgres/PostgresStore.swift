#if PostgreSQL
  public import ModelRuntime
  internal import ModelSchema

  #if canImport(FoundationEssentials)
    public import FoundationEssentials
  #else
    public import Foundation
  #endif

  /// A store in a PostgreSQL database, which many programs on many machines share.
  ///
  /// ```swift
  /// let store = try PostgresStore("postgresql://localhost/banks")
  /// let container = try PersistentContainer(.bank, incrementalStore: store)
  /// ```
  ///
  /// A table for each hierarchy of entities and one for each kind of pairs are made when the
  /// store is first opened; see *StoresInPostgreSQL*. Conditions with the same meaning in
  /// PostgreSQL are answered there, others in memory over what the rest lets through.
  public final class PostgresStore: IncrementalStore, @unchecked Sendable {
    // because what is not constant is set once, when the store is opened, before anybody else
    // sees it.

    /// The identity of the store, made with its tables.
    public let identifier: UUID
    let pool: PostgresPool
    let listener = PostgresListener()
    private(set) var layout = PostgresLayout()

    /// Connects to a database.
    ///
    /// - Parameters:
    ///   - connection: What libpq takes: a URI or `key=value` pairs; what it leaves out comes
    ///     from libpq's environment variables and password file.
    ///   - schema: The schema of the store's tables.
    ///   - size: The greatest number of connections at a time.
    /// - Throws: `StoreError` (`.cannotOpen`) when the server cannot be reached; the text never
    ///   has a password.
    public init(_ connection: String, schema: String = "public", poolSize size: Int = 8) throws {
      pool = PostgresPool(connection, schema: schema, size: size)
      identifier = try pool.withConnection { try PostgresSetup($0, schema: schema).identifier() }
    }

    public func open(_ schema: StoreSchema) throws {
      layout = try PostgresLayout(schema)
      try pool.withConnection { try PostgresSetup($0, schema: pool.schema).prepare(layout) }
    }
  }
#endif
