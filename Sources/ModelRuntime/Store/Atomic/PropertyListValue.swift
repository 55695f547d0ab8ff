public import Foundation

/// A value of a store's metadata: what a property list can hold.
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
  /// The value as Foundation's property lists have it.
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

  /// Takes a value of Foundation's; nil where no property list has such.
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

  /// The entries of a dictionary of Foundation's.
  static func values(_ plain: [String: Any]) -> [String: PropertyListValue] {
    plain.compactMapValues(PropertyListValue.init(plain:))
  }

  /// Returns whether a number is a truth value; Foundation's numbers are both.
  private static func isBoolean(_ plain: Any) -> Bool {
    guard let number = plain as? NSNumber else { return plain is Bool }
    return String(cString: number.objCType) == "c"
  }
}

extension PropertyListValue {
  /// The entries of a dictionary in a property list of any format.
  ///
  /// - Throws: What Foundation says about bytes that are no property list.
  static func dictionary(of data: Data) throws -> [String: PropertyListValue] {
    let list = try PropertyListSerialization.propertyList(from: data, format: nil)
    return values(list as? [String: Any] ?? [:])
  }

  /// A dictionary as a property list.
  static func data(
    of values: [String: PropertyListValue], format: PropertyListSerialization.PropertyListFormat
  ) throws -> Data {
    try PropertyListSerialization.data(
      fromPropertyList: values.mapValues(\.plain), format: format, options: 0)
  }
}
