/// Reads the values of string literals.
struct TextLiteral {
  /// An error within a literal.
  struct Diagnostic: Error {
    var message: String
    /// The offset from the start of the literal.
    var offset: Int
  }

  /// Returns the value of a token `"..."`, with its escapes resolved.
  static func value(of token: ArraySlice<UInt8>) throws(Diagnostic) -> String {
    let content = token.dropFirst().dropLast()
    guard content.contains(UInt8(ascii: "\\")) else {
      return String(decoding: content, as: UTF8.self)
    }
    return String(decoding: try unescaped(content, from: token.startIndex).bytes, as: UTF8.self)
  }

  /// Returns the value of a token `"""..."""`: the lines between the quotes,
  /// without the indentation of the closing quotes.
  static func multilineValue(of token: ArraySlice<UInt8>) throws(Diagnostic) -> String {
    String(decoding: try multilineBytes(of: token).bytes, as: UTF8.self)
  }

  /// Returns the source position of each byte in the value of a token `"..."` or
  /// `"""..."""`, followed by the end position; nil if the token is not a valid
  /// literal.
  static func places(of token: ArraySlice<UInt8>) -> [Int]? {
    let quotes: [UInt8] = Array("\"\"\"".utf8)
    let isMultiline = token.count >= 6 && token.starts(with: quotes)
    guard token.count >= 2, token.first == quotes[0], token.last == quotes[0] else { return nil }
    let read =
      isMultiline
      ? try? multilineBytes(of: token)
      : try? unescaped(token.dropFirst().dropLast(), from: token.startIndex)
    return read.map { $0.places + [$0.end] }
  }

  /// The bytes of a literal's value, and the position of each byte in the
  /// source.
  private struct Content {
    var bytes: [UInt8] = []
    var places: [Int] = []
    /// The position in the source after the last byte of the content.
    var end: Int

    mutating func append(_ more: some Collection<UInt8>, at place: Int) {
      bytes += more
      places += repeatElement(place, count: more.count)
    }
  }

  private static func multilineBytes(of token: ArraySlice<UInt8>) throws(Diagnostic) -> Content {
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
    var text = Content(end: last.startIndex)
    for (number, line) in lines.dropFirst().dropLast().enumerated() {
      guard line.starts(with: last) || line.allSatisfy(\.isBlank) else {
        throw Diagnostic(
          message: "this line is indented less than the closing quotes",
          offset: line.startIndex - token.startIndex)
      }
      let part = try unescaped(line.dropFirst(last.count), from: token.startIndex)
      if number > 0 { text.append(CollectionOfOne(UInt8.lineFeed), at: text.end) }
      text.bytes += part.bytes
      text.places += part.places
      text.end = part.end
    }
    return text
  }

  private static func unescaped(
    _ content: ArraySlice<UInt8>, from start: Int
  ) throws(Diagnostic) -> Content {
    var result = Content(end: content.endIndex)
    var rest = content
    while let byte = rest.popFirst() {
      let place = rest.startIndex - 1
      guard byte == UInt8(ascii: "\\") else {
        result.append(CollectionOfOne(byte), at: place)
        continue
      }
      let offset = place - start
      guard let scalar = escape(&rest) else {
        throw Diagnostic(message: "no such escape; write '\\\\' for a backslash", offset: offset)
      }
      result.append(String(Character(scalar)).utf8, at: place)
    }
    return result
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

  /// Returns the pattern of a token `/.../`, in which `\/` represents a slash.
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

  /// Returns a string as a literal on one line.
  static func literal(_ text: String) -> String {
    let literal = text.escaped { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\t": "\\t"
      case "\r": "\\r"
      case "\0": "\\0"
      case _ where scalar.properties.generalCategory == .control || scalar.value == 0xFEFF:
        "\\u{\(String(scalar.value, radix: 16))}"
      default: nil
      }
    }
    return "\"\(literal)\""
  }
}

extension UInt8 {
  /// True if the byte is a space or a tab.
  fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}
