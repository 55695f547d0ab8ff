import Foundation
import ModelRuntime
import ModelSchema
import TestSupport
import XCTest

/// The schema of stores made here, compared with that of Apple's stores of the same models.
final class AppleSchemaTests: XCTestCase {
  /// The stores that a framework of 2020 or later made new: they must be equal.
  private let recent = [
    "Bookmarks_V1.sqlite", "SampleStore2.0.sqlite", "SampleModel_V1.sqlite",
    "SampleModel2_V1.sqlite",
  ]

  func testNewStoresHaveTheSchemaOfApples() throws {
    let files = try AppleFiles()
    for store in files.stores where recent.contains(store.name) {
      XCTAssertEqual(try differences(store, exactly: true), [], store.name)
    }
  }

  /// Older frameworks, and migrations, left other names: each difference is of a known kind.
  func testWhatDiffersFromOlderStoresIsKnown() throws {
    let files = try AppleFiles()
    for store in files.stores where !recent.contains(store.name) {
      let unknown = try differences(store, exactly: false).filter { !isKnown($0) }
      XCTAssertEqual(unknown, [], store.name)
    }
  }

  private func isKnown(_ difference: String) -> Bool {
    let patterns = [
      // Indexes that older models ask for by `indexed` and `compoundIndexes`; migrations leave
      // those of older versions.
      "^- CREATE INDEX Z[A-Z]+_Z[A-Z0-9_]+ ON", "^[-+] CREATE INDEX Z_[A-Za-z]+_[A-Za-z_]+ ON",
      "^[-+] CREATE TABLE Z_MODELCACHE",
      // Columns that a migration added stand at the end.
      "^- columns of Z[A-Z]+: order",
    ]
    return patterns.contains { difference.range(of: $0, options: .regularExpression) != nil }
  }

  // MARK: Comparing

  /// What one schema has and the other has not: `-` for Apple's, `+` for ours.
  ///
  /// - Parameter exactly: Whether names of tables of pairs count. Older frameworks named them
  ///   after either end, counted columns in the order of a dictionary, and gave them no indexes:
  ///   their tables are compared by the relationships that they join.
  private func differences(_ store: AppleFiles.Store, exactly: Bool) throws -> [String] {
    let copy = try TemporaryCopy(of: store.url)
    let folder = try TemporaryFolder()
    let url = folder.file("new.sqlite")
    _ = try PersistentContainer(
      CompiledModel(store.model), configuration: StoreConfiguration(url: url))
    let (apple, own) = (try Schema(copy.url, exactly), try Schema(url, exactly))
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

    init(_ url: URL, _ exactly: Bool) throws {
      let sql = """
        SELECT name, type, replace(sql, x'0a', ' ') FROM sqlite_schema WHERE sql IS NOT NULL \
        AND tbl_name NOT IN ('ACHANGE', 'ATRANSACTION', 'ATRANSACTIONSTRING')
        """
      for row in try rows(sql, in: url) {
        let parts = row.split(separator: "|", maxSplits: 2).map(String.init)
        if !exactly, parts[0].hasPrefix("Z_"), parts[0].dropFirst(2).first?.isNumber == true {
          if parts[1] == "table" { statements.insert(try Self.ends(of: parts[0], in: url)) }
          continue
        }
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

    /// A table of pairs by what its columns are named after, without numbers and counters.
    private static func ends(of table: String, in url: URL) throws -> String {
      let columns = try rows("SELECT name FROM pragma_table_info('\(table)')", in: url)
      return "pairs "
        + columns.map {
          $0.replacingOccurrences(
            of: "(?<=Z_|FOK_)[0-9]+|[0-9]+$", with: "", options: .regularExpression)
        }.sorted().joined(separator: ", ")
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
