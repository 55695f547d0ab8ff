/// A stored value of an entity that can be compared, hashed and coded without knowing
/// its type.
///
/// A struct of values has a table of fields, instead of generated code for
/// comparing, hashing and coding each value.
public struct StoredField<Values>: Sendable {
  let comparison: FieldComparison
  let hash: @Sendable (Values, inout Hasher) -> Void
  let encode: @Sendable (Values, inout KeyedEncodingContainer<FieldName>) throws -> Void
  let decode: @Sendable (inout Values, KeyedDecodingContainer<FieldName>) throws -> Void

  /// Creates a field whose value is never nil.
  public static func value<Value: Hashable & Codable & Sendable>(
    _ key: some PropertyKey, _ path: any WritableKeyPath<Values, Value> & Sendable
  ) -> StoredField {
    let name = FieldName(key)
    return StoredField(key, path) { values, container in
      try container.encode(values[keyPath: path], forKey: name)
    } decode: { values, container in
      values[keyPath: path] = try container.decode(Value.self, forKey: name)
    }
  }

  /// Creates a field whose value can be nil; nil is not encoded.
  public static func optional<Value: Hashable & Codable & Sendable>(
    _ key: some PropertyKey, _ path: any WritableKeyPath<Values, Value?> & Sendable
  ) -> StoredField {
    let name = FieldName(key)
    return StoredField(key, path) { values, container in
      try container.encodeIfPresent(values[keyPath: path], forKey: name)
    } decode: { values, container in
      values[keyPath: path] = try container.decodeIfPresent(Value.self, forKey: name)
    }
  }

  private init<Value: Hashable & Encodable & Sendable>(
    _ key: some PropertyKey, _ path: any WritableKeyPath<Values, Value> & Sendable,
    encode: @escaping @Sendable (Values, inout KeyedEncodingContainer<FieldName>) throws -> Void,
    decode: @escaping @Sendable (inout Values, KeyedDecodingContainer<FieldName>) throws -> Void
  ) {
    guard let offset = MemoryLayout<Values>.offset(of: path) else {
      preconditionFailure("\(key) of \(Values.self) is not stored")
    }
    comparison = FieldComparison(number: key.rawValue, Value.self, at: offset)
    hash = { $1.combine($0[keyPath: path]) }
    self.encode = encode
    self.decode = decode
  }
}

/// The name of a property as a coding key.
struct FieldName: CodingKey {
  /// The name, which is determined when it is first needed, because finding the
  /// name of a case by reflection takes a long time, and few programs encode
  /// values.
  private let name: Lazy<String>

  var stringValue: String { name.value }

  init(_ key: some PropertyKey) { name = Lazy { "\(key)" } }

  init?(stringValue: String) { name = Lazy { stringValue } }

  /// The integer value of the key: nil, because properties are coded by name.
  var intValue: Int? { nil }

  init?(intValue: Int) { nil }
}
