/// A reader of a JSON object whose values are strings, lists of strings, true
/// and false. It also returns their positions, which messages need for line
/// numbers, and which a `JSONDecoder` does not report.
struct SettingsReader {
  /// A string, with its offset in bytes.
  struct Text {
    let text: String
    let offset: Int
  }

  /// The value of a setting.
  enum Value {
    case boolean(Bool)
    case text(Text)
    case list([Text])
  }

  /// A member of the object, with its key and its value.
  struct Member {
    let key: Text
    let value: Value
    /// The offset in bytes at which the value begins.
    let offset: Int
  }

  /// An error in the text of the object, with its position.
  struct Mistake: Error {
    let message: String
    let offset: Int
  }

  private let bytes: [UInt8]
  private var index = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the members of a JSON object, in the order of the text.
  ///
  /// - Throws: `Mistake` if the text is not an object of strings, lists of
  ///   strings, true and false, or if a key is repeated.
  static func members(of bytes: [UInt8]) throws(Mistake) -> [Member] {
    var reader = SettingsReader(bytes)
    reader.skipBlanks()
    var members: [Member] = []
    try reader.list(from: "{", to: "}") { reader throws(Mistake) in
      let key = try reader.text("a key in quotes")
      try reader.expect(":")
      guard !members.contains(where: { $0.key.text == key.text }) else {
        throw Mistake(message: "'\(key.text)' is here already", offset: key.offset)
      }
      let offset = reader.index
      members.append(Member(key: key, value: try reader.value(), offset: offset))
    }
    guard reader.index == bytes.count else { throw reader.unexpected("the end") }
    return members
  }

  private mutating func value() throws(Mistake) -> Value {
    for (word, value) in [("true", true), ("false", false)]
    where bytes[index...].starts(with: word.utf8) {
      index += word.utf8.count
      skipBlanks()
      return .boolean(value)
    }
    let what = "a text, a list of texts, true or false"
    guard peek == UInt8(ascii: "[") else { return .text(try text(what)) }
    var texts: [Text] = []
    try list(from: "[", to: "]") { reader throws(Mistake) in
      texts.append(try reader.text("a text"))
    }
    return .list(texts)
  }

  /// Reads elements that are separated by commas, between two delimiters.
  ///
  /// - Parameter element: A closure that reads an element.
  private mutating func list(
    from start: Character, to end: Character,
    _ element: (inout SettingsReader) throws(Mistake) -> Void
  ) throws(Mistake) {
    try expect(start)
    guard peek != end.asciiValue else { return try expect(end) }
    while true {
      try element(&self)
      guard peek == UInt8(ascii: ",") else { return try expect(end) }
      try expect(",")
    }
  }

  /// Reads a string in quotation marks, and the white space after it.
  private mutating func text(_ what: String) throws(Mistake) -> Text {
    let start = index
    guard peek == UInt8(ascii: "\"") else { throw unexpected(what) }
    index += 1
    while let byte = peek, byte != UInt8(ascii: "\"") {
      index += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    index = min(index + 1, bytes.count)
    guard
      let text = try? JSONDecoder().decode(
        [String].self, from: Data("[".utf8 + bytes[start..<index] + "]".utf8)
      ).first
    else { throw Mistake(message: "this is no text of JSON", offset: start) }
    skipBlanks()
    return Text(text: text, offset: start)
  }

  private mutating func expect(_ sign: Character) throws(Mistake) {
    guard peek == sign.asciiValue else { throw unexpected("'\(sign)'") }
    index += 1
    skipBlanks()
  }

  private mutating func skipBlanks() {
    while let byte = peek, " \t\r\n".utf8.contains(byte) { index += 1 }
  }

  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  private func unexpected(_ what: String) -> Mistake {
    guard index < bytes.count else {
      return Mistake(message: "expected \(what), found the end of the file", offset: index)
    }
    let found = String(decoding: bytes[index...], as: UTF8.self).first.map(String.init) ?? ""
    return Mistake(message: "expected \(what), found '\(found)'", offset: index)
  }
}
