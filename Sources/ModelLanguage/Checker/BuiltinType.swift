/// The types of the language that need no declaration.
enum BuiltinType: String, CaseIterable {
  case string = "String"
  case bool = "Bool"
  case int16 = "Int16"
  case int32 = "Int32"
  case int64 = "Int64"
  case int = "Int"
  case float = "Float"
  case double = "Double"
  case decimal = "Decimal"
  case date = "Date"
  case uuid = "UUID"
  case url = "URL"
  case data = "Data"
  case json = "JSON"
  /// An object of any type, for transient attributes only.
  case any = "Any"
  case set = "Set"
  case codable = "Codable"

  /// The attribute type that the word names, or nil if the word alone is not
  /// the type of an attribute.
  var attributeType: AttributeType? {
    switch self {
    case .string: .string
    case .bool: .boolean
    case .int16: .int16
    case .int32: .int32
    case .int64, .int: .int64
    case .float: .float
    case .double: .double
    case .decimal: .decimal
    case .date: .date
    case .uuid: .uuid
    case .url: .url
    case .data: .data
    case .json: .json
    case .any: .undefined
    case .set, .codable: nil
    }
  }
}

extension AttributeType {
  /// The type as it is written in the language.
  var text: String {
    switch self {
    case .list(let element): "[\(element.text)]"
    case .transformable: "Data"
    case .undefined: "Any"
    default: name
    }
  }
}
