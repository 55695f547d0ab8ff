/// The commands of `modelstore`, for the tool and for your own programs.
///
/// The tool knows models only as data. A program whose migrations call Swift code contains that
/// code, and can run the same commands with it:
///
/// ```swift
/// import ModelstoreCommands
///
/// var migration = MigrationOptions()
/// migration.code.add(AlertPolicy())
/// let commands = StoreCommands(program: "todo-store", model: .todo, migration: migration)
/// exit(commands.run(Array(CommandLine.arguments.dropFirst())))
/// ```
///
/// `test-migrations` runs its own program again as the process that is killed, so the
/// program must pass its arguments on to `run(_:)`.
public struct StoreCommands: Sendable {
  let program: String
  let model: CompiledModel?
  let migration: MigrationOptions

  /// Creates the commands of a program.
  ///
  /// - Parameters:
  ///   - program: The name at the start of messages.
  ///   - model: The model whose stores are migrated; nil for the model given with `--model`.
  ///   - migration: The code that migrations call, and the migration options. Options on the
  ///     command line take precedence.
  public init(
    program: String = "modelstore", model: CompiledModel? = nil,
    migration: MigrationOptions = MigrationOptions()
  ) {
    self.program = program
    self.model = model
    self.migration = migration
  }

  /// Runs a command line and prints its outcome.
  ///
  /// - Parameter arguments: The arguments after the program's name.
  /// - Returns: The exit status: 0; 1 if the command failed, found damage or could not
  ///   write its output; 2 if the command line was not understood.
  public func run(_ arguments: [String]) -> Int32 {
    // The limit prevents an untrusted store from using up the machine's memory.
    Connection.memoryLimit = Int64(clamping: ProcessInfo.processInfo.physicalMemory / 2)
    let files = WriteAheadFiles(besides: arguments)
    defer { files.remove() }
    return status(arguments)
  }

  private func status(_ arguments: [String]) -> Int32 {
    do {
      let outcome = try outcome(arguments)
      try outcome.write(to: .stream(.output))
      return outcome.status
    } catch is CommandOutput.Closed {
      return 0
    } catch let error as CommandUsageError {
      complain("\(error); see '\(help(for: arguments))'")
      return 2
    } catch {
      complain("\(error)")
      return 1
    }
  }

  /// Returns the command line that prints the help for a command line that was not understood. For
  /// an unknown command, it prints the program's help.
  func help(for arguments: [String]) -> String {
    guard let name = arguments.first, all.contains(where: { $0.description.name == name }) else {
      return "\(program) --help"
    }
    return "\(program) \(name) --help"
  }

  /// Prints a line to standard error.
  private func complain(_ message: String) {
    try? StandardStream.errors.show("\(program): \(message.withoutPasswords)\n")
  }

  /// Carries out a command line, and returns the outcome.
  func outcome(_ arguments: [String]) throws -> Outcome {
    let rest = Array(arguments.dropFirst())
    switch arguments.first {
    case nil: return Outcome(description.overview, status: 2)
    case "help" where rest.first?.hasPrefix("-") == false:
      return try outcome([rest[0], "--help"])
    case "--help", "-h", "help": return Outcome(description.overview)
    case "--version": return Outcome("\(program) \(PackageVersion.current)")
    case let word?:
      let all = all
      guard let command = all.first(where: { $0.description.name == word }) else {
        throw CommandUsageError(
          "unknown command '\(word)'"
            + nearestQuestion(for: word, in: all.map(\.description.name)))
      }
      guard !rest.contains("--help"), rest != ["-h"] else {
        return Outcome(command.description.page(of: program))
      }
      let options = try CommandOptions(rest, of: command, in: self)
      let outcome = try command.run(options)
      return options.has("--json") ? outcome.forPrograms : outcome
    }
  }

  /// Returns the information that a store contains about itself.
  func info(_ options: CommandOptions) throws -> Outcome {
    let store = options.file
    guard store.isFileURL else { return try AddressedStore(options).info() }
    let versions = options.hasModel ? try options.namedVersions() : []
    let inspection = try StoreInspection(url: store, among: versions.map(\.model))
    let information = try inspection.information()
    let hashes = try inspection.versionHashes()
    let named = versions.isEmpty ? nil : try StoreVersion(of: store, among: versions)
    let version = information.modelVersion.map { " version \($0)" } ?? ""
    let isCached = try inspection.ownModel()?.isCoreDatas == true
    let damage = try isCached ? nil : inspection.unreadableModel()?.message
    let model =
      information.modelName.map { $0 + version }
      ?? (isCached
        ? "in the store: 'modelstore pull' prints it" : damage ?? "not recorded in the store")
    let entities = information.entities.map { entity in
      let count = entity.objectCount == 1 ? "1 object" : "\(entity.objectCount) objects"
      // The prefix is enough to compare two stores; `hashes` prints the whole hash.
      let hash = hashes[entity.name].map { ", hash \($0.base64EncodedString().prefix(8))…" } ?? ""
      return "entity \(entity.number)    \(entity.name): \(count), last key \(entity.lastKey)"
        + hash
    }
    return Outcome(
      lines: ["identifier  \(information.identifier.uuidString)", "model       \(model)"]
        + (named.map { ["version     \($0.summary)"] } ?? []) + facts(information) + entities,
      json: information.json(named, hashes))
  }

  /// Returns the information that is also present in stores of Apple's Core Data.
  private func facts(_ information: StoreInformation) -> [String] {
    var lines: [String] = []
    if !information.versionIdentifiers.isEmpty {
      lines.append("versions    \(information.versionIdentifiers.joined(separator: ", "))")
    }
    if let version = information.frameworkVersion { lines.append("framework   \(version)") }
    lines.append("core data   \(information.coreDataVerdict)")
    if let history = information.history {
      lines.append(
        "history     \(history.transactions) transactions, \(history.changes) changes")
    }
    lines += information.needs.map { "needs       \($0)" }
    return lines
  }

  /// Reduces the size of a store's file.
  func compact(_ options: CommandOptions) throws -> Outcome {
    guard options.file.isFileURL else {
      throw StoreError(
        .unsupportedFeature,
        "'compact' works only on files; a database server manages its own disk space")
    }
    let sizes = try PersistentStore.compact(options.file)
    return Outcome(
      lines: ["\(sizes.before) bytes before, \(sizes.after) after"],
      json: ["before": .integer(Int(sizes.before)), "after": .integer(Int(sizes.after))])
  }

  /// Returns the version hashes of a store, in the form required by `modelgen generate --hashes`.
  func hashes(_ store: URL) throws -> Outcome {
    let type = try StoreType.detected(at: store)
    let hashes =
      type == .sqlite
      ? try StoreInspection(url: store).versionHashes()
      : try PersistentContainer.metadata(at: store, type: type).versionHashes
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    let data = try encoder.encode(hashes.mapValues { $0.base64EncodedString() })
    return Outcome(String(decoding: data, as: UTF8.self))
  }
}

extension StoreInformation {
  fileprivate func json(
    _ named: StoreVersion?, _ hashes: [String: ManagedObjectModel.EntityHash]
  ) -> JSONTree {
    [
      "identifier": .string(identifier.uuidString), "model": JSONTree(modelName),
      "version": JSONTree(modelVersion),
      "versionIdentifiers": .array(versionIdentifiers.map(JSONTree.string)),
      "framework": JSONTree(frameworkVersion), "coreData": .string(coreDataVerdict),
      "history": history.map {
        ["transactions": .integer($0.transactions), "changes": .integer($0.changes)]
      } ?? .null,
      "needs": .array(needs.map(JSONTree.string)),
      "versions": named.map { .array($0.equal.map { .string($0.name) }) } ?? .null,
      "entities": .array(
        entities.map {
          [
            "name": .string($0.name), "number": .integer($0.number),
            "objects": .integer($0.objectCount), "lastKey": .integer($0.lastKey),
            "hash": JSONTree(hashes[$0.name]?.base64EncodedString()),
          ]
        }),
    ]
  }
}
