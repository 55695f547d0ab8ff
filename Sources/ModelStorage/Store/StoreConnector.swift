/// A factory for connections to a store.
struct StoreConnector: Sendable {
  let configuration: StoreConfiguration
  private let path: String
  private let usesExternalStorage: Bool
  /// The other stores that are attached to every connection, in order.
  private var attached: [StoreConnector] = []

  /// Creates a connector for a configuration; a store in memory gets a unique
  /// name.
  ///
  /// - Throws: `StoreError` if the options are not valid.
  init(_ configuration: StoreConfiguration, _ model: CompiledModel) throws {
    try configuration.check()
    self.configuration = configuration
    usesExternalStorage = model.usesExternalStorage
    path = Self.path(of: configuration)
  }

  private static func path(of configuration: StoreConfiguration) -> String {
    guard case .file(let url) = configuration.location, configuration.type == .sqlite else {
      // A name that begins with a slash is shared by the connections of the process.
      return "file:/\(UUID().uuidString)?vfs=memdb"
    }
    guard configuration.options.isImmutable else { return url.path(percentEncoded: false) }
    return Connection.immutableAddress(of: url.path(percentEncoded: false))
  }

  /// Opens a connection. A connection that fills a database in memory may write it,
  /// even if the store is read-only.
  ///
  /// - Parameter makesFile: True if a missing file is created.
  func connect(fills: Bool = false, makesFile: Bool = true) throws(SQLiteError) -> Opened {
    let isAtomic = configuration.type.atomic != nil
    var options = Connection.Configuration()
    options.isReadOnly = configuration.isReadOnly && !isAtomic
    options.createsFile = makesFile
    options.busyTimeout = Int32(clamping: Int(configuration.busyTimeout * 1000))
    let connection =
      try options.isReadOnly && isFile
      ? Connection.reading(path, options) : Connection(path: path, configuration: options)
    if configuration.isTraced, let trace = configuration.trace ?? SQLTrace.fromEnvironment {
      connection.trace(showsValues: trace.showsValues, trace.body)
    }
    for statement in configuration.options.statements { try connection.execute(statement) }
    if configuration.isReadOnly, isAtomic, !fills {
      try connection.execute("PRAGMA query_only = ON")
    }
    try TextFunctions(connection: connection).register()
    let affected = AffectedRows()
    try affected.register(in: connection)
    for (index, other) in attached.enumerated() {
      try other.attach(to: connection, as: StoreNames.schema(index + 1))
    }
    guard usesExternalStorage else { return Opened(connection, affected, nil) }
    let external = ExternalValues(ExternalStorage(configuration))
    try external.register(in: connection)
    return Opened(connection, affected, external)
  }

  /// True if the path is a file path, and not a URI.
  private var isFile: Bool {
    guard case .file = configuration.location, configuration.type == .sqlite else { return false }
    return !configuration.options.isImmutable
  }

  /// Returns a connector whose connections also attach other stores.
  func attaching(_ others: [StoreConnector]) -> StoreConnector {
    var connector = self
    connector.attached = others
    return connector
  }

  /// Sets the rollback journal mode given by the options. Only the write-ahead
  /// log is a property of the file; the other modes are set for each
  /// connection.
  func keepJournals(of connection: Connection) throws(SQLiteError) {
    for (index, connector) in ([self] + attached).enumerated() {
      try connector.keepJournal(of: connection, StoreNames.schema(index))
    }
  }

  private func keepJournal(of connection: Connection, _ schema: String) throws(SQLiteError) {
    let mode = configuration.options.journalMode
    guard isFile, !configuration.isReadOnly, mode == .truncate || mode == .persist else { return }
    let current = try connection.prepare("PRAGMA \(schema).journal_mode").first { $0.string(0) }
    // If another program has switched from the journal to a log, the log is
    // kept.
    if current != "wal" {
      try connection.execute("PRAGMA \(schema).journal_mode = \(mode.rawValue)")
    }
  }

  /// Attaches the store to a connection under a name.
  private func attach(to connection: Connection, as schema: String) throws(SQLiteError) {
    try connection.prepare("ATTACH DATABASE ? AS \(schema)").binding([.string(attachedPath)]).run()
    for statement in configuration.options.statements(of: schema) {
      try connection.execute(statement)
    }
  }

  /// The path of the store for another connection that attaches it: a URI,
  /// since that connection may be to a database in memory, or may write
  /// although this store is read-only.
  private var attachedPath: String {
    guard case .file(let url) = configuration.location else { return path }
    let mode = configuration.options.isImmutable ? "immutable=1" : "mode=ro"
    return "file:\(url.absoluteURL.path(percentEncoded: true))?vfs=unix"
      + (configuration.isReadOnly ? "&" + mode : "")
  }

  /// A connection, the rows that its triggers change, and the files that its
  /// transactions write and remove.
  struct Opened {
    let connection: Connection
    let affectedRows: AffectedRows
    let external: ExternalValues?

    fileprivate init(
      _ connection: Connection, _ affectedRows: AffectedRows, _ external: ExternalValues?
    ) {
      self.connection = connection
      self.affectedRows = affectedRows
      self.external = external
    }
  }
}

extension StoreConfiguration {
  /// Throws an error if an option has an invalid value.
  func check() throws {
    guard busyTimeout >= 0, busyTimeout <= 1_000_000 else {
      throw StoreError(
        .wrongOption, "a time limit of \(busyTimeout) seconds cannot be: it takes 0 to 1000000")
    }
    guard externalStorageThreshold >= 0 else {
      throw StoreError(
        .wrongOption, "files for values from \(externalStorageThreshold) bytes on cannot be")
    }
    if let problem = options.problem(isReadOnly: isReadOnly) {
      throw StoreError(.wrongOption, "'\(displayPath)' cannot be opened so: \(problem)")
    }
  }
}
