/// A JSON document of any form, as the value of an attribute of the type `JSON`.
public enum JSONValue: Sendable, Hashable {
  case null
  case boolean(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])
}

extension JSONValue: Codable {
  /// Decodes a JSON document of any form.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// Encodes the JSON document.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .boolean(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

/// A type with a blank value, which is used if the value is missing in a row.
public protocol BlankInitializable {
  /// Creates a blank value.
  init()
}

extension Array: BlankInitializable {}
extension Dictionary: BlankInitializable {}
extension Set: BlankInitializable {}
extension String: BlankInitializable {}
extension Data: BlankInitializable {}
extension Bool: BlankInitializable {}
extension Int: BlankInitializable {}
extension Int8: BlankInitializable {}
extension Int16: BlankInitializable {}
extension Int32: BlankInitializable {}
extension Int64: BlankInitializable {}
extension UInt: BlankInitializable {}
extension UInt8: BlankInitializable {}
extension UInt16: BlankInitializable {}
extension UInt32: BlankInitializable {}
extension UInt64: BlankInitializable {}
extension Float: BlankInitializable {}
extension Double: BlankInitializable {}

extension Row {
  /// Returns the JSON document in a column; null if it is missing.
  public func json(_ column: Int32) -> JSONValue {
    decoded(column, isRequired: true) ?? .null
  }

  /// Returns the JSON document in a column that can be NULL.
  public func optionalJSON(_ column: Int32) -> JSONValue? { decoded(column, isRequired: false) }

  /// Returns the value that a column contains as JSON; a blank value if it is
  /// missing.
  public func coded<Value: Codable & BlankInitializable>(_ column: Int32) -> Value {
    decoded(column, isRequired: true) ?? Value()
  }

  /// Returns the value that a column contains as JSON; nil for NULL.
  public func optionalCoded<Value: Codable>(_ column: Int32) -> Value? {
    decoded(column, isRequired: false)
  }

  private func decoded<Value: Decodable>(_ column: Int32, isRequired: Bool) -> Value? {
    guard let text = optionalString(column) else {
      if isRequired { fail(column, .missing) }
      return nil
    }
    if let value = Value.decoded(fromJSON: text) { return value }
    fail(column, .mismatched)
    return nil
  }
}

extension RowWriter {
  /// Writes a value as JSON with sorted keys, so that equal values have equal bytes.
  @_disfavoredOverload
  public func write(_ value: some Encodable, _ key: some PropertyKey) {
    guard takes(key) else { return }
    if let text = value.jsonText { statement.bind(text) } else { refuse(key) }
  }

  /// Writes a value as JSON with sorted keys; NULL if the value is nil.
  @_disfavoredOverload
  public func write(_ value: (some Encodable)?, _ key: some PropertyKey) {
    if let value { write(value, key) } else if takes(key) { statement.bindNull() }
  }

  /// Writes the sixteen bytes of a UUID; NULL if the value is nil.
  public func write(_ value: UUID?, _ key: some PropertyKey) {
    guard takes(key) else { return }
    if let value { statement.bind(value) } else { statement.bindNull() }
  }

  /// Writes the bytes of a value as a BLOB; NULL if the value is nil.
  public func write(_ value: Data?, _ key: some PropertyKey) {
    guard takes(key) else { return }
    if let value { statement.bind(value) } else { statement.bindNull() }
  }

  /// Writes the text of a URL; NULL if the value is nil.
  public func write(_ value: URL?, _ key: some PropertyKey) {
    guard takes(key) else { return }
    if let value { statement.bind(value.absoluteString) } else { statement.bindNull() }
  }

  /// Writes the digits of a decimal, which the column converts to a number;
  /// NULL if the value is nil.
  public func write(_ value: Decimal?, _ key: some PropertyKey) {
    guard takes(key) else { return }
    if let value { statement.bind(value.description) } else { statement.bindNull() }
  }
}
