internal import Dispatch
internal import Foundation
internal import ModelSQLite
internal import ModelSchema

/// An opened store: where its objects are, and who may write.
///
/// Contexts borrow connections from it; a save holds its write lock, so that
/// contexts of one program queue up instead of running into each other.
final class PersistentStore: @unchecked Sendable {
  // because what is not constant is touched under `lock` alone, and a
  // connection is handed to one context at a time.

  let model: CompiledModel
  let configuration: StoreConfiguration
  let identifier: UUID
  let mapping: StoreMapping
  /// The entities as parts of object IDs, by entity index.
  let references: [EntityReference]
  /// Whether the store was made by Apple's Core Data, and is kept as it is.
  let isForeign: Bool

  /// Who is told about saves.
  let board = SaveBoard()
  /// Notices what other programs save.
  let watch = ExternalWatch()
  /// Where background contexts run, one after the other.
  let queue = DispatchQueue(label: "ModelRuntime.perform")

  private let path: String
  private let lock = PlatformLock()
  private let writeLock = PlatformLock()
  private var idle: [StoreConnection] = []
  /// Keeps a store in memory alive.
  private let keeper: Connection

  /// Opens a store, or makes a new one.
  ///
  /// - Throws: `StoreError` when it cannot be opened, or is another model's.
  init(_ model: CompiledModel, configuration: StoreConfiguration) throws {
    _ = Self.regularExpressions
    if case .file(let url) = configuration.location, !configuration.isReadOnly {
      try StoreFile.makeFolder(of: url)
      try StoreFile.preload(configuration)
    }
    self.model = model
    self.configuration = configuration
    path = Self.path(of: configuration)
    let opened: StoreOpening.Opened
    do {
      keeper = try Self.connect(path, configuration)
      opened = try StoreOpening(
        model: model, connection: keeper, configuration: configuration
      ).open()
    } catch let error as SQLiteError {
      throw StoreError(error, path: configuration.displayPath)
    }
    identifier = opened.metadata.identifier
    mapping = opened.mapping
    isForeign = opened.isForeign
    references = model.entities.map {
      EntityReference(store: opened.metadata.identifier, entityName: $0.name)
    }
  }

  /// Makes memory and SQL use the same regular expressions, once.
  private static let regularExpressions: Void = RegularExpressions.install(
    FoundationRegularExpressions())

  private static func path(of configuration: StoreConfiguration) -> String {
    switch configuration.location {
    case .file(let url): url.path(percentEncoded: false)
    case .memory: "file:/\(UUID().uuidString)?vfs=memdb"
    }
  }

  private static func connect(
    _ path: String, _ configuration: StoreConfiguration
  ) throws(SQLiteError) -> Connection {
    var options = Connection.Configuration()
    options.isReadOnly = configuration.isReadOnly
    options.busyTimeout = Int32(clamping: Int(configuration.busyTimeout * 1000))
    let connection = try Connection(path: path, configuration: options)
    try connection.execute("PRAGMA foreign_keys = ON; PRAGMA synchronous = NORMAL")
    try TextFunctions(connection: connection).register()
    return connection
  }

  /// Hands a connection over, an idle one where there is one.
  func borrow() throws -> StoreConnection {
    if let connection = lock.withLock({ idle.popLast() }) { return connection }
    do {
      return StoreConnection(try Self.connect(path, configuration), store: self)
    } catch {
      throw StoreError(error, path: configuration.displayPath)
    }
  }

  /// Takes a connection back.
  func giveBack(_ connection: StoreConnection) {
    lock.withLock { idle.append(connection) }
  }

  /// Runs the body while no other context of this program writes.
  func withWriteLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    try writeLock.withLock(body)
  }
}
