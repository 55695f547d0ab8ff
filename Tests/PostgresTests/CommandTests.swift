#if PostgreSQL
  import BankModel
  import Foundation
  import ModelPostgres
  import ModelRuntime
  import StoreSupport
  import TestSupport
  import XCTest

  /// The tools with the address of a PostgreSQL store.
  final class PostgresCommandTests: PostgresTestCase {
    private static let repository = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()

    private var address: String { (TestStores.server ?? "") + "&schema=" + schema }

    private func tool(_ name: String) throws -> URL {
      let tests = Bundle(for: Self.self).bundleURL
      let places = [tests, tests.deletingLastPathComponent()].map { $0.appending(path: name) }
      guard
        let tool = places.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) })
      else { throw XCTSkip("\(name) is not beside the tests") }
      return tool
    }

    @discardableResult
    private func run(
      _ name: String, _ arguments: String..., status: Int32 = 0, line: UInt = #line
    ) throws -> [String] {
      try run(name, arguments, status: status, line: line)
    }

    @discardableResult
    private func run(
      _ name: String, _ arguments: [String], status: Int32 = 0, line: UInt = #line
    ) throws -> [String] {
      let process = Process()
      process.executableURL = try tool(name)
      process.arguments = arguments
      process.currentDirectoryURL = Self.repository
      let output = Pipe()
      (process.standardOutput, process.standardError) = (output, output)
      try process.run()
      let text = String(
        decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      XCTAssertEqual(process.terminationStatus, status, text, line: line)
      return text.split(separator: "\n").map(String.init)
    }

    func testBanksWorksAsWithAFile() throws {
      let folder = try TemporaryFolder()
      let file = folder.file("Banks.sqlite").path(percentEncoded: false)
      for store in [file, address] {
        try run("banks", "--store", store, "import", "Models/Bank.csv")
      }
      let expected = try run("banks", "--store", file, "search", "savings")
      XCTAssertGreaterThan(expected.count, 1)
      XCTAssertEqual(try run("banks", "--store", address, "search", "savings"), expected)
    }

    func testStoresAreLookedInto() throws {
      XCTAssertTrue(
        try run("modelstore", "info", address, status: 1).joined().contains("no store at this"))
      try run("banks", "--store", address, "import", "Models/Bank.csv")
      let info = try run("modelstore", "info", address)
      XCTAssertTrue(info.contains("model       Bank version 3"), "\(info)")
      XCTAssertEqual(try run("modelstore", "check", address), ["ok"])
      let count = try run("modelstore", "count", address, "FailedBankInfo")
      let rows = try run(
        "modelstore", "rows", address, "FailedBankInfo", "--where", "state == 'GA'", "--sort",
        "name",
        "--columns", "name", "--csv")
      XCTAssertGreaterThan(rows.count, 1)
      let lines = try run("modelstore", "export", address)
      let folder = try TemporaryFolder()
      try lines.joined(separator: "\n").write(
        to: folder.file("lines"), atomically: true, encoding: .utf8)
      let other = (TestStores.server ?? "") + "&schema=" + TestStores.newSchema()
      try run(
        "modelstore", "import", other, folder.file("lines").path(percentEncoded: false), "--model",
        "Models/Bank.versions")
      XCTAssertEqual(try run("modelstore", "count", other, "FailedBankInfo"), count)
      XCTAssertEqual(
        try run("modelstore", "migrate", other, "--model", "Models/Bank.versions"),
        ["nothing to do: the store is of version 3"])
    }

    /// Writes a store as a program with the first version of the bank model would.
    private func writeOlderBank() throws {
      let first = CompiledModel(try XCTUnwrap(CompiledModel.bank.versions.released.first))
      let context = try open(first).makeContext()
      _ = try context.insert(
        entityName: "FailedBankInfo", ["name": "Pluto", "city": "c", "state": "GA"])
      try context.save()
    }

    func testADryRunChangesNothing() throws {
      try writeOlderBank()
      let tables = try sql("SELECT model->>'version' FROM model_store")
      XCTAssertEqual(
        try run("modelstore", "migrate", address, "--model", "Models/Bank.versions", "--dry-run"),
        ["the store can be migrated from version 1 to version 3; it was tried and taken back"])
      XCTAssertEqual(try sql("SELECT model->>'version' FROM model_store"), tables)
      XCTAssertEqual(
        try run("modelstore", "migrate", address, "--model", "Models/Bank.versions"),
        ["migrated the store from version 1 to version 3"])
      XCTAssertEqual(
        try run("modelstore", "migrate", address, "--model", "Models/Bank.versions", "--dry-run"),
        ["nothing to do: the store is of version 3"])
    }

    func testADryRunPrintsStatements() throws {
      try writeOlderBank()
      let arguments = ["migrate", address, "--model", "Models/Bank.versions", "--dry-run"]
      let lines = try run("modelstore", arguments + ["--sql"])
      XCTAssertTrue(lines.contains { $0.hasPrefix("ALTER TABLE \"failed_bank_info\"") }, "\(lines)")
      XCTAssertEqual(lines.filter { $0.contains("Z_") || $0.contains("Pluto") }, [])
      let json = try run("modelstore", arguments + ["--sql", "--json"]).joined()
      XCTAssertTrue(json.contains("\"statements\""), json)
      XCTAssertEqual(try run("modelstore", arguments).count, 1)
    }

    func testThereIsNoCopyOfAStoreAtAnAddress() throws {
      try writeOlderBank()
      let text = try run(
        "modelstore", "migrate", address, "--model", "Models/Bank.versions", "--copy", status: 1
      ).joined()
      XCTAssertTrue(text.contains("copy"), text)
      XCTAssertEqual(try sql("SELECT model->>'version' FROM model_store"), ["1"])
    }

    func testCheckNamesAnObjectOnce() throws {
      let context = try open(.bank).makeContext()
      _ = FailedBankInfo(in: context, name: "Pluto", city: "c", state: "GA")
      try context.save()
      try sql("UPDATE failed_bank_info SET name = NULL")
      let key = try sql("SELECT id FROM failed_bank_info")[0]
      XCTAssertEqual(
        try run("modelstore", "check", address, status: 1),
        ["FailedBankInfo p\(key): name is required"])
    }

    func testLookingIntoNothingMakesNothing() throws {
      for command in ["info", "check", "count", "export"] {
        try run("modelstore", [command, address], status: 1)
      }
      for arguments in [["migrate", address], ["export", address]] {
        try run("modelstore", arguments + ["--model", "Models/Bank.versions"], status: 1)
      }
      XCTAssertEqual(try sql("SELECT 1 FROM pg_namespace WHERE nspname = '\(schema)'"), [])
    }

    func testADryRunSaysWhatIsInTheWay() throws {
      try writeOlderBank()
      let context = try open(
        CompiledModel(try XCTUnwrap(CompiledModel.bank.versions.released.first))
      ).makeContext()
      let text = try run(
        "modelstore", "migrate", address, "--model", "Models/Bank.versions", "--dry-run", status: 1
      ).joined()
      XCTAssertTrue(text.contains("programs of that version are at work"), text)
      XCTAssertEqual(try context.count(entityName: "FailedBankInfo"), 1)
    }

    func testStoresThatAreReadOnlyAreNotWritten() throws {
      PostgresStore.register()
      var configuration = StoreConfiguration(url: try XCTUnwrap(URL(string: address)))
      let context = try PersistentContainer(.trade, configuration: configuration).makeContext()
      _ = Article(in: context, title: "kept")
      try context.save()
      configuration.isReadOnly = true
      let reading = try PersistentContainer(.trade, configuration: configuration).makeContext()
      XCTAssertEqual(try reading.fetch(Article.all).map(\.title), ["kept"])
      _ = Article(in: reading, title: "new")
      XCTAssertEqual(reason { try reading.save() }, .readOnly)
      XCTAssertEqual(reason { try reading.batchDelete(Article.all) }, .readOnly)
      XCTAssertEqual(try sql("SELECT count(*) FROM article"), ["1"])
    }

    func testAddressesThatNobodyOpensAreRefusedInWords() throws {
      let text = try run("modelstore", "info", "oracle://x/y", status: 1).joined()
      XCTAssertTrue(text.contains("does not open stores at 'oracle://'"), text)
      let secret = try run(
        "modelstore", "info", "postgresql://u:geheim@127.0.0.1:1/none?connect_timeout=1", status: 1
      ).joined()
      XCTAssertFalse(secret.contains("geheim"), secret)
      XCTAssertTrue(secret.contains("cannot be reached"), secret)
    }
  }
#endif
