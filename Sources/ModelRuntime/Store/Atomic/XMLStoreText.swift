internal import Foundation
internal import ModelPredicates
internal import ModelSchema

/// The texts of single values in XML stores.
enum XMLStoreText {
  /// The name of an attribute's type.
  static func typeName(_ type: AttributeType) -> String {
    switch type {
    case .boolean: "bool"
    case .int16: "int16"
    case .int32: "int32"
    case .int64: "int64"
    case .float: "float"
    case .double: "double"
    case .decimal: "decimal"
    case .string, .json, .list, .codable: "string"
    case .date: "date"
    case .data, .transformable, .composite, .undefined: "binary"
    case .uuid: "uuid"
    case .url: "uri"
    case .enumeration(_, let raw): typeName(raw)
    }
  }

  /// A value as text; nil where there is none.
  static func text(_ value: ConstantValue) -> String? {
    switch value {
    case .null, .list, .objectID: nil
    case .boolean(let value): value ? "1" : "0"
    case .integer(let value): String(value)
    case .double(let value): value.description
    case .decimal(let value): value.description
    case .string(let value): escaped(value)
    case .date(let value): value.timeIntervalSinceReferenceDate.description
    case .data(let value): value.base64EncodedString()
    case .uuid(let value): value.uuidString
    case .url(let value): escaped(value.absoluteString)
    }
  }

  /// The value of a text; nil where it is none of its type.
  static func value(_ text: String, of type: AttributeType) -> ConstantValue? {
    switch type {
    case .boolean: boolean(text)
    case .int16: Int16(text).map { .integer(Int64($0)) }
    case .int32: Int32(text).map { .integer(Int64($0)) }
    case .int64: Int64(text).map { .integer($0) }
    case .float, .double: Double(text).flatMap { $0.isNaN ? nil : .double($0) }
    // Core Data has decimals that are no numbers, which a store keeps.
    case .decimal: Decimal(exactly: text).map { .decimal($0) }
    case .string, .json, .list, .codable: .string(unescaped(text))
    case .date: Double(text).map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
    case .data, .transformable, .composite, .undefined:
      Data(base64Encoded: text, options: .ignoreUnknownCharacters).map { .data($0) }
    case .uuid: UUID(uuidString: text).map { .uuid($0) }
    case .url: URL(string: unescaped(text)).map { .url($0) }
    case .enumeration(_, let raw): value(text, of: raw)
    }
  }

  private static func boolean(_ text: String) -> ConstantValue? {
    switch text {
    case "1", "true", "YES": .boolean(true)
    case "0", "false", "NO": .boolean(false)
    default: nil
    }
  }

  // MARK: Texts

  // Apple's files write some characters as a backslash, a u and hexadecimal digits: `\u3c` for
  // `<`, `\u11ff` for U+11FF. Here only what XML cannot have, and the backslash itself, is written
  // so, always with four digits, which reads the same either way.

  private static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: mustBeEscaped) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if mustBeEscaped(scalar) {
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func mustBeEscaped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\\", "\u{FFFE}", "\u{FFFF}", "\r": true
    case "\t", "\n": false
    default: scalar.value < 0x20
    }
  }

  private static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let first = rest.popFirst() {
      if first == "\\", rest.first == "u", let (scalar, count) = escape(rest.dropFirst()) {
        result.append(scalar)
        rest = rest.dropFirst(1 + count)
      } else {
        result.append(first)
      }
    }
    return String(result)
  }

  /// The character of the digits behind a backslash and a u.
  ///
  /// Two digits that name a sign with a meaning in XML are all there is;
  /// letters behind them, as in `\u3cbr`, belong to the text.
  private static func escape(
    _ text: Substring.UnicodeScalarView
  ) -> (Unicode.Scalar, count: Int)? {
    let digits = text.prefix(4).prefix { $0.properties.isASCIIHexDigit }
    let two = UInt32(String(digits.prefix(2)), radix: 16)
    if digits.count >= 2, let two, [0x3C, 0x3E, 0x26].contains(two) {
      return Unicode.Scalar(two).map { ($0, 2) }
    }
    guard let code = UInt32(String(digits), radix: 16) else { return nil }
    return Unicode.Scalar(code).map { ($0, digits.count) }
  }
}
