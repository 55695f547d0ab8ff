/// A stored value of an entity as something that can be compared, hashed and
/// coded without knowing its type.
///
/// A table of them is what a struct of values has in place of code for each
/// value; what every row needs, reading and writing, stays code.
public struct StoredField<Values>: Sendable {
  /// Name of the property, under which it is coded.
  let name: FieldName
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

  private init<Value: Hashable & Sendable>(
    _ key: some PropertyKey, _ path: any WritableKeyPath<Values, Value> & Sendable,
    encode: @escaping @Sendable (Values, inout KeyedEncodingContainer<FieldName>) throws -> Void,
    decode: @escaping @Sendable (inout Values, KeyedDecodingContainer<FieldName>) throws -> Void
  ) {
    guard let offset = MemoryLayout<Values>.offset(of: path) else {
      preconditionFailure("\(key) of \(Values.self) is not stored")
    }
    name = FieldName(key)
    comparison = FieldComparison(number: key.rawValue) {
      ($0 + offset).assumingMemoryBound(to: Value.self).pointee
        == ($1 + offset).assumingMemoryBound(to: Value.self).pointee
    }
    hash = { $1.combine($0[keyPath: path]) }
    self.encode = encode
    self.decode = decode
  }
}

/// A value of two structs compared.
///
/// Every save asks, so nothing here is generic: to look up types at run time
/// costs more than to compare, and by key path each value would be copied.
public struct FieldComparison: Sendable {
  /// Number of the property in its entity.
  let number: Int
  /// Says whether the structs at two addresses hold the same.
  let isEqual: @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool

  /// Those of some properties whose values differ in the structs at two
  /// addresses.
  public static func differences(
    _ comparisons: [FieldComparison], _ one: UnsafeRawPointer, _ other: UnsafeRawPointer,
    among properties: PropertySet
  ) -> PropertySet {
    var differences = PropertySet()
    // By place, since an element taken out of the list is retained.
    for place in comparisons.indices
    where properties.contains(comparisons[place].number)
      && !comparisons[place].isEqual(one, other)
    {
      differences.insert(comparisons[place].number)
    }
    return differences
  }
}

/// The stored values that an entity declares itself, in the order of their
/// columns.
public struct StoredFields<Values>: Sendable where Values: Sendable {
  /// The values of an object that has been given none.
  let initial: Values
  let all: [StoredField<Values>]
  /// How each of them is compared.
  public let comparisons: [FieldComparison]

  /// Makes the table.
  public init(_ initial: Values, _ fields: StoredField<Values>...) {
    self.initial = initial
    all = fields
    comparisons = fields.map(\.comparison)
  }
}

/// The name of a property as coders know it.
struct FieldName: CodingKey {
  let stringValue: String

  init(_ key: some PropertyKey) { stringValue = "\(key)" }

  init?(stringValue: String) { self.stringValue = stringValue }

  /// Properties have no numbers where they are coded.
  var intValue: Int? { nil }

  init?(intValue: Int) { nil }
}

/// The values that an entity declares itself, as generated code has them.
public protocol StoredValues: EntityValues {
  /// The values one by one.
  static var fields: StoredFields<Self> { get }
}

extension StoredValues {
  /// A Boolean value that says whether all values are the same.
  public static func == (one: Self, other: Self) -> Bool {
    one.changes(since: other, among: .all).isEmpty
  }

  /// Hashes all values.
  public func hash(into hasher: inout Hasher) {
    for field in Self.fields.all { field.hash(self, &hasher) }
  }

  /// Reads the values from a container under the names of their properties.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: FieldName.self)
    self = Self.fields.initial
    for field in Self.fields.all { try field.decode(&self, container) }
  }

  /// Writes the values into a container under the names of their properties.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: FieldName.self)
    for field in Self.fields.all { try field.encode(self, &container) }
  }

  /// Those of some properties whose values differ from others'.
  @inlinable
  public func changes(since old: Self, among properties: PropertySet) -> PropertySet {
    withUnsafePointer(to: self) { one in
      withUnsafePointer(to: old) { other in
        FieldComparison.differences(Self.fields.comparisons, one, other, among: properties)
      }
    }
  }
}
