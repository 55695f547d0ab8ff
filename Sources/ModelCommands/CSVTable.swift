public import Foundation

/// A CSV file with a header line, whatever its encoding.
public struct CSVTable: Sendable {
  /// The name that messages call it by.
  public let name: String
  /// The first row.
  public let header: CSVReader.Row
  /// The other rows.
  public let rows: ArraySlice<CSVReader.Row>
  /// What was assumed to read it, a sentence each.
  public let notes: [String]

  /// Reads a file; text that is not UTF-8 is Windows-1252.
  ///
  /// - Throws: `ImportError` where it is not CSV, or empty.
  public init(_ bytes: [UInt8], name: String) throws(ImportError) {
    self.name = name
    let western = WesternText.utf8(of: bytes)
    let rows: [CSVReader.Row]
    do {
      rows = try CSVReader.rows(of: western ?? bytes)
    } catch {
      throw ImportError(file: name, problems: [.init(error.line, error.message)])
    }
    guard let header = rows.first else {
      throw ImportError(
        file: name, problems: [.init(1, "the file is empty; it needs a header line")])
    }
    self.header = header
    self.rows = rows.dropFirst()
    notes = western == nil ? [] : ["the text is not UTF-8; it was read as Windows-1252"]
  }

  /// Takes every row behind the header.
  ///
  /// - Throws: `ImportError` with everything that is wrong.
  public func forEachRow(_ body: (CSVReader.Row) throws -> Void) throws(ImportError) {
    var problems: [ImportError.Problem] = []
    for row in rows {
      do {
        guard row.fields.count == header.fields.count else {
          throw CommandError("\(row.fields.count) fields instead of \(header.fields.count)")
        }
        try body(row)
      } catch {
        problems.append(.init(row.line, "\(error)"))
      }
    }
    guard problems.isEmpty else { throw ImportError(file: name, problems: problems) }
  }
}

/// What is wrong with a file; nothing of it was imported.
public struct ImportError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
  /// What is wrong with one line.
  public struct Problem: Sendable, Hashable {
    /// The line, from 1.
    public var line: Int
    /// What is wrong.
    public var message: String

    /// Says what is wrong.
    public init(_ line: Int, _ message: String) { (self.line, self.message) = (line, message) }
  }

  /// What the file is called.
  public var file: String
  /// What is wrong, in the order of the lines.
  public var problems: [Problem]

  /// Makes an error.
  public init(file: String, problems: [Problem]) { (self.file, self.problems) = (file, problems) }

  /// One line for each problem, such as `list.csv:12: error: …`.
  public var description: String {
    problems.map { "\(file):\($0.line): error: \($0.message)" }.joined(separator: "\n")
  }

  /// The description.
  public var errorDescription: String? { description }
}
