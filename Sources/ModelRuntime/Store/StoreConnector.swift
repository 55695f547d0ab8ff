internal import Foundation
internal import ModelSQLite

/// Makes connections to a store.
struct StoreConnector: Sendable {
  let configuration: StoreConfiguration
  private let path: String

  /// A connector of a configuration; a store in memory gets a name of its own.
  ///
  /// - Throws: `StoreError` when the options cannot be.
  init(_ configuration: StoreConfiguration) throws {
    try configuration.check()
    self.configuration = configuration
    path = Self.path(of: configuration)
  }

  private static func path(of configuration: StoreConfiguration) -> String {
    guard case .file(let url) = configuration.location, configuration.type == .sqlite else {
      return "file:/\(UUID().uuidString)?vfs=memdb"
    }
    guard configuration.options.isImmutable else { return url.path(percentEncoded: false) }
    // A path in a URI has its own escapes; those of a file URL are the same.
    return "file:\(url.absoluteURL.path(percentEncoded: true))?immutable=1"
  }

  /// Opens a connection; one that fills a database in memory may write there,
  /// whatever the store allows.
  func connect(fills: Bool = false) throws(SQLiteError) -> Connection {
    let isAtomic = configuration.type.atomic != nil
    var options = Connection.Configuration()
    options.isReadOnly = configuration.isReadOnly && !isAtomic
    options.busyTimeout = Int32(clamping: Int(configuration.busyTimeout * 1000))
    let connection = try Connection(path: path, configuration: options)
    if let trace = configuration.trace ?? SQLTrace.fromEnvironment {
      connection.trace(showsValues: trace.showsValues, trace.body)
    }
    for statement in configuration.options.statements { try connection.execute(statement) }
    if configuration.isReadOnly, isAtomic, !fills {
      try connection.execute("PRAGMA query_only = ON")
    }
    try TextFunctions(connection: connection).register()
    try OwnersFunctions(connection: connection).register()
    return connection
  }
}

extension StoreConfiguration {
  /// Refuses what cannot be.
  func check() throws {
    guard busyTimeout >= 0, busyTimeout <= 1_000_000 else {
      throw StoreError(
        .wrongOption, "a time limit of \(busyTimeout) seconds cannot be: it takes 0 to 1000000")
    }
    if let problem = options.problem(isReadOnly: isReadOnly) {
      throw StoreError(.wrongOption, "'\(displayPath)' cannot be opened so: \(problem)")
    }
  }
}
