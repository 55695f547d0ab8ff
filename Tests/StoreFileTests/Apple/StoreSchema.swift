import Foundation
import TestSupport

/// The schema of a store in a normalized form.
struct StoreSchema {
  /// The statements of indexes and triggers, and the names of tables.
  private(set) var statements: Set<String> = []
  /// The columns and constraints, by table.
  private(set) var columns: [String: [String]] = [:]

  /// Reads the schema of a file.
  ///
  /// - Parameter exactly: True if the names of join tables are compared. Older frameworks
  ///   named them after either end, numbered columns in the order of a dictionary, and made
  ///   no indexes for them. If false, join tables are compared by the relationships that
  ///   they store.
  init(_ url: URL, exactly: Bool) throws {
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

  /// Returns the lines that only this schema has, with `-`, and the lines that only the
  /// other one has, with `+`.
  func differences(to other: StoreSchema) -> [String] {
    var lines = statements.subtracting(other.statements).sorted().map { "- \($0)" }
    lines += other.statements.subtracting(statements).sorted().map { "+ \($0)" }
    for table in Set(columns.keys).intersection(other.columns.keys).sorted() {
      guard let one = columns[table], let two = other.columns[table], one != two else { continue }
      let missing =
        one.filter { !two.contains($0) }.map { "- column of \(table): \($0)" }
        + two.filter { !one.contains($0) }.map { "+ column of \(table): \($0)" }
      lines += missing.isEmpty ? ["- order of the columns of \(table)"] : missing
    }
    return lines
  }

  /// Returns a description of a join table by the names in its columns, without numbers and
  /// counters.
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
    text = text.replacingOccurrences(of: "( ", with: "(").replacingOccurrences(of: " )", with: ")")
    return text.replacingOccurrences(of: " ,", with: ",")
  }
}

/// A difference between two schemas that is allowed, and why.
///
/// `REFERENCES` clauses, which Core Data does not enforce, are removed before schemas are
/// compared. All other permitted differences are listed here.
struct SchemaException: Sendable {
  let name: String
  let reason: String
  private let pattern: String

  func covers(_ difference: String) -> Bool {
    difference.range(of: pattern, options: .regularExpression) != nil
  }

  static let formerIndexes = SchemaException(
    name: "former names of indexes",
    reason: """
      frameworks before 2018 named the index of a column after it, and of several after all; no \
      framework looks for an index by its name, and migrations leave those that they did not make
      """,
    pattern: "^[-+] CREATE INDEX Z[A-Z]+_Z[A-Z0-9_]+ ON")

  static let presentIndexes = SchemaException(
    name: "present names of indexes",
    reason: """
      the indexes that a version asks for by `indexed` and `compoundIndexes` have the names of \
      the framework that made them: after the property, or after what Xcode calls them
      """,
    pattern: "^[-+] CREATE INDEX Z_[A-Za-z]+_[A-Za-z_]+ ON")

  static let modelCache = SchemaException(
    name: "no model cache",
    reason: "frameworks before 2015 had none, and nothing is in it that is not in the app",
    pattern: "^[-+] CREATE TABLE Z_MODELCACHE")

  static let columnOrder = SchemaException(
    name: "order of columns",
    reason: "a column that a migration added stands last; Core Data reads columns by name",
    pattern: "^- order of the columns of Z")

  static let columnDefaults = SchemaException(
    name: "defaults of added columns",
    reason: """
      a column that a migration added has its default in the schema, so that old rows need not be \
      written; Core Data names every column in its INSERT
      """,
    pattern: "^([-+]) column of Z[A-Z]+: Z[A-Z0-9_]+ [A-Z]+( DEFAULT .*)?$")

  private static let all = [
    formerIndexes, presentIndexes, modelCache, columnOrder, columnDefaults,
  ]

  /// Returns the differences that no exception covers, and the names of the exceptions that
  /// were used.
  static func remaining(_ differences: [String]) -> (lines: [String], used: Set<String>) {
    var used: Set<String> = []
    // The same column with a default and without is one difference.
    let columns = differences.filter { $0.contains(" column of ") }.map {
      String($0.dropFirst(2).prefix { $0 != " " }) + " "
        + $0.dropFirst(2).replacingOccurrences(
          of: " DEFAULT .*", with: "", options: .regularExpression)
    }
    let lines = differences.filter { line in
      guard let exception = all.first(where: { $0.covers(line) }) else { return true }
      if exception.name == columnDefaults.name {
        let plain = line.dropFirst(2).replacingOccurrences(
          of: " DEFAULT .*", with: "", options: .regularExpression)
        guard columns.count(where: { $0.hasSuffix(" " + plain) }) == 2 else { return true }
      }
      used.insert(exception.name)
      return false
    }
    return (lines, used)
  }
}
