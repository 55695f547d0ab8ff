import Foundation
import ModelRuntime
import ModelSchema
import TestSupport
import XCTest

/// The schema of stores made here, compared with that of Apple's stores of the same models.
final class AppleSchemaTests: XCTestCase {
  /// The stores that a framework of 2020 or later made new: they must be equal.
  private let recent = [
    "Bookmarks_V1.sqlite", "Bookmarks_V3.sqlite", "Bookmarks_V5.sqlite", "SampleStore2.0.sqlite",
    "SampleModel_V1.sqlite", "SampleModel2_V1.sqlite",
  ]

  func testNewStoresHaveTheSchemaOfApples() throws {
    let files = try AppleFiles()
    for store in files.stores where recent.contains(store.name) {
      XCTAssertEqual(try differences(store), [], store.name)
    }
  }

  /// Older frameworks, and migrations, left other names: each difference is of a known kind.
  func testWhatDiffersFromOlderStoresIsKnown() throws {
    let files = try AppleFiles()
    for store in files.stores where !recent.contains(store.name) {
      let unknown = try differences(store).filter { !isKnown($0) }
      XCTAssertEqual(unknown, [], store.name)
    }
  }

  private func isKnown(_ difference: String) -> Bool {
    let patterns = [
      // Indexes of attributes had the names of columns, and compound ones those of all columns.
      "^- CREATE INDEX Z[A-Z]+_Z[A-Z0-9_]+ ON", "^\\+ CREATE INDEX Z_[A-Za-z]+_[A-Za-z_]+ ON",
      // Migrations leave indexes under older numbers and make them again.
      "^- CREATE INDEX Z_[0-9]+[A-Z]+_Z_[0-9]+[A-Z0-9]+_INDEX ON",
      // The order of a dictionary decides which end names a table within one entity, and which
      // column gets the counter.
      "^[-+] CREATE (TABLE|INDEX) Z_[0-9]+(TRUSTED|IGNORED)[A-Z0-9_]+",
      "^[-+] CREATE (TABLE|INDEX) Z_3(SHOWS|LOCATIONS)[A-Z0-9_]*",
      "^- CREATE TABLE Z_MODELCACHE", "^\\+ CREATE TABLE Z_MODELCACHE",
      // Columns that a migration added stand at the end.
      "^[-+] columns of Z[A-Z]+: order",
    ]
    return patterns.contains { difference.range(of: $0, options: .regularExpression) != nil }
  }

  // MARK: Comparing

  /// What one schema has and the other has not: `-` for Apple's, `+` for ours.
  private func differences(_ store: AppleFiles.Store) throws -> [String] {
    let copy = try TemporaryCopy(of: store.url)
    let folder = try TemporaryFolder()
    let url = folder.file("new.sqlite")
    _ = try PersistentContainer(
      CompiledModel(store.model), configuration: StoreConfiguration(url: url))
    let (apple, own) = (try Schema(copy.url), try Schema(url))
    var lines = apple.statements.subtracting(own.statements).sorted().map { "- \($0)" }
    lines += own.statements.subtracting(apple.statements).sorted().map { "+ \($0)" }
    for table in Set(apple.columns.keys).intersection(own.columns.keys).sorted() {
      guard let one = apple.columns[table], let other = own.columns[table], one != other else {
        continue
      }
      let missing = one.filter { !other.contains($0) } + other.filter { !one.contains($0) }
      lines.append(
        "columns of \(table): \(missing.isEmpty ? "order" : missing.joined(separator: ", "))")
    }
    return lines.map { $0.hasPrefix("columns") ? "- " + $0 : $0 }
  }

  /// The statements of a schema in one spelling, and the columns of tables apart.
  private struct Schema {
    var statements: Set<String> = []
    var columns: [String: [String]] = [:]

    init(_ url: URL) throws {
      let sql = """
        SELECT name, type, replace(sql, x'0a', ' ') FROM sqlite_schema WHERE sql IS NOT NULL \
        AND tbl_name NOT IN ('ACHANGE', 'ATRANSACTION', 'ATRANSACTIONSTRING')
        """
      for row in try rows(sql, in: url) {
        let parts = row.split(separator: "|", maxSplits: 2).map(String.init)
        let text = Self.normalized(parts[2])
        guard parts[1] == "table", let open = text.firstIndex(of: "(") else {
          statements.insert(text)
          continue
        }
        statements.insert(text[..<open].trimmingCharacters(in: .whitespaces))
        columns[parts[0]] = text[text.index(after: open)...].dropLast()
          .components(separatedBy: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      }
    }

    private static func normalized(_ sql: String) -> String {
      var text = sql.replacingOccurrences(of: "\"", with: "")
      text = text.replacingOccurrences(
        of: " REFERENCES [A-Z0-9_]+ \\(Z_PK\\) DEFERRABLE INITIALLY DEFERRED", with: "",
        options: .regularExpression)
      text = text.replacingOccurrences(of: "\\s+", with: " ", options: .regularExpression)
      text = text.replacingOccurrences(of: "( ", with: "(").replacingOccurrences(
        of: " )", with: ")")
      return text.replacingOccurrences(of: " ,", with: ",")
    }
  }
}
