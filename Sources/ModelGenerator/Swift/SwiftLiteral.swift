enum SwiftLiteral {
  /// Returns a string as a literal, with all necessary escapes.
  static func string(_ text: String) -> String {
    // Most strings are names, which need no escapes.
    if text.utf8.allSatisfy(isPlain) { return "\"" + text + "\"" }
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default: append(scalar, to: &result)
      }
    }
    return result + "\""
  }

  /// Returns whether a byte is a character that needs no escape.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  /// Returns a string as a multi-line literal, whose lines have the given
  /// indentation.
  static func lines(_ text: String, indentation: Int) -> String {
    let space = CodeLayout.space(indentation)
    var result = "\"\"\"\n"
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if index > 0 { result += "\n" }
      let escaped = string(String(line)).dropFirst().dropLast()
      result += wrapped(readable(escaped, in: text), space: space)
    }
    return result + "\n\(space)\"\"\""
  }

  /// Returns a line of a multi-line literal without the backslashes before
  /// quotes, which it does not need.
  private static func readable(_ line: Substring, in text: String) -> String {
    guard !text.contains("\"\"") else { return String(line) }
    var result = ""
    var isEscaped = false
    for character in line {
      if isEscaped, character == "\"" { result.removeLast() }
      isEscaped = character == "\\" && !isEscaped
      result.append(character)
    }
    return result
  }

  /// Returns a line of a multi-line literal, divided between words by
  /// backslashes if it is too wide.
  private static func wrapped(_ line: String, space: String) -> String {
    var rows: [String] = []
    var row = ""
    for word in line.split(separator: " ", omittingEmptySubsequences: false) {
      let isTooWide = space.count + row.count + word.count + 3 > CodeLayout.width
      if isTooWide, !row.isEmpty {
        rows.append(row + "\\")
        row = ""
      }
      row += word + " "
    }
    rows.append(String(row.dropLast()))
    return rows.map { $0.isEmpty ? "" : space + $0 }.joined(separator: "\n")
  }

  /// Appends a character to a literal. Control characters, separators and
  /// characters that change the direction of text are escaped, because they are
  /// invisible.
  private static func append(_ scalar: Unicode.Scalar, to text: inout String) {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
      text += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    default: text.unicodeScalars.append(scalar)
    }
  }

  /// Returns a string as a literal; the literal `nil` if the string is nil.
  static func optional(_ text: String?) -> String { text.map(string) ?? "nil" }

  /// Returns an integer as a literal. The digits of a large number are grouped,
  /// as linters require.
  static func integer(_ value: some BinaryInteger) -> String {
    let digits = String(value.magnitude)
    let sign = value < 0 ? "-" : ""
    guard digits.count >= 7 else { return sign + digits }
    var grouped = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { grouped += "_" }
      grouped.append(digit)
    }
    return sign + grouped
  }

  /// Returns a floating-point number as a literal.
  static func double(_ value: Double) -> String {
    if value.isNaN { return ".nan" }
    if value.isInfinite { return value < 0 ? "-.infinity" : ".infinity" }
    return String(value)
  }

  /// Returns the expression that creates a decimal with all of its digits.
  static func decimal(_ value: Decimal) -> String {
    if value.isNaN { return "Decimal.nan" }
    let text = value.description
    if !text.contains("."), !text.contains("e"), let whole = Int64(text) { return integer(whole) }
    return "Decimal(string: \"\(text)\") ?? 0"
  }

  /// Returns the expression that creates a UUID from its bytes.
  static func uuid(_ value: UUID) -> String {
    let bytes = withUnsafeBytes(of: value.uuid) { Array($0) }
    return "UUID(uuid: (\(bytes.map(String.init).joined(separator: ", "))))"
  }

  /// Returns the expression that creates data from a list of bytes.
  static func data(_ value: Data) -> String {
    value.isEmpty ? "Data()" : "Data([\(value.map { String($0) }.joined(separator: ", "))])"
  }

  /// Returns the expression that creates a URL, or a blank URL if its string is
  /// not valid.
  static func url(_ value: URL) -> String {
    "URL(string: \(string(value.absoluteString))) ?? .blank"
  }

  /// Returns the expression that creates a date from its seconds since 1 January 2001.
  static func date(_ value: Date) -> String {
    "Date(timeIntervalSinceReferenceDate: \(double(value.timeIntervalSinceReferenceDate)))"
  }
}
