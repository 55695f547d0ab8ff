import Foundation
import ModelRuntime
import ModelSQLite
import TestSupport
import XCTest

/// Stores in folders that the user cannot write to.
final class FolderRightsTests: StoreTestCase {
  /// A command that runs another command as root without capabilities, which only has the
  /// rights of its files' modes. Another user could not enter the temporary folder.
  private static let powerless = ["/usr/bin/setpriv", "--bounding-set=-all", "--inh-caps=-all"]

  private var store: String { path("closed/Store.sqlite") }

  /// The `modelstore` tool, which is built beside the tests.
  private func tool() throws -> String {
    let tests = Bundle(for: FolderRightsTests.self).bundleURL
    let places = [tests, tests.deletingLastPathComponent()].map { $0.appending(path: "modelstore") }
    return try XCTUnwrap(
      places.first { FileManager.default.isExecutableFile(atPath: $0.path) }, "no modelstore"
    ).path
  }

  /// Runs the tool as a user who cannot write to the store's folder.
  private func told(_ words: String...) throws -> String {
    let isRoot = FileManager.default.isWritableFile(atPath: folder.file("closed").path)
    if isRoot, (try? output(of: Self.powerless + ["/bin/true"])) != "" {
      throw XCTSkip("root may write everywhere, and setpriv cannot take its powers here")
    }
    return try output(of: (isRoot ? Self.powerless : []) + [try tool()] + words)
  }

  /// The standard output and standard error of a command.
  private func output(of line: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: line[0])
    process.arguments = Array(line.dropFirst())
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, pipe)
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text
  }

  override func setUpWithError() throws {
    try super.setUpWithError()
    let manager = FileManager.default
    try manager.createDirectory(at: folder.file("closed"), withIntermediateDirectories: true)
    try make("model Shop\nentity Item { var name: String }\n", "closed/Store.sqlite") { context in
      _ = try context.insert(entityName: "Item", ["name": "Lamp"])
    }
    let connection = try Connection(path: store)
    try connection.execute("PRAGMA journal_mode = WAL")
  }

  private func close(_ body: () throws -> Void) throws {
    let rights = { [path = folder.file("closed").path] (mode: Int) in
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
    try rights(0o555)
    defer { try? rights(0o755) }
    try body()
  }

  func testAStoreWithoutALogIsReadAsItIs() throws {
    try close {
      XCTAssertTrue(try told("info", store).contains("model       Shop"))
      XCTAssertTrue(try told("rows", store, "Item").contains("Lamp"))
      XCTAssertEqual(try told("check", store), "ok\n")
    }
    XCTAssertEqual(
      try FileManager.default.contentsOfDirectory(atPath: folder.file("closed").path),
      ["Store.sqlite"])
  }

  func testAMigrationIsRehearsedThere() throws {
    let model = try write("model Shop\nentity Item { var name: String }\n", to: "Shop.model")
    try close {
      let said = try told("migrate", store, "--dry-run", "--model", model)
      XCTAssertTrue(said.hasPrefix("nothing to do: \(store) is of "), said)
    }
  }

  func testALogThatCannotBeReadIsSaidWithACure() throws {
    // A crashed writer leaves its log, but not its shared memory.
    let writer = try Connection(path: store)
    try writer.execute("UPDATE ZITEM SET ZNAME = 'Chair'")
    let files = ["", "-wal"].map {
      (name: $0, data: try? Data(contentsOf: URL(filePath: store + $0)))
    }
    let other = path("closed/Left.sqlite")
    withExtendedLifetime(writer) {}
    for file in files { try XCTUnwrap(file.data).write(to: URL(filePath: other + file.name)) }
    try close {
      let message =
        "modelstore: '\(other)' cannot be read: what was written last is in its log "
        + "'\(other)-wal', which is read only where the folder may be written; copy both files to "
        + "a folder of your own\n"
      XCTAssertEqual(try told("info", other), message)
      XCTAssertEqual(try told("rows", other, "Item"), message)
    }
    XCTAssertTrue(try run("rows", other, "Item").contains("Chair"), "where it may be written")
  }
}
