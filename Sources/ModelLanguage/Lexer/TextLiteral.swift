/// Reads what the letters of a text literal stand for.
struct TextLiteral {
  /// An error within a literal.
  struct Diagnostic: Error {
    var message: String
    /// Offset from the start of the literal.
    var offset: Int
  }

  /// The text of a token `"..."`, with its escapes resolved.
  static func value(of token: ArraySlice<UInt8>) throws(Diagnostic) -> String {
    let content = token.dropFirst().dropLast()
    guard content.contains(UInt8(ascii: "\\")) else {
      return String(decoding: content, as: UTF8.self)
    }
    return try unescaped(content, from: token.startIndex)
  }

  /// The text of a token `"""..."""`: the lines between the quotes, without
  /// the indentation of the closing ones.
  static func multilineValue(of token: ArraySlice<UInt8>) throws(Diagnostic) -> String {
    let content = token.dropFirst(3).dropLast(3)
    var lines = content.split(separator: .lineFeed, omittingEmptySubsequences: false)
    for index in lines.indices where lines[index].last == .carriageReturn {
      lines[index].removeLast()
    }
    guard lines.count > 1, lines[0].allSatisfy(\.isBlank), let last = lines.last,
      last.allSatisfy(\.isBlank)
    else {
      throw Diagnostic(message: "the text begins and ends on lines of its own", offset: 0)
    }
    var text: [String] = []
    for line in lines.dropFirst().dropLast() {
      guard line.starts(with: last) || line.allSatisfy(\.isBlank) else {
        throw Diagnostic(
          message: "this line is indented less than the closing quotes",
          offset: line.startIndex - token.startIndex)
      }
      text.append(try unescaped(line.dropFirst(last.count), from: token.startIndex))
    }
    return text.joined(separator: "\n")
  }

  private static func unescaped(
    _ content: ArraySlice<UInt8>, from start: Int
  ) throws(Diagnostic) -> String {
    var result: [UInt8] = []
    var rest = content
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        result.append(byte)
        continue
      }
      let offset = rest.startIndex - 1 - start
      guard let scalar = escape(&rest) else {
        throw Diagnostic(message: "no such escape; write '\\\\' for a backslash", offset: offset)
      }
      result += Array(String(Character(scalar)).utf8)
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func escape(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
    switch rest.popFirst().map(Unicode.Scalar.init) {
    case "n": "\n"
    case "t": "\t"
    case "r": "\r"
    case "0": "\0"
    case "\"": "\""
    case "'": "'"
    case "\\": "\\"
    case "u": unicodeEscape(&rest)
    default: nil
    }
  }

  private static func unicodeEscape(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
    guard rest.popFirst() == UInt8(ascii: "{"),
      let end = rest.firstIndex(of: UInt8(ascii: "}")), end - rest.startIndex <= 8,
      let value = UInt32(String(decoding: rest[rest.startIndex..<end], as: UTF8.self), radix: 16)
    else { return nil }
    rest = rest[(end + 1)...]
    return Unicode.Scalar(value)
  }

  /// The pattern of a token `/.../`, in which `\/` stands for a slash.
  static func pattern(of token: String) -> String {
    var pattern = ""
    var isEscaped = false
    for scalar in token.unicodeScalars.dropFirst().dropLast() {
      if isEscaped, scalar == "/" { pattern.unicodeScalars.removeLast() }
      pattern.unicodeScalars.append(scalar)
      isEscaped = !isEscaped && scalar == "\\"
    }
    return pattern
  }

  /// A text as a literal of one line.
  static func literal(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case "\n": literal += "\\n"
      case "\t": literal += "\\t"
      case "\r": literal += "\\r"
      case "\0": literal += "\\0"
      case _ where scalar.properties.generalCategory == .control || scalar.value == 0xFEFF:
        literal += "\\u{\(String(scalar.value, radix: 16))}"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }
}

extension UInt8 {
  /// A Boolean value that says whether it is a space or a tab.
  fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}
