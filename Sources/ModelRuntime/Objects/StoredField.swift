/// A stored value of an entity as something that can be compared, hashed and
/// coded without knowing its type.
///
/// A table of them is what a struct of values has in place of code for each
/// value; what every row needs, reading and writing, stays code.
public struct StoredField<Values>: Sendable {
  let comparison: FieldComparison
  let hash: @Sendable (Values, inout Hasher) -> Void
  let encode: @Sendable (Values, inout KeyedEncodingContainer<FieldName>) throws -> Void
  let decode: @Sendable (inout Values, KeyedDecodingContainer<FieldName>) throws -> Void

  /// A value that is always there.
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

  /// A value that may be nil, and is not coded then.
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

/// The name of a property as coders know it.
struct FieldName: CodingKey {
  /// A case is asked for its name by reflection, which takes long, and few programs code values.
  private let name: Lazy<String>

  var stringValue: String { name.value }

  init(_ key: some PropertyKey) { name = Lazy { "\(key)" } }

  init?(stringValue: String) { name = Lazy { stringValue } }

  /// Properties have no numbers where they are coded.
  var intValue: Int? { nil }

  init?(intValue: Int) { nil }
}
