import Foundation
import ModelSQLite
import ModelSchema
import ModelstoreCommands
import TestSupport
import XCTest

@testable import ModelRuntime
@testable import ModelStorage

/// Migrations of large stores, which are killed at random times and measured. They run in
/// `make check`.
final class LongMigrationTests: MigrationTestCase {
  private static let name = PropertyDescription.attribute("name", .string)

  /// Two versions with changes of every kind between them.
  private var versions: ModelVersions {
    let old = model(
      1, entity("Box", [.toMany("items", "Item", inverse: "boxes")]),
      entity(
        "Item",
        [
          Self.name, .attribute("size", .int32, isIndexed: true),
          .attribute("note", .string, isOptional: true),
          .toMany("boxes", "Box", inverse: "items"),
        ]))
    var new = model(
      2, entity("Alarm", []),
      entity("Box", [.toMany("things", "Thing", inverse: "boxes", renamingIdentifier: "items")]),
      entity(
        "Thing",
        [
          .attribute("title", .string, renamingIdentifier: "name"),
          .attribute("size", .int32, isIndexed: true), .attribute("half", .double),
          .attribute("id", .uuid, defaultValue: .uuid),
          .toMany("boxes", "Box", inverse: "things"),
        ], renamed: "Item"))
    new.migrations = [
      MigrationDescription(
        fromVersion: 1,
        steps: [
          .map(
            from: "Item", to: "Thing",
            [
              .init(
                "half",
                .function(
                  "divide:by:",
                  [.keyPath(["size"], of: .variable("old")), .constant(.double(2))]))
            ])
        ])
    ]
    return ModelVersions(current: new, released: [old])
  }

  private func skipUnlessLong() throws {
    guard TestRun.isLong else {
      throw XCTSkip("a long check")
    }
  }

  /// Starts `modelstore migrate`, and kills it after some seconds.
  private func migrateAndKill(_ store: URL, _ models: URL, after seconds: Double) throws {
    let process = Process()
    process.executableURL = Self.tool
    process.arguments = ["migrate", store.path, "--model", models.path]
    process.standardOutput = FileHandle.nullDevice
    let end = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in end.signal() }
    try process.run()
    if end.wait(timeout: .now() + seconds) == .timedOut {
      kill(process.processIdentifier, SIGKILL)
      end.wait()
    }
  }

  private func writeModels() throws -> URL {
    let models = folder.file("Shop.versions")
    try FileManager.default.createDirectory(at: models, withIntermediateDirectories: true)
    for file in try versions.files() {
      try Data(file.text.utf8).write(to: models.appending(path: file.name))
    }
    return models
  }

  func testAStoreIsEntirelyOldOrEntirelyNewAfterAKill() throws {
    let (kills, objects) = TestRun.isLong ? (500, 50_000) : (4, 500)
    guard FileManager.default.isExecutableFile(atPath: Self.tool.path) else {
      throw XCTSkip("modelstore is not built")
    }
    let models = try writeModels()
    let original = folder.file("original.sqlite")
    try MigrationTrial.makeStore(versions.released[0], at: original, objectCount: objects)
    let whole = folder.file("whole.sqlite")
    try FileManager.default.copyItem(at: original, to: whole)
    let started = ContinuousClock.now
    try migrateAndKill(whole, models, after: 600)
    let elapsed = ContinuousClock.now - started
    let seconds =
      Double(elapsed.components.seconds)
      + Double(elapsed.components.attoseconds) / 1e18
    let seed = TestRun.seed
    print("kills at random times of \(seconds) s, seed \(seed)")
    var random = RandomSource(seed: seed)
    var counts = (old: 0, new: 0)
    for _ in 0..<kills {
      try PersistentContainer.destroyStore(at: url)
      try FileManager.default.copyItem(at: original, to: url)
      let moment = Double.random(in: 0...seconds * 1.1, using: &random)
      try migrateAndKill(url, models, after: moment)
      try judge(objects, &counts)
    }
    print("after \(kills) kills: \(counts.old) stores old, \(counts.new) new")
    XCTAssertEqual(counts.old + counts.new, kills)
  }

  private func judge(_ objects: Int, _ counts: inout (old: Int, new: Int)) throws {
    let hashes = try StoreInspection(url: url).versionHashes()
    let isNew = hashes == versions.current.versionHashes
    if isNew { counts.new += 1 } else { counts.old += 1 }
    XCTAssertTrue(isNew || hashes == versions.released[0].versionHashes, "of no version")
    let query =
      isNew
      ? "SELECT count(*), sum(ZHALF * 2 = ZSIZE), count(DISTINCT ZID) FROM ZTHING"
      : "SELECT count(*), sum(ZNAME = 'name ' || Z_PK), count(*) FROM ZITEM"
    XCTAssertEqual(try stored(query), ["\(objects)|\(objects)|\(objects)"])
    XCTAssertEqual(
      try stored("SELECT count(*) FROM \(isNew ? "Z_2THINGS" : "Z_1ITEMS")"), ["\(objects)"])
    XCTAssertEqual(try StoreInspection(url: url).findings(), [])
    try open(versions.current, released: versions.released)
    XCTAssertEqual(try stored("SELECT count(*) FROM ZTHING"), ["\(objects)"])
  }

  func testFiguresOfAMillionRows() throws {
    try skipUnlessLong()
    let count = 1_000_000
    let old = versions.released[0]
    let wide = ManagedObjectModel(
      name: "Shop", version: 2,
      entities: old.entities.map { entity in
        var entity = entity
        if entity.name == "Item" {
          entity.properties.append(
            .attribute("done", .boolean, defaultValue: .constant(.boolean(false))))
        }
        return entity
      })
    let original = folder.file("original.sqlite")
    try MigrationTrial.makeStore(old, at: original, objectCount: count)
    func fresh() throws {
      try PersistentContainer.destroyStore(at: url)
      try FileManager.default.copyItem(at: original, to: url)
    }
    let clock = ContinuousClock()
    try fresh()
    // Pending writes of the copy are flushed first, because they are not part of the
    // migration.
    let file = try FileHandle(forUpdating: url)
    try file.synchronize()
    try file.close()
    let statements = Durations()
    var configuration = StoreConfiguration(url: url)
    configuration.trace = SQLTrace { statements.add($0.duration) }
    let added = try clock.measure {
      _ = try PersistentStore(CompiledModel(layoutOf: wide), configuration: configuration)
    }
    try fresh()
    let copied = try clock.measure {
      let connection = try Connection(path: url.path(percentEncoded: false))
      try connection.execute(
        """
        PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE; \
        CREATE TABLE copy (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \
        ZSIZE INTEGER, ZHALF FLOAT, ZTITLE VARCHAR, ZID BLOB); \
        INSERT INTO copy SELECT Z_PK, 3, Z_OPT, ZSIZE, ZSIZE / 2.0, ZNAME, randomblob(16) \
        FROM ZITEM; CREATE INDEX byPlace ON copy (ZSIZE); DROP TABLE ZITEM; \
        CREATE TABLE pairs (a INTEGER, b INTEGER, PRIMARY KEY (a, b)); \
        INSERT INTO pairs SELECT * FROM Z_1ITEMS; CREATE INDEX byMember ON pairs (b, a); \
        DROP TABLE Z_1ITEMS; UPDATE ZBOX SET Z_ENT = 2; COMMIT
        """)
    }
    try fresh()
    let mapped = try clock.measure { try open(versions.current, released: [old]) }
    let memory =
      try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      .split(separator: "\n").first { $0.hasPrefix("VmHWM") } ?? ""
    print("adding an attribute to \(count) rows: \(added), SQLite's part \(statements.sum)")
    print("hand-written copy: \(copied); mapped migration: \(mapped); \(memory)")
    XCTAssertEqual(try stored("SELECT count(*) FROM ZTHING"), ["\(count)"])
  }
}

/// The total duration of statements.
private final class Durations: @unchecked Sendable {
  // because one thread opens the store.
  private(set) var sum = Duration.zero

  func add(_ duration: Duration) { sum += duration }
}
