/// A CSV file with a header line, in any of the supported encodings.
public struct CSVTable: Sendable {
  /// The name of the file, for messages.
  public let name: String
  /// The first row, with the names of the columns.
  public let header: CSVReader.Row
  /// The rows after the header.
  public let rows: ArraySlice<CSVReader.Row>
  /// The assumptions made in reading the file, each as a sentence.
  public let notes: [String]

  /// Reads a file. If it is not UTF-8, it is read as Windows-1252; a header
  /// without commas may have semicolons or tabs.
  ///
  /// - Throws: `ImportError` if the file is empty or not CSV.
  public init(_ bytes: [UInt8], name: String) throws(ImportError) {
    self.name = name
    if let obstacle = Self.obstacle(bytes) {
      throw ImportError(file: name, problems: [.init(1, obstacle)])
    }
    let western = WesternText.utf8(of: bytes)
    let text = Self.withLineFeeds(western ?? bytes)
    var rows: ArraySlice<CSVReader.Row>
    let separator = Self.separator(of: text)
    do {
      // Spreadsheets may write lines with only commas before the header.
      rows = try CSVReader.rows(of: text, separatedBy: separator).drop(while: \.isBlank)
    } catch {
      throw ImportError(file: name, problems: [.init(error.line, error.message)])
    }
    guard let header = rows.popFirst()?.withoutGuards else {
      throw ImportError(
        file: name, problems: [.init(1, "the file is empty; it needs a header line")])
    }
    self.header = header
    self.rows = rows.map(\.withoutGuards)[...]
    notes =
      (western == nil ? [] : ["the text is not UTF-8; it was read as Windows-1252"])
      + (separator == UInt8(ascii: ",")
        ? [] : ["fields stand between \(separator == 9 ? "tabs" : "semicolons"), not commas"])
  }

  /// Returns a sentence about bytes that are not text, or that have an
  /// unsupported encoding; nil for other bytes.
  private static func obstacle(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      return "the text is UTF-16; save it as UTF-8"
    }
    if bytes.starts(with: "PK\u{3}\u{4}".utf8) {
      return "this is a spreadsheet or another archive; save it as CSV"
    }
    return bytes.prefix(1 << 12).contains(0) ? "this is no text; save it as CSV, in UTF-8" : nil
  }

  /// Returns the bytes with line feeds in place of single carriage returns,
  /// which spreadsheets for old Macs write; other bytes are unchanged. Without
  /// this, the whole file would be the header line.
  private static func withLineFeeds(_ bytes: [UInt8]) -> [UInt8] {
    var isQuoted = false
    var returns: [Int] = []
    for (place, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      guard !isQuoted else { continue }
      if byte == UInt8(ascii: "\n") { return bytes }
      if byte == UInt8(ascii: "\r") { returns.append(place) }
    }
    var bytes = bytes
    for place in returns { bytes[place] = UInt8(ascii: "\n") }
    return bytes
  }

  /// Returns the separator between the fields of the header line.
  private static func separator(of bytes: [UInt8]) -> UInt8 {
    var isQuoted = false
    var signs: [UInt8] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == UInt8(ascii: "\n") { break }
      if ",;\t".utf8.contains(byte) { signs.append(byte) }
    }
    return signs.contains(UInt8(ascii: ",")) ? UInt8(ascii: ",") : signs.first ?? UInt8(ascii: ",")
  }

  /// Calls a closure with every row after the header.
  ///
  /// - Throws: `ImportError` with all errors in the rows.
  public func forEachRow(_ body: (CSVReader.Row) throws -> Void) throws(ImportError) {
    var problems: [ImportError.Problem] = []
    for row in rows {
      do {
        guard row.fields.count == header.fields.count else {
          let isLate = row.fields.contains {
            $0.first == " " && $0.drop { $0 == " " }.first == "\""
          }
          throw CommandError(
            "\(row.fields.count) fields instead of \(header.fields.count)"
              + (isLate ? "; a quote counts right behind the comma alone, without a blank" : ""))
        }
        try body(row)
      } catch {
        problems.append(.init(row.line, "\(error)"))
      }
    }
    guard problems.isEmpty else { throw ImportError(file: name, problems: problems) }
  }
}

/// The errors in a file from which nothing was imported.
public struct ImportError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
  /// An error in one line of the file.
  public struct Problem: Sendable, Hashable {
    /// The number of the line, counted from 1.
    public var line: Int
    /// A sentence that describes the error.
    public var message: String

    /// Creates a problem from its line and its sentence.
    public init(_ line: Int, _ message: String) { (self.line, self.message) = (line, message) }
  }

  /// The name of the file in messages.
  public var file: String
  /// The problems, in the order of the lines.
  public var problems: [Problem]

  /// Creates an error from the problems of a file.
  public init(file: String, problems: [Problem]) { (self.file, self.problems) = (file, problems) }

  /// The maximum number of problems that are shown.
  private static let shownCount = 20

  /// A line for each problem, such as `list.csv:12: error: …`. If there are
  /// many problems, only the first problems are listed, with the total number.
  public var description: String {
    let lines = problems.prefix(Self.shownCount).map {
      "\(file):\($0.line): error: \($0.message)"
    }
    let rest = problems.count - lines.count
    let more = rest > 0 ? ["\(file): \(problems.count) errors; these are the first"] : []
    return (lines + more).joined(separator: "\n")
  }

  /// The error's `description`, which `localizedDescription` returns.
  public var errorDescription: String? { description }
}
