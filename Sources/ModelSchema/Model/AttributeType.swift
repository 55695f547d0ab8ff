/// The type of the values of an attribute.
public indirect enum AttributeType: Sendable, Hashable, Codable {
  case boolean, int16, int32, int64, float, double, decimal, string, date, data, uuid, url
  /// Any JSON document, stored as text.
  case json
  /// An enumeration of the model, stored as its raw value.
  case enumeration(String, raw: AttributeType)
  /// A composite type of the model, stored as one column for each element.
  case composite(String)
  /// An array of scalars, stored as a JSON array.
  case list(AttributeType)
  /// A `Codable` type of the program, stored as JSON.
  case codable(String)
  /// A type of the program, stored as the bytes that a value transformer
  /// produces from a value. If `transformer` is nil, the default transformer is
  /// used.
  case transformable(String, transformer: String?)
  /// No type, which is allowed only for transient attributes.
  case undefined

  /// The number that Core Data uses for the type.
  public var typeCode: Int {
    switch self {
    case .undefined: 0
    case .int16: 100
    case .int32: 200
    case .int64: 300
    case .decimal: 400
    case .double: 500
    case .float: 600
    case .string, .json, .list: 700
    case .boolean: 800
    case .date: 900
    case .data: 1000
    case .uuid: 1100
    case .url: 1200
    case .enumeration(_, let raw): raw.typeCode
    case .codable, .transformable: 1800
    case .composite: 2100
    }
  }
}
