/// A store at an address, `postgresql://…`, for the commands that usually work on files.
struct AddressedStore {
  private let options: CommandOptions
  private let store: any IncrementalStore

  init(_ options: CommandOptions) throws {
    self.options = options
    store = try StoreAddresses.store(at: try StoreAddresses.url(options.operand))
  }

  var identifier: UUID { store.identifier }

  /// Opens the store with its own model.
  ///
  /// - Parameter makesStore: True to create a missing store with the given model.
  func open(makesStore: Bool = false) throws -> PersistentContainer {
    if let model = try store.storedModel {
      return try PersistentContainer(CompiledModel(model), incrementalStore: store)
    }
    guard makesStore else { throw Self.noStore("'modelstore import' makes one") }
    guard let model = try options.namedModel() else {
      throw Self.noStore("to make one, name its model: '--model'")
    }
    return try PersistentContainer(model, incrementalStore: store)
  }

  private static func noStore(_ cure: String) -> StoreError {
    StoreError(.notAStore, "there is no store at this address yet; \(cure)")
  }

  /// A request for the objects of an entity without those of its subentities.
  private static var own: FetchRequest<ManagedObject> {
    var request = FetchRequest<ManagedObject>()
    request.includesSubentities = false
    return request
  }

  /// Runs the command `modelstore info`, which prints the model and the number
  /// of objects of each entity.
  func info() throws -> Outcome {
    let container = try open()
    let context = try container.makeContext()
    let model = container.model
    let counts = try model.entities.filter { !$0.isAbstract }.map {
      ($0.name, try context.count(entityName: $0.name, Self.own))
    }
    let version = model.version.map { " version \($0)" } ?? ""
    return Outcome(
      lines: ["identifier  \(identifier.uuidString)", "model       \(model.name)\(version)"]
        + counts.map { "entity      \($0): \($1 == 1 ? "1 object" : "\($1) objects")" },
      json: [
        "identifier": .string(identifier.uuidString), "model": .string(model.name),
        "version": JSONTree(model.version),
        "entities": .array(
          counts.map { ["name": .string($0), "objects": .integer($1)] }),
      ])
  }

  /// Runs the command `modelstore check`, which checks that the tables are
  /// those of the model, and that every value can be read and satisfies the
  /// model's rules.
  func check() throws -> Outcome {
    let container = try open()
    var problems: [String] = []
    for entity in container.model.entities where !entity.isAbstract {
      let context = try container.makeContext()
      for object in try context.fetch(entityName: entity.name, Self.own) {
        problems += try context.validationFailures(of: object).map(\.description)
      }
    }
    let json: JSONTree = ["findings": .array(problems.map { ["message": .string($0)] })]
    return problems.isEmpty
      ? Outcome("ok", json: json) : Outcome(lines: problems, json: json, status: 1)
  }

  /// Runs the command `modelstore migrate`, which migrates the store to the
  /// given model. A dry run undoes the migration.
  func migrate() throws -> Outcome {
    guard let stored = try store.storedModel else {
      throw Self.noStore("'modelstore import' makes one")
    }
    let before = stored.version
    let model = try options.model()
    guard options.migration.place == .inPlace else {
      throw StoreError(
        .wrongOption,
        "'--copy': a store at an address has no copy, and is migrated in one transaction")
    }
    let isTrial = options.has("--dry-run")
    let statements = StatementList()
    if isTrial {
      store.report(to: SQLTrace { statements.add($0.sql) })
      try PersistentContainer.tryMigration(of: store, to: model, options.migration)
    } else {
      _ = try PersistentContainer(model, incrementalStore: store, migration: options.migration)
    }
    let after = isTrial ? model.description.version : try store.storedModel?.version
    let version = after.map { "version \($0)" } ?? "a version without a number"
    let origin = before.map { " from version \($0)" } ?? ""
    let shown = isTrial && options.has("--sql") ? statements.changes : []
    return Outcome(
      lines: [
        before == after
          ? "nothing to do: the store is of \(version)"
          : isTrial
            ? "the store can be migrated\(origin) to \(version); it was tried and taken back"
            : "migrated the store\(origin) to \(version)"
      ] + shown.map { $0 + ";" },
      json: [
        "from": JSONTree(before), "to": JSONTree(after),
        "isMigrated": .boolean(!isTrial && before != after),
        "statements": .array(shown.map(JSONTree.string)),
      ])
  }
}

/// The statements that a store runs while it is migrated.
private final class StatementList: @unchecked Sendable {
  // because the list is read by the thread that ran the migration, after it has ended.
  private var all: [String] = []

  func add(_ sql: String) { all.append(sql) }

  /// The statements that change the store.
  var changes: [String] {
    all.filter { sql in
      !["SELECT", "COPY (", "SET", "BEGIN", "ROLLBACK"].contains { sql.hasPrefix($0) }
    }
  }
}
