internal import ModelLanguage

/// The command `modelstore pull`, which creates a model of any SQLite database.
struct PullCommand {
  let options: CommandOptions

  func run() throws -> Outcome {
    let database = try ForeignDatabase(options.operand)
    let output = options.value("--output")
    let isDataModel = output.map(DataModelFiles.isDataModel) == true
    let text: String
    if try database.names(ofType: "table").contains("Z_PRIMARYKEY") {
      var model = try storedModel(database)
      if options.value("--name") != nil { model.name = name }
      text = try PulledText(model, of: options.operand, forXcode: isDataModel).text
    } else {
      var pull = try DatabasePull(database)
      text = try pull.text(named: name)
    }
    guard let output else { return Outcome(text: text) }
    guard !FileManager.default.fileExists(atPath: output) else {
      throw StoreError(.cannotOpen, "'\(output)' is there already; it is not overwritten")
    }
    do {
      let file = isDataModel ? output + "/contents" : output
      if isDataModel {
        try FileManager.default.createDirectory(
          atPath: output, withIntermediateDirectories: true)
      }
      try text.write(toFile: file, atomically: true, encoding: .utf8)
    } catch {
      throw StoreError(
        .ioFailure, "'\(output)' cannot be written: \(FileObstacle.writing(output, error))")
    }
    return Outcome("wrote \(output)", json: ["file": .string(output)])
  }

  /// Returns the model of a store: its own model, or one inferred from its
  /// tables.
  private func storedModel(_ database: ForeignDatabase) throws -> ManagedObjectModel {
    if let model = try StoredModel.model(of: options.file) { return model }
    var pull = StorePull(database)
    return try pull.model(named: name)
  }

  /// The model's name: the given name, or the name of the file.
  private var name: String {
    let given =
      options.value("--name") ?? options.file.deletingPathExtension().lastPathComponent
    return ImportedName.identifier(EnglishWords.typeName(given), otherwise: "Database")
  }
}

/// The command `modelstore import-sqlite`, which imports the rows of a database
/// into a store, all of them or none.
struct ImportDatabaseCommand {
  let options: CommandOptions

  func run() throws -> Outcome {
    let database = try ForeignDatabase(options.operand)
    let target = options.operands[1]
    return try NewStore.orNothing(at: target) {
      let container = try PersistentContainer(
        options.model(), configuration: StoreConfiguration(url: URL(filePath: target)))
      let store = try StoreAccess(container)
      var rows = try DatabaseImport(database, into: store)
      rows.skipsMisfits = options.has("--skip")
      try store.context.saveInParts { write in
        do {
          try rows.run(write)
        } catch let error as StoreError {
          throw try rows.located(error)
        }
        guard rows.misfitCount == 0 || rows.skipsMisfits else {
          throw StoreError(
            .wrongType,
            (report(rows) + ["nothing was imported; '--skip' leaves out what does not fit"])
              .joined(separator: "\n"))
        }
      }
      let imported = rows.counts.reduce(0) { $0 + $1.count }
      let counts = rows.counts.map { ($0.name, "\($0.count)") }
      return Outcome(
        lines: [
          CommandDescription.table(counts),
          "imported \(imported) \(imported == 1 ? "object" : "objects")",
        ]
          + rows.leftOut.map { "left out: the table '\($0.onOneLine)', which no entity is of" }
          + report(rows),
        json: [
          "imported": .integer(imported),
          "entities": .object(
            Dictionary(rows.counts.map { ($0.name, .integer($0.count)) }) { one, _ in one }),
          "leftOut": .array(rows.leftOut.map(JSONTree.string)),
          "misfits": .array(rows.misfits.map(JSONTree.string)),
          "misfitCount": .integer(rows.misfitCount),
        ],
        status: rows.misfitCount == 0 ? 0 : 1)
    }
  }

  private func report(_ rows: DatabaseImport) -> [String] {
    let more = rows.misfitCount - rows.misfits.count
    return rows.misfits + (more > 0 ? ["and \(more) more"] : [])
  }
}

/// A store that a command may create.
enum NewStore {
  /// Runs a command. If the command fails, removes the store that it created.
  static func orNothing<Result>(at path: String, _ body: () throws -> Result) throws -> Result {
    let isNew = !FileManager.default.fileExists(atPath: path)
    do {
      return try body()
    } catch {
      if isNew { try? PersistentContainer.destroyStore(at: URL(filePath: path)) }
      throw error
    }
  }
}
