internal import ModelTerminal

/// The commands that query a store: `rows`, `count`, `get` and `sql`.
struct QueryCommands {
  private let options: CommandOptions
  private let store: StoreAccess

  init(_ options: CommandOptions) throws {
    self.options = options
    store = try StoreAccess(options)
  }

  /// The number of objects that are loaded at the same time.
  private static let batchSize = 256

  // MARK: Requests

  private func request() throws -> FetchRequest<ManagedObject> {
    var request = FetchRequest<ManagedObject>(
      try options.value("--where").map { try ObjectPredicate(format: $0) })
    request.sortKeys = try options.value("--sort").map(Self.sortKeys) ?? []
    request.limit = options.number("--limit")
    // In a request, a limit of 0 means no limit, as in Core Data.
    if options.number("--limit") == 0 { request.predicate = .constant(false) }
    return request
  }

  /// Returns the sort keys in a string such as `state, name desc`.
  static func sortKeys(_ text: String) throws -> [SortKey] {
    try text.split(separator: ",").map { part in
      let words = part.split(separator: " ").map(String.init)
      guard let path = words.first, words.count < 3,
        ["asc", "desc", nil].contains(words.dropFirst().first)
      else {
        throw CommandUsageError("'--sort' takes names, such as 'state, name desc', not '\(text)'")
      }
      return SortKey(
        path.split(separator: ".").map(String.init),
        isAscending: words.dropFirst().first != "desc")
    }
  }

  // MARK: Commands

  /// Runs the command `modelstore rows`, which prints objects as a table, CSV
  /// or JSON.
  func rows() throws -> Outcome {
    guard !(options.has("--json") && options.has("--csv")) else {
      throw CommandUsageError("'--json' and '--csv' exclude each other")
    }
    let entity = options.operands[1]
    let objects = try store.context.batches(
      entityName: entity, of: request(), size: Self.batchSize)
    let columns = try ObjectColumns(options.value("--columns"), of: entity, in: store.model)
    if options.has("--json") { return json(objects, columns) }
    if options.has("--csv") { return csv(objects, columns) }
    return table(objects, columns)
  }

  private func json(
    _ objects: FetchedBatches<ManagedObject>, _ columns: ObjectColumns
  ) -> Outcome {
    Outcome { write in
      let reader = ValueReader(store.container)
      try write("[")
      for (place, object) in objects.enumerated() {
        let values = try zip(columns.names, columns.paths).map { name, path in
          (name, try reader.value(path, of: object).json)
        }
        let id = ("@id", JSONText.string(StoredValue.id(object)))
        try write((place == 0 ? "\n" : ",\n") + JSONText.object([id] + values))
      }
      try write("\n]\n")
      try reader.finish()
    }
  }

  private func csv(
    _ objects: FetchedBatches<ManagedObject>, _ columns: ObjectColumns
  ) -> Outcome {
    Outcome(isData: true) { write in
      let reader = ValueReader(store.container)
      let isPlain = options.has("--plain")
      try write(CSVReader.line(["@id"] + columns.names))
      for object in objects {
        let fields = try columns.paths.map { try reader.value($0, of: object).field }
        try write(CSVReader.line([StoredValue.id(object)] + fields, isPlain: isPlain))
      }
      try reader.finish()
    }
  }

  private func table(
    _ objects: FetchedBatches<ManagedObject>, _ columns: ObjectColumns
  ) -> Outcome {
    Outcome { write in
      let reader = ValueReader(store.container)
      // The first batch determines the widths of the columns, which later
      // batches keep.
      func fields(_ object: ManagedObject) throws -> [String] {
        try [StoredValue.id(object)]
          + columns.paths.map { try reader.value($0, of: object).text.valueOnOneLine }
      }
      let header = ["ID"] + columns.names
      let first = try objects.prefix(Self.batchSize).map(fields)
      let widths = header.indices.map { column in
        min(([header] + first).map { $0[column].terminalWidth }.max() ?? 0, 40)
      }
      func line(_ fields: [String]) -> String {
        let padded = zip(fields, widths).map { text, width in
          text + String(repeating: " ", count: max(width - text.terminalWidth, 0))
        }.joined(separator: "  ")
        return String(padded.reversed().drop { $0 == " " }.reversed()) + "\n"
      }
      try write(line(header))
      for fields in first { try write(line(fields)) }
      for object in objects.dropFirst(first.count) { try write(line(try fields(object))) }
      try write(objects.count == 1 ? "1 object\n" : "\(objects.count) objects\n")
      try reader.finish()
    }
  }

  /// Runs the command `modelstore count`, which prints the number of objects of
  /// an entity, or of every entity.
  func count() throws -> Outcome {
    guard options.operands.count > 1 else { return try countAll() }
    let count = try store.context.count(entityName: options.operands[1], request())
    return Outcome("\(count)", json: [(options.operands[1]): .integer(count)])
  }

  private func countAll() throws -> Outcome {
    guard options.value("--where") == nil else {
      throw CommandUsageError("'--where' needs an entity")
    }
    var request = FetchRequest<ManagedObject>()
    request.includesSubentities = false
    let counts = try store.model.entitiesInStoreOrder.filter { !$0.isAbstract }.map {
      ($0.name, try store.context.count(entityName: $0.name, request))
    }
    return Outcome(
      CommandDescription.table(counts.map { ($0.0, "\($0.1)") }),
      json: .object(Dictionary(counts.map { ($0.0, .integer($0.1)) }) { one, _ in one }))
  }

  /// Runs the command `modelstore get`, which prints the object with an ID.
  func get() throws -> Outcome {
    let word = options.operands[1]
    guard let id = StoredValue.objectID(word, store: store.identifier) else {
      throw CommandUsageError("'\(word)' is no ID, such as Bank/p7 or x-coredata://…/Bank/p7")
    }
    guard let object = try store.context.existingObject(ManagedObject.self, with: id) else {
      throw StoreError(.inaccessible, "there is no object \(word)")
    }
    let entity = store.model.entity(named: object.entityName)
    let names = entity.map { store.model.properties(of: $0) } ?? []
    let reader = ValueReader(store.container)
    let values = try names.filter { $0.fetchedProperty == nil }.map {
      ($0.name, try reader.value($0.name, of: object))
    }
    let known = StoredValue.id(object)
    let text =
      options.has("--json")
      ? JSONText.object(
        [("@id", JSONText.string(known))] + values.map { ($0, $1.json) })
      : CommandDescription.table(
        [("ID", known)] + values.map { ($0.onOneLine, $1.text.valueOnOneLine) })
    return Outcome { write in
      try write(text + "\n")
      try reader.finish()
    }
  }

  /// Runs the command `modelstore sql`, which explains how the store carries
  /// out a query.
  func sql() throws -> Outcome {
    let explanation = try store.context.explain(
      entityName: options.operands[1], request(),
      showsSensitiveValues: options.has("--show-sensitive"))
    func texts(_ texts: [String]) -> JSONTree { .array(texts.map(JSONTree.string)) }
    return Outcome(
      explanation.description,
      json: [
        "sql": .string(explanation.sql),
        "bindings": explanation.bindings.map(texts) ?? .null,
        "plan": texts(explanation.plan), "warnings": texts(explanation.warnings),
      ])
  }
}
