/// A value in a store's metadata, of one of the types that a property list can
/// contain.
public enum PropertyListValue: Sendable, Hashable {
  case string(String)
  case integer(Int64)
  case real(Double)
  case boolean(Bool)
  case date(Date)
  case data(Data)
  case array([PropertyListValue])
  case dictionary([String: PropertyListValue])
}

extension PropertyListValue {
  var string: String? { if case .string(let value) = self { value } else { nil } }
  var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
  var data: Data? { if case .data(let value) = self { value } else { nil } }
  var array: [PropertyListValue]? { if case .array(let values) = self { values } else { nil } }

  /// The version hashes by entity; nil if the value is not a dictionary.
  var hashes: [String: Data]? {
    guard case .dictionary(let values) = self else { return nil }
    return values.compactMapValues(\.data)
  }
}

extension PropertyListValue {
  /// The value as an object in Foundation's property lists.
  var plain: Any {
    switch self {
    case .string(let value): value
    case .integer(let value): value
    case .real(let value): value
    case .boolean(let value): value
    case .date(let value): value
    case .data(let value): value
    case .array(let values): values.map(\.plain)
    case .dictionary(let values): values.mapValues(\.plain)
    }
  }

  /// Creates a value from an object in one of Foundation's property lists; nil
  /// if the object has another type.
  init?(plain: Any) {
    switch plain {
    case let value as String: self = .string(value)
    case let value as Data: self = .data(value)
    case let value as Date: self = .date(value)
    case let value as [Any]: self = .array(value.compactMap(PropertyListValue.init(plain:)))
    case let value as [String: Any]: self = .dictionary(Self.values(value))
    case let value as Bool where Self.isBoolean(plain): self = .boolean(value)
    case let value as Int64: self = .integer(value)
    case let value as Int: self = .integer(Int64(value))
    case let value as Double: self = .real(value)
    default: return nil
    }
  }

  /// Returns the entries of a Foundation dictionary.
  static func values(_ plain: [String: Any]) -> [String: PropertyListValue] {
    plain.compactMapValues(PropertyListValue.init(plain:))
  }

  /// Returns whether a number is a Boolean; Foundation's `NSNumber` represents
  /// both.
  private static func isBoolean(_ plain: Any) -> Bool {
    guard let number = plain as? NSNumber else { return plain is Bool }
    return String(cString: number.objCType) == "c"
  }
}

extension PropertyListValue {
  /// Reads the entries of a dictionary in a property list of any format.
  ///
  /// The binary format is read without Foundation: converting Foundation's
  /// dictionaries to Swift dictionaries takes over ten million instructions in
  /// a process, a third of the cost of opening a store.
  ///
  /// - Throws: Foundation's error if the bytes are not a property list, and
  ///   `CocoaError` if the list is not a dictionary.
  static func dictionary(of data: Data) throws -> [String: PropertyListValue] {
    if let binary = BinaryPropertyList([UInt8](data)) {
      // Each object of a list takes at least a byte, so a list with more
      // objects than bytes must refer to itself.
      var rest = data.count
      let value = try PropertyListValue(binary, binary.top, depth: 0, &rest)
      if case .dictionary(let values)? = value { return values }
      throw CocoaError(.propertyListReadCorrupt)
    }
    let list = try PropertyListSerialization.propertyList(from: data, format: nil)
    guard let dictionary = list as? [String: Any] else {
      throw CocoaError(.propertyListReadCorrupt)
    }
    return values(dictionary)
  }

  /// Creates the value of an object in a binary property list; nil if no value
  /// represents it.
  private init?(
    _ list: BinaryPropertyList, _ number: Int, depth: Int, _ rest: inout Int
  ) throws {
    rest -= 1
    guard rest > 0, depth < 100 else { throw CocoaError(.propertyListReadCorrupt) }
    switch list.objects[number] {
    case .null, .reference: return nil
    case .boolean(let value): self = .boolean(value)
    case .integer(let value): self = .integer(value)
    case .real(let value): self = .real(value)
    case .date(let value): self = .date(Date(timeIntervalSinceReferenceDate: value))
    case .data(let bytes): self = .data(Data(bytes))
    case .string(let text): self = .string(text)
    case .list(let numbers):
      self = .array(
        try numbers.compactMap { try PropertyListValue(list, $0, depth: depth + 1, &rest) })
    case .dictionary(let keys, let values):
      var entries: [String: PropertyListValue] = [:]
      for (key, value) in zip(keys, values) {
        guard case .string(let name) = list.objects[key] else { continue }
        entries[name] = try PropertyListValue(list, value, depth: depth + 1, &rest)
      }
      self = .dictionary(entries)
    }
  }

  /// Returns a dictionary as property list data.
  static func data(
    of values: [String: PropertyListValue], format: PropertyListSerialization.PropertyListFormat
  ) throws -> Data {
    try PropertyListSerialization.data(
      fromPropertyList: values.mapValues(\.plain), format: format, options: 0)
  }
}
