import Foundation
import ModelSQLite
import ModelSchema
import TestSupport
import XCTest

@testable import ModelRuntime
@testable import ModelStorage

/// Migrations that fail midway, because of a full disk, a failing statement, or a copy left
/// by a crashed program.
final class MigrationFaultTests: MigrationTestCase {
  private static let name = PropertyDescription.attribute("name", .string)
  private let old = model(1, entity("Item", [name]))

  /// Two versions between which the table has to be rebuilt.
  private var versions: (old: ManagedObjectModel, new: ManagedObjectModel) {
    var new = model(
      2, entity("Item", [Self.name, .attribute("size", .int32)]), entity("Box", []))
    new.migrations = [
      MigrationDescription(
        fromVersion: 1,
        steps: [
          .map(
            from: "Item", to: "Item",
            [.init("size", .function("length:", [.keyPath(["name"], of: .variable("old"))]))])
        ])
    ]
    return (old, new)
  }

  private func makeRows(_ count: Int) throws {
    try make(versions.old)
    try execute(
      """
      WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < \(count)) \
      INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) SELECT n, 1, 1, 'item ' || n FROM n; \
      UPDATE Z_PRIMARYKEY SET Z_MAX = \(count)
      """, in: url)
  }

  func testAFullDiskLeavesTheStore() throws {
    try makeRows(5000)
    let connection = try Connection(path: url.path(percentEncoded: false))
    try connection.execute("PRAGMA max_page_count = 1")
    try TextFunctions(connection: connection).register()
    let migration = StoreMigration(
      model: CompiledModel(layoutOf: versions.new), connection: connection,
      configuration: StoreConfiguration(url: url))
    XCTAssertThrowsError(try migration.migrateIfNeeded()) { error in
      XCTAssertEqual((error as? StoreError)?.reason, .diskFull, "\(error)")
      XCTAssertTrue("\(error)".contains("the store is as it was: make room for"), "\(error)")
    }
    XCTAssertEqual(try stored("SELECT count(*), max(ZNAME) FROM ZITEM"), ["5000|item 999"])
    XCTAssertEqual(try StoreInspection(url: url).findings(), [])
    try open(versions.new)
    XCTAssertEqual(try stored("SELECT count(*), max(ZSIZE) FROM ZITEM"), ["5000|9"])
    try assertSchema(versions.new, "after the fault")
  }

  func testAnErrorAtAnyStatementLeavesTheStore() throws {
    try makeRows(20)
    var count = 0
    while true {
      let connection = try Connection(path: url.path(percentEncoded: false))
      try TextFunctions(connection: connection).register()
      let fault = Fault(at: count)
      // because the closure runs on this thread.
      nonisolated(unsafe) let own = connection
      let migration = StoreMigration(
        model: CompiledModel(layoutOf: versions.new), connection: connection,
        configuration: StoreConfiguration(url: url),
        willRun: { _ in
          // From now on every writing statement fails.
          if fault.isNow { try? own.execute("PRAGMA query_only = ON") }
        })
      do {
        let isDone = try migration.migrateIfNeeded()
        XCTAssertTrue(isDone)
        XCTAssertFalse(fault.wasReached)
        break
      } catch {
        XCTAssertTrue(fault.wasReached, "\(error)")
        XCTAssertEqual(try stored("SELECT count(*), max(Z_PK) FROM ZITEM"), ["20|20"])
        XCTAssertEqual(
          try StoreInspection(url: url).versionHashes(), versions.old.versionHashes)
      }
      count += 1
      if count > 200 { return XCTFail("there is no end") }
    }
    XCTAssertGreaterThan(count, 3)
    try open(versions.new)
    try assertSchema(versions.new, "after \(count) faults")
  }

  private final class Fault: @unchecked Sendable {
    // because one thread runs the migration.
    private var rest: Int
    private(set) var wasReached = false

    init(at statement: Int) { rest = statement }

    var isNow: Bool {
      rest -= 1
      guard rest == -1 else { return false }
      wasReached = true
      return true
    }
  }

  func testAddingAnAttributeMakesNoPassOverTheRows() throws {
    try makeRows(20_000)
    let added = model(
      2,
      entity(
        "Item", [Self.name, .attribute("size", .int32, defaultValue: .constant(.integer(1)))]))
    let connection = try Connection(path: url.path(percentEncoded: false))
    try TextFunctions(connection: connection).register()
    // SQLite calls the handler after every 10,000 operations. A pass over the rows would
    // take more.
    var asked = 0
    connection.setInterruption {
      asked += 1
      return false
    }
    let migration = StoreMigration(
      model: CompiledModel(layoutOf: added), connection: connection,
      configuration: StoreConfiguration(url: url))
    XCTAssertTrue(try migration.migrateIfNeeded())
    XCTAssertEqual(asked, 0)
    XCTAssertEqual(try stored("SELECT sum(ZSIZE) FROM ZITEM"), ["20000"])
  }

  /// The store is opened as a program opens it, and the plans of its statements are
  /// checked.
  func testOpeningAfterAddingAnAttributeScansNoTableOfObjects() throws {
    try makeRows(2000)
    let added = model(
      2,
      entity(
        "Item", [Self.name, .attribute("size", .int32, defaultValue: .constant(.integer(1)))]))
    let log = StatementLog()
    var configuration = StoreConfiguration(url: url)
    configuration.trace = SQLTrace { log.add($0.sql) }
    let store = try PersistentStore(CompiledModel(layoutOf: added), configuration: configuration)
    XCTAssertTrue(
      log.all.contains { $0.hasPrefix("ALTER TABLE ZITEM ADD COLUMN") }, "\(log.all)")
    let reader = try Connection(path: url.path(percentEncoded: false))
    for sql in log.all
    where ["SELECT", "UPDATE", "DELETE", "INSERT"].contains(where: sql.hasPrefix) {
      var plan: [String] = []
      try reader.prepare("EXPLAIN QUERY PLAN \(sql)").forEachRow { plan.append($0.string(3)) }
      XCTAssertFalse(plan.contains { $0.contains("SCAN ZITEM") }, "\(sql): \(plan)")
      XCTAssertFalse(sql.contains("integrity_check") || sql.contains("foreign_key_check"), sql)
    }
    XCTAssertFalse(
      log.all.contains { $0.contains("_check") || $0.contains("VACUUM") || $0.contains("ANALYZE") })
    withExtendedLifetime(store) {}
  }

  private final class StatementLog: @unchecked Sendable {
    // because one thread opens the store.
    private(set) var all: [String] = []

    func add(_ sql: String) { all.append(sql) }
  }

  func testACopyThatADeadProgramLeftIsNoObstacle() throws {
    try makeRows(20)
    let copy = URL(filePath: url.path(percentEncoded: false) + "-migrating")
    try Data("rubbish".utf8).write(to: copy)
    try open(versions.new) { $0.place = .onCopy }
    XCTAssertEqual(try stored("SELECT count(*), max(ZSIZE) FROM ZITEM"), ["20|7"])
    XCTAssertFalse(FileManager.default.fileExists(atPath: copy.path(percentEncoded: false)))
  }

  /// Another program writes at the last moment, and its rows are migrated too.
  func testWhatOthersWriteBeforeACopyIsWrittenBackIsNotLost() throws {
    for mode in ["wal", "delete"] {
      tearDown()
      try setUpWithError()
      try makeRows(20)
      try execute("PRAGMA journal_mode = \(mode)", in: url)
      var configuration = StoreConfiguration(url: url)
      configuration.migration.place = .onCopy
      let connection = try Connection(path: url.path(percentEncoded: false))
      try TextFunctions(connection: connection).register()
      let moment = Fault(at: 0)
      let migration = StoreMigration(
        model: CompiledModel(layoutOf: versions.new), connection: connection,
        configuration: configuration,
        willRun: { [url] sql in
          guard sql == "backup", moment.isNow else { return }
          try? execute(
            "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (21, 1, 1, 'late'); "
              + "UPDATE Z_PRIMARYKEY SET Z_MAX = 21", in: url)
        })
      XCTAssertTrue(try migration.migrateIfNeeded(), mode)
      XCTAssertEqual(
        try stored("SELECT count(*), max(Z_PK), max(ZSIZE) FROM ZITEM"), ["21|21|7"], mode)
      XCTAssertEqual(
        try stored("SELECT ZSIZE FROM ZITEM WHERE ZNAME = 'late'"), ["4"], mode)
      XCTAssertEqual(try StoreInspection(url: url).findings(), [], mode)
    }
  }

  func testACopyHasTheRightsOfItsStore() throws {
    try makeRows(3)
    XCTAssertEqual(chmod(url.path(percentEncoded: false), 0o600), 0)
    var configuration = StoreConfiguration(url: url)
    configuration.migration.place = .onCopy
    let connection = try Connection(path: url.path(percentEncoded: false))
    try TextFunctions(connection: connection).register()
    let copy = url.path(percentEncoded: false) + "-migrating"
    let migration = StoreMigration(
      model: CompiledModel(layoutOf: versions.new), connection: connection,
      configuration: configuration,
      willRun: { sql in
        guard sql == "backup" else { return }
        let attributes = try? FileManager.default.attributesOfItem(atPath: copy)
        XCTAssertEqual((attributes?[.posixPermissions] as? NSNumber)?.intValue, 0o600)
      })
    XCTAssertTrue(try migration.migrateIfNeeded())
    XCTAssertEqual(try stored("SELECT count(*) FROM ZITEM"), ["3"])
  }

  func testTheRehearsalSaysWhatWouldHappenAndChangesNothing() throws {
    try makeRows(30)
    try execute("PRAGMA wal_checkpoint(TRUNCATE)", in: url)
    let before = try Data(contentsOf: url)
    let report = try PersistentContainer.dryRunMigration(
      of: StoreConfiguration(url: url), to: CompiledModel(layoutOf: versions.new))
    XCTAssertNil(report.error)
    XCTAssertEqual(report.versions, ["version 1", "version 2"])
    XCTAssertEqual(
      report.entities,
      [
        .init(name: "Box", oldName: nil, before: nil, after: 0),
        .init(name: "Item", oldName: nil, before: 30, after: 30),
      ])
    XCTAssertTrue(report.statements.contains { $0.hasPrefix("INSERT INTO") })
    XCTAssertEqual(try Data(contentsOf: url), before)
  }

  func testTheRehearsalOfAStoreBehindALinkChangesNothing() throws {
    for type in [StoreType.xml, .binary] {
      let (file, link) = (folder.file("S.\(type.name)"), folder.file("link.\(type.name)"))
      let container = try PersistentContainer(
        CompiledModel(versions: ModelVersions(current: versions.old)),
        configuration: StoreConfiguration(url: file, type: type))
      try container.performAndWait { context in
        try context.insert(entityName: "Item", ["name": "one"])
        try context.save()
      }
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
      let before = try Data(contentsOf: file)
      let report = try PersistentContainer.dryRunMigration(
        of: StoreConfiguration(url: link, type: type), to: CompiledModel(layoutOf: versions.new))
      XCTAssertEqual(report.versions, ["version 1", "version 2"], type.name)
      XCTAssertEqual(try Data(contentsOf: file), before, type.name)
    }
  }

  func testTheRehearsalNamesDuplicatesUnderANewRule() throws {
    try makeRows(3)
    try execute("UPDATE ZITEM SET ZNAME = 'same'", in: url)
    let unique = model(2, entity("Item", [.attribute("name", .string, isUnique: true)]))
    let report = try PersistentContainer.dryRunMigration(
      of: StoreConfiguration(url: url), to: CompiledModel(layoutOf: unique))
    XCTAssertEqual(report.error?.reason, .dataBreaksRule)
    XCTAssertEqual(report.error?.failures.map(\.count), [3])
    XCTAssertEqual(report.error?.failures.first?.objectIDs.map(\.key), [1, 2, 3])
    XCTAssertTrue("\(report)".contains("it would fail:"), "\(report)")
  }

  // MARK: The tool

  private func modelstore(_ arguments: String...) throws -> (status: Int32, output: String) {
    try run(arguments)
  }

  private func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = Self.tool
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }

  private func writeModels() throws -> String {
    let models = folder.file("Shop.versions")
    try FileManager.default.createDirectory(at: models, withIntermediateDirectories: true)
    let all = ModelVersions(current: versions.new, released: [versions.old])
    for file in try all.files() {
      try Data(file.text.utf8).write(to: models.appending(path: file.name))
    }
    return models.path(percentEncoded: false)
  }

  func testTheToolRehearsesAndMigrates() throws {
    try makeRows(4)
    let models = try writeModels()
    let store = url.path(percentEncoded: false)
    let rehearsal = try modelstore("migrate", store, "--model", models, "--dry-run", "--sql")
    XCTAssertEqual(rehearsal.status, 0, rehearsal.output)
    XCTAssertTrue(
      rehearsal.output.hasPrefix("from version 1 to version 2\n  Box: new -> 0\n  Item: 4 -> 4\n"),
      rehearsal.output)
    XCTAssertTrue(rehearsal.output.contains("ALTER TABLE"), rehearsal.output)
    XCTAssertEqual(
      try modelstore("migrate", store, "--model", models).output,
      "migrated \(store) from version 1 to version 2\n")
    XCTAssertEqual(
      try modelstore("migrate", store, "--model", models).output,
      "nothing to do: \(store) is of version 2\n")
    XCTAssertEqual(try modelstore("migrate", store).status, 2)
    XCTAssertEqual(try modelstore("migrate", store + "x", "--model", models).status, 1)
    XCTAssertEqual(try modelstore("migrate", store, "--model", store).status, 1)
  }

  func testTheToolRehearsesAndMigratesXMLAndBinaryStores() throws {
    let models = try writeModels()
    for type in [StoreType.xml, .binary] {
      let file = folder.file("Shop.\(type.name.lowercased())")
      let store = file.path(percentEncoded: false)
      let container = try PersistentContainer(
        CompiledModel(versions: ModelVersions(current: versions.old)),
        configuration: StoreConfiguration(url: file, type: type))
      try container.performAndWait { context in
        for name in ["one", "three"] {
          try context.insert(entityName: "Item", ["name": name])
        }
        try context.save()
      }
      let before = try Data(contentsOf: file)
      let rehearsal = try modelstore("migrate", store, "--model", models, "--dry-run")
      XCTAssertEqual(rehearsal.status, 0, rehearsal.output)
      XCTAssertTrue(
        rehearsal.output.hasPrefix(
          "from version 1 to version 2\n  Box: new -> 0\n  Item: 2 -> 2\n"),
        rehearsal.output)
      XCTAssertEqual(
        try Data(contentsOf: file), before, "\(type.name): a rehearsal changes nothing")
      let migrated = try modelstore("migrate", store, "--model", models)
      XCTAssertEqual(migrated.output, "migrated \(store) from version 1 to version 2\n")
      XCTAssertEqual(try modelstore("check", store).output, "ok\n")
      XCTAssertEqual(
        try modelstore("migrate", store, "--model", models).output,
        "nothing to do: \(store) is of version 2\n")
    }
  }

  /// The tool makes up objects that satisfy the rules of the newer versions.
  func testTheToolTriesMigrationsThatAskSomethingOfTheData() throws {
    let models = folder.file("Shop.versions")
    try FileManager.default.createDirectory(at: models, withIntermediateDirectories: true)
    let older = model(
      1,
      entity(
        "Item",
        [
          .attribute("name", .string, isOptional: true),
          .attribute("code", .int32, isOptional: true),
        ]))
    let newer = model(
      2, entity("Item", [.attribute("name", .string, isUnique: true), .attribute("code", .string)]))
    for file in try ModelVersions(current: newer, released: [older]).files() {
      try Data(file.text.utf8).write(to: models.appending(path: file.name))
    }
    let trial = try modelstore(
      "test-migrations", "--model", models.path, "--objects", "30", "--kills", "2",
      "--convert-types")
    XCTAssertEqual(trial.status, 0, trial.output)
    XCTAssertTrue(trial.output.hasSuffix("ok\n"), trial.output)
  }

  func testTheToolSaysWhatIsWrongWithItsArguments() throws {
    let folder = folder.url.path(percentEncoded: false)
    let rubbish = self.folder.file("rubbish")
    try Data("rubbish".utf8).write(to: rubbish)
    let models = try writeModels()
    for (arguments, words) in [
      ([folder, "--model", models], "it is a folder"),
      ([rubbish.path, "--model", models], "is not a database"),
      ([rubbish.path, "--model", models, "--dry-run"], "'\(rubbish.path)' is not a database"),
      ([rubbish.path, "--model", rubbish.path], "is no folder of versions"),
    ] {
      let result = try run(["migrate"] + arguments)
      XCTAssertEqual(result.status, 1, words)
      XCTAssertTrue(result.output.contains(words), result.output)
    }
  }

  func testTheToolKillsItselfAtEveryStatement() throws {
    let trial = try modelstore(
      "test-migrations", "--model", try writeModels(), "--objects", "50", "--kills", "20")
    XCTAssertEqual(trial.status, 0, trial.output)
    XCTAssertTrue(trial.output.hasPrefix("version 1: 50 objects, killed "), trial.output)
    XCTAssertTrue(trial.output.hasSuffix("ok\n"), trial.output)
  }
}
