/// A reader of comma-separated values according to RFC 4180: fields may be
/// quoted, quoted fields may contain commas, line endings and doubled quotes,
/// and lines end in LF or CRLF. Another separator may replace the comma.
public struct CSVReader {
  /// A row with the number of its line.
  public struct Row: Sendable, Equatable {
    /// The number of the line on which the row begins, counted from 1.
    public var line: Int
    /// The values of the fields, without their quotes.
    public var fields: [String]
    /// The indexes of the quoted fields.
    var quoted: Set<Int> = []

    /// The fields, without the white space around those that are not quoted.
    var texts: [String] {
      fields.enumerated().map { place, field in
        quoted.contains(place) ? field : field.trimmingCharacters(in: .whitespacesAndNewlines)
      }
    }

    /// True if there is only white space between the commas.
    var isBlank: Bool { quoted.isEmpty && texts.allSatisfy(\.isEmpty) }
  }

  /// An error in text that is not valid CSV, with its line.
  public struct Problem: Error, Sendable, Equatable, CustomStringConvertible, LocalizedError {
    /// The number of the line, counted from 1.
    public var line: Int
    /// A sentence that describes the error.
    public var message: String

    /// The message, preceded by the number of its line.
    public var description: String { "line \(line): \(message)" }
    /// The problem's `description`, which `localizedDescription` returns.
    public var errorDescription: String? { description }
  }

  private var bytes: ArraySlice<UInt8>
  private var line = 1

  /// The separator between fields.
  private let separator: UInt8

  private init(_ bytes: [UInt8], separator: UInt8) {
    (self.bytes, self.separator) = (bytes[...], separator)
  }

  /// Returns all rows that are not blank.
  ///
  /// - Throws: `Problem` if a quote is never closed, if there is text after a
  ///   closing quote, or if the bytes are not valid UTF-8.
  public static func rows(of bytes: [UInt8]) throws(Problem) -> [Row] {
    try rows(of: bytes, separatedBy: UInt8(ascii: ","))
  }

  static func rows(
    of bytes: [UInt8], separatedBy separator: UInt8
  ) throws(Problem) -> [Row] {
    var reader = CSVReader(bytes, separator: separator)
    reader.skipByteOrderMark()
    var rows: [Row] = []
    while let row = try reader.nextRow() {
      if row.fields.count > 1 || !row.isBlank { rows.append(row) }
    }
    return rows
  }

  /// Returns a row of fields, quoted if necessary.
  package static func line(_ fields: [String]) -> String {
    // A row with one empty field would be a blank line.
    fields == [""] ? "\"\"\n" : fields.map(field).joined(separator: ",") + "\n"
  }

  private static func field(_ text: String) -> String {
    // Bytes are compared, since a character may begin with a comma or contain a
    // line ending.
    let isPlain =
      !text.utf8.contains { ",\"\r\n".utf8.contains($0) }
      && text.trimmingCharacters(in: .whitespacesAndNewlines).utf8.count == text.utf8.count
      && !text.unicodeScalars.starts(with: ["\u{FEFF}"])
    if isPlain { return text }
    return text.quoted(by: "\"")
  }

  private mutating func skipByteOrderMark() {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
  }

  private mutating func nextRow() throws(Problem) -> Row? {
    skipBlankLines()
    guard !bytes.isEmpty else { return nil }
    var row = Row(line: line, fields: [])
    while true {
      if bytes.first == UInt8(ascii: "\"") { row.quoted.insert(row.fields.count) }
      row.fields.append(try nextField())
      guard bytes.popFirst() == separator else { break }
    }
    line += 1
    return row
  }

  private mutating func skipBlankLines() {
    while true {
      if bytes.first == UInt8(ascii: "\n") {
        bytes = bytes.dropFirst()
      } else if bytes.starts(with: [UInt8(ascii: "\r"), UInt8(ascii: "\n")]) {
        bytes = bytes.dropFirst(2)
      } else {
        return
      }
      line += 1
    }
  }

  /// Reads a field, up to the next separator.
  private mutating func nextField() throws(Problem) -> String {
    bytes.first == UInt8(ascii: "\"") ? try quotedField() : try plainField()
  }

  private mutating func plainField() throws(Problem) -> String {
    let field = bytes.prefix { $0 != separator && $0 != UInt8(ascii: "\n") }
    bytes = bytes.dropFirst(field.count)
    return try text(of: bytes.first == separator ? field : withoutReturn(field))
  }

  private mutating func quotedField() throws(Problem) -> String {
    let start = line
    var field: [UInt8] = []
    bytes = bytes.dropFirst()
    while let byte = bytes.popFirst() {
      if byte == UInt8(ascii: "\n") { line += 1 }
      guard byte == UInt8(ascii: "\"") else {
        field.append(byte)
        continue
      }
      guard bytes.first == UInt8(ascii: "\"") else {
        try expectSeparator()
        return try text(of: field[...])
      }
      field.append(byte)
      bytes = bytes.dropFirst()
    }
    throw Problem(line: start, message: "a quoted field that begins here is never closed")
  }

  private mutating func expectSeparator() throws(Problem) {
    if bytes.starts(with: [UInt8(ascii: "\r"), UInt8(ascii: "\n")]) { bytes = bytes.dropFirst() }
    guard let next = bytes.first else { return }
    guard next == separator || next == UInt8(ascii: "\n") else {
      throw Problem(line: line, message: "text follows the closing quote of a field")
    }
  }

  private func withoutReturn(_ field: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    field.last == UInt8(ascii: "\r") ? field.dropLast() : field
  }

  private func text(of field: ArraySlice<UInt8>) throws(Problem) -> String {
    guard let text = String(validating: field, as: UTF8.self) else {
      throw Problem(line: line, message: "the text is not UTF-8")
    }
    return text
  }
}
