import Foundation
import ModelRuntime
import ModelSchema
import TestSupport
import XCTest

/// Tests that stores of this library remain correct after Core Data changes their tables in
/// place.
final class InPlaceMigrationTests: XCTestCase {
  func testTablesAreMadeCopiedDroppedAndRenamedForEveryEntity() throws {
    let files = try AppleFiles()
    for bundle in files.bundles {
      let model = try XCTUnwrap(bundle.versions.last).model
      let folder = try TemporaryFolder()
      let url = folder.file("store.sqlite")
      _ = try PersistentContainer(
        CompiledModel(model), configuration: StoreConfiguration(url: url))
      for entity in model.entities where entity.parentName == nil {
        try migrate("Z" + entity.name.uppercased(), in: url)
      }
      let container = try PersistentContainer(
        CompiledModel(model), configuration: StoreConfiguration(url: url))
      XCTAssertEqual(try container.integrityCheck(), [], bundle.name)
    }
  }

  /// Migrates a table in the steps of Core Data: foreign keys off, a new table, copied
  /// rows, the old table dropped, the new one renamed.
  private func migrate(_ table: String, in url: URL) throws {
    let columns = try rows("SELECT name, type, pk FROM pragma_table_info('\(table)')", in: url)
      .map { $0.split(separator: "|", omittingEmptySubsequences: false).map(String.init) }
    let declared = columns.map { "\($0[0]) \($0[1])" + ($0[2] == "1" ? " PRIMARY KEY" : "") }
    let names = columns.map { $0[0] }.joined(separator: ", ")
    let indexes = try rows(
      "SELECT sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = '\(table)' "
        + "AND sql IS NOT NULL", in: url)
    // Drop the triggers first, as Core Data does, because they refer to the table too.
    let triggers = try rows("SELECT name FROM sqlite_schema WHERE type = 'trigger'", in: url)
    let steps =
      ["PRAGMA foreign_keys = OFF", "BEGIN EXCLUSIVE"] + triggers.map { "DROP TRIGGER \"\($0)\"" }
      + [
        "CREATE TABLE _T_\(table) (\(declared.joined(separator: ", ")), ZADDED VARCHAR)",
        "INSERT INTO _T_\(table) (\(names)) SELECT \(names) FROM \(table)",
        "DROP TABLE \(table)",
        "ALTER TABLE _T_\(table) RENAME TO \(table)",
      ]
    try execute((steps + indexes + ["COMMIT"]).joined(separator: "; "), in: url)
  }
}
