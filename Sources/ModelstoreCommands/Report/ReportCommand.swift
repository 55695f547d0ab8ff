internal import ModelGenerator

/// The command `modelstore report`, which writes a report on a store as one
/// HTML page.
struct ReportCommand {
  private let options: CommandOptions
  private let store: StoreAccess

  /// The number of objects of each entity on the page.
  private static let sampleCount = 20

  init(_ options: CommandOptions) throws {
    self.options = options
    store = try StoreAccess(options)
  }

  func run() throws -> Outcome {
    guard let output = options.value("--output") else {
      throw CommandUsageError("say where: '--output page.html'")
    }
    if let old = FileManager.default.contents(atPath: output),
      !old.starts(with: Data(ModelPage.mark.utf8))
    {
      throw StoreError(.cannotOpen, "'\(output)' is there already, and is no page of ours")
    }
    let findings = try store.container.integrityCheck()
    let html = try page(findings).html
    // The report contains data from the store, so it gets the store's
    // permissions.
    try AtomicFile.write(Data(html.utf8), to: URL(filePath: output), rightsOf: options.file)
    return Outcome(
      "wrote \(output)", json: ["file": .string(output)],
      status: findings.isEmpty ? 0 : 1)
  }

  /// Returns the page, including the findings about the store.
  private func page(_ findings: [IntegrityFinding]) throws -> ModelPage {
    let model = store.model
    var page = ModelPage(model)
    page.title = options.file.lastPathComponent
    let version = model.version.map { ", version \($0)" } ?? ""
    page.facts = [
      ["Model", model.name + version], ["Identifier", store.identifier.uuidString],
      ["Size", Self.size(of: options.operand)],
    ]
    let sizes = tableSizes()
    var own = FetchRequest<ManagedObject>()
    own.includesSubentities = false
    let entities = try model.entities.map { entity in
      let root = model.lineage(of: entity).last { $0.parentName == nil } ?? entity
      let size = root.name == entity.name ? sizes["Z" + entity.name.uppercased()] : nil
      return [
        entity.name,
        entity.isAbstract ? "" : "\(try store.context.count(entityName: entity.name, own))",
        size.map { "\($0)" } ?? "",
      ]
    }
    let damage = findings.map { ["\($0)"] }
    let reader = ValueReader(store.container)
    page.tables = [
      ModelPage.Table(
        title: "Entities", header: ["Entity", "Objects", "Bytes of its table"], rows: entities,
        linkedColumn: 0),
      ModelPage.Table(
        title: findings.isEmpty ? "Nothing is damaged" : "Damage",
        header: findings.isEmpty ? [] : ["Finding"], rows: damage),
    ].filter { !($0.rows.isEmpty && $0.title == "Entities") }
    for entity in model.entities where !entity.isAbstract {
      page.entityTables[entity.name] = [try sample(of: entity, reader)]
    }
    return page
  }

  private func sample(
    of entity: EntityDescription, _ reader: ValueReader
  ) throws -> ModelPage.Table {
    let columns = try ObjectColumns(nil, of: entity.name, in: store.model)
    let sensitive = Set(
      store.model.properties(of: entity).compactMap(\.attribute).filter(\.isSensitive).map(\.name))
    var request = FetchRequest<ManagedObject>().limit(Self.sampleCount)
    request.includesSubentities = false
    let rows = try store.context.fetch(entityName: entity.name, request).map { object in
      try [StoredValue.id(object)]
        + columns.paths.map { path in
          if sensitive.contains(path[0]) { return "•••" }
          return Self.shortened(try reader.value(path, of: object).text)
        }
    }
    let title = rows.count < Self.sampleCount ? "Objects" : "The first \(rows.count) objects"
    return ModelPage.Table(title: title, header: ["ID"] + columns.names, rows: rows)
  }

  private static func shortened(_ text: String) -> String {
    text.count > 300 ? text.prefix(300) + "…" : text
  }

  private static func size(of path: String) -> String {
    let bytes = ["", "-wal"].map { ending in
      let attributes = try? FileManager.default.attributesOfItem(atPath: path + ending)
      return (attributes?[.size] as? NSNumber)?.int64Value ?? 0
    }.reduce(0, +)
    return "\(bytes) bytes"
  }

  /// Returns the size of every table in bytes; empty if SQLite was built
  /// without this feature.
  private func tableSizes() -> [String: Int64] {
    var sizes: [String: Int64] = [:]
    guard let database = try? ForeignDatabase(options.operand) else { return [:] }
    try? database.rows("SELECT name, sum(pgsize) FROM dbstat GROUP BY name") { row in
      sizes[row.shownText(0)] = row.int64(1)
    }
    return sizes
  }
}
