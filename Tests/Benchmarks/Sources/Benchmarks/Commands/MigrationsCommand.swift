import Foundation
import ModelRuntime
import ModelstoreCommands

/// What it takes to open a store that an older version wrote, against SQL by hand.
struct MigrationsCommand {
  private let count: Int
  private let rounds: Int
  private let folder: URL

  private var original: URL { folder.appendingPathComponent("original.sqlite") }
  private var store: URL { folder.appendingPathComponent("store.sqlite") }

  init(_ options: Options) throws {
    count = options.size ?? 1_000_000
    rounds = options.rounds
    let parent =
      options.folder.map { URL(fileURLWithPath: $0) } ?? FileManager.default.temporaryDirectory
    folder = parent.appendingPathComponent("bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  func run() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try MigrationTrial.makeStore(ShopVersions.old, at: original, objectCount: count)
    print(
      "Opening a store of \(count) rows. Medians of \(rounds) rounds. Load \(Machine.load).\n")
    let plain = try measure { try open(ShopVersions.old) }
    let added = try measure { try open(ShopVersions.wide) }
    let copied = try measure { try copyByHand() }
    let mapped = try measure { try open(ShopVersions.mapped) }
    line("of the same version", plain)
    line("with an attribute added", added)
    line("with a mapping", mapped)
    line("a copy in SQL by hand", copied)
    print(String(format: "the mapping takes %.2f of the copy by hand", mapped / copied))
    print("memory of the process at most \(try peak())")
  }

  private func line(_ title: String, _ milliseconds: Double) {
    print(
      title.padding(toLength: 30, withPad: " ", startingAt: 0),
      String(format: "%10.2f ms", milliseconds))
  }

  /// Each round has a fresh copy of the store, which is on the disk before the clock starts: else
  /// the first commit would write all of it.
  private func measure(_ body: () throws -> Void) throws -> Double {
    var figures: [Double] = []
    for _ in 0..<rounds {
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: store.path + suffix)
      }
      try FileManager.default.copyItem(at: original, to: store)
      try FileHandle(forUpdating: store).synchronize()
      figures.append(try Stopwatch.milliseconds(body))
    }
    return figures.median
  }

  private func open(_ model: ManagedObjectModel) throws {
    let versions = ModelVersions(current: model, released: [ShopVersions.old])
    let container = try PersistentContainer(
      CompiledModel(versions: versions), configuration: StoreConfiguration(url: store))
    guard container.model.version == model.version else { throw BenchError("another version") }
  }

  /// The same change as the mapping makes, without its checks and its upkeep.
  private func copyByHand() throws {
    try RawConnection(path: store.path).execute(
      """
      BEGIN IMMEDIATE; \
      CREATE TABLE ZTHING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \
      ZSIZE INTEGER, ZHALF FLOAT, ZTITLE VARCHAR, ZID BLOB); \
      INSERT INTO ZTHING SELECT Z_PK, 1, Z_OPT, ZSIZE, ZSIZE / 2.0, ZNAME, randomblob(16) \
      FROM ZITEM; CREATE INDEX bySize ON ZTHING (ZSIZE); DROP TABLE ZITEM; COMMIT
      """)
  }

  /// The highest resident memory so far.
  private func peak() throws -> String {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") }
    return line.map { String($0.dropFirst(6)).trimmingCharacters(in: .whitespaces) } ?? "-"
  }
}

/// Three versions of a model: the old one, one with an attribute more, one that a mapping makes.
private enum ShopVersions {
  private static let name = PropertyDescription.attribute("name", .string)
  private static let size = PropertyDescription.attribute("size", .int32, isIndexed: true)
  private static let note = PropertyDescription.attribute("note", .string, isOptional: true)

  static let old = ManagedObjectModel(
    name: "Shop", version: 1,
    entities: [EntityDescription(name: "Item", properties: [name, size, note])])

  static let wide = ManagedObjectModel(
    name: "Shop", version: 2,
    entities: [
      EntityDescription(
        name: "Item",
        properties: [
          name, size, note, .attribute("done", .boolean, defaultValue: .constant(.boolean(false))),
        ])
    ])

  static var mapped: ManagedObjectModel {
    var model = ManagedObjectModel(
      name: "Shop", version: 3,
      entities: [
        EntityDescription(
          name: "Thing",
          properties: [
            .attribute("title", .string, renamingIdentifier: "name"), size,
            .attribute("half", .double), .attribute("id", .uuid, defaultValue: .uuid),
          ], renamingIdentifier: "Item")
      ])
    let half = ObjectExpression.function(
      "divide:by:", [.keyPath(["size"], of: .variable("old")), .constant(.double(2))])
    model.migrations = [
      MigrationDescription(
        fromVersion: 1, steps: [.map(from: "Item", to: "Thing", [.init("half", half)])])
    ]
    return model
  }
}
