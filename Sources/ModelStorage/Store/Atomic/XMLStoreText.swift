/// The text of single values in XML stores.
enum XMLStoreText {
  static func typeName(_ type: AttributeType) -> String {
    switch type {
    case .boolean, .int16, .int32, .int64, .float, .double, .decimal, .string, .date, .uuid:
      type.name.lowercased()
    case .json, .list, .codable: "string"
    case .data, .transformable, .composite, .undefined: "binary"
    case .url: "uri"
    case .enumeration(_, let raw): typeName(raw)
    }
  }

  /// Returns a value as text; nil for values that have no text.
  static func text(_ value: ConstantValue) -> String? {
    switch value {
    case .null, .list, .objectID: nil
    case .boolean(let value): value ? "1" : "0"
    case .integer(let value): String(value)
    case .double(let value): value.description
    case .decimal(let value): value.description
    case .string(let value): value.xmlStoreText
    case .date(let value): value.timeIntervalSinceReferenceDate.description
    case .data(let value): value.base64EncodedString()
    case .uuid(let value): value.uuidString
    case .url(let value): value.absoluteString.xmlStoreText
    }
  }

  /// Returns the value that text represents; nil if the text does not represent
  /// a value of the type.
  static func value(_ text: String, of type: AttributeType) -> ConstantValue? {
    switch type {
    case .boolean: boolean(text)
    case .int16: Int16(text).map { .integer(Int64($0)) }
    case .int32: Int32(text).map { .integer(Int64($0)) }
    case .int64: Int64(text).map { .integer($0) }
    case .float, .double: Double(text).flatMap { $0.isNaN ? nil : .double($0) }
    // Core Data allows the decimal NaN, which a store keeps.
    case .decimal: Decimal(exactly: text).map { .decimal($0) }
    case .string, .json, .list, .codable: .string(text.withoutXMLStoreEscapes)
    case .date:
      Double(text).flatMap { $0.isNaN ? nil : .date(Date(timeIntervalSinceReferenceDate: $0)) }
    case .data, .transformable, .composite, .undefined:
      Data(base64Encoded: text, options: .ignoreUnknownCharacters).map { .data($0) }
    case .uuid: UUID(uuidString: text).map { .uuid($0) }
    case .url: URL(string: text.withoutXMLStoreEscapes).map { .url($0) }
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
}
