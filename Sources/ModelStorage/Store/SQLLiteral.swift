package enum SQLLiteral {
  /// Returns a constant as an SQL literal, as a column stores it; nil for
  /// values that have no literal.
  package static func text(_ value: ConstantValue, _ kind: ColumnMapping.Kind) -> String? {
    switch value {
    case .null, .objectID: nil
    case .list(let values): values.map(ListConstant.init).jsonText.map(quoted)
    case .boolean(let value): value ? "1" : "0"
    case .integer(let value):
      kind == .text ? quoted(String(value)) : kind == .float ? "\(value).0" : String(value)
    case .double(let value): value.isFinite ? "\(value)" : nil
    case .decimal(let value): kind == .text ? quoted(value.description) : value.description
    case .string(let value): quoted(value)
    case .date(let value): "\(value.timeIntervalSinceReferenceDate)"
    case .data(let value): blob(value)
    case .uuid(let value): blob(value.bytes)
    case .url(let value): quoted(value.absoluteString)
    }
  }

  static func quoted(_ text: String) -> String { text.quoted(by: "'") }

  private static func blob(_ bytes: some Sequence<UInt8>) -> String {
    "x'\(bytes.hexadecimal)'"
  }
}

/// An element of a list, encoded in the same way as `JSONEncoder` encodes the
/// value that it represents.
private struct ListConstant: Encodable {
  let value: ConstantValue

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch value {
    case .null, .objectID: try container.encodeNil()
    case .boolean(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .decimal(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .date(let value): try container.encode(value)
    case .data(let value): try container.encode(value)
    case .uuid(let value): try container.encode(value)
    case .url(let value): try container.encode(value)
    case .list(let values): try container.encode(values.map(ListConstant.init))
    }
  }
}
