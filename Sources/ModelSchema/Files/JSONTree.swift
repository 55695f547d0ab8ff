extension Decodable {
  /// Returns the value that JSON text represents; nil if the text cannot be
  /// decoded.
  package static func decoded(fromJSON text: String) -> Self? {
    try? JSONDecoder().decode(Self.self, from: Data(text.utf8))
  }
}

/// A JSON value; integers keep all of their digits.
package enum JSONTree: Sendable, Hashable {
  case null
  case boolean(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSONTree])
  case object([String: JSONTree])
}

extension JSONTree {
  /// The member with the given name; nil if the value is not an object or has
  /// no such member.
  package subscript(_ name: String) -> JSONTree? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  /// The string; nil for any other value.
  package var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The integer; nil for any other value.
  package var integer: Int? {
    switch self {
    case .integer(let number): number
    case .number(let number): Int(exactly: number)
    default: nil
    }
  }

  /// The elements of the array; nil for any other value.
  package var array: [JSONTree]? {
    if case .array(let elements) = self { elements } else { nil }
  }
}

extension JSONTree: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral text: String) { self = .string(text) }
  package init(integerLiteral number: Int) { self = .integer(number) }
  package init(booleanLiteral value: Bool) { self = .boolean(value) }
  package init(arrayLiteral elements: JSONTree...) { self = .array(elements) }
  package init(dictionaryLiteral members: (String, JSONTree)...) {
    self = .object(Dictionary(members) { _, last in last })
  }
}

extension JSONTree: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = Self.longNumber(decoder, container) {
      self = .string(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONTree].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONTree].self))
    }
  }

  /// The key in a decoder's user info for reading a number with more digits
  /// than a Double as a string.
  package static let keepsDigits = CodingUserInfoKey(rawValue: "JSONTree.keepsDigits")

  /// Returns the text of a number that is neither an Int nor a Double, if the
  /// decoder keeps digits; otherwise nil.
  private static func longNumber(
    _ decoder: any Decoder, _ container: any SingleValueDecodingContainer
  ) -> String? {
    guard keepsDigits.map({ decoder.userInfo[$0] != nil }) ?? false,
      let decimal = try? container.decode(Decimal.self),
      let double = try? container.decode(Double.self)
    else { return nil }
    let text = decimal.description
    // A number that does not fit into a Decimal would be read as another
    // number.
    guard Int(text) == nil, decimal != Decimal(string: double.description),
      Double(text) == double
    else { return nil }
    return text
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .boolean(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }

  /// Creates a string, or null for nil.
  package init(_ text: String?) { self = text.map(JSONTree.string) ?? .null }

  /// Creates an integer, or null for nil.
  package init(_ number: (some BinaryInteger)?) {
    self = number.map { .integer(Int($0)) } ?? .null
  }

  /// The value as JSON on one line, with members sorted by name.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The value as JSON bytes, with members sorted by name; numbers that JSON
  /// cannot represent become null.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }

  private func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .boolean(let value): bytes += (value ? "true" : "false").utf8
    case .integer(let value): bytes += "\(value)".utf8
    case .number(let value): bytes += (value.isFinite ? "\(value)" : "null").utf8
    case .string(let text): JSONText.write(text, to: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (place, element) in elements.enumerated() {
        if place > 0 { bytes += ", ".utf8 }
        element.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (place, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
        if place > 0 { bytes += ", ".utf8 }
        JSONText.write(member.key, to: &bytes)
        bytes += ": ".utf8
        member.value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }
}
