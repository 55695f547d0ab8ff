/// A store that a command reads, with its own model or with the given model.
struct StoreAccess {
  let container: PersistentContainer
  let context: ManagedObjectContext
  let identifier: UUID

  /// Opens a store.
  ///
  /// - Parameter writes: True if the command writes to the store; otherwise the
  ///   store is opened read-only.
  /// - Throws: `StoreError` if there is no store, or no model to read it with.
  init(_ options: CommandOptions, writes: Bool = false) throws {
    let file = options.file
    guard file.isFileURL else {
      let store = try AddressedStore(options)
      try self.init(store.open(makesStore: writes), store.identifier)
      return
    }
    try Self.requireFile(options.operand)
    let type = try StoreType.detected(at: file)
    var configuration = StoreConfiguration(url: file, type: type)
    configuration.isReadOnly = !writes
    let model = try Self.model(of: file, type, options, writes: writes)
    if !writes, type == .sqlite, options.value("--model") != nil {
      try Self.warn(of: model.description, options)
    }
    try self.init(try PersistentContainer(model, configuration: configuration))
  }

  init(_ container: PersistentContainer) throws {
    try self.init(container, container.metadata.identifier)
  }

  private init(_ container: PersistentContainer, _ identifier: UUID) throws {
    self.container = container
    context = try container.makeContext()
    self.identifier = identifier
  }

  var model: ManagedObjectModel { container.model }

  /// Throws an error if there is no file at a path, since opening would create
  /// a store.
  static func requireFile(_ path: String) throws {
    guard FileManager.default.fileExists(atPath: path) else {
      throw StoreError(.cannotOpen, "there is no store '\(path)'")
    }
  }

  /// Prints a warning if a store was written by another model and has columns that could be
  /// mistaken for those of other properties.
  private static func warn(of model: ManagedObjectModel, _ options: CommandOptions) throws {
    let inspection = try StoreInspection(url: options.file)
    guard try inspection.versionHashes() != model.versionHashes else { return }
    let columns = try inspection.unexplained(by: model)
    guard !columns.isEmpty else { return }
    let names = columns.prefix(5).joined(separator: ", ")
    try? StandardStream.errors.show(
      """
      warning: '\(options.operand)' was written by another model, and '\(model.name)' does not \
      explain \(names): values can be those of other properties

      """)
  }

  /// Returns the given model, else the store's own: a store whose version
  /// differs from the program's is read without a migration. A store without a
  /// model is read according to its tables.
  private static func model(
    of file: URL, _ type: StoreType, _ options: CommandOptions, writes: Bool
  ) throws -> CompiledModel {
    if options.value("--model") != nil {
      // This is the store's version, with which the store is read without a
      // migration.
      let own = try? StoreVersion(of: file, among: try options.namedVersions()).version
      return try own.map { CompiledModel($0.model) } ?? options.model()
    }
    let (own, named) = (try StoredModel.own(of: file), try options.namedModel())
    // A program knows more names and types of its store than Core Data.
    if let named, own?.isCoreDatas != false,
      own.map({ $0.model.versionHashes == named.description.versionHashes }) != false
    {
      return named
    }
    if let own { return CompiledModel(own.model) }
    // A guessed model is good enough for reading a store, but not for writing.
    if !writes, type == .sqlite {
      var pull = StorePull(try ForeignDatabase(options.operand))
      return CompiledModel(try pull.model(named: "Store"))
    }
    throw StoreError(
      .unsupportedFeature,
      """
      '\(options.operand)' does not contain its model, like older stores of Core Data; pass it: \
      '--model Bank.xcdatamodeld'
      """)
  }
}
